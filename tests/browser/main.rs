//! Tests that need a browser.
//!
//! `cargo test --target wasm32-unknown-unknown --test browser`, with the path of a driver in `CHROMEDRIVER`
//! or `GECKODRIVER`.
#![cfg(target_family = "wasm")]
#![allow(
    clippy::unwrap_used,
    reason = "tests, which clippy does not see: they have another attribute"
)]

mod idb;
mod tools;
mod vault;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
