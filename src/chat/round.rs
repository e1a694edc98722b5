//! One model response.

use super::{Millis, RoundKey, ToolCall, ToolResult};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    pub key: RoundKey,
    pub parts: Vec<Part>,
    pub usage: Option<Usage>,
    /// The model id as the provider reported it, else as it was asked for.
    pub model: String,
    pub stop: Option<StopReason>,
    /// When set, this text stands for the whole conversation before this round.
    pub summary: Option<String>,
    pub started: Millis,
    pub ended: Millis,
}

/// A piece of a response, with whatever the provider wants back in the same place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    #[serde(flatten)]
    pub body: PartBody,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opaque: Option<Opaque>,
    /// Where the text comes from, as the provider says, in order and without repetitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub citations: Vec<Citation>,
}

impl From<PartBody> for Part {
    fn from(body: PartBody) -> Self {
        Self {
            body,
            opaque: None,
            citations: vec![],
        }
    }
}

/// A source of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// `http` or `https`.
    pub url: String,
    /// May be empty.
    pub title: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PartBody {
    Thinking {
        text: String,
        /// How long the model thought, in milliseconds.
        #[serde(default)]
        duration: Millis,
    },
    Text {
        text: String,
    },
    /// The model declined to answer; kept apart from text so that it is never replayed as an answer.
    Refusal {
        text: String,
    },
    ToolCall(ToolCall),
    /// Something the provider's own server did on the way, such as a web search: shown, never run here.
    ServerTool {
        name: String,
        /// What is known of it, as text or pretty-printed JSON.
        text: String,
    },
}

/// State that only its model understands, sent back verbatim in its own part's slot and dropped when the next request
/// has another `origin`: a signature of one Claude is refused by another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opaque {
    /// The dialect, the server and the model that made it, for example `openai-chat:deepseek/deepseek-chat`.
    pub origin: String,
    pub value: serde_json::Value,
}

/// Tokens of one response, from the wire. What the provider did not say stays `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    pub input: Option<u64>,
    /// Part of `input` that came from the provider's cache.
    pub cached: Option<u64>,
    pub output: Option<u64>,
    /// Tokens spent on thinking, where reported. Whether `output` includes them differs by provider.
    pub reasoning: Option<u64>,
}

/// Why the model stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "raw", rename_all = "snake_case")]
pub enum StopReason {
    /// It had said everything.
    End,
    /// It wants tools called.
    ToolCalls,
    /// It hit the limit of output tokens.
    Length,
    /// The provider's filter cut it off.
    ContentFilter,
    Refusal,
    /// A reason this program does not know, verbatim.
    Other(String),
}

impl Usage {
    /// Of several responses together. What only some of them reported counts as far as it was.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let sum = |a: Option<u64>, b: Option<u64>| match (a, b) {
            (None, known) | (known, None) => known,
            (Some(a), Some(b)) => Some(a.saturating_add(b)),
        };
        Self {
            input: sum(self.input, other.input),
            cached: sum(self.cached, other.cached),
            output: sum(self.output, other.output),
            reasoning: sum(self.reasoning, other.reasoning),
        }
    }
}

impl Round {
    /// The tokens of the response, and of the agents that its calls asked.
    pub fn total_usage(&self) -> Option<Usage> {
        let results = self.tool_calls().filter_map(|call| call.result.as_ref());
        let asked = results.filter_map(ToolResult::usage);
        self.usage.into_iter().chain(asked).reduce(Usage::plus)
    }

    /// The response's text without thinking or calls, in order.
    pub fn text(&self) -> String {
        self.parts
            .iter()
            .filter_map(|part| match &part.body {
                PartBody::Text { text } | PartBody::Refusal { text } => Some(text.as_str()),
                PartBody::Thinking { .. } | PartBody::ToolCall(_) | PartBody::ServerTool { .. } => {
                    None
                }
            })
            .collect::<Vec<_>>()
            .join("\n\n")
    }

    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.parts.iter().filter_map(|part| match &part.body {
            PartBody::ToolCall(call) => Some(call),
            PartBody::Thinking { .. }
            | PartBody::Text { .. }
            | PartBody::Refusal { .. }
            | PartBody::ServerTool { .. } => None,
        })
    }
}
