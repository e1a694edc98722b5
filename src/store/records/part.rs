//! The pieces of a response inside a round's or a draft's record.

use super::finite;
use super::round::UsageRecord;
use crate::chat::{Citation, Opaque, Part, PartBody, Shown, ToolCall, ToolResult, ToolStatus};
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<ShownRecord>,
    #[serde(default)]
    pub duration: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ShownRecord {
    Text {
        text: String,
    },
    Json {
        text: String,
    },
    Markdown {
        text: String,
    },
    Table {
        #[serde(default, skip_serializing_if = "String::is_empty")]
        title: String,
        columns: Vec<String>,
        rows: Vec<Vec<String>>,
    },
    Chart {
        spec: Value,
    },
    Image {
        media_type: String,
        data: String,
        alt: String,
    },
    Steps {
        parts: Vec<PartRecord>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        usage: Option<UsageRecord>,
    },
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
                    result: result.map(Into::into),
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
                    result: result.map(Into::into),
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

impl From<ToolResult> for ResultRecord {
    fn from(result: ToolResult) -> Self {
        let ToolResult {
            status,
            content,
            shown,
            duration,
        } = result;
        Self {
            status: status.into(),
            content,
            shown: shown.into_iter().map(Into::into).collect(),
            duration: finite(duration),
        }
    }
}

impl From<ResultRecord> for ToolResult {
    fn from(record: ResultRecord) -> Self {
        Self {
            status: record.status.into(),
            content: record.content,
            shown: record.shown.into_iter().map(Into::into).collect(),
            duration: record.duration,
        }
    }
}

impl From<Shown> for ShownRecord {
    fn from(shown: Shown) -> Self {
        match shown {
            Shown::Text { text } => Self::Text { text },
            Shown::Json { text } => Self::Json { text },
            Shown::Markdown { text } => Self::Markdown { text },
            Shown::Table {
                title,
                columns,
                rows,
            } => Self::Table {
                title,
                columns,
                rows,
            },
            Shown::Chart { spec } => Self::Chart { spec },
            Shown::Image {
                media_type,
                data,
                alt,
            } => Self::Image {
                media_type,
                data,
                alt,
            },
            Shown::Steps { parts, usage } => Self::Steps {
                parts: parts.into_iter().map(Into::into).collect(),
                usage: usage.map(Into::into),
            },
        }
    }
}

impl From<ShownRecord> for Shown {
    fn from(record: ShownRecord) -> Self {
        match record {
            ShownRecord::Text { text } => Self::Text { text },
            ShownRecord::Json { text } => Self::Json { text },
            ShownRecord::Markdown { text } => Self::Markdown { text },
            ShownRecord::Table {
                title,
                columns,
                rows,
            } => Self::Table {
                title,
                columns,
                rows,
            },
            ShownRecord::Chart { spec } => Self::Chart { spec },
            ShownRecord::Image {
                media_type,
                data,
                alt,
            } => Self::Image {
                media_type,
                data,
                alt,
            },
            ShownRecord::Steps { parts, usage } => Self::Steps {
                parts: parts.into_iter().map(Into::into).collect(),
                usage: usage.map(Into::into),
            },
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
