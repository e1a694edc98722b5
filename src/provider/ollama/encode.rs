//! The conversation as a request.

use crate::chat::{Image, Message, ModelInput, Part, PartBody, ToolSpec};
use crate::provider::replay::{answer, argument_object, name};
use crate::provider::{Effort, Endpoint, HttpRequest, ModelConfig, Thinking};
use serde_json::{Map, Value, json};

/// Builds the streamed request.
pub fn encode(endpoint: &Endpoint, config: &ModelConfig, input: &ModelInput) -> HttpRequest {
    let mut body = Map::new();
    body.insert("model".into(), json!(config.model));
    body.insert("stream".into(), json!(true));
    body.insert(
        "messages".into(),
        messages(&endpoint.origin_of(&config.model), input).into(),
    );
    if !input.tools.is_empty() {
        body.insert("tools".into(), input.tools.iter().map(tool).collect());
    }
    if let Some(think) = think(config.thinking) {
        body.insert("think".into(), think);
    }
    endpoint.merge_extra(config, &mut body);
    let own = endpoint.extra(config).remove("options");
    insert_options(config, own, &mut body);
    endpoint.post("/api/chat", body)
}

/// What the person set stands beside the options of the extra JSON, which is the way to set `num_ctx`, and
/// gives way to them.
fn insert_options(config: &ModelConfig, own: Option<Value>, body: &mut Map<String, Value>) {
    let set = [
        ("temperature", config.temperature.map(Value::from)),
        ("top_p", config.top_p.map(Value::from)),
        ("num_predict", config.max_tokens.map(Value::from)),
    ];
    let mut options: Map<String, Value> = set
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)))
        .collect();
    match own {
        None => {}
        Some(Value::Object(own)) => options.extend(own),
        // Whatever it is, it was meant to replace them.
        Some(_) => return,
    }
    options.retain(|_, value| !value.is_null());
    if options.is_empty() {
        body.remove("options");
    } else {
        body.insert("options".into(), options.into());
    }
}

/// `true`, `false` or a level: <https://docs.ollama.com/capabilities/thinking>. There is no budget of tokens.
fn think(thinking: Thinking) -> Option<Value> {
    Some(match thinking {
        Thinking::Auto => return None,
        Thinking::Off | Thinking::Budget(0) => json!(false),
        Thinking::On | Thinking::Budget(_) => json!(true),
        Thinking::Effort(Effort::Minimal | Effort::Low) => json!("low"),
        Thinking::Effort(Effort::Medium) => json!("medium"),
        Thinking::Effort(Effort::High | Effort::Max) => json!("high"),
    })
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

fn messages(origin: &str, input: &ModelInput) -> Vec<Value> {
    let mut list = Vec::new();
    if !input.system.is_empty() {
        list.push(json!({ "role": "system", "content": input.system }));
    }
    for message in &input.messages {
        match message {
            Message::User { text, images } => list.push(user(text, images)),
            Message::Assistant { parts } => assistant(origin, parts, &mut list),
        }
    }
    list
}

fn user(text: &str, images: &[Image]) -> Value {
    let mut message = json!({ "role": "user", "content": text });
    if !images.is_empty() {
        let images: Value = images.iter().map(|image| image.data.as_str()).collect();
        message["images"] = images;
    }
    message
}

/// The answer, then one `tool` message for each of its calls, in their order: that and the tool's name are
/// all that ties them together. An answer without text and calls is left out.
fn assistant(origin: &str, parts: &[Part], list: &mut Vec<Value>) {
    let mut text = String::new();
    let mut thinking = String::new();
    let mut calls = Vec::new();
    let mut answers = Vec::new();
    for part in parts {
        match &part.body {
            PartBody::Text { text: more } => {
                // Parts that were one text are told by the white space between them.
                let joins =
                    text.ends_with(char::is_whitespace) || more.starts_with(char::is_whitespace);
                if !text.is_empty() && !more.is_empty() && !joins {
                    text.push_str("\n\n");
                }
                text.push_str(more);
            }
            PartBody::ToolCall(call) => {
                let (content, _) = answer(call);
                let name = name(&call.name);
                calls.push(json!({
                    "function": { "name": name, "arguments": argument_object(&call.arguments) },
                }));
                answers.push(json!({
                    "role": "tool",
                    "tool_name": name,
                    "content": content,
                }));
            }
            // Thinking is not text, and a refusal is not an answer.
            PartBody::Thinking { .. } | PartBody::Refusal { .. } | PartBody::ServerTool { .. } => {}
        }
        if let Some(opaque) = &part.opaque
            && opaque.origin == origin
        {
            thinking.push_str(opaque.value["thinking"].as_str().unwrap_or_default());
        }
    }
    if text.is_empty() && calls.is_empty() {
        return;
    }
    let mut message = json!({ "role": "assistant", "content": text });
    if !thinking.is_empty() {
        message["thinking"] = json!(thinking);
    }
    if !calls.is_empty() {
        message["tool_calls"] = calls.into();
    }
    list.push(message);
    list.extend(answers);
}
