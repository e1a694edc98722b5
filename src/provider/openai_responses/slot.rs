//! A part of the response, and what it is in this API's terms.

use crate::chat::Citation;
use crate::provider::parts::Parts;
use crate::provider::{Event, PartKind};

/// What became one part.
pub(super) struct Slot {
    /// The content that it is, by its index in a message.
    pub content: Option<u64>,
    pub kind: Words,
    pub part: usize,
    /// Bytes of its text so far.
    pub said: usize,
    /// The summary or content of a reasoning item that it is in.
    pub section: Option<u64>,
    pub cited: Vec<Citation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    Text,
    Refusal,
    /// Reasoning, as a summary or as it is: what comes first is shown.
    Summary,
    Reasoning,
    Arguments,
    ServerTool,
}

impl Slot {
    pub fn new(content: Option<u64>, kind: Words, part: usize) -> Self {
        Self {
            content,
            kind,
            part,
            said: 0,
            section: None,
            cited: Vec::new(),
        }
    }

    /// Whether it is the content at this index. Some servers name none.
    pub fn is_at(&self, at: Option<u64>) -> bool {
        at.is_none() || self.content.is_none() || self.content == at
    }

    #[inline]
    pub fn say(&mut self, text: &str, parts: &mut Parts, out: &mut Vec<Event>) {
        self.said += text.len();
        match self.kind {
            Words::Text | Words::Refusal => parts.answer(self.part, text, out),
            Words::Summary | Words::Reasoning | Words::ServerTool => {
                parts.text(self.part, text, out);
            }
            Words::Arguments => parts.args(self.part, text, out),
        }
    }
}

impl Words {
    /// Calls and tools begin with a name, so they do not begin here.
    pub fn part(self) -> PartKind {
        match self {
            Self::Text => PartKind::Text,
            Self::Refusal => PartKind::Refusal,
            Self::Summary | Self::Reasoning => PartKind::Thinking,
            Self::Arguments => PartKind::ToolCall {
                id: "call".to_owned(),
                name: String::new(),
            },
            Self::ServerTool => PartKind::ServerTool {
                name: "tool".to_owned(),
            },
        }
    }
}
