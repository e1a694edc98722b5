//! Anthropic Messages.
//!
//! The format: <https://platform.claude.com/docs/en/api/messages>, its stream:
//! <https://platform.claude.com/docs/en/build-with-claude/streaming>. What servers and gateways make of it
//! is kept as raw bytes in `anthropic/fixtures`, each named after what it shows.
//!
//! A thinking block is signed for the place it stands in: it goes back unchanged, in the order of its
//! response, or not at all. The signature is kept as the part's opaque state, and so is every block that
//! Anthropic's own tools leave behind.

mod block;
mod blocks;
mod conversation;
mod encode;
mod message;
mod server;
mod settings;

#[cfg(test)]
pub(crate) mod tests;

pub use encode::encode;

use super::json_events::JsonEvents;
use super::{Decode, Endpoint, Event};
use message::Message;

/// Decodes one response.
pub struct Decoder(JsonEvents<Message>);

impl Decoder {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self(JsonEvents::new(Message::new(endpoint)))
    }
}

impl Decode for Decoder {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<Event>) {
        self.0.push(bytes, out);
    }

    fn finish(&mut self, out: &mut Vec<Event>) {
        self.0.finish(out);
    }

    /// Whether `message_stop` or a failure came.
    fn is_done(&self) -> bool {
        self.0.is_done()
    }
}
