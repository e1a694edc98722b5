//! Gemini `streamGenerateContent`.
//!
//! The format: <https://ai.google.dev/api/generate-content>. Responses come as whole
//! `GenerateContentResponse` objects, one in each event, and there is no terminal event: the finish reason
//! is it.

mod contents;
mod encode;
mod response;
mod state;
mod thinking;

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

    fn is_done(&self) -> bool {
        self.0.is_done()
    }
}
