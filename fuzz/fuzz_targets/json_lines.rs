//! JSON lines cut anywhere are the lines of the whole text.

#![no_main]

mod chunks;

use chunks::split_input;
use colloquy::stream::JsonLinesDecoder;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let (stream, chunks) = split_input(input);
    let expected = read(stream);
    assert_eq!(decode([stream]), expected, "whole");
    assert_eq!(decode(stream.chunks(1)), expected, "byte by byte");
    assert_eq!(decode(chunks), expected);
});

fn decode<'c>(chunks: impl IntoIterator<Item = &'c [u8]>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut decoder = JsonLinesDecoder::default();
    for chunk in chunks {
        let result = decoder.push(chunk, |line| lines.push(line.to_owned()));
        assert_eq!(result, Ok(()));
    }
    let result = decoder.finish(|line| lines.push(line.to_owned()));
    assert_eq!(result, Ok(()));
    lines
}

fn read(stream: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(stream)
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned())
        .filter(|line| !line.bytes().all(|byte| byte.is_ascii_whitespace()))
        .collect()
}
