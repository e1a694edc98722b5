//! What Gemini wants back with each part.
//!
//! A thought signature must return on the part that it came on, and a signed part must not be joined with
//! one that is not signed (<https://ai.google.dev/gemini-api/docs/thought-signatures>). On screen the pieces
//! of one text are one part, so the state of a text says which of its pieces were signed. A signature on an
//! empty text part marks a piece of no length, or, after a part that is no text, stands in a list of its own.

use serde_json::{Map, Value, json};

/// A signed piece of a text: a list of start, end (both in bytes) and signature.
const SIGNED: &str = "signed";
/// The signature of a call.
const SIGNATURE: &str = "signature";
/// The id that the provider gave to a call; calls without one go back without one.
const ID: &str = "id";
/// Signatures on empty text parts that followed this part.
const THEN: &str = "then";
/// A whole part, to be sent back as it came.
const PART: &str = "part";

/// The state of one part while it comes in.
#[derive(Default)]
pub(super) struct State {
    fields: Map<String, Value>,
}

impl State {
    pub fn of_call(id: Option<&str>, signature: Option<&str>) -> Self {
        let mut fields = Map::new();
        for (name, value) in [(ID, id), (SIGNATURE, signature)] {
            if let Some(value) = value {
                fields.insert(name.to_owned(), value.into());
            }
        }
        Self { fields }
    }

    pub fn of_part(part: &Value) -> Self {
        let mut fields = Map::new();
        fields.insert(PART.to_owned(), part.clone());
        Self { fields }
    }

    pub fn sign(&mut self, start: usize, end: usize, signature: &str) {
        self.push(SIGNED, json!([start, end, signature]));
    }

    pub fn sign_next(&mut self, signature: &str) {
        self.push(THEN, signature.into());
    }

    /// `None` where there is nothing to send back.
    pub fn value(&self) -> Option<Value> {
        (!self.fields.is_empty()).then(|| self.fields.clone().into())
    }

    fn push(&mut self, list: &str, value: Value) {
        let list = self.fields.entry(list).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(value);
        }
    }
}

/// The text in its pieces, each with its signature. Whatever the state says that does not fit the text is
/// passed over.
pub(super) fn pieces<'a>(text: &'a str, state: &'a Value) -> Vec<(&'a str, Option<&'a str>)> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for mark in state[SIGNED].as_array().into_iter().flatten() {
        let offset = |value: &Value| usize::try_from(value.as_u64()?).ok();
        let (Some(start), Some(end), Some(signature)) =
            (offset(&mark[0]), offset(&mark[1]), mark[2].as_str())
        else {
            continue;
        };
        let (Some(before), Some(piece)) = (text.get(at..start), text.get(start..end)) else {
            continue;
        };
        if !before.is_empty() {
            pieces.push((before, None));
        }
        pieces.push((piece, Some(signature)));
        at = end;
    }
    let rest = &text[at..];
    if !rest.is_empty() {
        pieces.push((rest, None));
    }
    pieces
}

pub(super) fn call_id(state: &Value) -> Option<&str> {
    state[ID].as_str()
}

pub(super) fn call_signature(state: &Value) -> Option<&str> {
    state[SIGNATURE].as_str()
}

pub(super) fn whole_part(state: &Value) -> Option<&Value> {
    state.get(PART)
}

/// The signatures of the empty text parts after this one.
pub(super) fn next_signatures(state: &Value) -> impl Iterator<Item = &str> {
    let list = state[THEN].as_array().into_iter().flatten();
    list.filter_map(Value::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_apart_where_it_was_signed() {
        let mut state = State::default();
        assert_eq!(state.value(), None);
        state.sign(2, 5, "a");
        state.sign(5, 5, "b");
        let state = state.value().unwrap();
        let expected = [
            ("é", None),
            ("one", Some("a")),
            ("", Some("b")),
            ("two", None),
        ];
        assert_eq!(pieces("éonetwo", &state), expected);
    }

    #[test]
    fn a_state_that_does_not_fit_loses_no_text() {
        for state in [
            json!(null),
            json!("x"),
            json!({ "signed": 1 }),
            json!({ "signed": [[1, 2, "inside a character"], [-1, 2, "a"], [0, 2], 3] }),
            json!({ "signed": [[0, 99, "a"], [2, 0, "b"]] }),
        ] {
            assert_eq!(pieces("é!", &state), [("é!", None)], "{state}");
        }
    }
}
