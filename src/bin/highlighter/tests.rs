mod compiled;
mod data;
mod scripts;

use std::sync::{LazyLock, Mutex, PoisonError};

use colloquy::markdown::highlight::{Highlighted, LANGUAGES};
use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::engine::Engine;

/// One for all: it compiles regular expressions once, and a test that fails does no harm to it.
static ENGINE: LazyLock<Mutex<Engine>> = LazyLock::new(|| Mutex::new(Engine::new().unwrap()));

fn check(grammar: &str, code: &str, expect: Expect) {
    expect.assert_eq(&show(grammar, code));
}

/// Writes every span that is not plain as ‹class text›. Panics unless the spans cover the code exactly.
fn show(grammar: &str, code: &str) -> String {
    let spans = ENGINE
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .highlight(grammar, code);
    let mut highlighted = Highlighted::new(code.to_owned(), spans)
        .unwrap_or_else(|| panic!("{grammar}: the spans do not cover the code"));
    let mut shown = String::new();
    while let Some((text, class)) = highlighted.next(usize::MAX) {
        match class {
            Some(class) => {
                let name = class.css().strip_prefix("hl-").unwrap();
                shown += &format!("‹{name} {text}›");
            }
            None => shown += text,
        }
    }
    shown
}

#[test]
fn every_language_has_its_grammar() {
    let engine = Engine::new().unwrap();
    for (grammar, _) in LANGUAGES {
        assert!(engine.knows(grammar), "{grammar}");
    }
    assert!(!engine.knows("Brainfuck"));
}

#[test]
fn newer_keywords() {
    let mut shown = String::new();
    for (grammar, code) in [
        ("C", "static_assert(x); nullptr\n"),
        (
            "C#",
            "public record P(int X) { public required int Y { get; init; } } // record a\n",
        ),
        ("C#", "var record = x is not null;\n"),
        (
            "C++",
            "auto f() -> decltype(x) { co_return y; } int g() override;\n",
        ),
        ("Dart", "late final int x; late = 1;\n"),
        (
            "Java",
            "public record P(int x) {} public sealed interface A permits B {}\n",
        ),
        ("Java", "record.x = record(1);\n"),
        (
            "PHP",
            "$f = fn($x) => match($x) { 1 => 2 }; enum A: string {}\n",
        ),
        (
            "Python",
            "match x:\n    case y: type(x)\ntype X = int\nmatch = re.match(case)\n",
        ),
        (
            "Rust",
            "async fn f(x: &dyn A) { x.await; \"async\"; } // dyn\n",
        ),
        (
            "SQL",
            "select a from b join c on b.x = c.x; create index i on t;\n",
        ),
        ("SQL", "INSERT INTO t (x) VALUES (1) RETURNING id;\n"),
        (
            "Swift",
            "func f() async throws -> some P { try await g(any) }\nactor A {}\n",
        ),
        ("TypeScript", "const a = { b: 1 } satisfies C;\n"),
        (
            "TypeScript",
            "type E<T> = T extends (infer U)[] ? U : never;\n",
        ),
    ] {
        shown += &format!("{grammar}: {}", show(grammar, code));
    }
    expect![[r#"
        C: ‹keyword static_assert›(x); ‹keyword nullptr›
        C#: ‹keyword public› ‹keyword record› ‹function P›(‹keyword int› ‹variable X›) { ‹keyword public› ‹keyword required› int Y { get; ‹keyword init›; } } ‹comment // record a
        ›C#: ‹keyword var› record ‹operator =› x ‹keyword is› ‹keyword not› ‹constant null›;
        C++: ‹keyword auto› ‹function f›() -> ‹keyword decltype›(x) { ‹keyword co_return› y; } ‹keyword int› ‹function g›() ‹keyword override›;
        Dart: ‹keyword late› ‹keyword final› ‹type int› x; late ‹operator =› ‹number 1›;
        Java: ‹keyword public› ‹keyword record› ‹function P›(‹keyword int› x) {} ‹keyword public› ‹keyword sealed› ‹keyword interface› ‹type A› ‹keyword permits› ‹type B› {}
        Java: record.x ‹operator =› ‹function record›(‹number 1›);
        PHP: ‹variable $f› ‹operator =› ‹keyword fn›(‹variable $x›) ‹operator =>› ‹keyword match›(‹variable $x›) { ‹number 1› ‹operator =>› ‹number 2› }; ‹keyword enum› ‹constant A›: ‹keyword string› {}
        Python: ‹keyword match› x:
            ‹keyword case› y: ‹function type›(x)
        ‹keyword type› X ‹operator =› ‹type int›
        match ‹operator =› re.‹function match›(case)
        Rust: ‹keyword async› ‹keyword fn› ‹function f›(‹variable x›: ‹operator &›‹keyword dyn› A) { x.‹keyword await›; ‹string "async"›; } ‹comment // dyn
        ›SQL: ‹keyword select› a ‹keyword from› b ‹keyword join› c ‹keyword on› b.x ‹operator =› c.x; ‹keyword create› ‹keyword index› i ‹keyword on› ‹function t›;
        SQL: ‹keyword INSERT INTO› t (x) ‹keyword VALUES› (‹number 1›) ‹keyword RETURNING› id;
        Swift: ‹keyword func› ‹function f›() ‹keyword async› ‹keyword throws› ‹operator ->› ‹keyword some› P { ‹keyword try› ‹keyword await› g(any) }
        ‹keyword actor› A {}
        TypeScript: ‹keyword const› a ‹operator =› { b: ‹number 1› } ‹keyword satisfies› C;
        TypeScript: ‹keyword type› ‹type E›<‹type T›> ‹operator =› ‹type T› ‹keyword extends› (‹keyword infer› ‹type U›)[] ‹operator ?› ‹type U› ‹operator :› ‹type never›;
    "#]].assert_eq(&shown);
}

#[test]
fn what_has_no_grammar_is_plain() {
    check(
        "Brainfuck",
        "+[-]\n",
        expect![[r#"
        +[-]
    "#]],
    );
    check("Rust", "", expect![[r#""#]]);
}

#[test]
fn the_last_line_needs_no_line_feed() {
    check(
        "Python",
        "x = 'a' # b",
        expect!["x ‹operator =› ‹string 'a'› ‹comment # b›"],
    );
    check(
        "Python",
        "x = '''a",
        expect!["x ‹operator =› ‹string '''a›"],
    );
}

#[test]
fn a_very_long_line_is_plain_and_the_next_is_not() {
    let long = "1, ".repeat(3000);
    let code = format!("let a = 1;\nlet b = [{long}];\nlet c = 'x';\n");
    let shown = show("JavaScript", &code);
    expect![[r#"
        ‹keyword let› a ‹operator =› ‹number 1›;
        let b = […];
        ‹keyword let› c ‹operator =› ‹string 'x'›;
    "#]]
    .assert_eq(&shown.replace(&long, "…"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn anything_in_any_language_is_covered(
        code in "(\\PC|[ \t\r\n\"'`{}()<>/*#$\\\\;:=-]|if |end|<<A|\u{301}|🙂){0,80}",
    ) {
        for (grammar, _) in LANGUAGES {
            show(grammar, &code);
        }
    }
}
