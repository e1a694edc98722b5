# Everything a contributor runs. `make run PORT=8081` serves on another port.

PORT ?= 8080
FUZZ_SECONDS ?= 60

# Right after rustup was installed, a shell may not know where cargo puts its tools.
export PATH := $(PATH):$(or $(CARGO_HOME),$(HOME)/.cargo)/bin

.PHONY: run build test test-native test-browser test-e2e bench lint fmt fuzz clean

run:
	@scripts/build-tools.sh
	@scripts/serve.sh $(PORT)

build:
	@scripts/build-tools.sh
	trunk build --release

test: test-native test-browser test-e2e

test-native:
	cargo test

test-browser:
	@scripts/build-tools.sh
	@scripts/browsers.sh chromium
	@scripts/test-browser.sh

test-e2e: build
	@scripts/browsers.sh chromium firefox webkit
	cargo test -p e2e --test e2e

bench: build
	@scripts/bench.sh

lint:
	@scripts/lint.sh

fmt:
	cargo fmt --all

fuzz:
	@scripts/fuzz.sh $(FUZZ_SECONDS)

clean:
	cargo clean
	rm -rf dist
