//! What holds for any stream, and for any conversation.

use super::recordings;
use super::requests::{ORIGIN, check_request, endpoint};
use crate::chat::{Message, ModelInput};
use crate::provider::testing::history::{config, made_by, parts_of, user};
use crate::provider::testing::random::{any_config, any_input};
use crate::provider::testing::{assert_lifecycle, run, show};
use crate::provider::{Event, encode};
use expect_test::expect;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The events of all recordings, as they stand in them.
static EVENTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let recordings = recordings::recordings().all().into_iter();
    recordings
        .filter(|(name, _)| name.ends_with(".sse"))
        .flat_map(|(_, bytes)| {
            let text = String::from_utf8(bytes).unwrap();
            let events: Vec<String> = text.split_inclusive("\n\n").map(str::to_owned).collect();
            events
        })
        .collect()
});

/// State in all forms that parts have, and in some that they do not.
fn states() -> Vec<Value> {
    vec![
        json!({ "type": "thinking", "signature": "sig" }),
        json!({ "type": "thinking", "signature": "" }),
        json!({ "type": "redacted_thinking", "data": "x" }),
        json!({ "type": "server_tool_use", "id": "s1", "name": "web_search", "input": {} }),
        json!({ "type": "web_search_tool_result", "tool_use_id": "s1", "content": [] }),
        json!({ "type": "mcp_tool_use", "id": "s2", "name": "x", "input": {} }),
        json!([{ "type": "mcp_tool_result", "tool_use_id": "s2" }, { "type": "text" }]),
        json!({ "type": "container_upload", "file_id": "f" }),
        json!([{ "type": "text", "text": "Hi" }, { "type": "text", "text": " \n" }]),
        json!([]),
        json!({ "type": "tool_result", "tool_use_id": "a" }),
        json!({ "type": 7 }),
        json!("text"),
        Value::Null,
    ]
}

const MODELS: &[&str] = &[
    "claude-sonnet-4-5",
    "claude-opus-4-7",
    "claude-mythos-5",
    "kimi",
];

/// How many blocks of thinking a request holds.
fn thinking_in(body: &Value) -> usize {
    let messages = body["messages"].as_array().unwrap().iter();
    let blocks = messages.flat_map(|message| message["content"].as_array().unwrap());
    blocks
        .filter(|block| block["type"].as_str().unwrap().ends_with("thinking"))
        .count()
}

proptest! {
    #[test]
    fn any_conversation_makes_a_valid_request(
        input in any_input("anthropic:example", prop::sample::select(states())),
        config in any_config(MODELS),
    ) {
        check_request(&encode(&endpoint(), &config, &made_by(&config.model, input)));
    }

    #[test]
    fn nothing_of_another_origin_is_sent(
        input in any_input("elsewhere:first", prop::sample::select(states())),
        config in any_config(MODELS),
    ) {
        let request = encode(&endpoint(), &config, &input);
        let body = serde_json::from_str(&request.body).unwrap();
        prop_assert_eq!(thinking_in(&body), 0);
        prop_assert!(!request.body.contains("server_tool_use"));
        prop_assert!(!request.body.contains("signature"));
    }

    #[test]
    fn any_order_of_any_events_keeps_the_lifecycle(
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        broken_off in 0_usize..200,
    ) {
        let mut bytes: Vec<u8> = Vec::new();
        for pick in picks {
            bytes.extend(pick.get(&EVENTS).bytes());
        }
        bytes.truncate(bytes.len().saturating_sub(broken_off));
        let events = run(&endpoint(), &[&bytes]);
        assert_lifecycle(&events);
        let ended = |event: &Event| matches!(event, Event::Stopped(_) | Event::Failed(_));
        prop_assert!(events.iter().any(ended));
    }
}

/// The request that goes on after a recording.
fn sent_back(name: &str, bytes: &[u8]) -> Value {
    let events = run(&endpoint(), &[bytes]);
    let parts = parts_of(&events, ORIGIN);
    let input = ModelInput {
        messages: vec![user("Go"), Message::Assistant { parts }, user(name)],
        ..Default::default()
    };
    let request = encode(&endpoint(), &config("model-1"), &input);
    check_request(&request);
    serde_json::from_str(&request.body).unwrap()
}

#[test]
fn the_quick_and_the_tolerant_way_say_the_same() {
    let mut compared = 0;
    for (name, bytes) in recordings::recordings().all() {
        let text = String::from_utf8(bytes).unwrap();
        // A field given twice is too much for the quick way.
        let unusual = text.replace(r#""delta":{"type""#, r#""delta":{"type":"","type""#);
        compared += usize::from(unusual != text);
        let events = run(&endpoint(), &[text.as_bytes()]);
        if name != "unreadable_event.sse" {
            let again = run(&endpoint(), &[unusual.as_bytes()]);
            assert_eq!(show(&events), show(&again), "{name}");
        }
    }
    assert!(compared > 40, "{compared} recordings");
}

#[test]
fn every_recording_can_be_sent_back() {
    for (name, bytes) in recordings::recordings().all() {
        sent_back(&name, &bytes);
    }
}

#[test]
fn a_response_is_sent_back_as_it_came() {
    let mut lines = Vec::new();
    for (name, bytes) in recordings::recordings().all() {
        if matches!(
            name.as_str(),
            "thinking_between_texts.sse" | "thinking_redacted.sse" | "web_search.sse"
        ) {
            let body = sent_back(&name, &bytes);
            let blocks = body["messages"][1]["content"].as_array().unwrap().iter();
            lines.push(name);
            lines.extend(blocks.map(|block| format!("  {block}")));
        }
    }
    expect![[r#"
        thinking_between_texts.sse
          {"signature":"s1","thinking":"First.","type":"thinking"}
          {"text":"I look.","type":"text"}
          {"signature":"s2","thinking":"Then.","type":"thinking"}
          {"text":"Found.","type":"text"}
        thinking_redacted.sse
          {"signature":"sig1","thinking":"Hm.","type":"thinking"}
          {"data":"EncRyPtEd==","type":"redacted_thinking"}
          {"text":"Done.","type":"text"}
        web_search.sse
          {"text":"I search.","type":"text"}
          {"id":"srvtoolu_01","input":{"query":"sky colour"},"name":"web_search","type":"server_tool_use"}
          {"content":[{"encrypted_content":"EncA","page_age":null,"title":"A","type":"web_search_result","url":"https://a.test/"},{"encrypted_content":"EncB","page_age":null,"title":"B","type":"web_search_result","url":"https://b.test/"}],"tool_use_id":"srvtoolu_01","type":"web_search_tool_result"}
          {"text":"It is ","type":"text"}
          {"citations":[{"cited_text":"blue","encrypted_index":"i1","title":"A","type":"web_search_result_location","url":"https://a.test/"},{"cited_text":"blue","encrypted_index":"i2","title":"A","type":"web_search_result_location","url":"https://a.test/"},{"cited_text":"blue","encrypted_index":"i3","title":"B","type":"web_search_result_location","url":"https://b.test/"}],"text":"blue","type":"text"}
          {"text":".","type":"text"}"#]].assert_eq(&lines.join("\n"));
}
