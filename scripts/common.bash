# Read by the other scripts. Every script runs from the top of the repository.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Tools installed by cargo are found even where the shell's profile was not read.
export PATH="$PATH:${CARGO_HOME:-$HOME/.cargo}/bin"

say() { printf '==> %s\n' "$*"; }

# Stops with what is missing and the command that brings it.
need() {
  printf 'error: %s\n' "$1" >&2
  printf '       %s\n' "${@:2}" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# Whether Debian packages can be installed without asking anybody.
is_debian_root() { have apt-get && [ "$(id -u)" = 0 ]; }

# Builds a tool in its own target folder, so that it neither uses nor disturbs the project's.
cargo_install() {
  say "installing $1 (once; this takes some minutes)"
  env -u CARGO_TARGET_DIR -u CARGO_BUILD_TARGET cargo install "$@"
}
