#!/usr/bin/env bash
# Runs every fuzz target for the given number of seconds each. Needs a nightly toolchain.
# Usage: scripts/fuzz.sh SECONDS
source "$(dirname "$0")/common.bash"

seconds=${1:-60}
rustup run nightly rustc --version >/dev/null 2>&1 || {
  say "installing the nightly toolchain"
  rustup toolchain install nightly --profile minimal
}
have cargo-fuzz || cargo_install cargo-fuzz --locked

for target in $(cargo +nightly fuzz list); do
  say "fuzzing $target for $seconds s"
  cargo +nightly fuzz run "$target" -- -max_total_time="$seconds" -print_final_stats=1
done
