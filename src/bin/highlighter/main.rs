//! The highlighting worker: a thread of its own, loaded when the first block of code asks for it.
//!
//! It says once that it is ready, with `null`. From then on each message `[id, grammar, code]` is answered
//! by `[id, spans]`, where `spans` is a `Uint32Array` of packed `Span`s. If it panics, the page hears of it
//! as the worker's `error` event.
//!
//! Natively it does nothing; there only its tests run.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        reason = "a test fails by panicking"
    )
)]

#[cfg(any(test, target_family = "wasm"))]
mod engine;
#[cfg(all(test, not(target_family = "wasm")))]
mod pack;
#[cfg(any(test, target_family = "wasm"))]
mod scopes;
#[cfg(all(test, not(target_family = "wasm")))]
mod tests;
#[cfg(any(test, target_family = "wasm"))]
mod words;
#[cfg(target_family = "wasm")]
mod worker;

fn main() {
    #[cfg(target_family = "wasm")]
    worker::start();
}
