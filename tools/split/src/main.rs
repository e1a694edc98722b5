//! `split MODULE.wasm FOLDER NAME` writes to FOLDER what MODULE, as the linker made it, consists of: `NAME.wasm`, which
//! wasm-bindgen has still to see; one module for each lazy part that `src/bin/colloquy/lazy.rs` declares, and for each that
//! several of them share; and `__wasm_split.js`, through which `NAME.js` loads those.
//!
//! `split --quiet GLUE.js MODULE.wasm` takes the noise out of what wasm-bindgen has written.

mod quiet;

use std::error::Error;
use std::path::Path;
use wasm_split_cli_support::{Options, transform};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["--quiet", glue, module] => quiet::quiet(Path::new(glue), Path::new(module)),
        [module, folder, name] => split(Path::new(module), Path::new(folder), name),
        _ => {
            Err("usage: split MODULE.wasm FOLDER NAME, or split --quiet GLUE.js MODULE.wasm".into())
        }
    }
}

fn split(module: &Path, folder: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let module = std::fs::read(module)?;
    let main = folder.join(format!("{name}.wasm"));
    let glue = format!("./{name}.js");
    let mut options = Options::new(&module);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.main_module = &glue;
    let parts = transform(options)?.split_modules;
    if parts.is_empty() {
        return Err("the module has no lazy part: was it linked with --emit-relocs?".into());
    }
    Ok(())
}
