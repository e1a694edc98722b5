//! The decoder of event streams against a reading of the standard that knows no chunks.

#![allow(
    clippy::unwrap_used,
    reason = "a test stops at what it does not expect"
)]

#[path = "stream/reference.rs"]
mod reference;
#[path = "../../src/stream/replay.rs"]
mod replay;

use colloquy::stream::{Frame, SseDecoder};
use proptest::prelude::*;
use reference::{Event, Reading, read};
use std::fs;
use std::path::{Path, PathBuf};

fn decode(chunks: &[&[u8]]) -> Reading {
    let mut reading = Reading::default();
    let mut decoder = SseDecoder::default();
    for chunk in chunks {
        decoder
            .push(chunk, |frame| reading.frames.push(owned(frame)))
            .unwrap();
    }
    reading.retry = decoder.retry();
    reading.stray = decoder
        .finish(|frame| reading.at_the_end.push(owned(frame)))
        .unwrap();
    reading
}

fn owned(frame: Frame<'_>) -> Event {
    Event {
        event: frame.event.to_owned(),
        data: frame.data.to_owned(),
        id: frame.id.to_owned(),
    }
}

/// Every recorded event stream of the project, whichever module it belongs to.
fn fixtures() -> Vec<PathBuf> {
    fn find(dir: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                find(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "sse") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    find(&root.join("tests/it"), &mut found);
    find(&root.join("src"), &mut found);
    found
}

#[test]
fn fixtures_read_as_the_standard_says_however_they_are_cut() {
    let fixtures = fixtures();
    assert!(fixtures.len() >= 17, "only {} found", fixtures.len());
    for path in fixtures {
        let bytes = fs::read(&path).unwrap();
        let reading = replay::every_split(&bytes, decode);
        assert_eq!(reading, read(&bytes), "{}", path.display());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn any_text_reads_as_the_standard_says_however_it_is_cut(
        chunks in prop::collection::vec(prop::collection::vec(token(), 0..12), 0..12),
    ) {
        let chunks: Vec<Vec<u8>> = chunks.iter().map(|tokens| tokens.concat()).collect();
        let chunks: Vec<&[u8]> = chunks.iter().map(Vec::as_slice).collect();
        prop_assert_eq!(decode(&chunks), read(&chunks.concat()));
    }
}

/// What event streams are made of, cut so that line ends and characters can fall into two chunks.
fn token() -> impl Strategy<Value = &'static [u8]> {
    let tokens: Vec<&'static [u8]> = vec![
        b"\n",
        b"\n",
        b"\n",
        b"\r",
        b"\r\n",
        b"data",
        b"data",
        b"event",
        b"id",
        b"retry",
        b"+7",
        b"error",
        b":",
        b": ",
        b":",
        b" ",
        b"x",
        b"7",
        b"\0",
        b"{\"",
        b"\xef\xbb\xbf",
        b"\xef",
        b"\xbb",
        b"\xbf",
        b"\xf0\x9f",
        b"\x98\x80",
        b"\xc3",
        b"\xff",
    ];
    prop::sample::select(tokens)
}
