#!/usr/bin/env bash
# Runs the unit tests that need a browser, in headless Chromium.
source "$(dirname "$0")/common.bash"

CHROMEDRIVER=$(command -v chromedriver)
export CHROMEDRIVER
# Only the browser is meant here; without this a test file that forgets to say so would look for Node.
export WASM_BINDGEN_USE_BROWSER=1 WASM_BINDGEN_TEST_TIMEOUT=300 WASM_BINDGEN_TEST_DRIVER_TIMEOUT=60
cargo test --target wasm32-unknown-unknown
