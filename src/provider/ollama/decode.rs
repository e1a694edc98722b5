//! The response's bytes as events.

use super::response::Response;
use crate::provider::body::NO_DATA;
use crate::provider::{Decode, Endpoint, ErrorKind, Event};
use crate::stream::{DEFAULT_EVENT_LIMIT, JsonLinesDecoder};
use serde_json::{Deserializer, Value};

/// Decodes one response.
pub struct Decoder {
    response: Response,
    lines: JsonLinesDecoder,
    /// Lines in the place of the response: an error over several lines, or a page.
    foreign: String,
}

impl Decoder {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            response: Response::new(endpoint),
            lines: JsonLinesDecoder::default(),
            foreign: String::new(),
        }
    }

    fn finish_foreign(&mut self, out: &mut Vec<Event>) {
        let text = self.foreign.trim();
        if self.response.has_begun() {
            return;
        }
        if text.is_empty() {
            return self
                .response
                .fail(|life| life.error(ErrorKind::Empty, NO_DATA), out);
        }
        for value in Deserializer::from_str(text).into_iter::<Value>() {
            match value {
                Ok(value) => self.response.value(&value, out),
                Err(error) if error.is_eof() => return,
                Err(_) => break,
            }
        }
        if !self.response.has_begun() {
            self.response.fail(|life| life.foreign(text), out);
        }
    }
}

impl Decode for Decoder {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<Event>) {
        let (response, foreign) = (&mut self.response, &mut self.foreign);
        let result = self
            .lines
            .push(bytes, |line| take(response, foreign, line, out));
        if let Err(error) = result {
            let words = error.to_string();
            self.response
                .fail(|life| life.error(ErrorKind::Malformed, &words), out);
        }
    }

    fn finish(&mut self, out: &mut Vec<Event>) {
        self.response.ending = true;
        let lines = std::mem::take(&mut self.lines);
        let (response, foreign) = (&mut self.response, &mut self.foreign);
        // Too long a line has failed the response before.
        let _ = lines.finish(|line| take(response, foreign, line, out));
        self.finish_foreign(out);
        self.response.finish(out);
    }

    /// Whether the line that says `done`, or a failure, came.
    fn is_done(&self) -> bool {
        self.response.is_done()
    }
}

fn take(response: &mut Response, foreign: &mut String, line: &str, out: &mut Vec<Event>) {
    if response.is_done() {
        return;
    }
    match serde_json::from_str::<Value>(line.trim_start_matches('\u{feff}')) {
        Ok(value) if response.has_begun() || Response::is_line(&value) => {
            response.value(&value, out);
        }
        _ if !response.has_begun() => {
            if foreign.len() + line.len() < DEFAULT_EVENT_LIMIT {
                foreign.push_str(line);
                foreign.push('\n');
            }
        }
        // A last line that was cut.
        _ if response.ending => {}
        _ => response.fail(|life| life.unreadable(line), out),
    }
}
