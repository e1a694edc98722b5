//! Whether a call's arguments fit the tool's JSON Schema.

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{Draft, PatternOptions, ValidationError};
use serde_json::Value;

/// A model mends five mistakes as well as fifty, and reads them sooner.
const MOST: usize = 5;

/// Values that are quoted in a message are cut here, in characters.
const LONGEST_QUOTE: usize = 80;

/// How often a pattern may go back before it counts as not matching.
const BACKTRACKING: usize = 50_000;

/// Checks arguments against a schema, both as JSON text. A schema that names no draft is read as 2020-12.
///
/// Other documents are never fetched.
///
/// # Errors
/// One line per violation, for a model to read. A schema that cannot be used is said to be the tool's fault: its calls
/// do not run, because nothing is known then about what the tool takes.
pub fn check(schema: &str, arguments: &str) -> Result<(), String> {
    let unusable = |why: &str| {
        format!(
            "the schema of the tool itself is invalid, so no call of it can be checked. Do not try again; tell the \
             person that the tool must be mended. ({why})"
        )
    };
    let mut schema: Value =
        serde_json::from_str(schema).map_err(|error| unusable(&error.to_string()))?;
    let arguments: Value =
        serde_json::from_str(arguments).map_err(|error| format!("not JSON: {error}"))?;
    forget_unknown_dialect(&mut schema);
    let validator = jsonschema::options()
        .with_pattern_options(
            PatternOptions::fancy_regex()
                .backtrack_limit(BACKTRACKING)
                .size_limit(1 << 20),
        )
        .offline()
        .build(&schema)
        .map_err(|error| unusable(&quote(&error.to_string())))?;
    let mut violations = validator.iter_errors(&arguments);
    let shown: Vec<String> = violations
        .by_ref()
        .take(MOST)
        .map(|error| line(&error))
        .collect();
    if shown.is_empty() {
        return Ok(());
    }
    let more = match violations.count() {
        0 => String::new(),
        more => format!("\n… and {more} more"),
    };
    Err(shown.join("\n") + &more)
}

/// A `$schema` that nobody knows says nothing about the keywords, which are those of the drafts.
fn forget_unknown_dialect(schema: &mut Value) {
    if let Some(schema) = schema.as_object_mut() {
        let named = schema.get("$schema").and_then(Value::as_str);
        if named.is_some_and(|uri| Draft::from_schema_uri(uri) == Draft::Unknown) {
            schema.remove("$schema");
        }
    }
}

fn line(error: &ValidationError<'_>) -> String {
    let path = error.instance_path().as_str();
    let place = match path {
        "" => "arguments".to_owned(),
        path => quote(path),
    };
    format!("{place}: {}", wrong(error))
}

fn wrong(error: &ValidationError<'_>) -> String {
    match error.kind() {
        Kind::Required { property } => format!("{property} is missing"),
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            format!("there is no {}", quote(&unexpected.join(", ")))
        }
        Kind::Type { kind } => {
            let wanted = match kind {
                TypeKind::Single(kind) => kind.to_string(),
                TypeKind::Multiple(kinds) => {
                    let kinds: Vec<_> = kinds.iter().map(|kind| kind.to_string()).collect();
                    kinds.join(" or ")
                }
            };
            format!("must be {wanted}, not {}", kind_of(error.instance()))
        }
        Kind::Enum { options } => {
            let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
            let options: Vec<_> = options.iter().map(Value::to_string).collect();
            format!("must be one of {}", options.join(", "))
        }
        Kind::Constant { expected_value } => {
            format!("must be {}", quote(&expected_value.to_string()))
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            let branches: Vec<_> = context
                .iter()
                .take(MOST)
                .filter_map(|branch| branch.first().map(wrong))
                .collect();
            format!("fits none of the alternatives: {}", branches.join("; or "))
        }
        _ => quote(&error.masked().to_string()),
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn quote(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
