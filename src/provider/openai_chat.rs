//! OpenAI Chat Completions and everything compatible with it.
//!
//! The format: <https://platform.openai.com/docs/api-reference/chat>. What compatible servers make of it is
//! kept as raw bytes in `openai_chat/fixtures`, each named after what it shows.

pub(super) mod calls;
mod decode;
mod encode;
mod opaque;
mod parameters;
pub(super) mod parts;
mod response;
mod sources;
pub(super) mod surrogate;
mod template;
mod think;
mod tolerant;
mod wire;

#[cfg(test)]
pub(crate) mod tests;

pub use decode::Decoder;
pub use encode::encode;
