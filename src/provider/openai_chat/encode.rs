//! The conversation as a request.

use super::parameters;
use crate::chat::{Image, Message, ModelInput, Part, PartBody, ToolCall, ToolSpec};
use crate::provider::preset::Replay;
use crate::provider::replay::{self, CallIds, argument_text};
use crate::provider::{Endpoint, HttpRequest, ModelConfig};
use serde_json::{Map, Value, json};

/// Builds the streamed request.
pub fn encode(endpoint: &Endpoint, config: &ModelConfig, input: &ModelInput) -> HttpRequest {
    let body = body(endpoint, config, input);
    if endpoint.quirks.deployments {
        let path = format!("/openai/deployments/{}/chat/completions", config.model);
        return endpoint.post(&path, body);
    }
    endpoint.post("/chat/completions", body)
}

fn body(endpoint: &Endpoint, config: &ModelConfig, input: &ModelInput) -> Map<String, Value> {
    let mut body = Map::new();
    body.insert("model".into(), json!(config.model));
    body.insert("stream".into(), json!(true));
    if !endpoint.quirks.no_stream_options {
        body.insert("stream_options".into(), json!({ "include_usage": true }));
    }
    body.insert("messages".into(), messages(endpoint, config, input).into());
    if !input.tools.is_empty() {
        body.insert("tools".into(), input.tools.iter().map(tool).collect());
        if endpoint.quirks.tool_stream {
            body.insert("tool_stream".into(), json!(true));
        }
    }
    parameters::insert(endpoint, config, &mut body);
    endpoint.merge_extra(config, &mut body);
    body
}

fn tool(spec: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "function": {
            "name": spec.name,
            "description": spec.description,
            "parameters": spec.parameters,
        },
    })
}

fn messages(endpoint: &Endpoint, config: &ModelConfig, input: &ModelInput) -> Vec<Value> {
    let mut messages = Messages {
        endpoint,
        origin: endpoint.origin_of(&config.model),
        list: Vec::new(),
        call_ids: CallIds::default(),
    };
    if !input.system.is_empty() {
        messages
            .list
            .push(json!({ "role": "system", "content": input.system }));
    }
    for message in &input.messages {
        match message {
            Message::User { text, images } => messages.user(text, images),
            Message::Assistant { parts } => messages.assistant(parts),
        }
    }
    messages.list
}

struct Messages<'a> {
    endpoint: &'a Endpoint,
    /// Whose state goes back.
    origin: String,
    list: Vec<Value>,
    call_ids: CallIds,
}

impl Messages<'_> {
    /// Joins a message to the person's previous one where no answer stands between: several servers refuse
    /// roles that do not alternate.
    fn user(&mut self, text: &str, images: &[Image]) {
        if let Some(Value::Object(last)) = self.list.last_mut()
            && last.get("role").and_then(Value::as_str) == Some("user")
            && let Some(content) = last.get_mut("content")
        {
            match content {
                Value::String(said) if images.is_empty() => {
                    said.push_str("\n\n");
                    said.push_str(text);
                }
                said => {
                    let mut parts = match said.take() {
                        Value::Array(parts) => parts,
                        text => vec![json!({ "type": "text", "text": text })],
                    };
                    parts.extend(content_parts(text, images));
                    *said = parts.into();
                }
            }
            return;
        }
        let content = if images.is_empty() {
            Value::from(text)
        } else {
            content_parts(text, images).collect()
        };
        self.list
            .push(json!({ "role": "user", "content": content }));
    }

    /// The answer, then one `tool` message for each of its calls. An answer without text and calls is left
    /// out: servers refuse an assistant message that says nothing.
    fn assistant(&mut self, parts: &[Part]) {
        let mut text = String::new();
        let mut calls = Vec::new();
        let mut answers = Vec::new();
        let mut replayed = Map::new();
        for part in parts {
            match &part.body {
                PartBody::Text { text: more } => {
                    // Parts that were one text are told by the white space between them.
                    let joins = text.ends_with(char::is_whitespace)
                        || more.starts_with(char::is_whitespace);
                    if !text.is_empty() && !more.is_empty() && !joins {
                        text.push_str("\n\n");
                    }
                    text.push_str(more);
                }
                PartBody::ToolCall(call) => {
                    let id = if self.endpoint.quirks.nine_character_ids {
                        self.call_ids.nine_characters(&call.id)
                    } else {
                        self.call_ids.unique(&call.id)
                    };
                    answers.push(answer(&id, call));
                    calls.push(tool_call(&id, call));
                }
                // Thinking is not text, and a refusal is not an answer: what the provider wants back of
                // them is in the opaque state.
                PartBody::Thinking { .. }
                | PartBody::Refusal { .. }
                | PartBody::ServerTool { .. } => {}
            }
            if let Some(opaque) = &part.opaque
                && opaque.origin == self.origin
                && let Value::Object(fields) = &opaque.value
            {
                merge(&mut replayed, fields);
            }
        }
        if text.is_empty() && calls.is_empty() {
            return;
        }
        let mut message = replayed;
        message.insert("role".into(), json!("assistant"));
        let content = match message.remove("content") {
            Some(Value::Array(mut parts)) => {
                if !text.is_empty() {
                    parts.push(json!({ "type": "text", "text": text }));
                }
                parts.into()
            }
            _ if text.is_empty() => Value::Null,
            _ => text.into(),
        };
        message.insert("content".into(), content);
        if !calls.is_empty() {
            message.insert("tool_calls".into(), calls.into());
            if self.endpoint.quirks.replay == Replay::ReasoningContent {
                message
                    .entry("reasoning_content")
                    .or_insert_with(|| json!(""));
            }
        }
        self.list.push(message.into());
        self.list.extend(answers);
    }
}

/// The pictures, then the text, as servers with sight want them.
fn content_parts<'a>(text: &'a str, images: &'a [Image]) -> impl Iterator<Item = Value> + 'a {
    let pictures = images.iter().map(|image| {
        let url = format!("data:{};base64,{}", image.media_type, image.data);
        json!({ "type": "image_url", "image_url": { "url": url } })
    });
    let words = (!text.is_empty()).then(|| json!({ "type": "text", "text": text }));
    pictures.chain(words)
}

fn tool_call(id: &str, call: &ToolCall) -> Value {
    json!({
        "id": id,
        "type": "function",
        "function": { "name": replay::name(&call.name), "arguments": argument_text(&call.arguments) },
    })
}

fn answer(id: &str, call: &ToolCall) -> Value {
    let (content, _) = replay::answer(call);
    json!({ "role": "tool", "tool_call_id": id, "content": content })
}

/// Adds one part's fields to those of the parts before it: text and lists go on, anything else is replaced.
fn merge(fields: &mut Map<String, Value>, more: &Map<String, Value>) {
    for (name, value) in more {
        match (fields.get_mut(name), value) {
            (Some(Value::String(text)), Value::String(more)) => text.push_str(more),
            (Some(Value::Array(list)), Value::Array(more)) => list.extend_from_slice(more),
            _ => {
                fields.insert(name.clone(), value.clone());
            }
        }
    }
}
