//! Parts of the page that are fetched when they are first needed. `src/bin/colloquy/lazy.rs` says what they consist of.

use super::mcp::Caller;
use crate::provider::Codec;
use leptos::prelude::AnyView;
use std::future::Future;
use std::pin::Pin;

/// A value whose code may have to be fetched first. Asking again for what is here costs nothing.
pub type Part<T> = fn() -> Pin<Box<dyn Future<Output = Result<T, Unavailable>>>>;

#[derive(Clone, Copy)]
pub struct Parts {
    /// What the settings dialog shows.
    pub settings: Part<fn() -> AnyView>,
    /// What the dialog that asks for the passphrase shows.
    pub unlock: Part<fn() -> AnyView>,
    /// The dialects that the built-in provider does not speak.
    pub dialects: Part<Codec>,
    /// What calls the tools of servers.
    pub mcp: Part<Caller>,
}

/// The part cannot be fetched now: there is no connection, or the page's host has another version by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unavailable;
