//! Parts of the page that are fetched when they are first needed. `src/bin/colloquy/lazy.rs` says what they consist of.

use super::mcp::Caller;
use super::tools::ToolKit;
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
    /// What an agent with tools works with.
    pub tools: Part<ToolKit>,
    /// What an answer shows of its tools: what [`crate::ui::tool::Steps`] in the context says.
    pub steps: Part<fn() -> AnyView>,
    /// The dialects that the built-in provider does not speak.
    pub dialects: Part<Codec>,
    /// What calls the tools of servers.
    pub mcp: Part<Caller>,
}

/// The part cannot be fetched now: there is no connection, or the page's host has another version by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unavailable;

#[cfg(feature = "testing")]
impl Parts {
    /// A page whose lazy parts cannot be had, for tests that want none.
    pub const NONE: Self = Self {
        settings: || Box::pin(async { Err(Unavailable) }),
        unlock: || Box::pin(async { Err(Unavailable) }),
        tools: || Box::pin(async { Err(Unavailable) }),
        steps: || Box::pin(async { Err(Unavailable) }),
        dialects: || Box::pin(async { Err(Unavailable) }),
        mcp: || Box::pin(async { Err(Unavailable) }),
    };
}
