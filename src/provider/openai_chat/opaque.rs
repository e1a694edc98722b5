//! What the provider wants back with the assistant's message.

use crate::provider::preset::Replay;
use serde_json::{Map, Value, json};

/// Collects the fields of one response that the next request has to repeat.
pub(super) struct Kept {
    replay: Replay,
    text: String,
    details: Vec<Value>,
}

impl Kept {
    pub fn new(replay: Replay) -> Self {
        Self {
            replay,
            text: String::new(),
            details: Vec::new(),
        }
    }

    /// Whether details are to be read at all.
    pub fn wants_details(&self) -> bool {
        self.replay == Replay::ReasoningDetails
    }

    pub fn reasoning_content(&mut self, text: &str) {
        if self.replay == Replay::ReasoningContent {
            self.text.push_str(text);
        }
    }

    /// Takes a chunk's `reasoning_details`. An entry comes in pieces: those of the same type and index are
    /// put together.
    pub fn reasoning_details(&mut self, details: &Value) {
        if !self.wants_details() {
            return;
        }
        for detail in details.as_array().into_iter().flatten() {
            match (self.details.last_mut(), detail) {
                (Some(Value::Object(last)), Value::Object(more)) if continues(last, more) => {
                    append(last, more);
                }
                _ => self.details.push(detail.clone()),
            }
        }
    }

    /// Takes a part of a content that is a list. Thinking comes in pieces, which are put together.
    pub fn content_part(&mut self, part: &Value) {
        if self.replay != Replay::ContentParts || part["type"] != "thinking" {
            return;
        }
        let Some(last) = self.details.last_mut() else {
            return self.details.push(part.clone());
        };
        let fields = part.as_object().into_iter().flatten();
        for (name, value) in fields {
            match (&mut last[name], value) {
                (Value::Array(list), Value::Array(more)) => join_texts(list, more),
                (_, Value::Null) => {}
                (known, value) => *known = value.clone(),
            }
        }
    }

    /// The fields as the encoder puts them into the message; `None` where there are none.
    pub fn take(&mut self) -> Option<Value> {
        let text = std::mem::take(&mut self.text);
        let details = std::mem::take(&mut self.details);
        if !text.is_empty() {
            Some(json!({ "reasoning_content": text }))
        } else if details.is_empty() {
            None
        } else if self.replay == Replay::ContentParts {
            Some(json!({ "content": details }))
        } else {
            Some(json!({ "reasoning_details": details }))
        }
    }
}

/// Adds pieces to a list of texts: neighbours are one text.
fn join_texts(list: &mut Vec<Value>, more: &[Value]) {
    for piece in more {
        match (
            list.last_mut().map(|last| &mut last["text"]),
            piece["text"].as_str(),
        ) {
            (Some(Value::String(text)), Some(more)) => text.push_str(more),
            _ => list.push(piece.clone()),
        }
    }
}

fn continues(last: &Map<String, Value>, more: &Map<String, Value>) -> bool {
    let same = |name| last.get(name) == more.get(name);
    // Encrypted data comes whole.
    same("type") && same("index") && !more.contains_key("data")
}

fn append(last: &mut Map<String, Value>, more: &Map<String, Value>) {
    for (name, value) in more {
        match (last.get_mut(name), value) {
            (Some(Value::String(text)), Value::String(more))
                if name == "text" || name == "summary" =>
            {
                text.push_str(more);
            }
            (Some(_), Value::Null) => {}
            _ => {
                last.insert(name.clone(), value.clone());
            }
        }
    }
}
