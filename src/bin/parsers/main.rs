//! The parsers of HTML and LaTeX, fetched when the first message needs them: see `markdown::foreign`.
//!
//! They run in the page's own thread, because what they give is needed at once while a message is rendered.
//! Started, this module leaves an object with two functions in `globalThis`; `browser/foreign.rs` takes it
//! from there. Natively it does nothing.

#[cfg(target_family = "wasm")]
mod door;

fn main() {
    #[cfg(target_family = "wasm")]
    door::open();
}
