//! The one end-to-end test binary. `cargo test -p e2e stream::firefox` runs one test in one browser.

mod conversation;
mod doctor;
mod failures;
mod fixtures;
mod input;
mod load;
mod persistence;
mod settings;
