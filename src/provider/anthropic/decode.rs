//! The response's bytes as events.

use super::message::Message;
use crate::provider::body::{EventBody, Item};
use crate::provider::{Decode, Endpoint, Event};
use serde_json::{Deserializer, Value};

/// Decodes one response.
pub struct Decoder {
    message: Message,
    body: EventBody,
}

impl Decoder {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            message: Message::new(endpoint),
            body: EventBody::default(),
        }
    }
}

impl Decode for Decoder {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<Event>) {
        let message = &mut self.message;
        self.body.push(bytes, |item| take(message, item, out));
    }

    fn finish(&mut self, out: &mut Vec<Event>) {
        let message = &mut self.message;
        message.ending = true;
        self.body.finish(|item| take(message, item, out));
        message.finish(out);
    }

    /// Whether `message_stop` or a failure came.
    fn is_done(&self) -> bool {
        self.message.is_done()
    }
}

fn take(message: &mut Message, item: Item<'_>, out: &mut Vec<Event>) {
    match item {
        // The types of all other events stand in their data as well.
        Item::Event(event) if event.event == "error" => {
            message.fail(|life| life.said(event.data), out);
        }
        Item::Event(event) => message.data(event.data, out),
        Item::Document(text) => read_document(message, text, out),
        Item::Stray(lines) => finish_events(message, lines, out),
        Item::Unreadable(kind, words) => message.fail(|life| life.error(kind, &words), out),
    }
}

/// Looks through the lines that were no events: an error may stand there, after events or in their place.
fn finish_events(message: &mut Message, stray: &str, out: &mut Vec<Event>) {
    let stray = stray.trim();
    if let Ok(value) = serde_json::from_str::<Value>(stray) {
        message.value(&value, out);
    } else if !stray.is_empty() && !message.has_begun() {
        message.fail(|life| life.foreign(stray), out);
    }
}

/// Reads a response that is no stream: a complete one in JSON, an error, or a page.
fn read_document(message: &mut Message, text: &str, out: &mut Vec<Event>) {
    let text = text.trim_start_matches('\u{feff}').trim();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value {
            Ok(value) => message.value(&value, out),
            Err(error) if error.is_eof() => return,
            Err(_) => break,
        }
    }
    if !message.has_begun() {
        message.fail(|life| life.foreign(text), out);
    }
}
