//! Prints what the first visit transfers, compressed as a host would (brotli, quality 11), and what is
//! loaded only when it is needed. Fails when the first visit costs more than the limit.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Bytes.
const LIMIT: usize = 600_000;

fn main() -> ExitCode {
    let dist = e2e::site::dist();
    let Ok(html) = fs::read_to_string(dist.join("index.html")) else {
        eprintln!(
            "error: there is no build in {}: run `make build` first",
            dist.display()
        );
        return ExitCode::FAILURE;
    };
    let files = files_below(&dist);
    let initial = named_from(&dist, &files, &html);
    let total = table(
        "First visit",
        &dist,
        files.iter().filter(|file| initial.contains(*file)),
    );
    let is_lazy_code = |file: &&PathBuf| !initial.contains(*file) && is_code(file);
    table(
        "Loaded when needed",
        &dist,
        files.iter().filter(is_lazy_code),
    );
    println!("first visit: {total} bytes of brotli, limit {LIMIT}");
    if total > LIMIT {
        eprintln!(
            "error: the first visit is {} bytes over the limit",
            total - LIMIT
        );
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Every file of the build, by its path inside it.
fn files_below(dist: &Path) -> Vec<PathBuf> {
    let mut files = vec![];
    let mut folders = vec![dist.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            // What a build that was broken off has left behind.
            if entry.file_name() == ".stage" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(inside) = path.strip_prefix(dist) {
                files.push(inside.to_owned());
            }
        }
    }
    files.sort();
    files
}

/// The page itself and all code that it names, or that is named by what it names. A `data-lazy` attribute
/// names something that is not loaded yet, and so does a name in `.lazy.wasm`: the app fetches such a part ahead once
/// the page stands, and the end-to-end test `load` shows that the page starts and gives its first answer without.
fn named_from<'a>(dist: &Path, files: &'a [PathBuf], html: &str) -> BTreeSet<&'a PathBuf> {
    let mut texts = vec![without_lazy(html)];
    let mut named: BTreeSet<&PathBuf> = files
        .iter()
        .filter(|file| file.as_os_str() == "index.html")
        .collect();
    while let Some(text) = texts.pop() {
        for file in files.iter().filter(|file| is_code(file)) {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if name.ends_with(".lazy.wasm") {
                continue;
            }
            let is_new = text.contains(&*name) && named.insert(file);
            if is_new && !name.ends_with(".wasm") {
                texts.push(fs::read_to_string(dist.join(file)).unwrap_or_default());
            }
        }
    }
    named
}

fn without_lazy(html: &str) -> String {
    let mut pieces = html.split("data-lazy=\"");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        text.push_str(piece.split_once('"').map_or("", |(_, rest)| rest));
    }
    text
}

fn is_code(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default();
    ["html", "js", "css", "wasm"]
        .iter()
        .any(|code| extension == *code)
}

/// Prints one line for each file and returns the compressed total in bytes.
fn table<'a>(title: &str, dist: &Path, files: impl Iterator<Item = &'a PathBuf>) -> usize {
    println!("{title}\n  {:>10} {:>10}  file", "bytes", "brotli");
    let (mut plain, mut compressed) = (0, 0);
    for file in files {
        let bytes = fs::read(dist.join(file)).unwrap_or_default();
        let small = brotli_size(&bytes);
        println!("  {:>10} {small:>10}  {}", bytes.len(), file.display());
        plain += bytes.len();
        compressed += small;
    }
    println!("  {plain:>10} {compressed:>10}  together\n");
    compressed
}

fn brotli_size(bytes: &[u8]) -> usize {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        ..Default::default()
    };
    let mut output = vec![];
    brotli::BrotliCompress(&mut &bytes[..], &mut output, &parameters)
        .expect("memory can be written to");
    output.len()
}
