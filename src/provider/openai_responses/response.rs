//! One response while it comes in, event by event.

use super::items::{Class, Items, Place};
use super::slot::Words;
use crate::chat::{StopReason, Usage};
use crate::provider::json_events::Read;
use crate::provider::lifecycle::Lifecycle;
use crate::provider::parts::Parts;
use crate::provider::{Endpoint, ErrorKind, Event};
use serde::Deserialize;
use serde_json::Value;
use std::borrow::Cow;

pub(super) struct Response {
    life: Lifecycle,
    parts: Parts,
    items: Items,
}

/// The event that nearly all are: more of something.
#[derive(Deserialize)]
struct Delta<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(borrow, default)]
    item_id: Option<&'a str>,
    #[serde(default)]
    output_index: Option<u64>,
    #[serde(default)]
    content_index: Option<u64>,
    #[serde(default)]
    summary_index: Option<u64>,
    #[serde(borrow)]
    delta: Cow<'a, str>,
}

impl Read for Response {
    fn life(&mut self) -> &mut Lifecycle {
        &mut self.life
    }

    fn parts(&mut self) -> &mut Parts {
        &mut self.parts
    }

    #[inline]
    fn quick(&mut self, data: &str, out: &mut Vec<Event>) -> bool {
        // Looked for, because what is large is never a delta, and would be read twice.
        data.contains(".delta\"")
            && serde_json::from_str::<Delta<'_>>(data).is_ok_and(|delta| self.delta(&delta, out))
    }

    fn value(&mut self, value: &Value, out: &mut Vec<Event>) {
        if let Value::Array(list) = value {
            return list.iter().for_each(|value| self.value(value, out));
        }
        if self.is_done() || !value.is_object() {
            return;
        }
        let text = |name: &str| value[name].as_str().unwrap_or_default();
        let response = &value["response"];
        let content = value["content_index"].as_u64();
        match text("type") {
            "response.created" | "response.in_progress" | "response.queued" => {
                self.model(response, out);
            }
            "response.output_item.added" => {
                let item = &value["item"];
                if let Some(class) = Class::of(item) {
                    let found = self.items.announced(class, place(value, item));
                    found.announce(item, &mut self.parts, out);
                }
            }
            "response.output_item.done" => {
                let item = &value["item"];
                if let Some(class) = Class::of(item) {
                    let found = self.items.find(class, place(value, item));
                    found.complete(item, &mut self.parts, out);
                }
            }
            "response.content_part.added" | "response.content_part.done" => {
                let item = self.items.find(Class::Message, place(value, &Value::Null));
                item.content(content, &value["part"], &mut self.parts, out);
            }
            "response.output_text.done" => {
                self.whole(value, Class::Message, Words::Text, text("text"), out);
            }
            "response.refusal.done" => {
                self.whole(value, Class::Message, Words::Refusal, text("refusal"), out);
            }
            "response.function_call_arguments.done" => {
                self.whole(value, Class::Call, Words::Arguments, text("arguments"), out);
            }
            "response.output_text.annotation.added" => {
                let item = self.items.find(Class::Message, place(value, &Value::Null));
                item.cite(content, &value["annotation"], out);
            }
            "response.completed" => self.ended(response, "completed", out),
            "response.incomplete" => self.ended(response, "incomplete", out),
            "response.failed" => self.ended(response, "failed", out),
            "response.cancelled" => self.ended(response, "cancelled", out),
            "error" => self.fail(self.life.said(&value.to_string()), out),
            // A response that was not streamed.
            "" if value["object"] == "response" => self.ended(value, text("status"), out),
            // Servers that imitate this API have errors of their own shapes.
            other if !other.starts_with("response.") && holds_error(value) => {
                self.fail(self.life.said(&value.to_string()), out);
            }
            // Of the tools that the server runs their finished items say all there is to show; what is not
            // known is skipped.
            _ => {
                if let Ok(delta) = Delta::deserialize(value) {
                    self.delta(&delta, out);
                }
            }
        }
    }

    fn is_done(&self) -> bool {
        self.life.stop().is_some() || self.life.has_failed()
    }
}

impl Response {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            life: Lifecycle::new(endpoint),
            parts: Parts::default(),
            items: Items::default(),
        }
    }

    /// Takes more of something, and says whether it is known what.
    #[inline]
    fn delta(&mut self, delta: &Delta<'_>, out: &mut Vec<Event>) -> bool {
        let content = delta.content_index;
        let (class, words, at) = match delta.kind {
            "response.output_text.delta" => (Class::Message, Words::Text, content),
            "response.refusal.delta" => (Class::Message, Words::Refusal, content),
            "response.function_call_arguments.delta" => (Class::Call, Words::Arguments, None),
            "response.reasoning_summary_text.delta" => {
                (Class::Reasoning, Words::Summary, delta.summary_index)
            }
            "response.reasoning_text.delta" => (Class::Reasoning, Words::Reasoning, content),
            "response.code_interpreter_call_code.delta" => {
                (Class::ServerTool, Words::ServerTool, None)
            }
            _ => return false,
        };
        let place = Place {
            index: delta.output_index,
            id: delta.item_id.filter(|id| !id.is_empty()),
        };
        let item = self.items.find(class, place);
        item.grow(at, words, &delta.delta, &mut self.parts, out);
        true
    }

    fn whole(
        &mut self,
        value: &Value,
        class: Class,
        words: Words,
        text: &str,
        out: &mut Vec<Event>,
    ) {
        let item = self.items.find(class, place(value, &Value::Null));
        let content = value["content_index"].as_u64();
        item.whole(content, words, text, &mut self.parts, out);
    }

    /// Takes the response as it is at last.
    fn ended(&mut self, response: &Value, status: &str, out: &mut Vec<Event>) {
        self.model(response, out);
        self.output(&response["output"], out);
        self.usage(&response["usage"], out);
        let ends = matches!(status, "completed" | "incomplete" | "failed" | "cancelled");
        if ends {
            let finished = status == "completed";
            self.items.close(finished, &mut self.parts, out);
        }
        let stop = match status {
            "completed" => self.parts.natural_stop(),
            "incomplete" => match response["incomplete_details"]["reason"].as_str() {
                Some("max_output_tokens") => StopReason::Length,
                Some("content_filter") => StopReason::ContentFilter,
                reason => StopReason::Other(reason.unwrap_or("incomplete").to_owned()),
            },
            "failed" => {
                let error = &response["error"];
                return if error.is_null() {
                    let message = "The provider says that the response failed, and not why.";
                    self.fail(self.life.error(ErrorKind::Server, message), out);
                } else {
                    self.fail(self.life.said(&error.to_string()), out);
                };
            }
            "cancelled" => {
                let message = "The provider says that the response was cancelled.";
                return self.fail(self.life.error(ErrorKind::CutOff, message), out);
            }
            // Not the end after all.
            _ => return,
        };
        self.life.stopped(stop, out);
    }

    /// The items once more, for what the events left out.
    fn output(&mut self, output: &Value, out: &mut Vec<Event>) {
        let mut classes = Vec::new();
        for (index, item) in (0..).zip(output.as_array().into_iter().flatten()) {
            let Some(class) = Class::of(item) else {
                continue;
            };
            let nth = classes.iter().filter(|it| **it == class).count();
            classes.push(class);
            let place = Place {
                index: Some(index),
                id: item["id"].as_str(),
            };
            let found = self.items.nth(class, nth, place);
            found.complete(item, &mut self.parts, out);
        }
    }

    fn model(&mut self, response: &Value, out: &mut Vec<Event>) {
        let model = response["model"].as_str().unwrap_or_default();
        self.life.model(model, out);
    }

    /// The output includes what was spent on reasoning.
    fn usage(&mut self, usage: &Value, out: &mut Vec<Event>) {
        let known = Usage {
            input: usage["input_tokens"].as_u64(),
            cached: usage["input_tokens_details"]["cached_tokens"].as_u64(),
            output: usage["output_tokens"].as_u64(),
            reasoning: usage["output_tokens_details"]["reasoning_tokens"].as_u64(),
        };
        self.life.usage(known, out);
    }
}

fn holds_error(value: &Value) -> bool {
    value.get("error").is_some_and(|error| !error.is_null()) || value["object"] == "error"
}

/// Where an event belongs: it names the item, or holds it.
fn place<'a>(event: &'a Value, item: &'a Value) -> Place<'a> {
    let ids = [&event["item_id"], &item["id"]];
    let mut ids = ids.into_iter().filter_map(Value::as_str);
    Place {
        index: event["output_index"].as_u64(),
        id: ids.find(|id| !id.is_empty()),
    }
}
