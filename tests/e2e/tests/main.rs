//! The one end-to-end test binary. `cargo test -p e2e stream::firefox` runs one test in one browser.

mod agents;
mod canary;
mod causes;
mod consent;
mod conversation;
mod dialects;
mod doctor;
mod failures;
mod fixtures;
mod input;
mod keys;
mod load;
mod mcp;
mod notes;
mod on_device;
mod own_tools;
mod paths;
mod persistence;
mod reach;
mod sandbox;
mod settings;
mod settings_file;
mod sign_in;
mod toolbox;
mod tools;
mod wire;
