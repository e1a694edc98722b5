//! Ollama chat.
//!
//! The format: <https://docs.ollama.com/api/chat>, JSON lines. What servers make of it is kept as raw bytes
//! in `ollama/fixtures`, each named after what it shows.
//!
//! Ollama cuts a conversation that is longer than its `num_ctx` at the front and says nothing. That number
//! is small unless the person, the model's file or the server's settings say otherwise
//! (<https://docs.ollama.com/context-length>), and it costs memory, so none is made up here: a model's extra
//! JSON sets it, as `{"options": {"num_ctx": 32768}}`.

mod decode;
mod encode;
mod response;

#[cfg(test)]
pub(crate) mod tests;

pub use decode::Decoder;
pub use encode::encode;
