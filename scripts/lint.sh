#!/usr/bin/env bash
# Formatting and lints, for the native build, the page, and the end-to-end tests.
source "$(dirname "$0")/common.bash"

say "formatting"
cargo fmt --all --check
say "lints, native"
cargo clippy --workspace --all-targets -- -D warnings
say "lints, wasm"
cargo clippy --all-targets --target wasm32-unknown-unknown -- -D warnings
