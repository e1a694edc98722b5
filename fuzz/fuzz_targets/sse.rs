//! An event stream cut anywhere reads as it does whole, and as the standard says.

#![no_main]

mod chunks;
#[path = "../../tests/it/stream/reference.rs"]
mod reference;

use chunks::split_input;
use colloquy::stream::{Frame, SseDecoder};
use libfuzzer_sys::fuzz_target;
use reference::{Event, Reading, read};

fuzz_target!(|input: &[u8]| {
    let (stream, chunks) = split_input(input);
    let expected = read(stream);
    assert_eq!(decode([stream]), expected, "whole");
    assert_eq!(decode(stream.chunks(1)), expected, "byte by byte");
    assert_eq!(decode(chunks), expected);
});

fn decode<'c>(chunks: impl IntoIterator<Item = &'c [u8]>) -> Reading {
    let mut reading = Reading::default();
    let mut decoder = SseDecoder::default();
    for chunk in chunks {
        let result = decoder.push(chunk, |frame| reading.frames.push(owned(frame)));
        assert_eq!(result, Ok(()));
    }
    reading.retry = decoder.retry();
    let stray = decoder.finish(|frame| reading.at_the_end.push(owned(frame)));
    reading.stray = stray.expect("far below the limit");
    reading
}

fn owned(frame: Frame<'_>) -> Event {
    Event {
        event: frame.event.to_owned(),
        data: frame.data.to_owned(),
        id: frame.id.to_owned(),
    }
}
