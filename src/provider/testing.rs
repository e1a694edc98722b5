//! What the tests of every dialect share: replaying recordings, and reading events.

pub mod history;
pub mod random;

use super::preset::preset;
use super::{Credentials, Endpoint, Event, Provider, Secret, decoder};
use crate::stream::replay::every_split;
use expect_test::Expect;
use std::path::PathBuf;

/// The endpoint of a row, with what is missing in its address filled in.
pub fn endpoint_of(id: &str) -> Endpoint {
    let row = preset(id).unwrap();
    let provider = Provider {
        id: "p".into(),
        name: row.name.into(),
        preset: id.into(),
        base_url: row.base_url.replace("{resource}", "mine"),
        enabled: true,
        headers: vec![],
        body: Default::default(),
    };
    provider.endpoint(Credentials {
        key: Some(Secret::new("canary")),
        ..Default::default()
    })
}

/// The recordings of a dialect: raw bytes in the shapes that servers send.
pub struct Recordings {
    folder: PathBuf,
}

impl Recordings {
    /// `dialect` is the name of its module.
    pub fn of(dialect: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("src/provider")
            .join(dialect)
            .join("fixtures");
        Self { folder }
    }

    /// Every recording's name and bytes.
    pub fn all(&self) -> Vec<(String, Vec<u8>)> {
        let files = std::fs::read_dir(&self.folder).unwrap();
        let mut all: Vec<_> = files
            .map(|file| {
                let file = file.unwrap();
                let name = file.file_name().into_string().unwrap();
                (name, std::fs::read(file.path()).unwrap())
            })
            .collect();
        all.sort();
        all
    }

    /// Replays a recording cut in every way, and breaks it off at every byte.
    pub fn check(&self, endpoint: &Endpoint, name: &str, expected: Expect) {
        let bytes = std::fs::read(self.folder.join(name)).unwrap();
        let events = every_split(&bytes, |chunks| run(endpoint, chunks));
        assert_lifecycle(&events);
        for end in 0..bytes.len() {
            let events = run(endpoint, &[&bytes[..end]]);
            assert_lifecycle(&events);
            let ended = |event: &Event| matches!(event, Event::Stopped(_) | Event::Failed(_));
            assert!(events.iter().any(ended), "broken off at {end}: no end");
        }
        expected.assert_eq(&show(&events));
    }

    /// Fails where a recording's name does not stand in `tests`, the text of the tests.
    pub fn assert_all_replayed(&self, tests: &str) {
        for (name, _) in &self.all() {
            assert!(
                tests.contains(&format!("\"{name}\"")),
                "{name} is not replayed"
            );
        }
    }
}

pub fn run(endpoint: &Endpoint, chunks: &[&[u8]]) -> Vec<Event> {
    let mut decoder = decoder(endpoint);
    let mut events = Vec::new();
    for chunk in chunks {
        decoder.push(chunk, &mut events);
    }
    decoder.finish(&mut events);
    events
}

/// One line for each event; the pieces of one text stand on one line.
pub fn show(events: &[Event]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut growing = None;
    for event in events {
        let (line, piece) = match event {
            Event::PartStarted { index, kind } => (format!("{index} started {kind:?}"), None),
            Event::PartText { index, text } => {
                (format!("{index} text {text:?}"), Some((*index, text)))
            }
            Event::PartArgs { index, json } => {
                (format!("{index} args {json:?}"), Some((*index, json)))
            }
            Event::PartOpaque { index, value } => (format!("{index} opaque {value}"), None),
            Event::PartRetyped { index, kind } => (format!("{index} was {kind:?}"), None),
            Event::PartCited { index, citation } => (
                format!("{index} cited {} {:?}", citation.url, citation.title),
                None,
            ),
            Event::PartEnded { index } => (format!("{index} ended"), None),
            Event::Downloading(part) => (format!("downloading {part}"), None),
            Event::ModelReported(model) => (format!("model {model}"), None),
            Event::UsageReported(usage) => {
                let counts = [usage.input, usage.cached, usage.output, usage.reasoning];
                let counts = counts.map(|count| count.map_or("-".to_owned(), |n| n.to_string()));
                let [input, cached, output, reasoning] = counts;
                let line = format!(
                    "usage in {input} ({cached} cached) out {output} ({reasoning} reasoning)"
                );
                (line, None)
            }
            Event::Stopped(reason) => (format!("stopped {reason:?}"), None),
            Event::Failed(error) => {
                let code = error.code.as_deref().map(|code| format!(" [{code}]"));
                let code = code.unwrap_or_default();
                (
                    format!("FAILED {:?}{code}: {}", error.kind, error.message),
                    None,
                )
            }
        };
        match (piece, lines.last_mut()) {
            (Some((index, piece)), Some(last)) if growing == Some(index) => {
                last.push_str(&format!(" {piece:?}"));
            }
            _ => lines.push(line),
        }
        growing = piece.map(|(index, _)| index);
    }
    lines.join("\n")
}

/// Fails where some server would refuse this name of a call.
pub fn assert_name(name: &serde_json::Value) {
    let name = name.as_str().unwrap();
    let fits = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    assert!(name.chars().all(fits) && name.len() <= 64, "{name:?}");
    let begins = |c: char| c.is_ascii_alphabetic() || c == '_';
    assert!(name.starts_with(begins), "{name:?}");
}

/// Parts start in order, grow only while open, end exactly once; nothing follows a failure.
pub fn assert_lifecycle(events: &[Event]) {
    let mut open: Vec<bool> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::PartStarted { index, .. } => {
                assert_eq!(*index, open.len(), "parts start in order: {events:#?}");
                open.push(true);
            }
            Event::PartText { index, text: grown } | Event::PartArgs { index, json: grown } => {
                assert!(open[*index], "{index} grows after its end: {events:#?}");
                assert!(!grown.is_empty(), "{events:#?}");
            }
            Event::PartOpaque { index, .. } | Event::PartCited { index, .. } => {
                assert!(*index < open.len());
            }
            Event::PartRetyped { index, .. } => assert!(open[*index]),
            Event::PartEnded { index } => {
                assert!(open[*index], "{index} ends twice: {events:#?}");
                open[*index] = false;
            }
            Event::Failed(_) => assert_eq!(at, events.len() - 1, "{events:#?}"),
            Event::Downloading(_)
            | Event::ModelReported(_)
            | Event::UsageReported(_)
            | Event::Stopped(_) => {}
        }
    }
    assert!(!open.contains(&true), "a part never ended: {events:#?}");
}
