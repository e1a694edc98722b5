//! The conversation as messages that the API accepts.
//!
//! It refuses empty texts, calls that are not all answered at the beginning of the next message, ids of
//! other characters than its own, and thinking that was changed, moved, or stands last:
//! <https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use>,
//! <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>.

use crate::chat::{Image, Message, Opaque, Part, PartBody, ToolCall};
use crate::provider::replay::{CallIds, answer, argument_object, name};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// The messages, beginning with the person's and alternating. What stands in the person's place where
/// there is nothing to say is put in words.
pub(super) fn messages(origin: &str, messages: &[Message]) -> Value {
    let mut conversation = Conversation {
        origin,
        turns: Vec::new(),
        call_ids: CallIds::default(),
        paired: paired(origin, messages),
        server_blocks: 0,
    };
    for message in messages {
        match message {
            Message::User { text, images } => conversation.user(text, images),
            Message::Assistant { parts } => conversation.assistant(parts),
        }
    }
    let mut turns = conversation.turns;
    if turns.first().is_none_or(|turn| turn.role == ASSISTANT) {
        let content = vec![text_block("(empty message)")];
        turns.insert(
            0,
            Turn {
                role: USER,
                content,
            },
        );
    }
    if let Some(last) = turns.last_mut()
        && last.role == ASSISTANT
    {
        trim_end(&mut last.content);
    }
    turns
        .into_iter()
        .map(|turn| json!({ "role": turn.role, "content": turn.content }))
        .collect()
}

/// Whether a budget for thinking may be given. An answer in the middle of its calls has to have begun with
/// thinking: one that another model began, or this one without, goes on without.
pub(super) fn may_think(origin: &str, messages: &[Message]) -> bool {
    let begun = messages
        .iter()
        .rposition(|message| matches!(message, Message::User { .. }))
        .map_or(0, |at| at + 1);
    match messages.get(begun) {
        Some(Message::Assistant { parts }) => parts.iter().any(|part| {
            let opaque = part.opaque.as_ref();
            thinking_block(part, opaque.filter(|state| state.origin == origin)).is_some()
        }),
        Some(Message::User { .. }) | None => true,
    }
}

const USER: &str = "user";
const ASSISTANT: &str = "assistant";

/// Neighbours of one role are one turn.
struct Turn {
    role: &'static str,
    content: Vec<Value>,
}

struct Conversation<'a> {
    origin: &'a str,
    turns: Vec<Turn>,
    call_ids: CallIds,
    /// Which of the server's blocks may go back, see [`paired`], and how many came by.
    paired: HashSet<usize>,
    server_blocks: usize,
}

impl Conversation<'_> {
    fn user(&mut self, text: &str, images: &[Image]) {
        let pictures = images.iter().map(|image| {
            json!({
                "type": "image",
                "source": {
                    "type": "base64",
                    "media_type": image.media_type,
                    "data": image.data,
                },
            })
        });
        let words = (!text.trim().is_empty()).then(|| text_block(text));
        self.add(USER, pictures.chain(words).collect());
    }

    fn assistant(&mut self, parts: &[Part]) {
        let mut content = Vec::new();
        let mut results = Vec::new();
        for part in parts {
            let opaque = part.opaque.as_ref();
            let own = opaque.filter(|opaque| opaque.origin == self.origin);
            match &part.body {
                PartBody::Thinking { .. } => content.extend(thinking_block(part, own)),
                PartBody::Text { text } => match own.and_then(text_blocks) {
                    Some(blocks) => content.extend(blocks),
                    None if text.trim().is_empty() => {}
                    None => content.push(text_block(text)),
                },
                PartBody::ToolCall(call) => {
                    let id = self.call_ids.unique(&clean(&call.id));
                    results.push(tool_result(&id, call));
                    content.push(json!({
                        "type": "tool_use",
                        "id": id,
                        "name": name(&call.name),
                        "input": argument_object(&call.arguments),
                    }));
                }
                PartBody::ServerTool { .. } => {
                    let blocks = own.map(server_blocks).into_iter().flatten();
                    for block in blocks {
                        if self.paired.contains(&self.server_blocks) {
                            content.push(block.clone());
                        }
                        self.server_blocks += 1;
                    }
                }
                // Sent back as an answer, a refusal would teach the model to refuse.
                PartBody::Refusal { .. } => {}
            }
        }
        // Of an answer that was stopped while the model was thinking.
        while content.last().is_some_and(is_thinking) {
            content.pop();
        }
        calls_last(&mut content);
        self.add(ASSISTANT, content);
        self.add(USER, results);
    }

    fn add(&mut self, role: &'static str, content: Vec<Value>) {
        if content.is_empty() {
            return;
        }
        match self.turns.last_mut() {
            Some(last) if last.role == role => last.content.extend(content),
            _ => self.turns.push(Turn { role, content }),
        }
    }
}

/// Puts the calls of the person's tools behind everything else, so that their results follow at once: with
/// a tool of the server's between, the API does not find them. It sends such answers itself
/// (<https://github.com/anthropics/anthropic-sdk-typescript/issues/841>). What stands before thinking stays,
/// because that is signed with it.
fn calls_last(content: &mut [Value]) {
    let free = content.iter().rposition(is_thinking).map_or(0, |at| at + 1);
    content[free..].sort_by_key(|block| block["type"] == "tool_use");
}

fn text_block(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

/// The block as it came: its text is the part's. One without a signature is refused.
fn thinking_block(part: &Part, own: Option<&Opaque>) -> Option<Value> {
    let mut block = own?.value.clone();
    let filled = |name: &str| block[name].as_str().is_some_and(|word| !word.is_empty());
    match (&part.body, block["type"].as_str()?) {
        (PartBody::Thinking { .. }, "redacted_thinking") => filled("data").then_some(block),
        (PartBody::Thinking { text, .. }, "thinking") if filled("signature") => {
            block["thinking"] = json!(text);
            Some(block)
        }
        _ => None,
    }
}

fn is_thinking(block: &Value) -> bool {
    block["type"] == "thinking" || block["type"] == "redacted_thinking"
}

/// A text with its sources, as it came.
fn text_blocks(own: &Opaque) -> Option<Vec<Value>> {
    let is_text = |block: &Value| block["type"] == "text" && block["text"].is_string();
    let blocks = own
        .value
        .as_array()
        .filter(|list| list.iter().all(is_text))?;
    let says_something = |block: &&Value| {
        let text = block["text"].as_str().unwrap_or_default();
        !text.trim().is_empty()
    };
    Some(blocks.iter().filter(says_something).cloned().collect())
}

fn server_blocks(own: &Opaque) -> impl Iterator<Item = &Value> {
    let blocks = match &own.value {
        Value::Array(blocks) => blocks.as_slice(),
        block => std::slice::from_ref(block),
    };
    // The other kinds of parts have their own way back.
    let foreign = |kind| {
        !matches!(
            kind,
            "text" | "thinking" | "redacted_thinking" | "tool_use" | "tool_result"
        )
    };
    blocks
        .iter()
        .filter(move |block| block["type"].as_str().is_some_and(foreign))
}

/// Which blocks of the server's tools, counted through the conversation, may go back: a call with its
/// result, which may stand in a later message, and a result with its call. The last message may have a call
/// that still runs. A stream that broke off leaves others behind.
fn paired(origin: &str, messages: &[Message]) -> HashSet<usize> {
    let mut paired = HashSet::new();
    let mut seen = HashSet::new();
    let mut running: HashMap<&str, usize> = HashMap::new();
    let mut count = 0;
    for (at, message) in messages.iter().enumerate() {
        let Message::Assistant { parts } = message else {
            continue;
        };
        let is_last = at + 1 == messages.len();
        let parts = parts
            .iter()
            .filter(|part| matches!(part.body, PartBody::ServerTool { .. }));
        let states = parts.filter_map(|part| part.opaque.as_ref());
        for block in states
            .filter(|opaque| opaque.origin == origin)
            .flat_map(server_blocks)
        {
            let kind = block["type"].as_str().unwrap_or_default();
            match (block["tool_use_id"].as_str(), block["id"].as_str()) {
                (Some(id), _) => {
                    if let Some(call) = running.remove(id) {
                        paired.extend([call, count]);
                    }
                }
                (None, Some(id)) if kind.ends_with("_tool_use") => {
                    if seen.insert(id) {
                        running.insert(id, count);
                        if is_last {
                            paired.insert(count);
                        }
                    }
                }
                (None, _) => {
                    paired.insert(count);
                }
            }
            count += 1;
        }
    }
    paired
}

fn tool_result(id: &str, call: &ToolCall) -> Value {
    let (content, done) = answer(call);
    let mut result = json!({ "type": "tool_result", "tool_use_id": id });
    if !done {
        result["is_error"] = json!(true);
    }
    match (content.trim().is_empty(), done) {
        (false, _) => result["content"] = json!(content),
        // An error has to say something.
        (true, false) => result["content"] = json!("The call failed and gave no message."),
        (true, true) => {}
    }
    result
}

/// An id in the characters that the API allows.
fn clean(id: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let clean = |c| if allowed(c) { c } else { '_' };
    id.chars().map(clean).take(LONGEST_ID).collect()
}

const LONGEST_ID: usize = 128;

/// An answer that is to be continued must not end in white space.
fn trim_end(content: &mut [Value]) {
    if let Some(Value::Object(block)) = content.last_mut()
        && block.get("type").is_some_and(|kind| kind == "text")
        && let Some(Value::String(text)) = block.get_mut("text")
    {
        text.truncate(text.trim_end().len());
    }
}
