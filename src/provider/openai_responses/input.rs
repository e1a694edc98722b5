//! The conversation as input items.

use crate::chat::{Image, Message, Part, PartBody, ToolCall};
use crate::provider::replay::{self, CallIds, argument_text};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// The API's limit is 64 characters; a few are left for telling equal ids apart.
const ID_LENGTH: usize = 56;

/// The items in order. What this API must have back goes with its own slot: a reasoning item directly
/// before the message or call that it led to, else not at all, since one without that item is refused.
/// Messages and calls carry no item ids, so none is looked for on the server, which has stored nothing.
///
/// `origin`: whose opaque state is wanted, if any.
pub(super) fn items(origin: Option<&str>, messages: &[Message]) -> Vec<Value> {
    let mut input = Input {
        origin,
        list: Vec::new(),
        call_ids: CallIds::default(),
        reasoning_ids: HashSet::new(),
    };
    for message in messages {
        match message {
            Message::User { text, images } => input.user(text, images),
            Message::Assistant { parts } => input.assistant(parts),
        }
    }
    input.list
}

struct Input<'a> {
    /// Opaque state of any other origin is dropped.
    origin: Option<&'a str>,
    list: Vec<Value>,
    call_ids: CallIds,
    /// An item that comes twice is refused.
    reasoning_ids: HashSet<String>,
}

impl Input<'_> {
    fn user(&mut self, text: &str, images: &[Image]) {
        let pictures = images.iter().map(|image| {
            let url = format!("data:{};base64,{}", image.media_type, image.data);
            json!({ "type": "input_image", "image_url": url, "detail": "auto" })
        });
        let words = (!text.is_empty()).then(|| json!({ "type": "input_text", "text": text }));
        let content: Vec<Value> = pictures.chain(words).collect();
        if !content.is_empty() {
            let message = json!({ "type": "message", "role": "user", "content": content });
            self.list.push(message);
        }
    }

    /// The answer's items, then one output for each of its calls.
    ///
    /// Items of the server's own tools are dropped: the server accepts them only by reference to what it
    /// stored. So is the reasoning that led to one, and thinking and refusals, which are no answer.
    fn assistant(&mut self, parts: &[Part]) {
        let mut outputs = Vec::new();
        let mut reasoning = None;
        // The message that the next text joins, by its place.
        let mut open = None;
        for part in parts {
            let own = part.opaque.as_ref();
            let own = own.filter(|it| Some(it.origin.as_str()) == self.origin);
            let state = own.map_or(&Value::Null, |opaque| &opaque.value);
            match &part.body {
                PartBody::Thinking { .. } => reasoning = reasoning_item(state).or(reasoning),
                PartBody::Text { text } if text.is_empty() => {}
                PartBody::Text { text } => {
                    let content = json!({ "type": "output_text", "text": text });
                    let phase = &state["phase"];
                    let led_to = self.reasoning(&mut reasoning);
                    if !led_to
                        && let Some(at) = open
                        && let Some(message) = self.list.get_mut::<usize>(at)
                        && message["phase"] == *phase
                        && let Value::Array(list) = &mut message["content"]
                    {
                        list.push(content);
                        continue;
                    }
                    open = Some(self.list.len());
                    let mut message =
                        json!({ "type": "message", "role": "assistant", "content": [content] });
                    if phase.is_string() {
                        message["phase"] = phase.clone();
                    }
                    self.list.push(message);
                }
                PartBody::ToolCall(call) => {
                    open = None;
                    self.reasoning(&mut reasoning);
                    let id = self.call_id(&call.id);
                    outputs.push(output(&id, call));
                    self.list.push(function_call(&id, call));
                }
                PartBody::Refusal { .. } | PartBody::ServerTool { .. } => reasoning = None,
            }
        }
        self.list.extend(outputs);
    }

    /// Puts the reasoning that leads to the next item before it, and says whether there was any.
    fn reasoning(&mut self, reasoning: &mut Option<Value>) -> bool {
        let Some(item) = reasoning.take() else {
            return false;
        };
        let id = item["id"].as_str().unwrap_or_default();
        let is_new = id.is_empty() || self.reasoning_ids.insert(id.to_owned());
        if is_new {
            self.list.push(item);
        }
        is_new
    }

    fn call_id(&mut self, id: &str) -> String {
        let end = id
            .char_indices()
            .nth(ID_LENGTH)
            .map_or(id.len(), |(at, _)| at);
        self.call_ids.unique(&id[..end])
    }
}

/// The item as the API takes it. One without its encrypted content would be looked for on the server;
/// plain reasoning text is refused.
fn reasoning_item(state: &Value) -> Option<Value> {
    let encrypted = state["encrypted_content"].as_str()?;
    if state["type"] != "reasoning" || encrypted.is_empty() {
        return None;
    }
    let mut item = Map::new();
    for name in ["type", "id", "encrypted_content"] {
        if let Some(value) = state.get(name) {
            item.insert(name.to_owned(), value.clone());
        }
    }
    // Wanted also where it is empty.
    let summary = state.get("summary").filter(|summary| summary.is_array());
    let summary = summary.cloned().unwrap_or_else(|| json!([]));
    item.insert("summary".to_owned(), summary);
    Some(item.into())
}

fn function_call(id: &str, call: &ToolCall) -> Value {
    json!({
        "type": "function_call",
        "call_id": id,
        "name": replay::name(&call.name),
        "arguments": argument_text(&call.arguments),
    })
}

fn output(id: &str, call: &ToolCall) -> Value {
    let (output, _) = replay::answer(call);
    json!({ "type": "function_call_output", "call_id": id, "output": output })
}
