//! Keywords that came into a language after its grammar was written.

/// A word that ends in a space is a keyword only where another word follows: elsewhere people use it as a
/// name.
pub fn newer(grammar: &str) -> &'static [&'static str] {
    match grammar {
        "C" => &[
            "_Atomic",
            "alignas",
            "constexpr",
            "nullptr",
            "static_assert",
            "typeof",
        ],
        "C#" => &[
            "and ",
            "init",
            "not ",
            "or ",
            "record ",
            "required ",
            "when ",
            "with ",
        ],
        "C++" => &[
            "co_await",
            "co_return",
            "co_yield",
            "concept",
            "consteval",
            "constinit",
            "decltype",
            "final",
            "override",
            "requires",
            "static_assert",
        ],
        "Dart" => &["extension ", "late ", "required ", "sealed "],
        "Java" => &["permits ", "record ", "sealed ", "yield "],
        "PHP" | "PHP Source" => &["enum ", "fn", "match", "readonly ", "trait "],
        "Python" => &["case ", "match ", "type "],
        "Rust" => &["async", "await", "dyn"],
        "SQL" => &[
            "add",
            "all",
            "alter",
            "analyze",
            "any",
            "cascade",
            "column",
            "conflict",
            "cross",
            "declare",
            "do",
            "drop",
            "except",
            "explain",
            "fetch",
            "full",
            "function",
            "if",
            "ilike",
            "index",
            "inner",
            "intersect",
            "into",
            "lateral",
            "materialized",
            "merge",
            "natural",
            "nothing",
            "offset",
            "on",
            "only",
            "outer",
            "over",
            "partition",
            "procedure",
            "recursive",
            "returning",
            "returns",
            "temp",
            "temporary",
            "trigger",
            "unique",
            "view",
            "window",
        ],
        "Swift" => &[
            "actor ",
            "any ",
            "async",
            "await",
            "consuming ",
            "nonisolated",
            "rethrows",
            "some ",
            "throws",
        ],
        "TypeScript" | "TypeScriptReact" => &["infer ", "satisfies "],
        _ => &[],
    }
}

/// Whether the word that `line[start..end]` is stands in `newer`.
pub fn is_newer(newer: &[&str], ignore_case: bool, line: &str, start: usize, end: usize) -> bool {
    let word = &line[start..end];
    let same = |a: &str| {
        if ignore_case {
            a.eq_ignore_ascii_case(word)
        } else {
            a == word
        }
    };
    newer.iter().any(|keyword| match keyword.strip_suffix(' ') {
        Some(keyword) => same(keyword) && is_followed_by_a_word(&line[end..]),
        None => same(keyword),
    })
}

pub fn is_of_a_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn is_followed_by_a_word(rest: &str) -> bool {
    rest.starts_with(' ') && rest.trim_start_matches(' ').starts_with(is_of_a_word)
}
