//! Colloquy: an AI-agent workbench that is only a web page.
//!
//! The modules stand in reading order. Everything up to `settings` is pure: bytes and values in, values
//! out, no clock, no randomness, no browser. `browser` and `ui` exist on wasm only; they are gated here,
//! once, and the pure modules cannot name them. `ARCHITECTURE.md` has the map.

pub mod agent;
pub mod chat;
pub mod markdown;
pub mod prompt;
pub mod provider;
pub mod settings;
pub mod store;
pub mod stream;
pub mod tool;

#[cfg(target_family = "wasm")]
pub mod browser;
#[cfg(target_family = "wasm")]
pub mod ui;
