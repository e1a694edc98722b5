//! What an error's body says, in whichever shape.

use super::retry_after;
use crate::chat::Millis;
use serde_json::Value;

/// The fields that error bodies have in common, whatever they are called.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Said {
    pub message: String,
    pub code: Option<String>,
    /// The type or status word beside the code.
    pub class: Option<String>,
    /// Google's `ErrorInfo`, in a list of details, names what the code is too broad for.
    pub reason: Option<String>,
    pub retry_after: Option<Millis>,
}

/// Whether a body is a web page.
pub(super) fn is_html(body: &str) -> bool {
    let start = body.trim_start();
    let starts_with = |tag: &str| {
        start
            .get(..tag.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(tag))
    };
    starts_with("<!doctype") || starts_with("<html") || starts_with("<head") || starts_with("<body")
}

/// The title of a web page.
pub(super) fn html_title(body: &str) -> Option<&str> {
    let start = find_ignoring_case(body, "<title")?;
    let start = start + body[start..].find('>')? + 1;
    let end = start + body[start..].find('<')?;
    Some(body[start..end].trim()).filter(|title| !title.is_empty())
}

fn find_ignoring_case(text: &str, needle: &str) -> Option<usize> {
    text.as_bytes()
        .windows(needle.len())
        .position(|window| window.eq_ignore_ascii_case(needle.as_bytes()))
}

/// Reads the error out of a JSON value; `None` where the value holds none.
pub(super) fn read(value: &Value) -> Option<Said> {
    let fields = match value {
        Value::Array(list) => return list.iter().find_map(read),
        Value::Object(fields) => fields,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
    };
    let text = |names: &[&str]| names.iter().find_map(|name| word(fields.get(*name)?));
    let own = Said {
        message: text(&["message", "msg", "error_message", "error_description"])
            .unwrap_or_default(),
        code: text(&["code", "error_code"]),
        class: text(&["type", "status"]),
        reason: fields.get("details").and_then(reason),
        retry_after: retry_after::in_fields(fields),
    };
    let said = match (fields.get("error"), fields.get("detail")) {
        (Some(inner @ (Value::Object(_) | Value::Array(_))), _) => within(own, read(inner)?),
        (Some(Value::String(text)), _) if own.message.is_empty() => Said {
            message: text.clone(),
            ..own
        },
        // `{"error": "invalid_key", "message": "…"}`: the word is the code.
        (Some(Value::String(text)), _) => Said {
            code: own.code.or_else(|| Some(text.clone())),
            ..own
        },
        (_, Some(Value::String(text))) => Said {
            message: text.clone(),
            ..own
        },
        (_, Some(Value::Array(list))) => Said {
            message: list.iter().map(detail).collect::<Vec<_>>().join("; "),
            ..own
        },
        (_, Some(inner @ Value::Object(_))) => within(own, read(inner)?),
        _ => match fields.get("errors").and_then(read) {
            Some(inner) => within(own, inner),
            None => own,
        },
    };
    let said = unwrap_upstream(said, fields.get("metadata"));
    let empty = said.message.is_empty() && said.code.is_none();
    (!empty).then_some(said)
}

/// An inner error, with what only the object around it says.
fn within(outer: Said, inner: Said) -> Said {
    Said {
        message: if inner.message.is_empty() {
            outer.message
        } else {
            inner.message
        },
        code: inner.code.or(outer.code),
        class: inner.class.or(outer.class),
        reason: inner.reason.or(outer.reason),
        retry_after: inner.retry_after.or(outer.retry_after),
    }
}

fn reason(details: &Value) -> Option<String> {
    let details = details.as_array()?;
    details
        .iter()
        .find_map(|detail| word(detail.get("reason")?))
}

/// One entry of a validation error: where, and what.
fn detail(entry: &Value) -> String {
    let message = word(&entry["msg"])
        .or_else(|| word(entry))
        .unwrap_or_default();
    let place: Vec<String> = entry["loc"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(word)
        .collect();
    if place.is_empty() {
        message
    } else {
        format!("{}: {message}", place.join("."))
    }
}

/// Gateways pass on what the provider behind them said, as JSON in a string: the message itself, or the
/// metadata beside a message that says nothing.
fn unwrap_upstream(mut said: Said, metadata: Option<&Value>) -> Said {
    if said.message.trim_start().starts_with('{')
        && let Ok(inner) = serde_json::from_str(&said.message)
        && let Some(inner) = read(&inner)
    {
        return within(said, inner);
    }
    let raw = metadata.and_then(|metadata| metadata.get("raw"));
    if let Some(raw) = raw.and_then(word).filter(|raw| !raw.is_empty()) {
        let upstream = serde_json::from_str(&raw).ok().as_ref().and_then(read);
        said.message.push_str(": ");
        match upstream {
            Some(upstream) => {
                said.message.push_str(&upstream.message);
                said.retry_after = said.retry_after.or(upstream.retry_after);
            }
            None => said.message.push_str(&raw),
        }
    }
    said
}

/// A string or a number as text.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
