use super::*;
use crate::stream::replay::every_split;
use expect_test::Expect;
use std::fmt::Write;

mod beyond_the_standard;
mod standard;

/// The frames, then what only the end of the stream brought, then the rest of the decoder's knowledge.
fn decode(limit: usize, chunks: &[&[u8]]) -> String {
    let mut shown = String::new();
    let mut decoder = SseDecoder::with_event_limit(limit);
    for chunk in chunks {
        let result = decoder.push(chunk, |frame| show(&mut shown, "", frame));
        if let Err(error) = result {
            assert_eq!(decoder.push(b"data: more\n\n", |_| ()), Err(error));
            assert_eq!(decoder.finish(|_| ()), Err(error));
            return shown + &error.to_string() + "\n";
        }
    }
    if let Some(retry) = decoder.retry() {
        writeln!(shown, "retry {retry}").unwrap();
    }
    match decoder.finish(|frame| show(&mut shown, "at the end: ", frame)) {
        Ok(stray) if stray.is_empty() => {}
        Ok(stray) => writeln!(shown, "stray {stray:?}").unwrap(),
        Err(error) => writeln!(shown, "at the end: {error}").unwrap(),
    }
    shown
}

fn show(shown: &mut String, when: &str, frame: Frame<'_>) {
    let Frame { event, data, id } = frame;
    write!(shown, "{when}{event} {data:?}").unwrap();
    let id = if id.is_empty() {
        ""
    } else {
        &format!(" id {id:?}")
    };
    writeln!(shown, "{id}").unwrap();
}

fn check(stream: &str, expected: Expect) {
    check_bytes(stream.as_bytes(), expected);
}

fn check_bytes(stream: &[u8], expected: Expect) {
    expected.assert_eq(&every_split(stream, |chunks| decode(1000, chunks)));
}

fn check_limit(limit: usize, stream: &str, expected: Expect) {
    expected.assert_eq(&every_split(stream.as_bytes(), |chunks| {
        decode(limit, chunks)
    }));
}
