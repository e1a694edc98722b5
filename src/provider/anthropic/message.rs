//! One response while it comes in, event by event.

use super::blocks::Blocks;
use crate::chat::{StopReason, Usage};
use crate::provider::json_events::Read;
use crate::provider::lifecycle::Lifecycle;
use crate::provider::parts::Parts;
use crate::provider::{Endpoint, Event};
use serde::Deserialize;
use serde_json::Value;

/// Keeps what a response said so far and turns each of its events into ours.
pub(super) struct Message {
    life: Lifecycle,
    blocks: Blocks,
    counts: Counts,
    /// `message_stop` came.
    done: bool,
}

/// Tokens as they are counted on the wire, where every count is cumulative.
#[derive(Default)]
struct Counts {
    /// Neither read from the cache nor written to it.
    fresh: Option<u64>,
    created: Option<u64>,
    read: Option<u64>,
    output: Option<u64>,
    thinking: Option<u64>,
}

/// The event that nearly all are. One that does not fit is read as a [`Value`].
#[derive(Deserialize)]
struct Growth<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    index: i64,
    #[serde(borrow)]
    delta: Grown<'a>,
}

#[derive(Deserialize)]
struct Grown<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    thinking: Option<String>,
    #[serde(default)]
    partial_json: Option<String>,
}

impl Read for Message {
    fn life(&mut self) -> &mut Lifecycle {
        &mut self.life
    }

    fn parts(&mut self) -> &mut Parts {
        &mut self.blocks.parts
    }

    #[inline]
    fn quick(&mut self, data: &str, out: &mut Vec<Event>) -> bool {
        let Ok(growth) = serde_json::from_str::<Growth<'_>>(data) else {
            return false;
        };
        if growth.kind != "content_block_delta" {
            return false;
        }
        let (index, delta) = (Some(growth.index), growth.delta);
        match (delta.kind, delta.text, delta.thinking, delta.partial_json) {
            ("text_delta", Some(text), _, _) => self.blocks.text(index, text, out),
            ("thinking_delta", _, Some(text), _) => self.blocks.thinking(index, text, out),
            ("input_json_delta", _, _, Some(json)) => self.blocks.input(index, json, out),
            _ => return false,
        }
        true
    }

    /// Takes an event, or a whole response, whatever stands in it. Events of types not known here are
    /// skipped, as the API's rules for versions ask.
    fn value(&mut self, value: &Value, out: &mut Vec<Event>) {
        if self.is_done() {
            return;
        }
        let index = value["index"].as_i64();
        match value["type"].as_str().unwrap_or_default() {
            "message_start" => {
                let message = &value["message"];
                self.life
                    .model(message["model"].as_str().unwrap_or_default(), out);
                self.usage(&message["usage"], out);
            }
            "content_block_start" => self.blocks.start(index, &value["content_block"], out),
            "content_block_delta" => self.blocks.delta(index, &value["delta"], out),
            "content_block_stop" => self.blocks.stop(index, out),
            "message_delta" => {
                self.stop_reason(&value["delta"], out);
                self.usage(&value["usage"], out);
            }
            "message_stop" => self.message_stop(out),
            "message" => self.whole(value, out),
            "error" => self.fail(self.life.said(&value.to_string()), out),
            _ if !value["error"].is_null() => {
                self.fail(self.life.said(&value.to_string()), out);
            }
            _ => {}
        }
    }

    fn is_done(&self) -> bool {
        self.done || self.life.has_failed()
    }

    fn close(&mut self, failed: bool, out: &mut Vec<Event>) {
        let stop = self.life.stop().filter(|_| !failed);
        let complete = stop.is_some_and(|stop| *stop != StopReason::Length);
        self.blocks.close(complete, out);
    }
}

impl Message {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            life: Lifecycle::new(endpoint),
            blocks: Blocks::default(),
            counts: Counts::default(),
            done: false,
        }
    }

    /// A response that was not streamed.
    fn whole(&mut self, message: &Value, out: &mut Vec<Event>) {
        self.life
            .model(message["model"].as_str().unwrap_or_default(), out);
        let blocks = message["content"].as_array().into_iter().flatten();
        for (index, block) in blocks.enumerate() {
            let index = Some(index as i64);
            self.blocks.start(index, block, out);
            self.blocks.stop(index, out);
        }
        self.stop_reason(message, out);
        self.usage(&message["usage"], out);
        self.message_stop(out);
    }

    fn usage(&mut self, usage: &Value, out: &mut Vec<Event>) {
        let counts = &mut self.counts;
        for (count, value) in [
            (&mut counts.fresh, &usage["input_tokens"]),
            (&mut counts.created, &usage["cache_creation_input_tokens"]),
            (&mut counts.read, &usage["cache_read_input_tokens"]),
            (&mut counts.output, &usage["output_tokens"]),
            (
                &mut counts.thinking,
                &usage["output_tokens_details"]["thinking_tokens"],
            ),
        ] {
            *count = value.as_u64().or(*count);
        }
        let cached = counts.created.unwrap_or(0) + counts.read.unwrap_or(0);
        let usage = Usage {
            input: counts.fresh.map(|fresh| fresh + cached),
            cached: counts.read,
            output: counts.output,
            reasoning: counts.thinking,
        };
        self.life.usage(usage, out);
    }

    fn stop_reason(&mut self, delta: &Value, out: &mut Vec<Event>) {
        let stop = match delta["stop_reason"].as_str().unwrap_or_default() {
            "" => return,
            "end_turn" | "stop_sequence" => self.blocks.parts.natural_stop(),
            "tool_use" => StopReason::ToolCalls,
            "max_tokens" | "model_context_window_exceeded" => StopReason::Length,
            "refusal" => StopReason::Refusal,
            // Among them `pause_turn`: a tool of the server's takes long, and the same conversation sent
            // again goes on with it.
            other => StopReason::Other(other.to_owned()),
        };
        if stop == StopReason::Refusal {
            let why = delta["stop_details"]["explanation"].as_str();
            self.blocks.refuse(why.unwrap_or_default(), out);
        }
        self.blocks.settle(stop != StopReason::Length, out);
        self.life.stopped(stop, out);
    }

    fn message_stop(&mut self, out: &mut Vec<Event>) {
        if self.life.stop().is_none() {
            self.blocks.settle(true, out);
            self.life.stopped(self.blocks.parts.natural_stop(), out);
        }
        self.close(false, out);
        self.done = true;
    }
}
