//! The content blocks of a response as parts.

use super::block::{Block, Content, Text};
use super::server::ServerBlock;
use crate::chat::Citation;
use crate::provider::parts::Parts;
use crate::provider::{Event, PartKind};
use serde_json::{Map, Value, json};

/// Puts blocks together from their deltas. They come one after another; gateways that translate from other
/// formats let them overlap, forget a start or a stop, or begin one twice.
#[derive(Default)]
pub(super) struct Blocks {
    /// Those that may still grow, in the order in which they began.
    open: Vec<Block>,
    pub parts: Parts,
}

impl Blocks {
    /// A block begins; some are whole already.
    pub fn start(&mut self, wire: Option<i64>, block: &Value, out: &mut Vec<Event>) {
        let Value::Object(fields) = block else {
            return;
        };
        let word = |name: &str| block[name].as_str().unwrap_or_default().to_owned();
        match word("type").as_str() {
            "text" => {
                self.open_text(wire, out);
                self.text(wire, word("text"), out);
                for citation in block["citations"].as_array().into_iter().flatten() {
                    self.cite(wire, citation, out);
                }
            }
            "thinking" => {
                self.open_thinking(wire, fields.clone(), out);
                self.thinking(wire, word("thinking"), out);
            }
            "redacted_thinking" => {
                self.clear(wire, out);
                let index = self.parts.start(PartKind::Thinking, out);
                let value = block.clone();
                out.push(Event::PartOpaque { index, value });
                self.parts.end(index, out);
            }
            "tool_use" => {
                self.clear(wire, out);
                let (mut id, name) = (word("id"), word("name"));
                if id.is_empty() {
                    id = format!("call_{}", self.parts.next());
                }
                let given = match &block["input"] {
                    Value::Object(input) if input.is_empty() => None,
                    Value::Null => None,
                    Value::String(text) => Some(text.clone()),
                    input => Some(input.to_string()),
                };
                let part = Some(self.parts.start(PartKind::ToolCall { id, name }, out));
                let content = Content::Call {
                    given: given.filter(|given| !given.is_empty()),
                    written: false,
                };
                self.push(wire, part, content);
            }
            _ => {
                self.clear(wire, out);
                let block = ServerBlock::new(fields.clone());
                let part = Some(
                    self.parts
                        .start(PartKind::ServerTool { name: block.name() }, out),
                );
                self.push(wire, part, Content::Server(block));
            }
        }
    }

    /// A delta of a rare kind, or of an unusual form.
    pub fn delta(&mut self, wire: Option<i64>, delta: &Value, out: &mut Vec<Event>) {
        let word = |name: &str| delta[name].as_str().unwrap_or_default().to_owned();
        match word("type").as_str() {
            "text_delta" => self.text(wire, word("text"), out),
            "thinking_delta" => self.thinking(wire, word("thinking"), out),
            "input_json_delta" => self.input(wire, word("partial_json"), out),
            "citations_delta" => self.cite(wire, &delta["citation"], out),
            "signature_delta" => {
                if self.find(wire).is_none() {
                    self.open_thinking(wire, thinking_block(), out);
                }
                if let Some(at) = self.find(wire)
                    && let Content::Thinking { signature, .. } = &mut self.open[at].content
                {
                    signature.push_str(&word("signature"));
                }
            }
            _ => {
                if let Some(at) = self.find(wire)
                    && let Content::Server(block) = &mut self.open[at].content
                {
                    block.misread();
                }
            }
        }
    }

    #[inline]
    pub fn text(&mut self, wire: Option<i64>, more: String, out: &mut Vec<Event>) {
        if more.is_empty() {
            return;
        }
        let at = match self.find(wire) {
            Some(at) if matches!(self.open[at].content, Content::Text(_)) => at,
            Some(_) | None => self.open_text(wire, out),
        };
        let block = &mut self.open[at];
        let Content::Text(text) = &mut block.content else {
            return;
        };
        text.text.push_str(&more);
        if let Some(index) = block.part {
            self.parts.answer(index, more, out);
        } else if !text.text.trim().is_empty() {
            // White space alone is no answer.
            let text = text.text.clone();
            let index = self.parts.start(PartKind::Text, out);
            self.open[at].part = Some(index);
            self.parts.answer(index, text, out);
        }
    }

    pub fn thinking(&mut self, wire: Option<i64>, text: String, out: &mut Vec<Event>) {
        if text.is_empty() {
            return;
        }
        let at = match self.find(wire) {
            Some(at) if matches!(self.open[at].content, Content::Thinking { .. }) => at,
            Some(_) | None => self.open_thinking(wire, thinking_block(), out),
        };
        let index = match self.open[at].part {
            Some(index) => index,
            None => self.parts.start(PartKind::Thinking, out),
        };
        self.open[at].part = Some(index);
        self.parts.text(index, text, out);
    }

    /// A piece of the arguments of a call, the person's or the server's.
    pub fn input(&mut self, wire: Option<i64>, json: String, out: &mut Vec<Event>) {
        let Some(at) = self.find(wire).filter(|_| !json.is_empty()) else {
            return;
        };
        let block = &mut self.open[at];
        match (&mut block.content, block.part) {
            (Content::Call { written, .. }, Some(index)) => {
                *written = true;
                self.parts.args(index, json, out);
            }
            (Content::Server(server), _) => server.input(&json),
            (Content::Call { .. } | Content::Text(_) | Content::Thinking { .. }, _) => {}
        }
    }

    fn cite(&mut self, wire: Option<i64>, citation: &Value, out: &mut Vec<Event>) {
        let Some(at) = self.find(wire) else {
            return;
        };
        let block = &mut self.open[at];
        let Content::Text(text) = &mut block.content else {
            return;
        };
        // Other kinds point into documents, and have fields that are not accepted when they come back.
        if citation["type"] == "web_search_result_location" {
            text.citations.push(citation.clone());
            text.cited = true;
        }
        let word = |name: &str| citation[name].as_str().unwrap_or_default();
        let url = [word("url"), word("source")]
            .into_iter()
            .find(|url| url.starts_with("https://") || url.starts_with("http://"));
        if let Some(url) = url {
            let citation = Citation {
                url: url.to_owned(),
                title: word("title").to_owned(),
            };
            if text.shown.contains(&citation) {
                return;
            }
            text.shown.push(citation.clone());
            // The sources of a text can come before its first word.
            let index = match block.part {
                Some(index) => index,
                None => self.parts.start(PartKind::Text, out),
            };
            self.open[at].part = Some(index);
            out.push(Event::PartCited { index, citation });
        }
    }

    /// A block ends.
    pub fn stop(&mut self, wire: Option<i64>, out: &mut Vec<Event>) {
        let Some(at) = self.find(wire) else {
            return;
        };
        match &mut self.open[at].content {
            Content::Text(text) => {
                text.seal();
                self.open[at].resting = true;
            }
            Content::Call {
                given: None,
                written: false,
            } => self.open[at].resting = true,
            Content::Call { .. } | Content::Thinking { .. } | Content::Server(_) => {
                let block = self.open.remove(at);
                block.end(true, &mut self.parts, out);
            }
        }
    }

    /// The model stopped, or goes on with something else: what rested has ended. `complete`: a call without
    /// arguments has none, and gets the `{}` that says so.
    pub fn settle(&mut self, complete: bool, out: &mut Vec<Event>) {
        while let Some(at) = self.open.iter().position(|block| block.resting) {
            let block = self.open.remove(at);
            block.end(complete, &mut self.parts, out);
        }
    }

    /// The model refused, in words of its own or of the provider's filter: what it said last is no answer,
    /// and must not be sent back as one.
    pub fn refuse(&mut self, why: &str, out: &mut Vec<Event>) {
        for block in &mut self.open {
            if let (Content::Text(text), Some(index)) = (&mut block.content, block.part) {
                let kind = PartKind::Refusal;
                out.push(Event::PartRetyped { index, kind });
                text.cited = false;
            }
        }
        if !why.trim().is_empty() {
            self.settle(true, out);
            let index = self.parts.start(PartKind::Refusal, out);
            self.parts.answer(index, why, out);
            self.parts.end(index, out);
        }
    }

    /// Ends everything. `complete`: the model had said all it wanted to.
    pub fn close(&mut self, complete: bool, out: &mut Vec<Event>) {
        for block in std::mem::take(&mut self.open) {
            block.end(complete, &mut self.parts, out);
        }
    }

    /// The block that is growing under this index.
    #[inline]
    fn find(&self, wire: Option<i64>) -> Option<usize> {
        let is_it = |block: &Block| !block.resting && (wire.is_none() || block.wire == wire);
        self.open.iter().rposition(is_it)
    }

    /// Makes room for a block that begins at this index.
    fn clear(&mut self, wire: Option<i64>, out: &mut Vec<Event>) {
        self.settle(true, out);
        if let Some(at) = self.find(wire) {
            let block = self.open.remove(at);
            block.end(false, &mut self.parts, out);
        }
    }

    fn push(&mut self, wire: Option<i64>, part: Option<usize>, content: Content) -> usize {
        self.open.push(Block {
            wire,
            part,
            resting: false,
            content,
        });
        self.open.len() - 1
    }

    fn open_text(&mut self, wire: Option<i64>, out: &mut Vec<Event>) -> usize {
        if let Some(at) = self.find(wire) {
            let block = self.open.remove(at);
            block.end(false, &mut self.parts, out);
        }
        if let Some(at) = self.open.len().checked_sub(1)
            && let Block {
                resting: true,
                content: Content::Text(_),
                ..
            } = &self.open[at]
        {
            self.open[at].resting = false;
            self.open[at].wire = wire;
            return at;
        }
        self.settle(true, out);
        self.push(wire, None, Content::Text(Text::default()))
    }

    fn open_thinking(
        &mut self,
        wire: Option<i64>,
        mut block: Map<String, Value>,
        out: &mut Vec<Event>,
    ) -> usize {
        self.clear(wire, out);
        block.remove("thinking");
        let signature = match block.remove("signature") {
            Some(Value::String(signature)) => signature,
            _ => String::new(),
        };
        self.push(wire, None, Content::Thinking { block, signature })
    }
}

fn thinking_block() -> Map<String, Value> {
    Map::from_iter([("type".to_owned(), json!("thinking"))])
}
