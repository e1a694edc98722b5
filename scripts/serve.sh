#!/usr/bin/env bash
# Builds the release, serves it on this machine only, and builds again when a source file changes.
# Usage: scripts/serve.sh PORT
source "$(dirname "$0")/common.bash"

port=${1:-8080}
if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
  need "Port $port is in use." "Choose another one: make run PORT=$((port + 1))"
fi

say "building the release (the first time takes some minutes)"
trunk build --release
say "Colloquy is at http://127.0.0.1:$port/ (stop with Ctrl+C)"
exec trunk --quiet serve --release --port "$port"
