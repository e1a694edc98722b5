//! Model services: which there are, how each is spoken to, and what went wrong when it failed.
//!
//! A company is a row ([`preset`]); a wire format is code ([`Dialect`]): two pure functions, request out
//! ([`encode`]) and event in ([`Decode`]). Nothing here does I/O.

pub mod anthropic;
mod body;
pub mod config;
pub mod demo;
pub mod doctor;
mod effort;
pub mod error;
pub mod event;
pub mod gemini;
mod json_events;
mod levels;
mod lifecycle;
pub mod models;
pub mod ollama;
pub mod on_device;
pub mod openai_chat;
pub mod openai_responses;
mod parts;
pub mod preset;
mod replay;
pub mod request;
pub mod sign_in;
pub mod wire;

pub use config::{
    Credentials, CredentialsChange, Effort, Endpoint, ModelConfig, Provider, Thinking,
};
pub use error::{ErrorKind, ProviderError};
pub use event::{Event, PartKind};
pub use levels::levels;
pub use models::{key_refusal, key_request, models_request, parse_models};
pub use preset::{Dialect, Preset, Quirks};
pub use request::{HttpRequest, Method, ResponseHead, Secret};

use crate::chat::ModelInput;

/// Builds the request that asks `endpoint` for the next response to `input`, streamed.
pub fn encode(endpoint: &Endpoint, config: &ModelConfig, input: &ModelInput) -> HttpRequest {
    match endpoint.dialect {
        Dialect::OpenAiChat => openai_chat::encode(endpoint, config, input),
        Dialect::OpenAiResponses => openai_responses::encode(endpoint, config, input),
        Dialect::Anthropic => anthropic::encode(endpoint, config, input),
        Dialect::Gemini => gemini::encode(endpoint, config, input),
        Dialect::Ollama => ollama::encode(endpoint, config, input),
        Dialect::OnDevice => on_device::encode(endpoint, config, input),
    }
}

/// Both directions of speaking with an endpoint. A value, not a call of [`encode`] and [`decoder`], so that the page
/// need not have loaded the dialects that nobody there speaks.
#[derive(Clone, Copy, Debug)]
pub struct Codec {
    pub encode: fn(&Endpoint, &ModelConfig, &ModelInput) -> HttpRequest,
    pub decoder: fn(&Endpoint) -> Box<dyn Decode>,
}

impl Codec {
    /// Speaks every dialect.
    pub const EVERY: Self = Self { encode, decoder };

    /// Speaks [`Dialect::OpenAiChat`] alone, as the built-in provider does.
    pub const OPENAI_CHAT: Self = Self {
        encode: openai_chat::encode,
        decoder: |endpoint| Box::new(openai_chat::Decoder::new(endpoint)),
    };
}

/// Turns one response's bytes into events. Made anew for each response.
pub trait Decode {
    /// Hands over the next bytes of a successful response; events are appended to `out`.
    fn push(&mut self, bytes: &[u8], out: &mut Vec<Event>);

    /// The body ended. Appends what was still held back and, where the stream broke off without its
    /// terminal event, an [`Event::Failed`].
    fn finish(&mut self, out: &mut Vec<Event>);

    /// Whether the provider has sent its terminal event. Some keep the connection open after it.
    fn is_done(&self) -> bool;
}

/// The decoder for a response of `endpoint`.
pub fn decoder(endpoint: &Endpoint) -> Box<dyn Decode> {
    match endpoint.dialect {
        Dialect::OpenAiChat => Box::new(openai_chat::Decoder::new(endpoint)),
        Dialect::OpenAiResponses => Box::new(openai_responses::Decoder::new(endpoint)),
        Dialect::Anthropic => Box::new(anthropic::Decoder::new(endpoint)),
        Dialect::Gemini => Box::new(gemini::Decoder::new(endpoint)),
        Dialect::Ollama => Box::new(ollama::Decoder::new(endpoint)),
        Dialect::OnDevice => Box::new(on_device::Decoder::new(endpoint)),
    }
}

#[cfg(test)]
pub(crate) mod testing;
