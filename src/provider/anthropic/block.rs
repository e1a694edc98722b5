//! One content block, from its first word to its end.

use super::server::ServerBlock;
use crate::chat::Citation;
use crate::provider::parts::Parts;
use crate::provider::{Event, PartKind};
use serde_json::{Map, Value, json};

/// A block that may still grow.
pub(super) struct Block {
    /// The server's index.
    pub wire: Option<i64>,
    /// Absent as long as there is nothing to show.
    pub part: Option<usize>,
    /// It has stopped, and waits for what comes next: text goes on in the next block of text, and a call
    /// without arguments may just have lost them.
    pub resting: bool,
    pub content: Content,
}

pub(super) enum Content {
    Text(Text),
    Thinking {
        /// The block without its text, which the part has.
        block: Map<String, Value>,
        signature: String,
    },
    Call {
        /// Arguments given at the start, for a server that sends no deltas.
        given: Option<String>,
        written: bool,
    },
    Server(ServerBlock),
}

/// A text with sources is sent as many blocks, each with its own: one part, but to be sent back as it was.
#[derive(Default)]
pub(super) struct Text {
    pub before: Vec<Value>,
    pub text: String,
    pub citations: Vec<Value>,
    pub cited: bool,
    pub shown: Vec<Citation>,
}

impl Block {
    /// What state there is goes back only if it is known to be whole.
    pub fn end(self, complete: bool, parts: &mut Parts, out: &mut Vec<Event>) {
        let mut part = self.part;
        let opaque = match self.content {
            Content::Text(mut text) => {
                text.seal();
                let whole = complete || self.resting;
                (text.cited && whole && part.is_some()).then(|| text.before.into())
            }
            Content::Thinking {
                mut block,
                signature,
            } => (complete && !signature.is_empty()).then(|| {
                block.insert("signature".to_owned(), signature.into());
                Value::Object(block)
            }),
            Content::Call { given, written } => {
                let none = || complete.then(|| "{}".to_owned());
                if let (false, Some(index)) = (written, part)
                    && let Some(json) = given.or_else(none)
                {
                    parts.args(index, json, out);
                }
                None
            }
            Content::Server(server) => {
                let (text, block) = server.end(complete);
                if let Some(index) = part.filter(|_| !text.is_empty()) {
                    parts.text(index, text, out);
                }
                block
            }
        };
        // A signature can stand alone: the thinking itself is not shown.
        if opaque.is_some() && part.is_none() {
            part = Some(parts.start(PartKind::Thinking, out));
        }
        let Some(index) = part else {
            return;
        };
        if let Some(value) = opaque {
            out.push(Event::PartOpaque { index, value });
        }
        parts.end(index, out);
    }
}

impl Text {
    /// Keeps the block that has ended.
    pub fn seal(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let mut block = json!({ "type": "text", "text": std::mem::take(&mut self.text) });
        let citations = std::mem::take(&mut self.citations);
        if !citations.is_empty() {
            block["citations"] = citations.into();
        }
        self.before.push(block);
    }
}
