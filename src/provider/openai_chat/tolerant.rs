//! The chunk as it sometimes is: other types, other names, other shapes, or an error.

use super::calls::CallDelta;
use super::parts::Source;
use super::response::Response;
use super::{sources, surrogate};
use crate::provider::{ErrorKind, Event};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The text that a half of a character waits in for its other half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Content,
    Thinking,
    Refusal,
    /// The arguments of the call at this place in its chunk.
    Arguments(usize),
}

impl Response {
    /// Reads the data of an event that the borrowed form does not fit.
    pub(super) fn tolerant(&mut self, data: &str, out: &mut Vec<Event>) {
        let marked = match serde_json::from_str::<Value>(data) {
            Ok(value) => return self.value(&value, self.half.is_some(), out),
            Err(_) => surrogate::mark_halves(data),
        };
        if let Some(marked) = &marked
            && let Ok(value) = serde_json::from_str(marked)
        {
            return self.value(&value, true, out);
        }
        // Two events without the blank line between them.
        if data.contains('\n') {
            return data.lines().for_each(|line| self.data(line, out));
        }
        if !self.ending {
            let head: String = data.chars().take(200).collect();
            let message = format!("An event could not be read: {head}");
            self.fail(ErrorKind::Malformed, &message, out);
        }
    }

    /// Takes a chunk, or a complete response, in any form. `halves`: its text may hold marked halves.
    pub(super) fn value(&mut self, value: &Value, halves: bool, out: &mut Vec<Event>) {
        if self.has_failed() {
            return;
        }
        if let Value::Array(list) = value {
            return list.iter().for_each(|value| self.value(value, halves, out));
        }
        let Value::Object(chunk) = value else {
            return;
        };
        if let Some(model) = chunk.get("model").and_then(Value::as_str) {
            self.model(model, out);
        }
        let choices = match chunk.get("choices") {
            Some(Value::Array(choices)) => choices.as_slice(),
            Some(Value::Object(_)) => std::slice::from_ref(&chunk["choices"]),
            _ => &[],
        };
        if let Some(usage) = chunk.get("usage") {
            self.usage(usage, out);
        }
        let mut reason = "";
        for choice in choices {
            let index = choice.get("index").and_then(integer);
            if !self.reads(index) {
                continue;
            }
            for name in ["delta", "message"] {
                if let Some(Value::Object(delta)) = choice.get(name) {
                    self.loose_delta(delta, halves, out);
                    // Some repeat the whole message beside every delta.
                    break;
                }
            }
            if let Some(usage) = choice.get("usage") {
                self.usage(usage, out);
            }
            let whole = choice.get("delta").is_none() && choice.get("message").is_some();
            let named = choice.get("finish_reason").and_then(Value::as_str);
            reason = named.unwrap_or(if whole { "stop" } else { "" });
        }
        for list in sources::LISTS.iter().filter_map(|name| chunk.get(*name)) {
            self.sources.take(list, self.parts.text(), out);
        }
        match error_in(chunk, choices) {
            Some(error) => self.fail_saying(&error.to_string(), out),
            None => self.finish_reason(reason, out),
        }
    }

    fn loose_delta(&mut self, delta: &Map<String, Value>, halves: bool, out: &mut Vec<Event>) {
        let text = |name: &str| delta.get(name).and_then(Value::as_str).unwrap_or_default();
        if let Some(details) = delta.get("reasoning_details") {
            let repeated = !text("reasoning_content").is_empty() || !text("reasoning").is_empty();
            if repeated {
                self.kept.reasoning_details(details);
            } else {
                self.reasoning_details(details, out);
            }
        }
        let joined = self.join(Slot::Thinking, text("reasoning_content"), halves);
        self.kept.reasoning_content(&joined);
        self.thinking(Source::ReasoningContent, joined, out);
        let joined = self.join(Slot::Thinking, text("reasoning"), halves);
        self.thinking(Source::Reasoning, joined, out);
        match delta.get("content") {
            Some(Value::Array(list)) => self.content_parts(list, halves, out),
            _ => {
                let joined = self.join(Slot::Content, text("content"), halves);
                self.parts.content(joined, out);
            }
        }
        if let Some(annotations) = delta.get("annotations") {
            self.sources.take(annotations, self.parts.text(), out);
        }
        let joined = self.join(Slot::Refusal, text("refusal"), halves);
        self.parts.refusal(joined, out);
        let calls = match delta.get("tool_calls") {
            Some(Value::Array(calls)) => calls.as_slice(),
            Some(Value::Object(_)) => std::slice::from_ref(&delta["tool_calls"]),
            _ => &[],
        };
        for (at, call) in calls.iter().enumerate() {
            let function = call.get("function").unwrap_or(call);
            self.loose_call(at, call, function, halves, out);
        }
        if let Some(function @ Value::Object(_)) = delta.get("function_call") {
            self.loose_call(0, &Value::Null, function, halves, out);
        }
    }

    /// Content as a list of parts, with thinking among them.
    fn content_parts(&mut self, list: &[Value], halves: bool, out: &mut Vec<Event>) {
        for part in list {
            let text = match part {
                Value::String(text) => text,
                part => part["text"].as_str().unwrap_or_default(),
            };
            match part["type"].as_str() {
                Some("thinking" | "reasoning") => {
                    self.kept.content_part(part);
                    let inner = match &part["thinking"] {
                        Value::Array(list) => list.as_slice(),
                        inner @ Value::String(_) => std::slice::from_ref(inner),
                        _ => std::slice::from_ref(&part["text"]),
                    };
                    for inner in inner {
                        let text = inner.as_str().or(inner["text"].as_str());
                        let joined = self.join(Slot::Thinking, text.unwrap_or_default(), halves);
                        self.thinking(Source::ContentPart, joined, out);
                    }
                }
                Some("refusal") => {
                    let text = part["refusal"].as_str().unwrap_or(text);
                    let joined = self.join(Slot::Refusal, text, halves);
                    self.parts.refusal(joined, out);
                }
                _ => {
                    let joined = self.join(Slot::Content, text, halves);
                    self.parts.content(joined, out);
                }
            }
        }
    }

    fn loose_call(
        &mut self,
        at: usize,
        call: &Value,
        function: &Value,
        halves: bool,
        out: &mut Vec<Event>,
    ) {
        let arguments = match &function["arguments"] {
            Value::Null => Cow::Borrowed(""),
            Value::String(text) => Cow::Borrowed(text.as_str()),
            // Already an object.
            value => Cow::Owned(value.to_string()),
        };
        let arguments = self.join(Slot::Arguments(at), &arguments, halves);
        let delta = CallDelta {
            id: word(&call["id"]),
            index: integer(&call["index"]),
            name: word(&function["name"]),
            arguments,
        };
        if delta != CallDelta::default() {
            self.parts.call(delta, out);
        }
    }

    fn join<'a>(&mut self, slot: Slot, text: &'a str, halves: bool) -> Cow<'a, str> {
        if !halves || text.is_empty() {
            return Cow::Borrowed(text);
        }
        let (waiting, mut half) = match self.half.take() {
            Some((of, half)) if of == slot => (None, Some(half)),
            other => (other, None),
        };
        let joined = surrogate::join(text, &mut half);
        self.half = half.map(|half| (slot, half)).or(waiting);
        joined
    }
}

/// The error that a chunk holds, as a body that can be classified.
fn error_in(chunk: &Map<String, Value>, choices: &[Value]) -> Option<Value> {
    let is_error = |error: &Value| match error {
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    };
    let of_choice = choices.iter().filter_map(|choice| choice.get("error"));
    if let Some(error) = of_choice.into_iter().find(|error| is_error(error)) {
        return Some(error.clone());
    }
    let named = chunk.get("error").is_some_and(is_error);
    let says = |name: &str, word: &str| chunk.get(name).and_then(Value::as_str) == Some(word);
    let has = |name: &str| chunk.get(name).is_some_and(|value| !value.is_null());
    let flat = choices.is_empty()
        && (says("object", "error")
            || says("type", "error")
            || has("detail")
            || has("message") && (has("code") || has("type") || has("status")));
    (named || flat).then(|| Value::Object(chunk.clone()))
}

/// A text or a number as text; `None` for an empty one.
fn word(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) if !text.is_empty() => Some(Cow::Borrowed(text)),
        Value::Number(number) => Some(Cow::Owned(number.to_string())),
        _ => None,
    }
}

/// A whole number, also one in quotes.
fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number
            .as_i64()
            .or_else(|| number.as_f64().map(|number| number as i64)),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}
