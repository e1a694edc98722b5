//! The types of providers, as the form offers and explains them.

use crate::browser::has_own_model;
use crate::provider::Dialect;
use crate::provider::preset::{self, CUSTOM, DEMO, ON_DEVICE, PRESETS, Preset};
use crate::ui::options::Choice;

/// Every type but the demo, which is offered elsewhere, and the browser's own model where it has none.
pub fn choices() -> Vec<Choice> {
    // The headings stand in the order in which their first row does.
    let group = |row: &Preset| match (row.id, row.local) {
        // The search looks at headings, too.
        (CUSTOM, _) => "Custom",
        (ON_DEVICE, _) | (_, true) => "On your own machine",
        (_, false) => "Hosted",
    };
    PRESETS
        .iter()
        .filter(|row| row.id != DEMO && (row.id != ON_DEVICE || has_own_model()))
        .map(|row| Choice {
            id: row.id.to_owned(),
            sign: String::new(),
            label: row.name.to_owned(),
            note: String::new(),
            group: group(row).to_owned(),
        })
        .collect()
}

/// What belongs into "Base URL".
pub fn base_url_hint(kind: &str) -> String {
    let row = preset::preset(kind);
    if let Some(placeholder) = row.and_then(|row| placeholder(row.base_url)) {
        return fill_in(placeholder);
    }
    let path = match row.map_or(Dialect::OpenAiChat, |row| row.dialect) {
        Dialect::OpenAiChat => "/chat/completions",
        Dialect::OpenAiResponses => "/responses",
        Dialect::Anthropic => "/messages",
        Dialect::Gemini => "/models",
        Dialect::Ollama => "/api/chat",
        // It has no address to enter.
        Dialect::OnDevice => return String::new(),
    };
    format!("The address up to, but without, {path}.")
}

/// What in a base URL is still to be filled in.
pub fn placeholder(base_url: &str) -> Option<&str> {
    let start = base_url.find('{')?;
    let end = base_url[start..].find('}')?;
    Some(&base_url[start..=start + end])
}

/// What to do about a placeholder like `{resource}`.
pub fn fill_in(placeholder: &str) -> String {
    let what = placeholder.trim_matches(['{', '}']);
    format!("Put the name of your {what} in the place of {placeholder}.")
}

pub fn key_hint(kind: &str) -> &'static str {
    match preset::preset(kind) {
        Some(row) if row.needs_key => "Sent to this provider only.",
        Some(row) if row.local => "",
        Some(_) | None => "Leave empty if the server needs none. Sent to this provider only.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::options::matching;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn any_other_server_is_found_as_a_custom_one() {
        for query in ["custom", "OpenAI-compatible"] {
            let found = matching(&choices(), query);
            assert!(found.iter().any(|choice| choice.id == CUSTOM), "{query}");
        }
    }
}
