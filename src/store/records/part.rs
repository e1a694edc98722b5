//! The pieces of a response inside a round's or a draft's record.

use super::finite;
use crate::chat::round::ToolStatus;
use crate::chat::{Citation, Opaque, Part, PartBody, ToolCall, ToolResult};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartRecord {
    #[serde(flatten)]
    pub body: BodyRecord,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opaque: Option<OpaqueRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub citations: Vec<CitationRecord>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CitationRecord {
    pub url: String,
    #[serde(default)]
    pub title: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BodyRecord {
    Thinking {
        text: String,
        duration: f64,
    },
    Text {
        text: String,
    },
    Refusal {
        text: String,
    },
    ToolCall {
        id: String,
        name: String,
        arguments: String,
        result: Option<ResultRecord>,
    },
    ServerTool {
        name: String,
        text: String,
    },
}

/// The provider's own state, exactly as it came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpaqueRecord {
    pub origin: String,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultRecord {
    pub status: StatusRecord,
    pub content: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StatusRecord {
    Done,
    Failed,
    Refused,
    TimedOut,
    Stopped,
    Interrupted,
}

impl From<Part> for PartRecord {
    fn from(
        Part {
            body,
            opaque,
            citations,
        }: Part,
    ) -> Self {
        Self {
            body: match body {
                PartBody::Thinking { text, duration } => BodyRecord::Thinking {
                    text,
                    duration: finite(duration),
                },
                PartBody::Text { text } => BodyRecord::Text { text },
                PartBody::Refusal { text } => BodyRecord::Refusal { text },
                PartBody::ServerTool { name, text } => BodyRecord::ServerTool { name, text },
                PartBody::ToolCall(ToolCall {
                    id,
                    name,
                    arguments,
                    result,
                }) => BodyRecord::ToolCall {
                    id,
                    name,
                    arguments,
                    result: result.map(|ToolResult { status, content }| ResultRecord {
                        status: status.into(),
                        content,
                    }),
                },
            },
            opaque: opaque.map(|Opaque { origin, value }| OpaqueRecord { origin, value }),
            citations: citations
                .into_iter()
                .map(|Citation { url, title }| CitationRecord { url, title })
                .collect(),
        }
    }
}

impl From<PartRecord> for Part {
    fn from(
        PartRecord {
            body,
            opaque,
            citations,
        }: PartRecord,
    ) -> Self {
        Self {
            body: match body {
                BodyRecord::Thinking { text, duration } => PartBody::Thinking { text, duration },
                BodyRecord::Text { text } => PartBody::Text { text },
                BodyRecord::Refusal { text } => PartBody::Refusal { text },
                BodyRecord::ServerTool { name, text } => PartBody::ServerTool { name, text },
                BodyRecord::ToolCall {
                    id,
                    name,
                    arguments,
                    result,
                } => PartBody::ToolCall(ToolCall {
                    id,
                    name,
                    arguments,
                    result: result.map(|ResultRecord { status, content }| ToolResult {
                        status: status.into(),
                        content,
                    }),
                }),
            },
            opaque: opaque.map(|OpaqueRecord { origin, value }| Opaque { origin, value }),
            citations: citations
                .into_iter()
                .map(|CitationRecord { url, title }| Citation { url, title })
                .collect(),
        }
    }
}

impl From<ToolStatus> for StatusRecord {
    fn from(status: ToolStatus) -> Self {
        match status {
            ToolStatus::Done => Self::Done,
            ToolStatus::Failed => Self::Failed,
            ToolStatus::Refused => Self::Refused,
            ToolStatus::TimedOut => Self::TimedOut,
            ToolStatus::Stopped => Self::Stopped,
            ToolStatus::Interrupted => Self::Interrupted,
        }
    }
}

impl From<StatusRecord> for ToolStatus {
    fn from(record: StatusRecord) -> Self {
        match record {
            StatusRecord::Done => Self::Done,
            StatusRecord::Failed => Self::Failed,
            StatusRecord::Refused => Self::Refused,
            StatusRecord::TimedOut => Self::TimedOut,
            StatusRecord::Stopped => Self::Stopped,
            StatusRecord::Interrupted => Self::Interrupted,
        }
    }
}
