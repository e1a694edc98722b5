//! Has the linker leave in the app's module what `tools/split` divides it by. The other modules ship as they are linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm") {
        println!("cargo::rustc-link-arg-bin=colloquy=--emit-relocs");
    }
}
