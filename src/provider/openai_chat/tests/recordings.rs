//! Raw bytes of responses, in the shapes that servers send.

mod calls;
mod endings;
mod errors;
mod text;
mod thinking;

use super::events::{assert_lifecycle, run, show};
use super::requests::endpoint;
use crate::provider::{Endpoint, Event};
use crate::stream::replay::every_split;
use expect_test::Expect;
use std::path::PathBuf;

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/provider/openai_chat/fixtures")
}

/// Every recording's name and bytes.
pub(super) fn all() -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(fixtures()).unwrap();
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
fn check(name: &str, expected: Expect) {
    check_at(&endpoint(), name, expected);
}

fn check_at(endpoint: &Endpoint, name: &str, expected: Expect) {
    let bytes = std::fs::read(fixtures().join(name)).unwrap();
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

#[test]
fn every_recording_is_replayed() {
    let tests = [
        include_str!("recordings/calls.rs"),
        include_str!("recordings/endings.rs"),
        include_str!("recordings/errors.rs"),
        include_str!("recordings/text.rs"),
        include_str!("recordings/thinking.rs"),
    ]
    .concat();
    let recordings = all();
    for (name, _) in &recordings {
        assert!(
            tests.contains(&format!("\"{name}\"")),
            "{name} is not replayed"
        );
    }
    assert!(recordings.len() > 80, "{} recordings", recordings.len());
}
