//! Short words for histories in tests.

use crate::chat::round::ToolStatus;
use crate::chat::{Message, Opaque, Part, PartBody, ToolCall, ToolResult};
use crate::provider::ModelConfig;
use serde_json::Value;

pub fn user(text: &str) -> Message {
    Message::User {
        text: text.into(),
        images: vec![],
    }
}

pub fn text(text: &str) -> Part {
    PartBody::Text { text: text.into() }.into()
}

pub fn thinking(text: &str) -> Part {
    PartBody::Thinking {
        text: text.into(),
        duration: 1.0,
    }
    .into()
}

pub fn call(id: &str, arguments: &str, result: Option<(ToolStatus, &str)>) -> Part {
    PartBody::ToolCall(ToolCall {
        id: id.into(),
        name: "look".into(),
        arguments: arguments.into(),
        result: result.map(|(status, content)| ToolResult {
            status,
            content: content.into(),
        }),
    })
    .into()
}

pub fn with(part: Part, origin: &str, value: Value) -> Part {
    let opaque = Some(Opaque {
        origin: origin.into(),
        value,
    });
    Part { opaque, ..part }
}

pub fn assistant<const N: usize>(parts: [Part; N]) -> Message {
    let parts = parts.into();
    Message::Assistant { parts }
}

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
        thinking: Default::default(),
        idle_timeout: 60,
        extra: Default::default(),
    }
}
