//! Which setting a provider refuses, read out of its words.

/// How providers say that a model does not take a setting, in lower case.
const PHRASES: [&str; 9] = [
    "unsupported parameter",
    "unsupported value",
    "unknown parameter",
    "unrecognized request argument",
    "is not supported",
    "does not support",
    "not permitted",
    "is deprecated for this model",
    "may only be set to",
];

/// The settings by the names of all dialects, and where the person finds them.
const SETTINGS: [(&[&str], &str); 4] = [
    (&["temperature"], "Temperature"),
    (&["top_p", "topp"], "Top P"),
    (
        &[
            "max_tokens",
            "max_completion_tokens",
            "max_output_tokens",
            "maxoutputtokens",
            "num_predict",
        ],
        "Max tokens",
    ),
    (
        &[
            "reasoning_effort",
            "reasoning.effort",
            "reasoning.summary",
            "reasoning",
            "thinking",
            "thinking_level",
            "think",
        ],
        "Thinking",
    ),
];

/// The name that the provider gives to the setting it refuses.
pub(super) fn refused(message: &str) -> Option<&str> {
    let lower = message.to_lowercase();
    if !PHRASES.iter().any(|phrase| lower.contains(phrase)) {
        return None;
    }
    let words = || message.split_whitespace();
    let is_quote = |c: char| matches!(c, '\'' | '"' | '`' | '“' | '”');
    let quoted = || {
        words().filter_map(move |word| {
            let word = word.trim_end_matches([':', ',', '.', ';', ')']);
            let name = word.strip_prefix(is_quote)?.strip_suffix(is_quote)?;
            is_name(name).then_some(name)
        })
    };
    let announced = || {
        words()
            .skip_while(|word| !matches!(*word, "parameter:" | "supplied:"))
            .nth(1)
            .map(|word| word.trim_end_matches(['.', ',']))
            .filter(|word| is_name(word))
    };
    // Models are quoted, too.
    let says_so = lower.contains("parameter") || lower.contains("value");
    quoted()
        .find(|name| setting(name).is_some())
        .or_else(|| words().find(|word| setting(word).is_some()))
        .or_else(announced)
        .or_else(|| quoted().next().filter(|_| says_so))
}

/// What the person knows the setting as; `None` for one that only the extra JSON can hold.
pub(super) fn setting(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    SETTINGS
        .iter()
        .find(|(names, _)| names.contains(&name.as_str()))
        .map(|(_, setting)| *setting)
}

fn is_name(word: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    !word.is_empty() && word.chars().all(fits) && !word.chars().all(|c| c.is_ascii_digit())
}
