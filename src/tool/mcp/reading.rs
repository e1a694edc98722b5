//! The answers to `resources/read` and `prompts/get`.

use super::result::embedded;
use super::text::{cut, plain};
use crate::chat::Shown;
use serde_json::Value;

/// The longest prompt that goes into the composer, in bytes.
const LONGEST_PROMPT: usize = 256 * 1024;

/// What the person sees of a resource, in order.
pub fn resource(result: &Value) -> Vec<Shown> {
    let contents = result["contents"].as_array().into_iter().flatten();
    contents.map(|content| embedded(content).1).collect()
}

/// A prompt as one text for the composer. What the prompt puts into the assistant's mouth is marked as such.
pub fn prompt(result: &Value) -> String {
    let mut text = String::new();
    for message in result["messages"].as_array().into_iter().flatten() {
        // One block was all there was at first; several came with a later revision.
        let content = &message["content"];
        let blocks = content
            .as_array()
            .map_or(std::slice::from_ref(content), Vec::as_slice);
        for block in blocks {
            let words = match block["type"].as_str() {
                Some("text") => cut(block["text"].as_str().unwrap_or_default(), LONGEST_PROMPT),
                Some("resource") => embedded(&block["resource"]).0,
                Some(kind) => format!("[{}]", plain(kind, 40)),
                None => continue,
            };
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            if message["role"] == "assistant" {
                text.push_str("Assistant: ");
            }
            text.push_str(&words);
        }
    }
    cut(text.trim(), LONGEST_PROMPT)
}

/// An address with its blanks filled in: `{name}` and, with slashes kept, `{+name}`.
///
/// # Errors
/// Says which form of blank is not understood.
pub fn fill(template: &str, values: &[(String, String)]) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (blank, after) = after
            .split_once('}')
            .ok_or("The address has a brace that is not closed.")?;
        let (name, reserved) = match blank.strip_prefix('+') {
            Some(name) => (name, true),
            None => (blank, false),
        };
        if !is_name(name) {
            return Err(format!(
                "The blank {{{blank}}} is of a kind that is not understood."
            ));
        }
        let value = values.iter().find(|(known, _)| known == name);
        let value = value.map(|(_, value)| &**value).unwrap_or_default();
        filled.push_str(before);
        for byte in value.bytes() {
            let kept = byte.is_ascii_alphanumeric()
                || b"-._~".contains(&byte)
                || reserved && b":/?#[]@!$&'()*+,;=%".contains(&byte);
            match kept {
                true => filled.push(char::from(byte)),
                false => filled.push_str(&format!("%{byte:02X}")),
            }
        }
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// The names of a template's blanks, each once.
pub fn blanks(template: &str) -> Vec<String> {
    let mut names: Vec<String> = vec![];
    for part in template.split('{').skip(1) {
        if let Some((blank, _)) = part.split_once('}') {
            let name = blank.trim_start_matches('+').to_owned();
            if is_name(&name) && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"._".contains(&b))
}
