//! Random histories, and random streams, for what holds for any of them.

use super::history::{config, server_tool, thinking, tool, with};
use super::{Recordings, assert_lifecycle, run, show};
use crate::chat::ToolStatus;
use crate::chat::{Image, Message, ModelInput, Part, PartBody, ToolCall, ToolResult, ToolSpec};
use crate::provider::{Effort, Endpoint, Event, ModelConfig, Thinking};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

fn words() -> impl Strategy<Value = String> {
    let words = [
        "",
        " ",
        "\n\n",
        "Hi",
        "Hi ",
        " there\n",
        "é😀",
        "é😀 \n",
        "\u{0}",
        "{\"not\": json",
    ];
    select(words.to_vec()).prop_map(str::to_owned)
}

fn any_call() -> impl Strategy<Value = Part> {
    let long = "x".repeat(100);
    let ids = [
        "",
        "a",
        "b",
        "call_0",
        "weird id/é",
        "fc|1 / é",
        "a_2",
        "toolu_01",
        &long,
    ];
    let ids: Vec<String> = ids.map(str::to_owned).into();
    let names = ["", "look", "functions.look", "a very odd name", "2nd"];
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
        Some(ToolStatus::TimedOut),
        Some(ToolStatus::Stopped),
        Some(ToolStatus::Interrupted),
    ];
    let parts = (
        select(ids),
        select(names.to_vec()),
        select(arguments.to_vec()),
        select(statuses),
        words(),
    );
    parts.prop_map(|(id, name, arguments, status, content)| {
        PartBody::ToolCall(ToolCall {
            id,
            name: name.into(),
            arguments: arguments.into(),
            result: status.map(|status| ToolResult::new(status, content)),
        })
        .into()
    })
}

/// A part of any kind, some with state that is of `origin`, or of another.
fn any_part(origin: String, state: impl Strategy<Value = Value>) -> impl Strategy<Value = Part> {
    let worded = (words(), 0..5_u8).prop_map(|(text, kind)| match kind {
        0 => PartBody::Refusal { text }.into(),
        1 | 2 => thinking(&text),
        3 => server_tool("web_search"),
        _ => PartBody::Text { text }.into(),
    });
    let part = prop_oneof![2 => worded, 1 => any_call()];
    let state = prop::option::of((any::<bool>(), state));
    (part, state).prop_map(move |(part, state)| match state {
        Some((true, value)) => with(part, &origin, value),
        Some((false, value)) => with(part, "elsewhere:other", value),
        None => part,
    })
}

/// A conversation in any order, with or without sense: calls without results, empty texts, ids given twice,
/// state of `origin` and of others. `state` makes the values.
pub fn any_input(
    origin: &str,
    state: impl Strategy<Value = Value>,
) -> impl Strategy<Value = ModelInput> {
    let image = select(vec!["image/png", "image/jpeg"]).prop_map(|media_type| Image {
        media_type: media_type.to_owned(),
        data: "iVBORw==".to_owned(),
    });
    let images = prop::collection::vec(image, 0..2);
    let user = (words(), images).prop_map(|(text, images)| Message::User { text, images });
    let parts = prop::collection::vec(any_part(origin.to_owned(), state), 0..6);
    let assistant = parts.prop_map(|parts| Message::Assistant { parts });
    let messages = prop::collection::vec(prop_oneof![1 => user, 2 => assistant], 0..8);
    let schemas = vec![
        tool().parameters,
        Value::Null,
        json!({}),
        json!({ "type": "object", "properties": { "at": { "type": "string" } } }),
    ];
    let tool = select(schemas).prop_map(|parameters| ToolSpec {
        parameters,
        ..tool()
    });
    let tools = prop::collection::vec(tool, 0..2);
    (words(), messages, tools).prop_map(|(system, messages, tools)| ModelInput {
        system,
        messages,
        tools,
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
            thinking,
            max_tokens,
            temperature,
            top_p,
            ..config(model)
        },
    )
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
