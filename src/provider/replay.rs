//! Tool calls of earlier responses, as they go back to a model.

use crate::chat::ToolCall;
use crate::chat::round::ToolStatus;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// What a call that was never carried out is answered with.
pub(super) const INTERRUPTED: &str =
    "Interrupted: this call was not carried out and has no result.";

/// A call's answer, and whether it is a result rather than an excuse.
pub(super) fn answer(call: &ToolCall) -> (&str, bool) {
    match &call.result {
        Some(result) => (&result.content, result.status == ToolStatus::Done),
        None => (INTERRUPTED, false),
    }
}

/// Arguments for dialects that want an object. Whatever else the model wrote is kept inside one, so that it
/// can see its mistake.
pub(super) fn arguments(written: &str) -> Map<String, Value> {
    let written = written.trim();
    if written.is_empty() || written == "null" {
        return Map::new();
    }
    serde_json::from_str(written).unwrap_or_else(|_| {
        let mut kept = Map::new();
        kept.insert("malformed_arguments".to_owned(), json!(written));
        kept
    })
}

/// Makes the ids of calls unique within a request: some servers number calls afresh in each response, and
/// sent back unchanged two calls would share an answer.
#[derive(Default)]
pub(super) struct CallIds {
    taken: HashSet<String>,
}

impl CallIds {
    pub fn unique(&mut self, id: &str) -> String {
        let id = if id.is_empty() { "call" } else { id };
        let mut unique = id.to_owned();
        let mut count = 1;
        while !self.taken.insert(unique.clone()) {
            count += 1;
            unique = format!("{id}_{count}");
        }
        unique
    }
}
