//! `split MODULE.wasm FOLDER NAME`: writes to FOLDER what MODULE, as the linker made it, consists of: `NAME.wasm`, which
//! wasm-bindgen has still to see; one module for each lazy part that `src/main.rs` declares, and for each that
//! several of them share; and `__wasm_split.js`, through which `NAME.js` loads those.

use std::error::Error;
use std::path::Path;
use wasm_split_cli_support::{Options, transform};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = &arguments[..] else {
        return Err("usage: split MODULE.wasm FOLDER NAME".into());
    };
    let module = std::fs::read(module)?;
    let folder = Path::new(folder);
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
