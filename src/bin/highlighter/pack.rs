//! How `grammars.bin` and `grammars.licences` came to be.
//!
//! The grammars are those of Sublime Text and of `bat`, as the crate `two-face` carries them in the form
//! that syntect's pure-Rust regex engine can run. Of its 200 or so, only those stay that a fence can ask
//! for, and what they are made of. A newer `two-face` makes the test below fail until the files are written
//! again by `UPDATE_EXPECT=1 cargo test --bin highlighter pack`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a tool that runs as a test"
)]

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::PathBuf;

use colloquy::markdown::highlight::LANGUAGES;
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use syntect::parsing::syntax_definition::{Context, ContextId, SyntaxDefinition};
use syntect::parsing::{SyntaxSet, SyntaxSetBuilder};

/// What stands in place of a language inside another one that was not kept.
const PLAIN: &str = "Plain Text";

/// Grammars that no fence asks for but others are made of.
const PARTS: &[&str] = &[
    "Javadoc",
    "PHP Source",
    "Regular Expressions (Javascript)",
    "Regular Expressions (PHP)",
    "Regular Expressions (Python)",
    "Shell-Unix-Generic",
    "commands-builtin-shell-bash",
];

/// The folders of `bat` from which a grammar was kept whose licence asks to be named.
const LICENSED: &[&str] = &[
    "01_Packages/Rust",
    "02_Extra/Dart",
    "02_Extra/Docker",
    "02_Extra/Kotlin",
    "02_Extra/SCSS_Sass",
    "02_Extra/Swift",
    "02_Extra/TOML",
    "02_Extra/Terraform",
    "02_Extra/TypeScript",
];

#[test]
fn the_packed_grammars_are_those_of_two_face() {
    check("grammars.bin", &store(build()));
}

#[test]
fn their_licences_stand_beside_them() {
    let mut text = String::from(
        "grammars.bin is made from grammars of Sublime Text's and bat's collections. Those not named here ask\n\
         for no mention. The files of the others carry these licences.\n",
    );
    let listing = two_face::acknowledgement::listing();
    for folder in LICENSED {
        let license = listing
            .for_syntaxes()
            .iter()
            .find(|license| license.rel_path.starts_with(format!("syntaxes/{folder}")))
            .unwrap_or_else(|| panic!("no licence for {folder}"));
        text += &format!("\n---- {folder} ----\n\n{}\n", license.text.trim());
    }
    check("grammars.licences", text.as_bytes());
}

#[test]
fn every_regular_expression_compiles() {
    for definition in definitions() {
        for_each_regex(&serde_json::to_value(&definition).unwrap(), &mut |regex| {
            // What an outer pattern has captured is put in place of `\\1` before such a regex is compiled.
            let regex = (1..=9).fold(regex.to_owned(), |regex, n| {
                regex.replace(&format!("\\{n}"), "x")
            });
            let error = syntect::parsing::Regex::try_compile(&regex);
            assert!(error.is_none(), "{}: {regex}: {error:?}", definition.name);
        });
    }
}

fn check(name: &str, made: &[u8]) {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "src/bin/highlighter", name]
        .iter()
        .collect();
    if std::fs::read(&path).is_ok_and(|there| there == made) {
        return;
    }
    assert!(
        std::env::var_os("UPDATE_EXPECT").is_some(),
        "{name} is out of date; write it again by UPDATE_EXPECT=1 cargo test --bin highlighter pack"
    );
    std::fs::write(path, made).unwrap();
}

fn build() -> SyntaxSet {
    let mut builder = SyntaxSetBuilder::new();
    for definition in definitions() {
        builder.add(definition);
    }
    builder.build()
}

/// The grammars that are kept, with nothing in them that only an editor needs.
fn definitions() -> Vec<SyntaxDefinition> {
    let kept: Vec<&str> = [PLAIN]
        .iter()
        .chain(PARTS)
        .copied()
        .chain(LANGUAGES.iter().map(|(name, _)| *name))
        .collect();
    let everything = two_face::syntax::extra_newlines();
    let names: Vec<String> = everything
        .syntaxes()
        .iter()
        .map(|syntax| syntax.name.clone())
        .collect();
    let place = |name: &str| {
        names
            .iter()
            .position(|of| of == name)
            .unwrap_or_else(|| panic!("there is no grammar {name}"))
    };
    let moved: BTreeMap<u64, u64> = kept
        .iter()
        .map(|name| place(name) as u64)
        .zip(0..)
        .collect();
    let everything = everything.into_builder();
    kept.iter()
        .map(|name| {
            let mut definition = serde_json::to_value(&everything.syntaxes()[place(name)]).unwrap();
            renumber(&mut definition, &moved);
            let definition = serde_json::from_value(definition).unwrap();
            SyntaxDefinition {
                file_extensions: Vec::new(),
                first_line_match: None,
                variables: Default::default(),
                ..definition
            }
        })
        .collect()
}

/// A linked grammar refers to others by their place in the set, which is not theirs any more.
fn renumber(value: &mut Value, moved: &BTreeMap<u64, u64>) {
    match value {
        Value::Object(fields) => {
            if let Some(place) = fields.get("syntax_index").and_then(Value::as_u64) {
                match moved.get(&place) {
                    Some(now) => fields["syntax_index"] = json!(now),
                    // The place of the context `main` of plain text, after `__main` and `__start`.
                    None => *value = json!({ "syntax_index": 0, "context_index": 2 }),
                }
            } else {
                fields.values_mut().for_each(|value| renumber(value, moved));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|value| renumber(value, moved)),
        _ => {}
    }
}

fn for_each_regex(value: &Value, visit: &mut impl FnMut(&str)) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(regex) if name == "regex" => visit(regex),
                    value => for_each_regex(value, visit),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|value| for_each_regex(value, visit)),
        _ => {}
    }
}

/// What syntect keeps compressed of each grammar, by the names and in the order of its own type.
#[derive(Serialize, Deserialize)]
struct LazyContexts {
    context_ids: BTreeMap<String, ContextId>,
    contexts: Vec<Context>,
}

/// syntect's uncompressed format, with its inner compression undone too: what a web host or the browser's
/// own Brotli makes of the whole is a third smaller than many small deflated pieces.
fn store(set: SyntaxSet) -> Vec<u8> {
    let mut set = serde_json::to_value(set).unwrap();
    for syntax in set["syntaxes"].as_array_mut().unwrap() {
        let packed: Vec<u8> =
            serde_json::from_value(syntax["serialized_lazy_contexts"].take()).unwrap();
        let mut contexts: LazyContexts = syntect::dumps::from_binary(&packed);
        // Contexts call each other by number; only the first is looked up by its name.
        contexts.context_ids.retain(|name, _| name == "__start");
        let mut plain = Vec::new();
        ZlibDecoder::new(&syntect::dumps::dump_binary(&contexts)[..])
            .read_to_end(&mut plain)
            .unwrap();
        let mut stored = ZlibEncoder::new(Vec::new(), Compression::none());
        stored.write_all(&plain).unwrap();
        syntax["serialized_lazy_contexts"] = json!(stored.finish().unwrap());
    }
    let set: SyntaxSet = serde_json::from_value(set).unwrap();
    let path = std::env::temp_dir().join(format!("grammars-{}.bin", std::process::id()));
    syntect::dumps::dump_to_uncompressed_file(&set, &path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    bytes
}
