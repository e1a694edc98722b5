#!/usr/bin/env bash
# Brings what a build of the page needs: the wasm target, Trunk, and wasm-bindgen in the exact version
# that Cargo.lock names. Does nothing where all of it is there.
source "$(dirname "$0")/common.bash"

TRUNK=0.21.14

have cargo || need "Rust is missing." "Install it from https://rustup.rs and run this again."
have cc || have gcc || have clang || need "A C linker is missing; Rust needs one to build its tools." \
  "On Debian or Ubuntu: apt-get install gcc libc6-dev. On macOS: xcode-select --install"

if [ ! -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ]; then
  have rustup || need "The wasm32-unknown-unknown target is missing and there is no rustup to add it." \
    "Install rustup from https://rustup.rs, or the target with the package manager that brought rustc."
  say "adding the wasm32-unknown-unknown target"
  rustup target add wasm32-unknown-unknown
fi

if [ "$(trunk --version 2>/dev/null)" != "trunk $TRUNK" ]; then
  cargo_install "trunk@$TRUNK" --locked
fi

# wasm-bindgen's two halves refuse to work together unless their versions are equal.
bindgen=$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/[^0-9.]/, ""); print; exit }' Cargo.lock)
[ -n "$bindgen" ] || need "Cargo.lock names no wasm-bindgen." "Restore it: git checkout Cargo.lock"
if [ "$(wasm-bindgen --version 2>/dev/null)" != "wasm-bindgen $bindgen" ]; then
  cargo_install "wasm-bindgen-cli@$bindgen"
fi
