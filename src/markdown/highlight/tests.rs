use proptest::prelude::*;

use super::*;

#[test]
fn fences_name_their_language_in_many_ways() {
    let table = [
        ("rust", Some("Rust")),
        ("Rust", Some("Rust")),
        ("rs", Some("Rust")),
        ("rust,ignore", Some("Rust")),
        ("rust ignore", Some("Rust")),
        ("js", Some("JavaScript")),
        ("JS {1,3-5}", Some("JavaScript")),
        ("js{1}", Some("JavaScript")),
        ("ts", Some("TypeScript")),
        ("ts:src/main.ts", Some("TypeScript")),
        ("tsx", Some("TypeScriptReact")),
        ("jsx", Some("TypeScriptReact")),
        ("py", Some("Python")),
        ("{.python .numberLines}", Some("Python")),
        ("python title=\"a.py\"", Some("Python")),
        ("rb", Some("Ruby")),
        ("sh", Some("Bourne Again Shell (bash)")),
        ("zsh", Some("Bourne Again Shell (bash)")),
        ("console", Some("Bourne Again Shell (bash)")),
        ("shell-session", Some("Bourne Again Shell (bash)")),
        ("c", Some("C")),
        ("c++", Some("C++")),
        ("cpp", Some("C++")),
        ("c#", Some("C#")),
        ("cs", Some("C#")),
        ("golang", Some("Go")),
        ("yml", Some("YAML")),
        ("docker", Some("Dockerfile (with bash)")),
        ("Dockerfile", Some("Dockerfile (with bash)")),
        ("jsonc", Some("JSON")),
        ("html", Some("HTML")),
        ("postgresql", Some("SQL")),
        ("diff", Some("Diff")),
        ("md", Some("Markdown")),
        ("kt", Some("Kotlin")),
        ("", None),
        ("  ", None),
        ("text", None),
        ("plaintext", None),
        ("none", None),
        ("output", None),
        ("mermaid", None),
        ("brainfuck", None),
    ];
    for (info, grammar) in table {
        assert_eq!(language(info), grammar, "{info:?}");
    }
}

#[test]
fn no_name_stands_for_two_grammars() {
    let mut tags: Vec<&str> = LANGUAGES
        .iter()
        .flat_map(|(_, tags)| tags.iter().copied())
        .collect();
    let count = tags.len();
    tags.sort_unstable();
    tags.dedup();
    assert_eq!(tags.len(), count);
    assert!(tags.iter().all(|tag| *tag == tag.to_ascii_lowercase()));
}

#[test]
fn classes_stand_in_the_order_of_their_numbers() {
    for (index, class) in Class::ALL.into_iter().enumerate() {
        assert_eq!(class as usize, index);
    }
}

fn spans() -> impl Strategy<Value = Vec<Span>> {
    let class = prop::option::of(prop::sample::select(&Class::ALL[..]));
    let span = (0..9usize, class).prop_map(|(len, class)| Span { len, class });
    prop::collection::vec(span, 0..20)
}

proptest! {
    #[test]
    fn a_span_survives_its_packing(len in 0..=MAX_CODE, class in prop::option::of(0..15usize)) {
        let span = Span { len, class: class.map(|index| Class::ALL[index]) };
        prop_assert_eq!(Span::unpack(span.pack()), span);
    }

    #[test]
    fn pieces_add_up_to_the_code(spans in spans(), limits in prop::collection::vec(1..9usize, 1..200)) {
        let code: String = ('a'..='z').cycle().take(spans.iter().map(|span| span.len).sum()).collect();
        let classes: Vec<Option<Class>> =
            spans.iter().flat_map(|span| std::iter::repeat_n(span.class, span.len)).collect();
        let mut highlighted = Highlighted::new(code.clone(), spans).expect("they cover the code");
        let mut text = String::new();
        for limit in limits.into_iter().cycle() {
            let Some((piece, class)) = highlighted.next(limit) else { break };
            prop_assert!(piece.len() <= limit);
            prop_assert!(classes[text.len()..][..piece.len()].iter().all(|of| *of == class));
            text.push_str(piece);
        }
        prop_assert!(highlighted.is_read());
        prop_assert_eq!(text, code);
    }

    #[test]
    fn spans_from_anywhere_are_refused_or_fit(code in "\\PC{0,12}", packed in prop::collection::vec(any::<u32>(), 0..6)) {
        let spans: Vec<Span> = packed.into_iter().map(Span::unpack).collect();
        let lengths: Vec<usize> = spans.iter().map(|span| span.len).collect();
        let mut ends = lengths.iter().scan(0, |end, len| { *end += len; Some(*end) });
        let fits = lengths.iter().sum::<usize>() == code.len() && ends.all(|end| code.is_char_boundary(end));
        prop_assert_eq!(Highlighted::new(code, spans).is_some(), fits);
    }
}

#[test]
fn spans_that_miss_the_code_are_refused() {
    let span = |len| Span {
        len,
        class: Some(Class::Keyword),
    };
    let new = |code: &str, spans: &[Span]| Highlighted::new(code.to_owned(), spans.to_vec());
    assert!(new("let é", &[span(4), span(2)]).is_some());
    assert!(new("let é", &[span(4)]).is_none());
    assert!(new("let é", &[span(4), span(3)]).is_none());
    assert!(new("let é", &[span(5), span(1)]).is_none());
    assert!(new("", &[]).is_some());
}
