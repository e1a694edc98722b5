//! The page's entry point, and the parts of it that are fetched later. Native builds exist for tests only.

#[cfg(target_family = "wasm")]
mod lazy;

#[cfg(target_family = "wasm")]
fn main() {
    colloquy::ui::start(lazy::parts());
}

#[cfg(not(target_family = "wasm"))]
fn main() {
    eprintln!("Colloquy is a web page: run `make run`.");
}
