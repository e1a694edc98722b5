#!/usr/bin/env bash
# Brings the server of tools that the tests speak with, in an exact version, into target/mcp. Does nothing where it is
# there.
source "$(dirname "$0")/common.bash"

SERVER=@modelcontextprotocol/server-everything
VERSION=2026.8.31
home=target/mcp/$VERSION

[ -f "$home/ready" ] && exit

if ! have node || ! have npm; then
  install="apt-get install -y --no-install-recommends nodejs npm"
  is_debian_root || need "The tests of servers of tools need Node.js 20 or later with npm." \
    "On Debian or Ubuntu, as root: $install" \
    "Elsewhere, install it from https://nodejs.org."
  say "installing nodejs and npm"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  $install
fi

say "installing $SERVER $VERSION"
mkdir -p "$home"
npm install --prefix "$home" --no-audit --no-fund --no-save --loglevel=error "$SERVER@$VERSION"
touch "$home/ready"
