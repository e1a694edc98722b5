//! The rules of the house that the compiler does not check.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Which modules of ours a module may name, by the table in `ARCHITECTURE.md`.
const MAY_USE: &[(&str, &[&str])] = &[
    ("chat", &[]),
    ("stream", &[]),
    ("markdown", &[]),
    ("provider", &["chat", "stream"]),
    ("tool", &["chat", "stream"]),
    ("store", &["chat"]),
    ("prompt", &["chat"]),
    ("settings", &["chat", "provider", "tool"]),
    ("agent", &["chat", "provider", "prompt", "tool", "store"]),
    (
        "browser",
        &[
            "agent", "chat", "markdown", "prompt", "provider", "settings", "store", "stream",
            "tool",
        ],
    ),
    (
        "ui",
        &[
            "agent", "browser", "chat", "markdown", "provider", "settings", "tool",
        ],
    ),
];

/// Files hold one job; a longer one wants splitting. Tables of test cases may be as long as they need.
const LONGEST_FILE: usize = 450;

fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The top-level module that a file belongs to: `src/chat/turn.rs` and `src/chat.rs` are both `chat`.
fn module(path: &Path) -> String {
    let inside = path.strip_prefix(src()).unwrap();
    let first = inside.components().next().unwrap().as_os_str();
    Path::new(first)
        .file_stem()
        .unwrap()
        .to_string_lossy()
        .into_owned()
}

/// Every module of ours that a source text names by `crate::`, also inside grouped imports.
fn named_modules(text: &str) -> Vec<String> {
    let code: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut named = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let list = match rest.strip_prefix('{') {
            Some(group) => top_level_names(group),
            None => vec![rest.to_owned()],
        };
        for item in list.iter().map(|item| item.trim()) {
            let end = item.find(|c: char| !c.is_alphanumeric() && c != '_');
            let (name, after) = item.split_at(end.unwrap_or(item.len()));
            if after.starts_with('!') {
                continue; // A macro: they all stand at the root, whatever module they are from.
            }
            named.push(name.to_owned());
        }
    }
    named
}

/// The items of a brace group, split at its own commas only.
fn top_level_names(group: &str) -> Vec<String> {
    let (mut depth, mut items) = (0, vec![String::new()]);
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => items.push(String::new()),
            _ => {}
        }
        items.last_mut().unwrap().push(c);
    }
    items
        .into_iter()
        .map(|item| item.trim_start_matches(',').trim().to_owned())
        .collect()
}

#[test]
fn modules_use_only_what_the_table_allows() {
    let table: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    let mut seen = 0;
    for path in sources(&src()) {
        let module = module(&path);
        if ["lib", "main", "bin"].contains(&module.as_str()) {
            continue;
        }
        let allowed = table
            .get(module.as_str())
            .unwrap_or_else(|| panic!("{module} is not in the table"));
        for used in named_modules(&fs::read_to_string(&path).unwrap()) {
            seen += 1;
            assert!(
                used == module || used.is_empty() || allowed.contains(&used.as_str()),
                "{}: `{module}` may not use `{used}`",
                path.display()
            );
        }
    }
    assert!(
        seen > 50,
        "only {seen} uses were found: the search is broken"
    );
}

#[test]
fn the_search_sees_through_groups() {
    let text =
        "use crate::{chat::{Turn, TurnId}, store};\n// crate::ui\nlet x = crate::agent::Agent;";
    assert_eq!(named_modules(text), ["chat", "store", "agent"]);
}

#[test]
fn the_core_is_free_of_the_browser() {
    for path in sources(&src()) {
        if ["browser", "ui", "main", "bin"].contains(&module(&path).as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for package in [
            "leptos",
            "web_sys",
            "js_sys",
            "wasm_bindgen",
            "gloo_net",
            "indexed_db_futures",
        ] {
            let named =
                text.contains(&format!("use {package}")) || text.contains(&format!("{package}::"));
            assert!(!named, "{} names {package}", path.display());
        }
    }
}

#[test]
fn files_are_short() {
    let is_tests = |path: &Path| {
        path.iter()
            .any(|name| name == "tests" || name == "tests.rs")
    };
    for path in sources(&src())
        .iter()
        .filter(|path| !is_tests(path.strip_prefix(src()).unwrap()))
    {
        let lines = fs::read_to_string(path).unwrap().lines().count();
        assert!(
            lines <= LONGEST_FILE,
            "{} has {lines} lines",
            path.display()
        );
    }
}

#[test]
fn native_builds_do_not_depend_on_the_browser() {
    let manifest =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let native = manifest
        .split("[dependencies]")
        .nth(1)
        .unwrap()
        .split("\n[")
        .next()
        .unwrap();
    for package in [
        "leptos",
        "web-sys",
        "js-sys",
        "gloo-net",
        "indexed_db_futures",
        "wasm-bindgen",
    ] {
        assert!(
            !native.contains(package),
            "{package} must be a wasm-only dependency"
        );
    }
}
