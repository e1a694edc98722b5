//! Random histories and random streams, for what holds for any of them.

use super::{Recordings, assert_lifecycle, run, show};
use crate::chat::round::ToolStatus;
use crate::chat::{
    Image, Message, ModelInput, Opaque, Part, PartBody, ToolCall, ToolResult, ToolSpec,
};
use crate::provider::{Endpoint, Event, HttpRequest, ModelConfig, PartKind, encode};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

/// Any history at all: parts in any mix, calls without results, empty texts, ids given twice, state of
/// `origin` and of others. `state` makes the values.
pub fn any_input(
    origin: &str,
    state: impl Strategy<Value = Value>,
) -> impl Strategy<Value = ModelInput> {
    let origins = vec![origin.to_owned(), "anthropic:elsewhere".to_owned()];
    let opaque = (select(origins), state).prop_map(|(origin, value)| Opaque { origin, value });
    let part = (body(), prop::option::of(opaque)).prop_map(|(body, opaque)| Part {
        body,
        opaque,
        citations: vec![],
    });
    let image = select(vec!["image/png", "image/jpeg"]).prop_map(|media_type| Image {
        media_type: media_type.to_owned(),
        data: "AAAA".to_owned(),
    });
    let message = prop_oneof![
        2 => prop::collection::vec(part, 0..6).prop_map(|parts| Message::Assistant { parts }),
        1 => (words(), prop::collection::vec(image, 0..2))
            .prop_map(|(text, images)| Message::User { text, images }),
    ];
    let tool = select(vec![
        Value::Null,
        json!({}),
        json!({ "type": "object", "properties": { "at": { "type": "string" } } }),
    ])
    .prop_map(|parameters| ToolSpec {
        name: "look".to_owned(),
        description: String::new(),
        parameters,
    });
    let tools = prop::collection::vec(tool, 0..2);
    let messages = prop::collection::vec(message, 0..8);
    (words(), messages, tools).prop_map(|(system, messages, tools)| ModelInput {
        system,
        messages,
        tools,
    })
}

fn words() -> impl Strategy<Value = String> {
    select(vec!["", " ", "word", "é😀 \n", "{\"not\": json"]).prop_map(str::to_owned)
}

fn body() -> impl Strategy<Value = PartBody> {
    let statuses = vec![
        ToolStatus::Done,
        ToolStatus::Failed,
        ToolStatus::Refused,
        ToolStatus::TimedOut,
        ToolStatus::Stopped,
        ToolStatus::Interrupted,
    ];
    let result =
        (select(statuses), words()).prop_map(|(status, content)| ToolResult { status, content });
    let long = "x".repeat(100);
    let ids = vec!["", "call_0", "call_0", "fc|1 / é", "toolu_1", &long];
    let ids: Vec<String> = ids.into_iter().map(str::to_owned).collect();
    let arguments = select(vec!["", "null", "{}", "{\"a\":1}", "[1]", "{\"cut"]);
    let call = (
        select(ids),
        select(vec!["look", ""]),
        arguments,
        prop::option::of(result),
    )
        .prop_map(|(id, name, arguments, result)| {
            PartBody::ToolCall(ToolCall {
                id,
                name: name.to_owned(),
                arguments: arguments.to_owned(),
                result,
            })
        });
    let duration = 0.0;
    prop_oneof![
        words().prop_map(|text| PartBody::Text { text }),
        words().prop_map(move |text| PartBody::Thinking { text, duration }),
        words().prop_map(|text| PartBody::Refusal { text }),
        words().prop_map(|text| {
            let name = "web_search".to_owned();
            PartBody::ServerTool { name, text }
        }),
        call,
    ]
}

/// The lines of all recordings, with their ends.
pub fn lines_of(recordings: &Recordings) -> Vec<Vec<u8>> {
    let all = recordings.all();
    let lines = all
        .iter()
        .flat_map(|(_, bytes)| bytes.split_inclusive(|byte| *byte == b'\n'));
    lines.map(<[u8]>::to_vec).collect()
}

/// Puts lines together in any order, breaks the stream off, and proves that it still ends as it must.
pub fn splice(
    endpoint: &Endpoint,
    lines: &[Vec<u8>],
    picks: &[Index],
    broken_off: usize,
) -> Vec<Event> {
    let mut bytes: Vec<u8> = Vec::new();
    for pick in picks {
        let line: &Vec<u8> = pick.get(lines);
        bytes.extend_from_slice(line);
        // Most events are to be whole.
        bytes.extend_from_slice(b"\n");
    }
    bytes.truncate(bytes.len().saturating_sub(broken_off));
    let chunks: Vec<&[u8]> = bytes.chunks(97).collect();
    let events = run(endpoint, &chunks);
    assert_lifecycle(&events);
    let ended = |event: &Event| matches!(event, Event::Stopped(_) | Event::Failed(_));
    assert!(events.iter().any(ended), "no end: {}", show(&events));
    events
}

/// The parts that a stream made, marked with `origin`, as they would stand in the history.
pub fn parts_of(events: &[Event], origin: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for event in events {
        match event {
            Event::PartStarted { kind, .. } => parts.push(empty(kind).into()),
            Event::PartText { index, text: more } => match &mut parts[*index].body {
                PartBody::Text { text }
                | PartBody::Thinking { text, .. }
                | PartBody::Refusal { text }
                | PartBody::ServerTool { text, .. } => text.push_str(more),
                PartBody::ToolCall(_) => panic!("a call has no text"),
            },
            Event::PartArgs { index, json } => match &mut parts[*index].body {
                PartBody::ToolCall(call) => call.arguments.push_str(json),
                other => panic!("no call: {other:?}"),
            },
            Event::PartOpaque { index, value } => {
                parts[*index].opaque = Some(Opaque {
                    origin: origin.to_owned(),
                    value: value.clone(),
                });
            }
            Event::PartRetyped { .. }
            | Event::PartCited { .. }
            | Event::PartEnded { .. }
            | Event::ModelReported(_)
            | Event::UsageReported(_)
            | Event::Stopped(_)
            | Event::Failed(_) => {}
        }
    }
    parts
}

fn empty(kind: &PartKind) -> PartBody {
    let text = String::new();
    match kind.clone() {
        PartKind::Text => PartBody::Text { text },
        PartKind::Thinking => PartBody::Thinking {
            text,
            duration: 0.0,
        },
        PartKind::Refusal => PartBody::Refusal { text },
        PartKind::ServerTool { name } => PartBody::ServerTool { name, text },
        PartKind::ToolCall { id, name } => PartBody::ToolCall(ToolCall {
            id,
            name,
            arguments: text,
            result: None,
        }),
    }
}

/// A history of one response, as the next request would send it.
pub fn replayed(endpoint: &Endpoint, config: &ModelConfig, events: &[Event]) -> HttpRequest {
    let user = Message::User {
        text: "Go".to_owned(),
        images: vec![],
    };
    let parts = parts_of(events, &endpoint.origin);
    let input = ModelInput {
        messages: vec![user, Message::Assistant { parts }],
        ..Default::default()
    };
    encode(endpoint, config, &input)
}
