//! Every function that wasm-bindgen lets the module import has a hash in its name, sixteen hexadecimal digits in the
//! module and the same in the glue. No compression helps against those; counting does as well.

use std::error::Error;
use std::fs;
use std::path::Path;

const DIGITS: usize = 16;

/// Rewrites both files, without changing their lengths.
pub fn quiet(glue: &Path, module: &Path) -> Result<(), Box<dyn Error>> {
    let mut script = fs::read(glue)?;
    let mut code = fs::read(module)?;
    let names = names(&script);
    for (number, old) in names.iter().enumerate() {
        let mut new = old.clone();
        let at = new.len() - DIGITS;
        new.splice(at.., format!("{number:0DIGITS$x}").into_bytes());
        // A name stands once in each: where it is defined, and where it is imported.
        let (here, there) = (
            replace(&mut script, old, &new),
            replace(&mut code, old, &new),
        );
        if (here, there) != (1, 1) {
            let name = String::from_utf8_lossy(old);
            return Err(format!(
                "{name} stands {here} times in the glue and {there} times in the module"
            )
            .into());
        }
    }
    if names.is_empty() {
        return Err(
            "the glue has no hashes: wasm-bindgen names its functions in another way now".into(),
        );
    }
    fs::write(glue, script)?;
    fs::write(module, code)?;
    Ok(())
}

/// The names of the imported functions: `__wbg_NAME_HASH: function(`.
fn names(script: &[u8]) -> Vec<Vec<u8>> {
    let lines = script.split(|byte| *byte == b'\n');
    lines
        .filter_map(|line| {
            let line = line.trim_ascii_start();
            let name = &line[..line.iter().position(|byte| *byte == b':')?];
            let hash = name.len().checked_sub(DIGITS).map(|at| &name[at..])?;
            let is_hashed = name.starts_with(b"__wb") && hash.iter().all(u8::is_ascii_hexdigit);
            is_hashed.then(|| name.to_owned())
        })
        .collect()
}

/// Replaces all of `old`, which is as long as `new`, and returns how many there were.
fn replace(text: &mut [u8], old: &[u8], new: &[u8]) -> usize {
    let found: Vec<usize> = memchr::memmem::find_iter(text, old).collect();
    for at in &found {
        text[*at..*at + new.len()].copy_from_slice(new);
    }
    found.len()
}
