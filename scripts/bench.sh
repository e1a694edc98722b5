#!/usr/bin/env bash
# Prints the figures that the project promises to keep. Times are printed, never judged: only the size of
# the first load, which is the same everywhere, fails where it is over its limit.
source "$(dirname "$0")/common.bash"

say "stream decoder: bytes to events"
benches/stream/run.sh
say "a streamed answer on Chromium's main thread"
scripts/browsers.sh chromium
cargo run --quiet -p e2e --bin streaming
say "transfer"
cargo run --quiet -p e2e --bin transfer
