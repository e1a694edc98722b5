use crate::markdown::highlight::Span;
use js_sys::Promise;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use super::*;

/// A `code` element in the document, as the markdown renderer leaves it.
fn code(chunks: &[&str]) -> Element {
    let document = web_sys::window().unwrap().document().unwrap();
    let code = document.create_element("code").unwrap();
    for text in chunks {
        let chunk = document.create_element("span").unwrap();
        chunk.set_class_name("code-chunk");
        chunk.set_text_content(Some(text));
        code.append_child(&chunk).unwrap();
    }
    document.body().unwrap().append_child(&code).unwrap();
    code
}

fn highlighted(pieces: &[(&str, Option<Class>)]) -> Highlighted {
    let code = pieces.iter().map(|(text, _)| *text).collect();
    let spans = pieces
        .iter()
        .map(|(text, class)| Span {
            len: text.len(),
            class: *class,
        })
        .collect();
    Highlighted::new(code, spans).unwrap()
}

async fn frames(count: usize) {
    for _ in 0..count {
        let frame = Promise::new(&mut |resolve, _| {
            web_sys::window()
                .unwrap()
                .request_animation_frame(&resolve)
                .unwrap();
        });
        JsFuture::from(frame).await.unwrap();
    }
}

#[wasm_bindgen_test]
fn chunks_stay_and_pieces_are_cut_at_their_ends() {
    let element = code(&["let é = 1; /* a\n", "b */ <i>\n"]);
    let pieces = [
        ("let", Some(Class::Keyword)),
        (" é = ", None),
        ("1", Some(Class::Number)),
        ("; ", None),
        ("/* a\nb */", Some(Class::Comment)),
        (" <i>\n", None),
    ];
    paint(&element, highlighted(&pieces));
    assert_eq!(
        element.inner_html(),
        "<span class=\"code-chunk\"><span class=\"hl-keyword\">let</span> é = \
         <span class=\"hl-number\">1</span>; <span class=\"hl-comment\">/* a\n</span></span>\
         <span class=\"code-chunk\"><span class=\"hl-comment\">b */</span> &lt;i&gt;\n</span>"
    );

    let before = element.inner_html();
    paint(&element, highlighted(&pieces));
    assert_eq!(element.inner_html(), before);
    element.remove();
}

#[wasm_bindgen_test]
fn code_without_chunks_is_coloured_too() {
    let element = code(&[]);
    element.set_text_content(Some("if x"));
    paint(
        &element,
        highlighted(&[("if", Some(Class::Keyword)), (" x", None)]),
    );
    assert_eq!(
        element.inner_html(),
        "<span class=\"hl-keyword\">if</span> x"
    );
    element.remove();
}

#[wasm_bindgen_test]
fn code_that_is_not_what_it_was_stays_as_it_is() {
    let answer = || highlighted(&[("if", Some(Class::Keyword)), (" x", None)]);
    let changed = code(&["if y"]);
    let before = changed.inner_html();
    paint(&changed, answer());
    assert_eq!(changed.inner_html(), before);
    changed.remove();

    let gone = code(&["if x"]);
    gone.remove();
    let before = gone.inner_html();
    paint(&gone, answer());
    assert_eq!(gone.inner_html(), before);
}

#[wasm_bindgen_test]
async fn a_long_block_takes_several_frames_and_keeps_its_text() {
    let lines = "let x = 1;\n".repeat(50);
    let chunks = vec![lines.as_str(); 150];
    let element = code(&chunks);
    let text = element.text_content();
    let pieces = [
        ("let", Some(Class::Keyword)),
        (" x ", None),
        ("=", Some(Class::Operator)),
        (" ", None),
        ("1", Some(Class::Number)),
        (";\n", None),
    ];
    let answer = highlighted(&pieces.repeat(50 * chunks.len()));
    paint(&element, answer);
    let coloured = || element.query_selector_all(".hl-keyword").unwrap().length();
    assert!(coloured() < 7_500, "nothing was left for a further frame");
    for _ in 0..600 {
        if coloured() == 7_500 {
            break;
        }
        frames(1).await;
    }
    assert_eq!(coloured(), 7_500);
    assert_eq!(element.text_content(), text);
    element.remove();
}
