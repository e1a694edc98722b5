//! The lazy parts. What is reached through nothing but a function named here leaves the app's module when the page is
//! built (`tools/split`) and is fetched when the function is first called; it shares the app's memory, so it
//! may use everything else as if it stood there. Each part comes as a plain function, to be called by whoever asked
//! for it, as often as needed.
//!
//! This stands in the page's own crate, not in the library: other modules use the library too, and these
//! functions, kept by their exported names, would bring all they reach into each of those.

// `wasm_split` declares an import and an export for each part; both ends are one function of this file.
#![allow(unsafe_code)]

use colloquy::browser::{Caller, Parts, ToolKit, Unavailable};
use colloquy::provider::Codec;
use colloquy::ui::{settings, tool, unlock};
use leptos::prelude::AnyView;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

pub fn parts() -> Parts {
    Parts {
        settings: || Box::pin(async { settings_body().await.map_err(unavailable) }),
        unlock: || Box::pin(async { unlock_body().await.map_err(unavailable) }),
        tools: || Box::pin(async { tools().await.map_err(unavailable) }),
        steps: || Box::pin(async { steps_body().await.map_err(unavailable) }),
        dialects: || Box::pin(async { dialects().await.map_err(unavailable) }),
        mcp: || Box::pin(async { mcp().await.map_err(unavailable) }),
    }
}

#[wasm_split(settings, fallible)]
fn settings_body() -> Result<fn() -> AnyView, SplitLoaderError> {
    Ok(settings::body)
}

/// In the same file as the settings, which have the passphrase's other dialogs.
#[wasm_split(settings, fallible)]
fn unlock_body() -> Result<fn() -> AnyView, SplitLoaderError> {
    Ok(unlock::body)
}

#[wasm_split(tools, fallible)]
fn tools() -> Result<ToolKit, SplitLoaderError> {
    Ok(ToolKit::NEW)
}

/// In the same file as the tools.
#[wasm_split(tools, fallible)]
fn steps_body() -> Result<fn() -> AnyView, SplitLoaderError> {
    Ok(tool::body)
}

#[wasm_split(dialects, fallible)]
fn dialects() -> Result<Codec, SplitLoaderError> {
    Ok(Codec::EVERY)
}

#[wasm_split(mcp, fallible)]
fn mcp() -> Result<Caller, SplitLoaderError> {
    Ok(Caller::HERE)
}

/// The reason is in the console.
fn unavailable(_: SplitLoaderError) -> Unavailable {
    Unavailable
}
