//! The one end-to-end test binary. `cargo test -p e2e stream::firefox` runs one test in one browser.

mod canary;
mod conversation;
mod dialects;
mod doctor;
mod failures;
mod fixtures;
mod input;
mod keys;
mod load;
mod persistence;
mod settings;
mod settings_file;
mod toolbox;
mod wire;
