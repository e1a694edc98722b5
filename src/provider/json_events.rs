//! Bodies whose events hold one JSON value each, with whatever servers and proxies put in their place.

use super::body::{EventBody, Item};
use super::lifecycle::Lifecycle;
use super::openai_chat::surrogate;
use super::parts::Parts;
use super::{Decode, Event, ProviderError};
use crate::stream::Frame;
use serde_json::{Deserializer, Value};

/// A dialect's reading of its values.
pub(super) trait Read {
    fn life(&mut self) -> &mut Lifecycle;

    fn parts(&mut self) -> &mut Parts;

    /// Takes one event, or a whole response that was not streamed.
    fn value(&mut self, value: &Value, out: &mut Vec<Event>);

    /// Takes an event's data without making a value of it, and says whether it did.
    fn quick(&mut self, _data: &str, _out: &mut Vec<Event>) -> bool {
        false
    }

    /// Whether nothing follows.
    fn is_done(&self) -> bool;

    /// Says what was held back. The parts end after it. `failed`: what is not known to be whole never will be.
    fn close(&mut self, _failed: bool, _out: &mut Vec<Event>) {}

    /// Ends the response with an error.
    fn fail(&mut self, error: ProviderError, out: &mut Vec<Event>) {
        if !self.life().has_failed() {
            self.close(true, out);
            self.parts().end_all(out);
            self.life().fail(error, out);
        }
    }
}

/// Decodes one response.
pub(super) struct JsonEvents<R> {
    read: R,
    body: EventBody,
}

impl<R: Read> JsonEvents<R> {
    pub fn new(read: R) -> Self {
        let body = EventBody::default();
        Self { read, body }
    }
}

impl<R: Read> Decode for JsonEvents<R> {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<Event>) {
        let read = &mut self.read;
        self.body.push(bytes, |item| take(read, item, false, out));
    }

    fn finish(&mut self, out: &mut Vec<Event>) {
        let read = &mut self.read;
        self.body.finish(|item| take(read, item, true, out));
        if !read.life().has_failed() {
            read.close(false, out);
            let parts = read.parts();
            parts.end_all(out);
            let (empty, answered) = (parts.is_empty(), parts.has_answer());
            read.life().finish(empty, answered, out);
        }
    }

    fn is_done(&self) -> bool {
        self.read.is_done()
    }
}

/// `ending`: the body is over, so an event that cannot be read is one that was cut.
fn take<R: Read>(read: &mut R, item: Item<'_>, ending: bool, out: &mut Vec<Event>) {
    if is_over(read) {
        return;
    }
    match item {
        Item::Event(Frame {
            event: "error",
            data,
            ..
        }) => {
            let error = read.life().said(data);
            read.fail(error, out);
        }
        Item::Event(frame) => read_data(read, frame.data, ending, out),
        Item::Document(text) => read_document(read, text, out),
        Item::Stray(lines) => read_stray(read, lines, out),
        Item::Unreadable(kind, message) => {
            let error = read.life().error(kind, &message);
            read.fail(error, out);
        }
    }
}

fn is_over<R: Read>(read: &mut R) -> bool {
    read.is_done() || read.life().has_failed()
}

/// Whether this is a response of the API at all.
fn has_begun<R: Read>(read: &mut R) -> bool {
    is_over(read) || read.life().stop().is_some() || !read.parts().is_empty()
}

fn read_data<R: Read>(read: &mut R, data: &str, ending: bool, out: &mut Vec<Event>) {
    let data = data.trim();
    // An empty event keeps the connection alive; some gateways end every stream as Chat Completions do.
    if data.is_empty() || data == "[DONE]" || read.quick(data, out) {
        return;
    }
    match serde_json::from_str(data) {
        Ok(value) => read.value(&value, out),
        // Two events without the blank line between them.
        Err(_) if data.contains('\n') => {
            for line in data.lines() {
                if is_over(read) {
                    return;
                }
                read_data(read, line, ending, out);
            }
        }
        // A character whose halves stand in two events.
        Err(_) if let Some(value) = with_marked_halves(data) => {
            read.parts().expect_halves();
            read.value(&value, out);
        }
        Err(_) if ending => {}
        Err(_) => {
            let error = read.life().unreadable(data);
            read.fail(error, out);
        }
    }
}

fn with_marked_halves(data: &str) -> Option<Value> {
    serde_json::from_str(&surrogate::mark_halves(data)?).ok()
}

/// Looks through the lines that were no events: an error may stand there, after events or in their place.
fn read_stray<R: Read>(read: &mut R, stray: &str, out: &mut Vec<Event>) {
    let stray = stray.trim();
    if let Ok(value) = serde_json::from_str::<Value>(stray) {
        read.value(&value, out);
    } else if !stray.is_empty() && !has_begun(read) {
        let error = read.life().foreign(stray);
        read.fail(error, out);
    }
}

/// Reads a body that is no stream: a complete response in JSON, a list of them, an error, or a page.
fn read_document<R: Read>(read: &mut R, text: &str, out: &mut Vec<Event>) {
    let text = text.trim_start_matches('\u{feff}').trim();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value {
            Ok(value) => read.value(&value, out),
            Err(error) if error.is_eof() => return,
            Err(_) => break,
        }
    }
    if !has_begun(read) {
        let error = read.life().foreign(text);
        read.fail(error, out);
    }
}
