//! The response's bytes as events.

use super::response::Response;
use crate::provider::body::{EventBody, Item};
use crate::provider::{Decode, Endpoint, Event};
use crate::stream::Frame;
use serde_json::{Deserializer, Value};

/// Decodes one response.
pub struct Decoder {
    response: Response,
    body: EventBody,
}

impl Decoder {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            response: Response::new(endpoint),
            body: EventBody::default(),
        }
    }
}

impl Decode for Decoder {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<Event>) {
        let response = &mut self.response;
        self.body.push(bytes, |item| take(response, item, out));
    }

    fn finish(&mut self, out: &mut Vec<Event>) {
        let response = &mut self.response;
        response.ending = true;
        self.body.finish(|item| take(response, item, out));
        response.finish(out);
    }

    /// Whether `[DONE]` or a failure came.
    fn is_done(&self) -> bool {
        self.response.is_done()
    }
}

fn take(response: &mut Response, item: Item<'_>, out: &mut Vec<Event>) {
    match item {
        Item::Event(event) => frame(response, event, out),
        Item::Document(text) => read_document(response, text, out),
        Item::Stray(lines) => finish_events(response, lines, out),
        Item::Unreadable(kind, message) => response.fail(kind, &message, out),
    }
}

fn frame(response: &mut Response, event: Frame<'_>, out: &mut Vec<Event>) {
    if event.event == "error" {
        response.fail_saying(event.data, out);
    } else {
        response.data(event.data, out);
    }
}

/// Looks through the lines that were no events: an error may stand there, after events or in their place.
fn finish_events(response: &mut Response, stray: &str, out: &mut Vec<Event>) {
    let stray = stray.trim();
    if let Ok(value) = serde_json::from_str::<Value>(stray) {
        response.value(&value, false, out);
    } else if !stray.is_empty() && !response.has_ended() && response.parts.is_empty() {
        response.fail_with_foreign(stray, out);
    }
}

/// Reads a response that is no stream: a complete one in JSON, an error, or a page.
fn read_document(response: &mut Response, text: &str, out: &mut Vec<Event>) {
    let text = text.trim_start_matches('\u{feff}').trim();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value {
            Ok(value) => response.value(&value, false, out),
            Err(error) if error.is_eof() => return,
            Err(_) => {
                if !response.has_ended() {
                    response.fail_with_foreign(text, out);
                }
                return;
            }
        }
    }
    if !response.has_ended() {
        response.fail_with_foreign(text, out);
    }
}
