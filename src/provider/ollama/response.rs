//! One response while it comes in, line by line.

use crate::chat::{StopReason, Usage};
use crate::provider::lifecycle::{Lifecycle, natural_stop};
use crate::provider::openai_chat::calls::{CallDelta, End};
use crate::provider::openai_chat::parts::Parts;
use crate::provider::{Endpoint, Event, ProviderError};
use serde_json::{Value, json};
use std::borrow::Cow;

/// Keeps what a response said so far and turns each of its lines into events.
pub(super) struct Response {
    life: Lifecycle,
    parts: Parts,
    /// The thinking that came by a field of its own, which the next request repeats.
    thinking: String,
    calls: i64,
    /// A line of the API's came.
    begun: bool,
    /// The last line came.
    done: bool,
    /// The body has ended: a line that cannot be read is one that was cut.
    pub ending: bool,
}

impl Response {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            life: Lifecycle::new(endpoint),
            parts: Parts::default(),
            thinking: String::new(),
            calls: 0,
            begun: false,
            done: false,
            ending: false,
        }
    }

    pub fn is_done(&self) -> bool {
        self.done || self.life.has_failed()
    }

    pub fn has_begun(&self) -> bool {
        self.begun || self.life.has_failed()
    }

    /// Whether this is a line of the API's, and not some other JSON.
    pub fn is_line(value: &Value) -> bool {
        value["message"].is_object() || value["done"].is_boolean() || !value["error"].is_null()
    }

    /// Takes one line.
    pub fn value(&mut self, value: &Value, out: &mut Vec<Event>) {
        if self.is_done() || !Self::is_line(value) {
            return;
        }
        self.begun = true;
        if !value["error"].is_null() {
            return self.fail(|life| life.said(&value.to_string()), out);
        }
        self.life
            .model(value["model"].as_str().unwrap_or_default(), out);
        let message = &value["message"];
        let thinking = message["thinking"].as_str().unwrap_or_default();
        if !thinking.is_empty() {
            self.thinking.push_str(thinking);
            self.parts.thinking(Cow::Borrowed(thinking), out);
        }
        let content = message["content"].as_str().unwrap_or_default();
        self.parts.content(Cow::Borrowed(content), out);
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            self.call(call, out);
        }
        if value["done"] == true {
            self.end(value, out);
        }
    }

    /// Calls come whole. Ids are new, and not all versions give them.
    fn call(&mut self, call: &Value, out: &mut Vec<Event>) {
        let function = &call["function"];
        let arguments = match &function["arguments"] {
            Value::Null => Cow::Borrowed("{}"),
            Value::String(text) => Cow::Borrowed(text.as_str()),
            value => Cow::Owned(value.to_string()),
        };
        let word = |value: &'_ Value| value.as_str().map(str::to_owned).map(Cow::Owned);
        let delta = CallDelta {
            id: word(&call["id"]).filter(|id: &Cow<'_, str>| !id.is_empty()),
            index: Some(self.calls),
            name: word(&function["name"]).or(Some(Cow::Borrowed(""))),
            arguments,
        };
        self.calls += 1;
        self.parts.call(delta, out);
    }

    fn end(&mut self, value: &Value, out: &mut Vec<Event>) {
        let stop = match value["done_reason"].as_str().unwrap_or_default() {
            "" | "stop" | "tool_calls" => natural_stop(self.parts.has_calls(), false),
            "length" => StopReason::Length,
            // `load` and `unload`: the server moved the model and asked it nothing.
            other => StopReason::Other(other.to_owned()),
        };
        self.life.stopped(stop, out);
        let usage = Usage {
            input: value["prompt_eval_count"].as_u64(),
            cached: None,
            output: value["eval_count"].as_u64(),
            reasoning: None,
        };
        self.life.usage(usage, out);
        self.close(out);
        self.done = true;
    }

    fn close(&mut self, out: &mut Vec<Event>) {
        let thinking = std::mem::take(&mut self.thinking);
        if let Some(index) = self.parts.thinking_part().filter(|_| !thinking.is_empty()) {
            let value = json!({ "thinking": thinking });
            out.push(Event::PartOpaque { index, value });
        }
        let end = match self.life.stop() {
            None => End::Broken,
            Some(StopReason::Length) => End::CutByLength,
            Some(_) => End::Finished,
        };
        self.parts.close(end, out);
    }

    /// The body is over.
    pub fn finish(&mut self, out: &mut Vec<Event>) {
        if self.life.has_failed() {
            return;
        }
        self.close(out);
        let (empty, answered) = (self.parts.is_empty(), self.parts.has_answer());
        self.life.finish(empty, answered, out);
    }

    /// Ends the response with the error that is made of its words. Nothing can fail once it is over.
    pub fn fail(&mut self, error: impl FnOnce(&Lifecycle) -> ProviderError, out: &mut Vec<Event>) {
        if !self.is_done() {
            self.close(out);
            self.life.fail(error(&self.life), out);
        }
    }
}
