//! Model services: which there are, how each is spoken to, and what went wrong when it failed.
//!
//! A company is a row ([`preset`]); a wire format is code ([`Dialect`]): two pure functions, request out
//! ([`encode`]) and event in ([`Decoder`]). Nothing here does I/O.

pub mod config;
pub mod demo;
pub mod error;
pub mod event;
pub mod models;
pub mod openai_chat;
pub mod preset;
pub mod request;

pub use config::{Credentials, Endpoint, ModelConfig, Provider};
pub use error::{ErrorKind, ProviderError};
pub use event::{Event, PartKind};
pub use models::{models_request, parse_models};
pub use preset::{Dialect, Preset, Quirks};
pub use request::{HttpRequest, Method, ResponseHead, Secret};

use crate::chat::ModelInput;

/// Builds the request that asks `endpoint` for the next response to `input`, streamed.
pub fn encode(endpoint: &Endpoint, config: &ModelConfig, input: &ModelInput) -> HttpRequest {
    match endpoint.dialect {
        Dialect::OpenAiChat => openai_chat::encode(endpoint, config, input),
    }
}

/// Turns one response's bytes into events. Made anew for each response.
pub enum Decoder {
    OpenAiChat(openai_chat::Decoder),
}

impl Decoder {
    pub fn new(endpoint: &Endpoint) -> Self {
        match endpoint.dialect {
            Dialect::OpenAiChat => Self::OpenAiChat(openai_chat::Decoder::new(endpoint)),
        }
    }

    /// Hands over the next bytes of a successful response; events are appended to `out`.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<Event>) {
        match self {
            Self::OpenAiChat(decoder) => decoder.push(bytes, out),
        }
    }

    /// The body ended. Appends what was still held back and, where the stream broke off without its
    /// terminal event, an [`Event::Failed`].
    pub fn finish(&mut self, out: &mut Vec<Event>) {
        match self {
            Self::OpenAiChat(decoder) => decoder.finish(out),
        }
    }

    /// Whether the provider has sent its terminal event. Some keep the connection open after it.
    pub fn is_done(&self) -> bool {
        match self {
            Self::OpenAiChat(decoder) => decoder.is_done(),
        }
    }
}
