//! What tools need that is too large for the first load: JSON Schema, a calculator, a reader of web pages, a
//! search by regular expressions. Fetched before the first request of an agent that has tools.
//!
//! It runs in the page's own thread, because a call's arguments are checked in the middle of the agent's work.
//! So whatever it computes has a limit that is counted, not timed. Started, this module leaves an object with
//! functions in `globalThis`; `browser/toolbox.rs` takes it from there. Natively it does nothing.

// Without the browser only the tests use them.
#![cfg_attr(not(target_family = "wasm"), allow(dead_code))]

mod calculate;
#[cfg(target_family = "wasm")]
mod door;
mod readable;
mod schema;
mod search;

fn main() {
    #[cfg(target_family = "wasm")]
    door::open();
}
