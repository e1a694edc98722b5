//! The client's lines as events.

use super::error;
use crate::chat::{StopReason, Usage};
use crate::provider::body::NO_DATA;
use crate::provider::lifecycle::Lifecycle;
use crate::provider::{Decode, Endpoint, ErrorKind, Event, PartKind, ProviderError};
use crate::stream::JsonLinesDecoder;
use serde_json::Value;

/// Decodes one response.
pub struct Decoder {
    lines: JsonLinesDecoder,
    response: Response,
}

struct Response {
    endpoint: Endpoint,
    life: Lifecycle,
    /// Parts that have started, and the kind of the last one while it is open.
    started: usize,
    open: Option<PartKind>,
    answered: bool,
    begun: bool,
    done: bool,
}

impl Decoder {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            lines: JsonLinesDecoder::default(),
            response: Response {
                endpoint: endpoint.clone(),
                life: Lifecycle::new(endpoint),
                started: 0,
                open: None,
                answered: false,
                begun: false,
                done: false,
            },
        }
    }
}

impl Decode for Decoder {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<Event>) {
        let response = &mut self.response;
        let result = self.lines.push(bytes, |line| response.line(line, out));
        if let Err(error) = result {
            let error = response
                .life
                .error(ErrorKind::Malformed, &error.to_string());
            response.fail(error, out);
        }
    }

    /// A line that was cut is dropped; that the end is missing is told all the same.
    fn finish(&mut self, out: &mut Vec<Event>) {
        let response = &mut self.response;
        if response.begun {
            response.finish(out);
        } else {
            let error = response.life.error(ErrorKind::Empty, NO_DATA);
            response.fail(error, out);
        }
    }

    fn is_done(&self) -> bool {
        self.response.is_done()
    }
}

impl Response {
    fn is_done(&self) -> bool {
        self.done || self.life.has_failed()
    }

    fn line(&mut self, line: &str, out: &mut Vec<Event>) {
        if self.is_done() {
            return;
        }
        self.begun = true;
        let Ok(value) = serde_json::from_str::<Value>(line) else {
            return self.fail(self.life.unreadable(line), out);
        };
        if let Some(part) = value["downloading"].as_f64() {
            out.push(Event::Downloading(part.clamp(0.0, 1.0)));
        }
        if let Some(text) = value["thinking"].as_str() {
            self.say(PartKind::Thinking, text, out);
        }
        if let Some(text) = value["text"].as_str() {
            self.say(PartKind::Text, text, out);
        }
        let usage = &value["usage"];
        if usage.is_object() {
            let usage = Usage {
                input: usage["input"].as_u64(),
                cached: None,
                output: usage["output"].as_u64(),
                reasoning: None,
            };
            self.life.usage(usage, out);
        }
        if !value["error"].is_null() {
            self.fail(error(&self.endpoint, &value["error"]), out);
        } else if value["done"] == true {
            self.done = true;
            self.life.stopped(StopReason::End, out);
            self.close(out);
        }
    }

    fn say(&mut self, kind: PartKind, text: &str, out: &mut Vec<Event>) {
        if text.is_empty() {
            return;
        }
        self.answered |= kind == PartKind::Text;
        if self.open.as_ref() != Some(&kind) {
            self.close(out);
            let index = self.started;
            self.started += 1;
            self.open = Some(kind.clone());
            out.push(Event::PartStarted { index, kind });
        }
        out.push(Event::PartText {
            index: self.started - 1,
            text: text.to_owned(),
        });
    }

    fn close(&mut self, out: &mut Vec<Event>) {
        if self.open.take().is_some() {
            out.push(Event::PartEnded {
                index: self.started - 1,
            });
        }
    }

    fn finish(&mut self, out: &mut Vec<Event>) {
        if !self.life.has_failed() {
            self.close(out);
            self.life.finish(self.started == 0, self.answered, out);
        }
    }

    fn fail(&mut self, error: ProviderError, out: &mut Vec<Event>) {
        self.close(out);
        self.life.fail(error, out);
    }
}
