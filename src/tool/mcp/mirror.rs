//! Arguments that the headers of a call repeat, so that what lies between can route by them
//! ([Custom Headers from Tool Parameters](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters)).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

const MARK: &str = "x-mcp-header";

/// The headers of a call, as the tool's schema wants them. Values that are absent are left out.
pub fn headers(schema: &Value, arguments: &Map<String, Value>) -> Vec<(String, String)> {
    let mut headers = vec![];
    for (path, name) in marks(schema).unwrap_or_default() {
        let mut value = arguments.get(&path[0]);
        for step in &path[1..] {
            value = value.and_then(|value| value.get(step));
        }
        let text = match value {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Bool(value)) => value.to_string(),
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::Null | Value::Array(_) | Value::Object(_)) | None => continue,
        };
        headers.push((format!("mcp-param-{name}"), encode(&text)));
    }
    headers
}

/// A text as the value of a header: as it is where that is safe, else its Base64, marked as such.
pub fn encode(text: &str) -> String {
    let safe = text.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~'))
        && text.trim() == text
        && !(text.starts_with("=?base64?") && text.ends_with("?="));
    match safe {
        true => text.to_owned(),
        false => format!("=?base64?{}?=", STANDARD.encode(text)),
    }
}

/// Where a schema is marked, with the names in lower case.
///
/// # Errors
/// Says what the specification forbids about the marks: such a tool may not be used.
pub fn marks(schema: &Value) -> Result<Vec<(Vec<String>, String)>, String> {
    let mut found = vec![];
    walk(schema, &mut vec![], &mut found)?;
    if occurrences(schema) != found.len() {
        return Err(
            "A parameter that is repeated in a header stands where it cannot be read.".to_owned(),
        );
    }
    let mut names: Vec<&String> = found.iter().map(|(_, name)| name).collect();
    names.sort();
    if names.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("Two parameters are repeated in the same header.".to_owned());
    }
    Ok(found)
}

fn walk(
    schema: &Value,
    path: &mut Vec<String>,
    found: &mut Vec<(Vec<String>, String)>,
) -> Result<(), String> {
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        path.push(name.clone());
        if let Some(mark) = property.get(MARK) {
            let header = mark.as_str().unwrap_or_default();
            let token =
                |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
            if header.is_empty() || !header.bytes().all(token) {
                return Err(format!("The parameter {name:?} names no valid header."));
            }
            let kind = property.get("type").and_then(Value::as_str);
            if !matches!(kind, Some("string" | "integer" | "boolean")) {
                return Err(format!("The parameter {name:?} cannot stand in a header."));
            }
            found.push((path.clone(), header.to_ascii_lowercase()));
        }
        walk(property, path, found)?;
        path.pop();
    }
    Ok(())
}

/// How often the mark stands in a schema, wherever it is.
fn occurrences(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| match name.as_str() {
                MARK if value.is_string() => 1,
                _ => occurrences(value),
            })
            .sum(),
        Value::Array(items) => items.iter().map(occurrences).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}
