//! What the tests of every dialect's requests share: settings, short forms of messages, and conversations
//! at random.

use crate::chat::round::ToolStatus;
use crate::chat::{
    Image, Message, ModelInput, Opaque, Part, PartBody, ToolCall, ToolResult, ToolSpec,
};
use crate::provider::{Effort, Event, ModelConfig, PartKind, Thinking};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

pub fn config() -> ModelConfig {
    ModelConfig {
        id: "m".into(),
        provider: "p".into(),
        model: "model-1".into(),
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
        result: result.map(|(status, content)| ToolResult {
            status,
            content: content.into(),
        }),
    })
    .into()
}

/// The part with state of `origin`.
pub fn with(origin: &str, value: Value, part: Part) -> Part {
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
        PartKind::ServerTool { name } => server_tool(name),
        PartKind::ToolCall { id, .. } => call(id, "", None),
    };
    for event in events {
        match event {
            Event::PartStarted { kind, .. } => parts.push(fresh(kind)),
            Event::PartRetyped { index, kind } => parts[*index] = fresh(kind),
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
            _ => {}
        }
    }
    parts
}

fn words() -> impl Strategy<Value = String> {
    let words = ["", " ", "\n\n", "Hi", "Hi ", " there\n", "é😀", "\u{0}"];
    select(words.to_vec()).prop_map(str::to_owned)
}

fn any_call() -> impl Strategy<Value = Part> {
    let ids = ["", "a", "b", "call_0", "weird id/é", "a_2", "toolu_01"];
    let names = ["", "look", "functions.look", "a very odd name"];
    let arguments = [
        "",
        "{}",
        "null",
        "[1]",
        r#"{"a":1}"#,
        r#"{"cut"#,
        "\"text\"",
    ];
    let statuses = vec![
        None,
        Some(ToolStatus::Done),
        Some(ToolStatus::Failed),
        Some(ToolStatus::Refused),
        Some(ToolStatus::Interrupted),
    ];
    let parts = (
        select(ids.to_vec()),
        select(names.to_vec()),
        select(arguments.to_vec()),
        select(statuses),
        words(),
    );
    parts.prop_map(|(id, name, arguments, status, content)| {
        PartBody::ToolCall(ToolCall {
            id: id.into(),
            name: name.into(),
            arguments: arguments.into(),
            result: status.map(|status| ToolResult { status, content }),
        })
        .into()
    })
}

/// A part of any kind, some with state out of `states` that is of `origin`, or of another.
fn any_part(origin: String, states: Vec<Value>) -> impl Strategy<Value = Part> {
    let worded = (words(), 0..5_u8).prop_map(|(text, kind)| match kind {
        0 => PartBody::Refusal { text }.into(),
        1 | 2 => thinking(&text),
        3 => server_tool("web_search"),
        _ => PartBody::Text { text }.into(),
    });
    let part = prop_oneof![2 => worded, 1 => any_call()];
    let state = prop::option::of((any::<bool>(), select(states)));
    (part, state).prop_map(move |(part, state)| match state {
        Some((true, value)) => with(&origin, value, part),
        Some((false, value)) => with("elsewhere:other", value, part),
        None => part,
    })
}

/// A conversation in any order, with or without sense.
pub fn any_input(origin: &str, states: Vec<Value>) -> impl Strategy<Value = ModelInput> {
    let images = prop::collection::vec(Just(()), 0..2).prop_map(|images| {
        let image = |()| Image {
            media_type: "image/png".into(),
            data: "iVBORw==".into(),
        };
        images.into_iter().map(image).collect()
    });
    let user = (words(), images).prop_map(|(text, images)| Message::User { text, images });
    let parts = prop::collection::vec(any_part(origin.to_owned(), states), 0..6);
    let assistant = parts.prop_map(|parts| Message::Assistant { parts });
    let messages = prop::collection::vec(prop_oneof![user, assistant], 0..6);
    (words(), messages, any::<bool>()).prop_map(|(system, messages, tools)| ModelInput {
        system,
        messages,
        tools: if tools { vec![tool()] } else { vec![] },
    })
}

pub fn any_config(models: &'static [&'static str]) -> impl Strategy<Value = ModelConfig> {
    let thinking = prop_oneof![
        Just(Thinking::Auto),
        Just(Thinking::Off),
        Just(Thinking::On),
        any::<u64>().prop_map(Thinking::Budget),
        (0..50_000_u64).prop_map(Thinking::Budget),
        select(vec![
            Effort::Minimal,
            Effort::Low,
            Effort::Medium,
            Effort::High,
            Effort::Max
        ])
        .prop_map(Thinking::Effort),
    ];
    let limit = prop::option::of(0..50_000_u64);
    let number = || prop::option::of(0.0..2.0_f64);
    let parts = (select(models), thinking, limit, number(), number());
    parts.prop_map(
        |(model, thinking, max_tokens, temperature, top_p)| ModelConfig {
            model: (*model).into(),
            thinking,
            max_tokens,
            temperature,
            top_p,
            ..config()
        },
    )
}
