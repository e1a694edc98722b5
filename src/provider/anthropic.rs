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
mod decode;
mod encode;
mod message;
mod server;
mod settings;

#[cfg(test)]
pub(crate) mod tests;

pub use decode::Decoder;
pub use encode::encode;
