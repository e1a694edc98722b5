//! One response while it comes in, chunk by chunk.

use super::calls::{CallDelta, End};
use super::opaque::Kept;
use super::parts::{Parts, Source};
use super::sources::Sources;
use super::template::{Field, Template};
use super::wire::{Choice, Chunk, Delta, Text};
use crate::chat::{StopReason, Usage};
use crate::provider::lifecycle::{Lifecycle, natural_stop};
use crate::provider::{Endpoint, ErrorKind, Event, ProviderError};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Keeps what a response said so far and turns each chunk into events.
pub(super) struct Response {
    pub(super) parts: Parts,
    pub(super) kept: Kept,
    pub(super) sources: Sources,
    template: Template,
    /// The choice that is read, by its index: one was asked for, and it need not be 0.
    choice: Option<i64>,
    life: Lifecycle,
    /// The first half of a character, in the text that it came in.
    pub(super) half: Option<(super::tolerant::Slot, u32)>,
    /// `[DONE]` came.
    done: bool,
    /// The body has ended: an event that cannot be read is one that was cut.
    pub(super) ending: bool,
}

impl Response {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            parts: Parts::default(),
            kept: Kept::new(endpoint.quirks.replay),
            sources: Sources::default(),
            template: Template::default(),
            choice: None,
            life: Lifecycle::new(endpoint),
            half: None,
            done: false,
            ending: false,
        }
    }

    pub fn is_done(&self) -> bool {
        self.done || self.life.has_failed()
    }

    pub fn has_failed(&self) -> bool {
        self.life.has_failed()
    }

    /// Whether the model ended its answer.
    pub fn has_ended(&self) -> bool {
        self.done || self.life.stop().is_some()
    }

    /// Takes the data of one event.
    pub fn data(&mut self, data: &str, out: &mut Vec<Event>) {
        if self.life.has_failed() {
            return;
        }
        let data = data.trim();
        // An empty event keeps the connection alive.
        if data.is_empty() {
            return;
        }
        if data == "[DONE]" {
            self.done = true;
            self.close(out);
            return;
        }
        if self.half.is_none() {
            if let Some((field, text)) = self.template.read(data) {
                return self.say(field, text, out);
            }
            if let Ok(chunk) = serde_json::from_str::<Chunk<'_>>(data)
                && is_plain(&chunk)
            {
                if let Some((field, text)) = only_text(&chunk) {
                    self.template.learn(data, text, field);
                }
                return self.chunk(chunk, out);
            }
        }
        self.tolerant(data, out);
    }

    #[inline]
    fn say(&mut self, field: Field, text: Cow<'_, str>, out: &mut Vec<Event>) {
        match field {
            Field::Content => self.parts.content(text, out),
            Field::ReasoningContent => {
                self.kept.reasoning_content(&text);
                self.thinking(Source::ReasoningContent, text, out);
            }
            Field::Reasoning => self.thinking(Source::Reasoning, text, out),
        }
    }

    fn chunk(&mut self, chunk: Chunk<'_>, out: &mut Vec<Event>) {
        self.model(&Text::of(chunk.model), out);
        self.raw_usage(chunk.usage, out);
        if let Some(choice) = chunk.choices.and_then(|choices| choices.item)
            && self.reads(choice.index)
        {
            if let Some(delta) = choice.delta {
                self.delta(delta, out);
            }
            self.raw_usage(choice.usage, out);
            self.finish_reason(&Text::of(choice.finish_reason), out);
        }
    }

    fn delta(&mut self, delta: Delta<'_>, out: &mut Vec<Event>) {
        let reasoning_content = Text::of(delta.reasoning_content);
        let reasoning = Text::of(delta.reasoning);
        if let Some(details) = delta.reasoning_details
            && (self.kept.wants_details() || reasoning_content.is_empty() && reasoning.is_empty())
            && let Ok(details) = serde_json::from_str(details.get())
        {
            self.reasoning_details(&details, out);
        }
        self.say(Field::ReasoningContent, reasoning_content, out);
        self.say(Field::Reasoning, reasoning, out);
        self.say(Field::Content, Text::of(delta.content), out);
        self.parts.refusal(Text::of(delta.refusal), out);
        for call in delta.tool_calls.into_iter().flatten() {
            let (name, arguments) = match call.function {
                Some(function) => (Text::of(function.name), Text::of(function.arguments)),
                None => Default::default(),
            };
            let filled = |text: &Cow<'_, str>| !text.is_empty();
            let delta = CallDelta {
                id: Some(Text::of(call.id)).filter(filled),
                index: call.index,
                name: Some(name).filter(filled),
                arguments,
            };
            self.parts.call(delta, out);
        }
    }

    pub(super) fn thinking(&mut self, source: Source, text: Cow<'_, str>, out: &mut Vec<Event>) {
        if !text.is_empty() && self.parts.shows(source) {
            self.parts.thinking(text, out);
        }
    }

    /// Keeps the details where they are wanted back, and shows their text where nothing else does.
    pub(super) fn reasoning_details(&mut self, details: &Value, out: &mut Vec<Event>) {
        self.kept.reasoning_details(details);
        for detail in details.as_array().into_iter().flatten() {
            let text = [&detail["text"], &detail["summary"]];
            let text = text.into_iter().find_map(Value::as_str).unwrap_or_default();
            self.thinking(Source::ReasoningDetails, text.into(), out);
        }
    }

    pub(super) fn model(&mut self, model: &str, out: &mut Vec<Event>) {
        self.life.model(model, out);
    }

    /// Whether a choice with this index is the one that is read.
    pub(super) fn reads(&mut self, index: Option<i64>) -> bool {
        match index {
            Some(index) => *self.choice.get_or_insert(index) == index,
            None => true,
        }
    }

    fn raw_usage(&mut self, usage: Option<&RawValue>, out: &mut Vec<Event>) {
        if let Some(usage) = usage
            && let Ok(usage) = serde_json::from_str(usage.get())
        {
            self.usage(&usage, out);
        }
    }

    pub(super) fn usage(&mut self, usage: &Value, out: &mut Vec<Event>) {
        let count = |names: [&str; 2]| {
            names
                .iter()
                .find_map(|name| whole_number(usage.pointer(name)?))
        };
        let known = Usage {
            input: count(["/prompt_tokens", "/input_tokens"]),
            cached: count([
                "/prompt_tokens_details/cached_tokens",
                "/prompt_cache_hit_tokens",
            ])
            .or_else(|| count(["/cached_tokens", "/input_tokens_details/cached_tokens"])),
            output: count(["/completion_tokens", "/output_tokens"]),
            reasoning: count([
                "/completion_tokens_details/reasoning_tokens",
                "/reasoning_tokens",
            ]),
        };
        self.life.usage(known, out);
    }

    pub(super) fn finish_reason(&mut self, reason: &str, out: &mut Vec<Event>) {
        let stop = match reason {
            "" => return,
            "stop" | "end_turn" | "eos" | "stop_sequence" => self.natural_stop(),
            "length" | "max_tokens" | "model_length" => StopReason::Length,
            "tool_calls" | "function_call" | "tool_use" => StopReason::ToolCalls,
            "content_filter" | "sensitive" | "safety" => StopReason::ContentFilter,
            "refusal" => StopReason::Refusal,
            "error" | "network_error" => {
                let message = format!("The model stopped with the reason “{reason}”.");
                return self.fail(ErrorKind::Server, &message, out);
            }
            "insufficient_system_resource" => {
                let message = format!("The model stopped with the reason “{reason}”.");
                return self.fail(ErrorKind::Overloaded, &message, out);
            }
            other => StopReason::Other(other.to_owned()),
        };
        // It can come twice, the second time only to stand beside the usage.
        self.life.stopped(stop, out);
    }

    fn natural_stop(&self) -> StopReason {
        natural_stop(self.parts.has_calls(), self.parts.refused())
    }

    /// Ends the parts, and the answer where only `[DONE]` did.
    fn close(&mut self, out: &mut Vec<Event>) {
        if self.done && self.life.stop().is_none() {
            self.life.stopped(self.natural_stop(), out);
        }
        let end = match self.life.stop() {
            None => End::Broken,
            Some(StopReason::Length) => End::CutByLength,
            Some(_) => End::Finished,
        };
        self.end_parts(end, out);
    }

    fn end_parts(&mut self, end: End, out: &mut Vec<Event>) {
        if let Some(value) = self.kept.take()
            && let Some(index) = self.parts.thinking_part()
        {
            out.push(Event::PartOpaque { index, value });
        }
        self.parts.close(end, out);
        self.sources.report(self.parts.text(), out);
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

    /// The response failed, in our words.
    pub fn fail(&mut self, kind: ErrorKind, message: &str, out: &mut Vec<Event>) {
        self.fail_with(self.life.error(kind, message), out);
    }

    /// The response failed, in the provider's words.
    pub fn fail_saying(&mut self, body: &str, out: &mut Vec<Event>) {
        self.fail_with(self.life.said(body), out);
    }

    /// The provider's words in the body of a response that is no stream of events.
    pub fn fail_with_foreign(&mut self, body: &str, out: &mut Vec<Event>) {
        self.fail_with(self.life.foreign(body), out);
    }

    pub(super) fn fail_with(&mut self, error: ProviderError, out: &mut Vec<Event>) {
        if self.life.has_failed() {
            return;
        }
        self.end_parts(End::Broken, out);
        self.life.fail(error, out);
    }
}

/// Whether the borrowed form says all that the chunk does.
fn is_plain(chunk: &Chunk<'_>) -> bool {
    let Some(choices) = &chunk.choices else {
        return false;
    };
    let plain_choice = |choice: &Choice<'_>| {
        choice.error.is_none()
            && choice.delta.as_ref().is_some_and(|delta| {
                delta.function_call.is_none() && is_empty_list(delta.annotations)
            })
    };
    chunk.error.is_none()
        && is_empty_list(chunk.citations)
        && !choices.more
        && choices.item.as_ref().is_none_or(plain_choice)
}

/// Whether nothing is listed. Some servers write the empty list into every chunk.
fn is_empty_list(list: Option<&RawValue>) -> bool {
    list.is_none_or(|list| list.get() == "[]")
}

/// The text of a chunk that says nothing else, and where it stands.
fn only_text<'c, 'a>(chunk: &'c Chunk<'a>) -> Option<(Field, &'c Cow<'a, str>)> {
    let choice = chunk.choices.as_ref()?.item.as_ref()?;
    let delta = choice.delta.as_ref()?;
    let silent = chunk.usage.is_none()
        && choice.usage.is_none()
        && is_empty(&choice.finish_reason)
        && is_empty(&delta.refusal)
        && delta.reasoning_details.is_none()
        && delta.tool_calls.is_none();
    let fields = [
        (Field::Content, &delta.content),
        (Field::ReasoningContent, &delta.reasoning_content),
        (Field::Reasoning, &delta.reasoning),
    ];
    let mut filled = fields.into_iter().filter(|(_, text)| !is_empty(text));
    let (field, text) = filled.next()?;
    let alone = silent && filled.next().is_none();
    text.as_ref().filter(|_| alone).map(|text| (field, &text.0))
}

fn is_empty(text: &Option<Text<'_>>) -> bool {
    text.as_ref().is_none_or(|text| text.0.is_empty())
}

/// A count, also one written as `12.0` or `"12"`.
fn whole_number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number
            .as_u64()
            .or_else(|| number.as_f64().filter(|n| *n >= 0.0).map(|n| n as u64)),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}
