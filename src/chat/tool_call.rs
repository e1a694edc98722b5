//! A tool call and its one answer.

use super::{Millis, Part, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Unique within its turn; made locally where the provider gave none.
    pub id: String,
    pub name: String,
    /// The arguments as the model wrote them: JSON text, or whatever it produced instead.
    pub arguments: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ToolResult>,
}

/// The one answer a tool call gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    pub status: ToolStatus,
    /// What the model reads.
    pub content: String,
    /// What the person sees in place of `content`, in order; empty where that is all there is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<Shown>,
    /// How long the call ran, in milliseconds; 0 if it never did.
    #[serde(default)]
    pub duration: Millis,
}

impl ToolResult {
    /// The tokens of the agent that was asked.
    pub fn usage(&self) -> Option<Usage> {
        let spent = self.shown.iter().filter_map(|shown| match shown {
            Shown::Steps { usage, .. } => *usage,
            Shown::Text { .. }
            | Shown::Json { .. }
            | Shown::Markdown { .. }
            | Shown::Table { .. }
            | Shown::Chart { .. }
            | Shown::Image { .. } => None,
        });
        spent.reduce(Usage::plus)
    }

    /// An answer that the person sees as the model does.
    pub fn new(status: ToolStatus, content: impl Into<String>) -> Self {
        Self {
            status,
            content: content.into(),
            shown: vec![],
            duration: 0.0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolStatus {
    Done,
    Failed,
    Refused,
    TimedOut,
    Stopped,
    Interrupted,
}

/// A piece of a result as the person sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Shown {
    Text {
        text: String,
    },
    /// JSON text, shown as a tree.
    Json {
        text: String,
    },
    Markdown {
        text: String,
    },
    Table {
        /// Empty for one that is only a detail of its call.
        title: String,
        columns: Vec<String>,
        rows: Vec<Vec<String>>,
    },
    /// A chart's specification; what draws it checks it.
    Chart {
        spec: Value,
    },
    Image {
        /// For example `image/png`.
        media_type: String,
        /// Base64, without a `data:` prefix.
        data: String,
        /// What it shows, for those who do not see it.
        alt: String,
    },
    /// What another agent did on the way to its answer.
    Steps {
        parts: Vec<Part>,
        /// Its tokens, with those of the agents that it asked in turn.
        usage: Option<Usage>,
    },
}

impl Shown {
    /// Whether it is made for the person to look at, and so stands in the turn itself.
    pub fn is_exhibit(&self) -> bool {
        match self {
            Self::Chart { .. } | Self::Image { .. } => true,
            Self::Table { title, .. } => !title.is_empty(),
            Self::Text { .. } | Self::Json { .. } | Self::Markdown { .. } | Self::Steps { .. } => {
                false
            }
        }
    }

    /// Text as it came from a tool: JSON where it is some, else plain.
    pub fn of(text: String) -> Self {
        let structured = text.trim_start().starts_with(['{', '['])
            && serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
        match structured {
            true => Self::Json { text },
            false => Self::Text { text },
        }
    }
}
