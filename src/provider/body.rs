//! A response's body where events are expected: servers and proxies put other things in their place.

use super::ErrorKind;
use crate::stream::{DEFAULT_EVENT_LIMIT, Frame, SseDecoder};

/// Said of a body without a byte in it.
pub const NO_DATA: &str = "The answer holds no data at all.";

/// Something a body holds.
pub enum Item<'a> {
    Event(Frame<'a>),
    /// The whole body, which is no stream of events: JSON, or a web page. Comes at the end.
    Document(&'a str),
    /// Lines among the events that are none, joined; perhaps blank. Comes at the end.
    Stray(&'a str),
    /// The body cannot be read further, and why.
    Unreadable(ErrorKind, String),
}

/// Tells a stream of events from a document by its first byte, and reads either.
#[derive(Default)]
pub struct EventBody {
    state: State,
}

#[derive(Default)]
enum State {
    /// Nothing but white space so far.
    #[default]
    Unknown,
    Events(SseDecoder),
    Document(Vec<u8>),
    Ended,
}

impl EventBody {
    pub fn push(&mut self, bytes: &[u8], mut on_item: impl FnMut(Item<'_>)) {
        if let State::Unknown = self.state {
            // No line of an event stream begins with any of these three.
            self.state = match bytes.trim_ascii_start().first() {
                None => return,
                Some(b'{' | b'[' | b'<') => State::Document(Vec::new()),
                Some(_) => State::Events(SseDecoder::default()),
            };
        }
        match &mut self.state {
            State::Events(decoder) => {
                if let Err(error) = decoder.push(bytes, |event| on_item(Item::Event(event))) {
                    on_item(Item::Unreadable(ErrorKind::Malformed, error.to_string()));
                }
            }
            State::Document(document) => {
                if document.len() + bytes.len() > DEFAULT_EVENT_LIMIT {
                    let message = format!("The answer is larger than {DEFAULT_EVENT_LIMIT} bytes.");
                    on_item(Item::Unreadable(ErrorKind::Malformed, message));
                    self.state = State::Ended;
                } else {
                    document.extend_from_slice(bytes);
                }
            }
            State::Unknown | State::Ended => {}
        }
    }

    pub fn finish(&mut self, mut on_item: impl FnMut(Item<'_>)) {
        match std::mem::replace(&mut self.state, State::Ended) {
            State::Unknown => {
                on_item(Item::Unreadable(ErrorKind::Empty, NO_DATA.to_owned()));
            }
            State::Events(decoder) => match decoder.finish(|event| on_item(Item::Event(event))) {
                Ok(stray) => on_item(Item::Stray(&stray)),
                Err(error) => on_item(Item::Unreadable(ErrorKind::Malformed, error.to_string())),
            },
            State::Document(document) => {
                on_item(Item::Document(&String::from_utf8_lossy(&document)));
            }
            State::Ended => {}
        }
    }
}
