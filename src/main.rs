//! The page's entry point. Native builds exist for tests only.

#[cfg(target_family = "wasm")]
fn main() {
    colloquy::ui::start();
}

#[cfg(not(target_family = "wasm"))]
fn main() {
    eprintln!("Colloquy is a web page: run `make run`.");
}
