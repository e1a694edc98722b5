//! The work per push does not grow with the message: bytes parsed per byte of message, for messages of one
//! shape and growing length.

use colloquy::markdown::{Direct, Stream, render};
use std::rc::Rc;

use super::dom::Dom;

/// A message of one shape and about this many bytes.
fn message(shape: &str, bytes: usize) -> String {
    let mut out = String::new();
    out.push_str(match shape {
        "code" => "```rust\n",
        "table" => "| name | value | note |\n|:-----|------:|------|\n",
        _ => "",
    });
    for n in 0.. {
        if out.len() >= bytes {
            break;
        }
        out.push_str(&piece(shape, n));
    }
    out
}

fn piece(shape: &str, n: usize) -> String {
    match shape {
        "prose" => match n % 6 {
            0 => format!("## Heading {n}\n\n"),
            1 | 2 => format!(
                "Paragraph {n} has *some* emphasis, `code` and [a link](https://example.com/{n}). {}\n\n",
                "It goes on for a while, as answers do, and says little that is new. ".repeat(5)
            ),
            3 => "- first point\n- second **point**\n  - with detail\n- third\n\n".to_owned(),
            4 => format!("```rust\nfn f{n}() -> u32 {{\n    {n}\n}}\n```\n\n"),
            _ => format!(
                "> A quote, number {n}.\n\nThe cost is $5 and the rule $x_{n}^2$ holds.\n\n"
            ),
        },
        "code" => format!("    let value_{n} = compute({n}) + *offset; // line {n}\n"),
        "flat list" => format!("- item {n} with a few *words* in it\n"),
        "loose list" => {
            format!("{n}. item with a few *words* in it\n\n   and a second paragraph\n\n")
        }
        "deep list" => format!("{}- item {n} with a few words\n", "  ".repeat(n % 13)),
        "table" => format!("| row {n} | {n} | some *text* here |\n"),
        "quote" => format!(
            "> line {n} of a quote that goes on\n{}",
            if n % 5 == 4 { ">\n" } else { "" }
        ),
        "paragraph" => format!("sentence {n} of *one* long paragraph without an end. "),
        "plain paragraph" => format!("sentence {n} of one long paragraph without an end. "),
        "lines" => format!("line {n} of a paragraph\n"),
        "html" => format!("<p>block {n}</p>\n"),
        "comment" => {
            if n == 0 {
                "<!--\n".to_owned()
            } else {
                format!("line {n}\n\n")
            }
        }
        "long code line" => {
            if n == 0 {
                "```\n".to_owned()
            } else {
                format!("value{n};")
            }
        }
        "indented code" => format!("    line {n}\n"),
        _ => panic!("no shape {shape}"),
    }
}

const SHAPES: &[&str] = &[
    "prose",
    "code",
    "flat list",
    "loose list",
    "deep list",
    "table",
    "quote",
    "paragraph",
    "plain paragraph",
    "lines",
    "html",
    "comment",
    "long code line",
    "indented code",
];

fn pieces(text: &str, chars: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest
            .char_indices()
            .nth(chars)
            .map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Bytes parsed per byte of message.
fn work(shape: &str, bytes: usize, chars: usize) -> f64 {
    let text = message(shape, bytes);
    let mut stream = Stream::new(Rc::new(Direct));
    let mut dom = Dom::new();
    for piece in pieces(&text, chars) {
        dom.apply(stream.push(piece));
    }
    dom.apply(stream.finish());
    assert_eq!(dom.html(), render(&text).into_string(), "{shape}");
    stream.parsed_bytes() as f64 / text.len() as f64
}

/// Counted in bytes given to the parser, so the machine's speed has no say.
#[test]
fn the_work_grows_no_faster_than_the_message() {
    for shape in SHAPES {
        let small = work(shape, 10_000, 4);
        let large = work(shape, 80_000, 4);
        assert!(
            large < small * 1.5,
            "{shape}: {small:.1} bytes parsed per byte of 10 KB, {large:.1} of 80 KB"
        );
    }
}
