//! Long answers at a given pace, the same every time.
//!
//! `/bench/KIND/BYTES/CHUNK/RATE/v1` is a base URL whose model writes `BYTES` bytes of markdown, `CHUNK`
//! characters in an event, `RATE` events a second (0: as fast as the connection takes them). `KIND` is
//! `mixed`, `prose`, `code`, `list` or `table`.

use crate::chunk;
use axum::body::Body;
use axum::http::{Response, header};
use futures_util::stream;
use std::io;
use std::time::Duration;
use tokio::time::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Characters in one event.
    pub chunk: usize,
    /// Events a second; 0 is as fast as it goes.
    pub rate: u64,
}

/// Streams `text` as a chat completion.
pub fn stream_answer(text: &str, pace: Pace) -> Response<Body> {
    let characters: Vec<char> = text.chars().collect();
    let mut events: Vec<String> = characters
        .chunks(pace.chunk.max(1))
        .map(|piece| chunk::text(&piece.iter().collect::<String>()))
        .collect();
    events.extend([chunk::finish("stop"), chunk::DONE.to_owned()]);
    let start = Instant::now();
    let body = stream::unfold((events, 0), move |(events, sent)| async move {
        let mut due = events.len();
        if pace.rate > 0 && sent < events.len() {
            // Late pieces are sent together, so that the pace holds over the whole answer.
            let next = start + Duration::from_micros(1_000_000 * sent as u64 / pace.rate);
            tokio::time::sleep_until(next).await;
            let elapsed = start.elapsed().as_micros() as u64;
            due = ((elapsed * pace.rate / 1_000_000) as usize + 1).clamp(sent + 1, events.len());
        } else {
            due = due.min(sent + 64);
        }
        if sent == events.len() {
            return None;
        }
        let bytes = events[sent..due].concat();
        Some((Ok::<_, io::Error>(bytes), (events, due)))
    });
    Response::builder()
        .header(header::CONTENT_TYPE, "text/event-stream")
        .header(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")
        .body(Body::from_stream(body))
        .expect("a response of fixed parts")
}

/// At least `bytes` bytes of markdown, ended at the first block boundary after them.
///
/// Returns `None` when there is no such kind.
pub fn markdown(kind: &str, bytes: usize) -> Option<String> {
    let mut words = Words(7);
    let mut text = String::with_capacity(bytes + 1000);
    let mut block = 0;
    match kind {
        "mixed" => {
            while text.len() < bytes {
                let next = match block % 8 {
                    0 => format!("## {}\n\n", words.take(4)),
                    2 => list(&mut words, 5),
                    4 => format!("```rust\n{}```\n\n", code(&mut words, 12)),
                    6 => table(&mut words, 4),
                    _ => paragraph(&mut words),
                };
                text.push_str(&next);
                block += 1;
            }
        }
        "prose" => {
            while text.len() < bytes {
                text.push_str(&paragraph(&mut words));
            }
        }
        "code" => {
            text.push_str("```rust\n");
            while text.len() < bytes {
                text.push_str(&code(&mut words, 1));
            }
            text.push_str("```\n");
        }
        "list" => {
            while text.len() < bytes {
                let depth = block % 12;
                text.push_str(&format!("{}- {}\n", "  ".repeat(depth), words.take(6)));
                block += 1;
            }
        }
        "table" => {
            text.push_str("| first | second | third | fourth |\n|---|---|---|---|\n");
            while text.len() < bytes {
                text.push_str(&row(&mut words));
            }
        }
        _ => return None,
    }
    Some(text)
}

fn paragraph(words: &mut Words) -> String {
    format!(
        "{}, **{}** and *{}*; `{}` as well. {} [{}](https://example.test/{}). {}.\n\n",
        words.take(12),
        words.take(2),
        words.take(2),
        words.take(1),
        words.take(10),
        words.take(2),
        words.take(1),
        words.take(14),
    )
}

fn list(words: &mut Words, items: usize) -> String {
    let mut text: String = (0..items)
        .map(|_| format!("- {}\n", words.take(8)))
        .collect();
    text.push('\n');
    text
}

fn code(words: &mut Words, lines: usize) -> String {
    (0..lines)
        .map(|_| {
            format!(
                "    let {} = \"{}\"; // {}\n",
                words.take(1),
                words.take(2),
                words.take(3)
            )
        })
        .collect()
}

fn table(words: &mut Words, rows: usize) -> String {
    let mut text = "| first | second | third | fourth |\n|---|---|---|---|\n".to_owned();
    text.extend((0..rows).map(|_| row(words)));
    text.push('\n');
    text
}

fn row(words: &mut Words) -> String {
    format!(
        "| {} | {} | {} | {} |\n",
        words.take(2),
        words.take(1),
        words.take(3),
        words.take(2)
    )
}

/// Words in an order that looks random and never changes.
struct Words(u64);

const WORDS: [&str; 24] = [
    "tide", "harbour", "lantern", "winter", "signal", "river", "copper", "meadow", "engine",
    "window", "paper", "violet", "thunder", "garden", "market", "silver", "bridge", "morning",
    "letter", "island", "forest", "needle", "compass", "salt",
];

impl Words {
    fn take(&mut self, count: usize) -> String {
        let words: Vec<&str> = (0..count).map(|_| self.next()).collect();
        words.join(" ")
    }

    fn next(&mut self) -> &'static str {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        WORDS[(self.0 >> 33) as usize % WORDS.len()]
    }
}
