#!/usr/bin/env bash
# Measures how fast the bytes of a response become events: the app's decoder, native and in Chromium, beside
# npm's eventsource-parser followed by JSON.parse in the same page. 64 MiB in chunks of 16 KiB; the median of
# nine rounds, and the slowest and fastest. Fails where the promised ratio is not reached.
source "$(dirname "$0")/../../scripts/common.bash"

scripts/build-tools.sh
scripts/browsers.sh chromium
have npm || need "The measurement compares with an npm package and needs Node.js 20 or later with npm." \
  "On Debian or Ubuntu: apt-get install nodejs npm"
for chromium in chromium chromium-browser google-chrome; do
  have "$chromium" && break
done

bench=benches/stream
site=$bench/site
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')

npm --prefix "$bench" ci --silent
cargo build --quiet --release -p stream-bench --lib --target wasm32-unknown-unknown
rm -rf "$site"
cp -r "$bench/page" "$site"
cp -r "$bench/node_modules/eventsource-parser/dist" "$site/eventsource-parser"
wasm-bindgen --target web --no-typescript --out-dir "$site/wasm" \
  "$target/wasm32-unknown-unknown/release/stream_bench.wasm"

cargo run --quiet --release -p stream-bench
node "$bench/measure.mjs" "$chromium"
