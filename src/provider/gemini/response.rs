//! One response while it comes in, object by object.

use super::state::State;
use crate::chat::{Citation, StopReason, Usage};
use crate::provider::json_events::Read;
use crate::provider::lifecycle::Lifecycle;
use crate::provider::parts::Parts;
use crate::provider::{Endpoint, ErrorKind, Event, PartKind};
use serde_json::Value;
use std::collections::HashSet;

pub(super) struct Response {
    life: Lifecycle,
    parts: Parts,
    /// The last part, which text and signatures belong to that say nothing else.
    last: Option<Last>,
    /// The last part of text: sources are those of the words before them.
    text: Option<usize>,
    /// The candidate that is read, by its index.
    candidate: Option<i64>,
    /// Calls so far, for the ids of those that have none.
    calls: usize,
    cited: HashSet<String>,
    counts: Counts,
}

struct Last {
    index: usize,
    kind: PartKind,
    /// Bytes of its text so far.
    length: usize,
    state: State,
}

/// Counts that are reported apart and billed together.
#[derive(Default)]
struct Counts {
    answer: Option<u64>,
    thoughts: Option<u64>,
}

impl Read for Response {
    fn life(&mut self) -> &mut Lifecycle {
        &mut self.life
    }

    fn parts(&mut self) -> &mut Parts {
        &mut self.parts
    }

    fn value(&mut self, value: &Value, out: &mut Vec<Event>) {
        if let Value::Array(list) = value {
            return list.iter().for_each(|value| self.value(value, out));
        }
        if self.life.has_failed() || !value.is_object() {
            return;
        }
        let model = value["modelVersion"].as_str().unwrap_or_default();
        self.life.model(model, out);
        let mut reason = None;
        let candidates = value["candidates"].as_array();
        for candidate in candidates.into_iter().flatten() {
            let index = candidate["index"].as_i64().unwrap_or_default();
            if *self.candidate.get_or_insert(index) == index {
                self.candidate(candidate, out);
                let message = candidate["finishMessage"].as_str().unwrap_or_default();
                reason = candidate["finishReason"].as_str().map(|it| (it, message));
            }
        }
        self.usage(&value["usageMetadata"], out);
        if value.get("error").is_some_and(|error| !error.is_null()) {
            Read::fail(self, self.life.said(&value.to_string()), out);
        } else if let Some((reason, message)) = reason {
            self.finish_reason(reason, message, out);
        } else if candidates.is_none_or(Vec::is_empty) {
            self.feedback(&value["promptFeedback"], out);
        }
    }

    /// The finish reason is not the end: usage and sources may still come, and the server closes.
    fn is_done(&self) -> bool {
        self.life.has_failed()
    }
}

impl Response {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            life: Lifecycle::new(endpoint),
            parts: Parts::default(),
            last: None,
            text: None,
            candidate: None,
            calls: 0,
            cited: HashSet::new(),
            counts: Counts::default(),
        }
    }

    fn candidate(&mut self, candidate: &Value, out: &mut Vec<Event>) {
        let parts = candidate["content"]["parts"].as_array();
        for part in parts.into_iter().flatten() {
            self.part(part, out);
        }
        let chunks = candidate["groundingMetadata"]["groundingChunks"].as_array();
        for chunk in chunks.into_iter().flatten() {
            self.cite(&chunk["web"], out);
        }
        let citations = &candidate["citationMetadata"];
        // The Gemini API and Vertex AI name the list differently.
        for list in [&citations["citationSources"], &citations["citations"]] {
            for source in list.as_array().into_iter().flatten() {
                self.cite(source, out);
            }
        }
    }

    fn part(&mut self, part: &Value, out: &mut Vec<Event>) {
        let signature = part["thoughtSignature"].as_str();
        let signature = signature.filter(|signature| !signature.is_empty());
        if let Some(call) = part.get("functionCall") {
            self.call(call, signature, out);
        } else if let Some(code) = part.get("executableCode") {
            let text = code["code"].as_str().unwrap_or_default();
            self.server("code_execution", text, State::of_part(part), out);
        } else if let Some(result) = part.get("codeExecutionResult") {
            let said = [&result["output"], &result["outcome"]];
            let said = said.into_iter().filter_map(Value::as_str);
            let text = said.into_iter().find(|text| !text.is_empty());
            let state = State::of_part(part);
            self.server("code_result", text.unwrap_or_default(), state, out);
        } else if let Some(data) = part.get("inlineData") {
            // Without its bytes, which would fill the store, a picture cannot go back, nor its signature.
            let (name, text) = describe(data);
            self.server(name, &text, State::default(), out);
        } else if let Some(text) = part.get("text").and_then(Value::as_str) {
            let is_thought = part["thought"] == true;
            self.words(is_thought, text, signature, out);
        } else if signature.is_some() {
            self.words(false, "", signature, out);
        }
    }

    /// Text or thoughts: of the same kind as the words before, they go on with them.
    fn words(
        &mut self,
        is_thought: bool,
        text: &str,
        signature: Option<&str>,
        out: &mut Vec<Event>,
    ) {
        let kind = if is_thought {
            PartKind::Thinking
        } else {
            PartKind::Text
        };
        let goes_on = self.last.as_ref().is_some_and(|last| last.kind == kind);
        if !goes_on && text.is_empty() {
            match (&mut self.last, signature) {
                (_, None) => return,
                (Some(last), Some(signature)) => {
                    last.state.sign_next(signature);
                    return last.report(out);
                }
                // Nothing came before, so the signature needs a part of its own.
                (None, Some(_)) => {}
            }
        }
        if !goes_on {
            self.start(kind, State::default(), out);
        }
        let Some(last) = &mut self.last else {
            return;
        };
        if is_thought {
            self.parts.text(last.index, text, out);
        } else {
            self.parts.answer(last.index, text, out);
            self.text = Some(last.index);
        }
        let start = last.length;
        last.length += text.len();
        if let Some(signature) = signature {
            last.state.sign(start, last.length, signature);
            last.report(out);
        }
    }

    /// A call comes whole.
    fn call(&mut self, call: &Value, signature: Option<&str>, out: &mut Vec<Event>) {
        let given = call["id"].as_str().filter(|id| !id.is_empty());
        let id = match given {
            Some(id) => id.to_owned(),
            None => format!("call_{}", self.calls),
        };
        self.calls += 1;
        let name = call["name"].as_str().unwrap_or_default().to_owned();
        let state = State::of_call(given, signature);
        let index = self.start(PartKind::ToolCall { id, name }, state, out);
        let arguments = match &call["args"] {
            Value::Null => "{}".to_owned(),
            arguments => arguments.to_string(),
        };
        self.parts.args(index, &arguments, out);
        self.parts.end(index, out);
    }

    fn server(&mut self, name: &str, text: &str, state: State, out: &mut Vec<Event>) {
        let name = name.to_owned();
        let index = self.start(PartKind::ServerTool { name }, state, out);
        self.parts.text(index, text, out);
        self.parts.end(index, out);
    }

    /// Starts a part in the place of the last one.
    fn start(&mut self, kind: PartKind, state: State, out: &mut Vec<Event>) -> usize {
        if let Some(last) = &self.last {
            self.parts.end(last.index, out);
        }
        let index = self.parts.start(kind.clone(), out);
        let last = Last {
            index,
            kind,
            length: 0,
            state,
        };
        last.report(out);
        self.last = Some(last);
        index
    }

    fn cite(&mut self, source: &Value, out: &mut Vec<Event>) {
        let url = source["uri"].as_str().unwrap_or_default();
        let is_web = url.starts_with("https://") || url.starts_with("http://");
        if let Some(index) = self.text
            && is_web
            && self.cited.insert(url.to_owned())
        {
            let url = url.to_owned();
            let title = source["title"].as_str().unwrap_or_default().to_owned();
            let citation = Citation { url, title };
            out.push(Event::PartCited { index, citation });
        }
    }

    /// Each object counts the whole response so far. Thoughts are billed as output but counted apart, so
    /// that the output here is the sum of both; what a tool of the server's read is billed as input.
    fn usage(&mut self, usage: &Value, out: &mut Vec<Event>) {
        let count = |name: &str| usage[name].as_u64();
        let Counts { answer, thoughts } = &mut self.counts;
        *answer = count("candidatesTokenCount").or(*answer);
        *thoughts = count("thoughtsTokenCount").or(*thoughts);
        let read = count("toolUsePromptTokenCount").unwrap_or_default();
        let known = Usage {
            input: count("promptTokenCount").map(|input| input.saturating_add(read)),
            cached: count("cachedContentTokenCount"),
            output: match (*answer, *thoughts) {
                (None, None) => None,
                (answer, thoughts) => Some(
                    answer
                        .unwrap_or_default()
                        .saturating_add(thoughts.unwrap_or_default()),
                ),
            },
            reasoning: *thoughts,
        };
        self.life.usage(known, out);
    }

    /// <https://ai.google.dev/api/generate-content#FinishReason>
    fn finish_reason(&mut self, reason: &str, message: &str, out: &mut Vec<Event>) {
        let stop = match reason {
            "" | "FINISH_REASON_UNSPECIFIED" => return,
            // Said of tool calls, too.
            "STOP" => self.parts.natural_stop(),
            "MAX_TOKENS" => StopReason::Length,
            "SAFETY"
            | "RECITATION"
            | "BLOCKLIST"
            | "PROHIBITED_CONTENT"
            | "SPII"
            | "MODEL_ARMOR"
            | "IMAGE_SAFETY"
            | "IMAGE_RECITATION"
            | "IMAGE_PROHIBITED_CONTENT" => StopReason::ContentFilter,
            "MALFORMED_FUNCTION_CALL" => {
                let said = "The model wrote a tool call that cannot be read.";
                return self.fail(ErrorKind::Server, reason, said, message, out);
            }
            "UNEXPECTED_TOOL_CALL" => {
                let said = "The model called a tool that it was not given.";
                return self.fail(ErrorKind::Server, reason, said, message, out);
            }
            "TOO_MANY_TOOL_CALLS" => {
                let said = "The model called tools too many times in a row.";
                return self.fail(ErrorKind::Server, reason, said, message, out);
            }
            "MALFORMED_RESPONSE" => {
                let said = "The model's answer cannot be read.";
                return self.fail(ErrorKind::Server, reason, said, message, out);
            }
            "MISSING_THOUGHT_SIGNATURE" => {
                let said =
                    "A tool call of this conversation lacks the signature that the model wants.";
                return self.fail(ErrorKind::BadRequest, reason, said, message, out);
            }
            // Among them LANGUAGE and OTHER.
            other => StopReason::Other(other.to_owned()),
        };
        self.life.stopped(stop, out);
    }

    /// A prompt that was blocked has no candidates.
    fn feedback(&mut self, feedback: &Value, out: &mut Vec<Event>) {
        let reason = feedback["blockReason"].as_str().unwrap_or_default();
        let message = feedback["blockReasonMessage"].as_str().unwrap_or_default();
        if !reason.is_empty() && reason != "BLOCK_REASON_UNSPECIFIED" {
            let said = "A filter blocked the request before the model saw it.";
            self.fail(ErrorKind::ContentFilter, reason, said, message, out);
        }
    }

    /// `said` in our words, `message` in the provider's.
    fn fail(
        &mut self,
        kind: ErrorKind,
        code: &str,
        said: &str,
        message: &str,
        out: &mut Vec<Event>,
    ) {
        let text = format!("{said} {message}");
        let error = self.life.coded(kind, code, text.trim_end());
        Read::fail(self, error, out);
    }
}

impl Last {
    fn report(&self, out: &mut Vec<Event>) {
        if let Some(value) = self.state.value() {
            let index = self.index;
            out.push(Event::PartOpaque { index, value });
        }
    }
}

/// Name and description of data in the answer, for example `image/png, 12 KB`.
fn describe(data: &Value) -> (&'static str, String) {
    let media_type = data["mimeType"].as_str().unwrap_or("data");
    let name = match media_type.split('/').next() {
        Some("image") => "image",
        Some("audio") => "audio",
        Some("video") => "video",
        _ => "file",
    };
    // Base64 has four characters for three bytes.
    let bytes = data["data"].as_str().unwrap_or_default().len() / 4 * 3;
    let kilobytes = bytes.div_ceil(1024);
    (name, format!("{media_type}, {kilobytes} KB"))
}
