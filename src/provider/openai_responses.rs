//! OpenAI Responses.
//!
//! The format: <https://platform.openai.com/docs/api-reference/responses> and, for the events,
//! <https://platform.openai.com/docs/api-reference/responses-streaming>. Nothing is stored on the server:
//! each request carries the whole conversation, reasoning included, in encrypted form.

mod encode;
mod input;
mod item;
mod items;
mod response;
mod server_tool;
mod slot;

#[cfg(test)]
pub(crate) mod tests;

pub use encode::encode;

use super::json_events::JsonEvents;
use super::{Decode, Endpoint, Event};
use response::Response;

/// Decodes one response.
pub struct Decoder(JsonEvents<Response>);

impl Decoder {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self(JsonEvents::new(Response::new(endpoint)))
    }
}

impl Decode for Decoder {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<Event>) {
        self.0.push(bytes, out);
    }

    fn finish(&mut self, out: &mut Vec<Event>) {
        self.0.finish(out);
    }

    /// Whether the response was reported complete, incomplete or failed.
    fn is_done(&self) -> bool {
        self.0.is_done()
    }
}
