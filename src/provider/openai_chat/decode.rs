//! The response's bytes as events.

use super::response::Response;
use crate::provider::{Endpoint, ErrorKind, Event};
use crate::stream::{DEFAULT_EVENT_LIMIT, Frame, SseDecoder};
use serde_json::{Deserializer, Value};

/// Decodes one response.
pub struct Decoder {
    response: Response,
    body: Body,
}

enum Body {
    /// Nothing but white space so far.
    Unknown,
    Events(SseDecoder),
    /// JSON or a web page in the place of events, collected to its end.
    Document(Vec<u8>),
    Ended,
}

impl Decoder {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            response: Response::new(endpoint),
            body: Body::Unknown,
        }
    }

    /// Whether `[DONE]` or a failure came.
    pub fn is_done(&self) -> bool {
        self.response.is_done()
    }

    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<Event>) {
        if let Body::Unknown = self.body {
            // No line of an event stream begins with any of these three.
            self.body = match bytes.trim_ascii_start().first() {
                None => return,
                Some(b'{' | b'[' | b'<') => Body::Document(Vec::new()),
                Some(_) => Body::Events(SseDecoder::default()),
            };
        }
        match &mut self.body {
            Body::Events(decoder) => {
                let response = &mut self.response;
                let result = decoder.push(bytes, |event| frame(response, event, out));
                if let Err(error) = result {
                    response.fail(ErrorKind::Malformed, &error.to_string(), out);
                }
            }
            Body::Document(document) => {
                if document.len() + bytes.len() > DEFAULT_EVENT_LIMIT {
                    let message = format!("The answer is larger than {DEFAULT_EVENT_LIMIT} bytes.");
                    self.response.fail(ErrorKind::Malformed, &message, out);
                    self.body = Body::Ended;
                } else {
                    document.extend_from_slice(bytes);
                }
            }
            Body::Unknown | Body::Ended => {}
        }
    }

    pub fn finish(&mut self, out: &mut Vec<Event>) {
        let response = &mut self.response;
        response.ending = true;
        match std::mem::replace(&mut self.body, Body::Ended) {
            Body::Unknown => {
                response.fail(ErrorKind::Empty, "The answer holds no data at all.", out);
            }
            Body::Events(decoder) => match decoder.finish(|event| frame(response, event, out)) {
                Ok(stray) => finish_events(response, &stray, out),
                Err(error) => response.fail(ErrorKind::Malformed, &error.to_string(), out),
            },
            Body::Document(document) => {
                read_document(response, &String::from_utf8_lossy(&document), out);
            }
            Body::Ended => {}
        }
        response.finish(out);
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
