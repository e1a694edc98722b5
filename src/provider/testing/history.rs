//! Short words for histories in tests.

use crate::chat::ToolStatus;
use crate::chat::{Message, ModelInput, Opaque, Part, PartBody, ToolCall, ToolResult, ToolSpec};
use crate::provider::{Endpoint, Event, HttpRequest, ModelConfig, PartKind, Thinking, encode};
use serde_json::{Value, json};

/// Settings that leave everything but the model out.
pub fn config(model: &str) -> ModelConfig {
    ModelConfig {
        id: "m".into(),
        provider: "p".into(),
        model: model.into(),
        name: String::new(),
        temperature: None,
        max_tokens: None,
        top_p: None,
        thinking: Thinking::Auto,
        idle_timeout: 60,
        extra: Default::default(),
    }
}

pub fn user(text: &str) -> Message {
    Message::User {
        text: text.into(),
        images: vec![],
    }
}

pub fn assistant<const N: usize>(parts: [Part; N]) -> Message {
    Message::Assistant {
        parts: parts.into(),
    }
}

pub fn text(text: &str) -> Part {
    PartBody::Text { text: text.into() }.into()
}

pub fn thinking(text: &str) -> Part {
    let text = text.into();
    let duration = 0.0;
    PartBody::Thinking { text, duration }.into()
}

pub fn refusal(text: &str) -> Part {
    PartBody::Refusal { text: text.into() }.into()
}

pub fn server_tool(name: &str) -> Part {
    let text = "shown".into();
    let name = name.into();
    PartBody::ServerTool { name, text }.into()
}

/// A call that was carried out, or not at all.
pub fn call(id: &str, arguments: &str, result: Option<&str>) -> Part {
    let done = |content| (ToolStatus::Done, content);
    call_with(id, arguments, result.map(done))
}

pub fn call_with(id: &str, arguments: &str, result: Option<(ToolStatus, &str)>) -> Part {
    PartBody::ToolCall(ToolCall {
        id: id.into(),
        name: "look".into(),
        arguments: arguments.into(),
        result: result.map(|(status, content)| ToolResult::new(status, content)),
    })
    .into()
}

/// The part with state of `origin`.
pub fn with(part: Part, origin: &str, value: Value) -> Part {
    let origin = origin.into();
    Part {
        opaque: Some(Opaque { origin, value }),
        ..part
    }
}

pub fn tool() -> ToolSpec {
    ToolSpec {
        name: "look".into(),
        description: "Looks.".into(),
        parameters: json!({ "type": "object", "properties": {} }),
    }
}

/// The parts that a response's events come to.
pub fn parts_of(events: &[Event], origin: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let fresh = |kind: &PartKind| match kind {
        PartKind::Thinking => thinking(""),
        PartKind::Text => text(""),
        PartKind::Refusal => refusal(""),
        PartKind::ServerTool { name } => {
            let (name, text) = (name.clone(), String::new());
            PartBody::ServerTool { name, text }.into()
        }
        PartKind::ToolCall { id, name } => PartBody::ToolCall(ToolCall {
            id: id.clone(),
            name: name.clone(),
            arguments: String::new(),
            result: None,
        })
        .into(),
    };
    for event in events {
        match event {
            Event::PartStarted { kind, .. } => parts.push(fresh(kind)),
            Event::PartRetyped { index, kind } => {
                let said = match &parts[*index].body {
                    PartBody::Text { text } => text.clone(),
                    other => panic!("retyped: {other:?}"),
                };
                parts[*index].body = match kind {
                    PartKind::Thinking => thinking(&said).body,
                    PartKind::Refusal => refusal(&said).body,
                    other => panic!("became {other:?}"),
                };
            }
            Event::PartText { index, text: more } | Event::PartArgs { index, json: more } => {
                match &mut parts[*index].body {
                    PartBody::Thinking { text, .. }
                    | PartBody::Text { text }
                    | PartBody::Refusal { text }
                    | PartBody::ServerTool { text, .. } => text.push_str(more),
                    PartBody::ToolCall(call) => call.arguments.push_str(more),
                }
            }
            Event::PartOpaque { index, value } => {
                let origin = origin.into();
                let value = value.clone();
                parts[*index].opaque = Some(Opaque { origin, value });
            }
            Event::PartCited { index, citation } => {
                parts[*index].citations.push(citation.clone());
            }
            Event::PartEnded { .. }
            | Event::Downloading(_)
            | Event::ModelReported(_)
            | Event::UsageReported(_)
            | Event::Stopped(_)
            | Event::Failed(_) => {}
        }
    }
    parts
}

/// The same, with all state made by this model.
pub fn made_by(model: &str, mut input: ModelInput) -> ModelInput {
    for message in &mut input.messages {
        if let Message::Assistant { parts } = message {
            for state in parts.iter_mut().filter_map(|part| part.opaque.as_mut()) {
                state.origin = format!("{}/{model}", state.origin);
            }
        }
    }
    input
}

/// A history of one response, as the next request would send it.
pub fn replayed(endpoint: &Endpoint, config: &ModelConfig, events: &[Event]) -> HttpRequest {
    let parts = parts_of(events, &endpoint.origin_of(&config.model));
    let input = ModelInput {
        messages: vec![user("Go"), Message::Assistant { parts }],
        ..Default::default()
    };
    encode(endpoint, config, &input)
}
