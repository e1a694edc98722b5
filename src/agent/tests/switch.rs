//! A conversation that one provider began and another goes on with: every source with every target.

mod broken;
mod slots;

use crate::agent::partial::PartialRound;
use crate::chat::ToolStatus;
use crate::chat::{Message, ModelInput, Part, PartBody, RoundKey, ToolResult, TurnId};
use crate::provider::preset::{Replay, ThinkingParam};
use crate::provider::testing::history::{config, parts_of, tool, user};
use crate::provider::testing::{endpoint_of, run};
use crate::provider::{
    Dialect, Endpoint, HttpRequest, ModelConfig, Thinking, anthropic, decoder, encode, gemini,
    ollama, on_device, openai_chat, openai_responses,
};
use expect_test::expect;
use serde_json::Value;
use slots::{Found, take_state};
use std::collections::BTreeSet;

/// The rows whose servers differ in what they want back, each with a model, and with what its recording has
/// to show: its thinking holds `thought-` and its state `canary-`, followed by the row's id.
const ROWS: [(&str, &str, &str); 9] = [
    (
        "anthropic",
        "claude-sonnet-4-5",
        include_str!("switch/fixtures/anthropic.sse"),
    ),
    (
        "gemini",
        "gemini-3-pro-preview",
        include_str!("switch/fixtures/gemini.sse"),
    ),
    (
        "openai",
        "gpt-5.2",
        include_str!("switch/fixtures/openai.sse"),
    ),
    (
        "ollama",
        "qwen3",
        include_str!("switch/fixtures/ollama.jsonl"),
    ),
    (
        "deepseek",
        "deepseek-chat",
        include_str!("switch/fixtures/deepseek.sse"),
    ),
    ("zai", "glm-4.6", include_str!("switch/fixtures/zai.sse")),
    (
        "openrouter",
        "anthropic/claude-sonnet-4.5",
        include_str!("switch/fixtures/openrouter.sse"),
    ),
    (
        "mistral",
        "mistral-small-latest",
        include_str!("switch/fixtures/mistral.sse"),
    ),
    (
        "groq",
        "openai/gpt-oss-120b",
        include_str!("switch/fixtures/groq.sse"),
    ),
];

/// The browser's own model takes conversations over and makes no calls of its own. Its row goes on with what
/// this other one said.
const ON_DEVICE: (&str, &str, &str) = (
    "on-device",
    on_device::MODEL,
    include_str!("switch/fixtures/groq.sse"),
);
const SAID_BY: &str = "groq";

/// The rows that a conversation can be handed to.
fn targets() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    ROWS.into_iter().chain([ON_DEVICE])
}

const SYSTEM: &str = "Be brief.";
const SAID: &str = "I look.";

/// The parts of a row's recording, as the agent keeps them, with both calls answered.
fn history(row: &str, recording: &str) -> Vec<Part> {
    let endpoint = endpoint_of(row);
    let (_, model, _) = ROWS.into_iter().find(|(id, ..)| *id == row).unwrap();
    let mut decoder = decoder(&endpoint);
    let mut events = Vec::new();
    decoder.push(recording.as_bytes(), &mut events);
    decoder.finish(&mut events);
    let turn = TurnId::from("t");
    let key = RoundKey { turn, index: 0 };
    let mut partial =
        PartialRound::new(key, &endpoint.origin_of(model), model, BTreeSet::new(), 0.0);
    for event in events {
        partial.apply(event, 0.0, &mut Vec::new()).unwrap();
    }
    let mut parts = partial.into_round(1.0).parts;
    let mut calls = 0;
    let mut thought = String::new();
    for part in &mut parts {
        match &mut part.body {
            PartBody::ToolCall(call) => {
                calls += 1;
                let arguments: Value = serde_json::from_str(&call.arguments).unwrap();
                let content = format!("saw {}", arguments["at"].as_str().unwrap());
                let status = ToolStatus::Done;
                call.result = Some(ToolResult::new(status, content));
            }
            PartBody::Thinking { text, .. } => thought.push_str(text),
            PartBody::Text { text } => assert_eq!(text, SAID),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(calls, 2, "{row}");
    assert!(
        thought.contains(&format!("thought-{row}")),
        "{row}: {thought}"
    );
    parts
}

/// The request that goes on with the parts: in the middle of the answer, or with a new question.
fn request(target: &Endpoint, config: &ModelConfig, parts: &[Part], asks_on: bool) -> HttpRequest {
    let parts = parts.to_vec();
    let mut messages = vec![user("Look twice"), Message::Assistant { parts }];
    if asks_on {
        messages.push(user("And now?"));
    }
    let input = ModelInput {
        system: SYSTEM.to_owned(),
        messages,
        tools: vec![tool()],
    };
    encode(target, config, &input)
}

pub(super) fn check_request(dialect: Dialect, request: &HttpRequest) {
    match dialect {
        Dialect::OpenAiChat => openai_chat::tests::requests::check_request(request),
        Dialect::OpenAiResponses => openai_responses::tests::requests::check_request(request),
        Dialect::Anthropic => anthropic::tests::requests::check_request(request),
        Dialect::Gemini => gemini::tests::requests::check_request(request),
        Dialect::Ollama => ollama::tests::requests::check_request(request),
        Dialect::OnDevice => on_device::tests::requests::check_request(request),
    }
}

/// What the servers of some rows demand: of every message that calls tools, whoever wrote it, and beside thinking
/// that they get back.
fn check_quirks(target: &Endpoint, body: &Value) {
    let messages = || body["messages"].as_array().into_iter().flatten();
    let mut thoughts = messages().filter_map(|message| message["reasoning_content"].as_str());
    let keeps = |(_, param): &(_, _)| *param == ThinkingParam::TypeKept;
    if target.quirks.thinking.iter().any(keeps) && thoughts.any(|thought| !thought.is_empty()) {
        assert_eq!(body["thinking"]["clear_thinking"], false, "{body:#}");
    }
    for message in messages().filter(|message| message.get("tool_calls").is_some()) {
        if target.quirks.replay == Replay::ReasoningContent {
            assert!(message["reasoning_content"].is_string(), "{message}");
        }
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            let id = call["id"].as_str().unwrap_or_default();
            let fits = id.len() == 9 && id.chars().all(|c| c.is_ascii_alphanumeric());
            assert!(fits || !target.quirks.nine_character_ids, "{id:?}");
        }
    }
}

/// Everything that a change of provider has to keep, and what it has to drop. `state`: what the target wants
/// back of what is its own, as one line for each value.
fn check_switch(target: &Endpoint, request: &HttpRequest, state: &[String]) {
    check_request(target.dialect, request);
    let mut body: Value = serde_json::from_str(&request.body).unwrap();
    check_quirks(target, &body);
    assert_eq!(take_state(target.dialect, &mut body), state);
    // What is its own is out of the body now, so any of these would be in a wrong place.
    let rest = body.to_string();
    assert!(!rest.contains("canary"), "foreign state: {body:#}");
    assert!(!rest.contains("thought-"), "thinking as text: {body:#}");
    let Found {
        system,
        said,
        answers,
    } = slots::find(target.dialect, &body);
    assert_eq!(system, SYSTEM);
    assert_eq!(said, SAID);
    let pairs = [("one", "saw one"), ("two", "saw two")];
    assert_eq!(
        answers,
        pairs.map(|(at, saw)| (at.to_owned(), saw.to_owned()))
    );
}

/// Runs `check` for each source, target, way to go on, and request for thinking.
fn for_every_switch(mut check: impl FnMut(&str, &Endpoint, HttpRequest)) {
    for (source, _, recording) in ROWS {
        let parts = history(source, recording);
        for (row, model, _) in targets() {
            let target = endpoint_of(row);
            for asks_on in [false, true] {
                for thinking in [Thinking::Auto, Thinking::On] {
                    let config = ModelConfig {
                        thinking,
                        ..config(model)
                    };
                    let request = request(&target, &config, &parts, asks_on);
                    check(source, &target, request);
                }
            }
        }
    }
}

/// The request of a row that goes on with its own history.
fn own_request(row: &str, asks_on: bool) -> HttpRequest {
    let (id, model, recording) = targets().find(|(id, ..)| *id == row).unwrap();
    let source = if id == ON_DEVICE.0 { SAID_BY } else { id };
    let parts = history(source, recording);
    request(&endpoint_of(row), &config(model), &parts, asks_on)
}

/// What a row's own server gets back, verbatim and in its slot.
fn own_state(row: &str) -> Vec<String> {
    let request = own_request(row, false);
    let target = endpoint_of(row);
    let mut body = serde_json::from_str(&request.body).unwrap();
    take_state(target.dialect, &mut body)
}

#[test]
fn every_server_gets_its_own_state_back() {
    let mut lines = Vec::new();
    for (row, ..) in targets() {
        lines.push(format!("{row}:"));
        lines.extend(own_state(row).into_iter().map(|line| format!("  {line}")));
    }
    expect![[r#"
        anthropic:
          {"signature":"canary-anthropic-signature","thinking":"thought-anthropic twice","type":"thinking"}
          {"data":"canary-anthropic-redacted","type":"redacted_thinking"}
        gemini:
          part 1: "canary-gemini-signature"
        openai:
          {"encrypted_content":"canary-openai-encrypted","id":"rs_1","summary":[{"text":"thought-openai","type":"summary_text"}],"type":"reasoning"}
        ollama:
          thinking: "thought-ollama"
        deepseek:
          reasoning_content: "thought-deepseek canary-deepseek"
        zai:
          reasoning_content: "thought-zai canary-zai"
        openrouter:
          reasoning_details: [{"format":"anthropic-claude-v1","index":0,"signature":"canary-openrouter-signature","text":"thought-openrouter","type":"reasoning.text"},{"data":"canary-openrouter-encrypted","format":"openai-responses-v1","id":"tool_1","index":1,"type":"reasoning.encrypted"}]
        mistral:
          {"closed":true,"thinking":[{"text":"thought-mistral canary-mistral","type":"text"}],"type":"thinking"}
        groq:
        on-device:"#]].assert_eq(&lines.join("\n"));
}

#[test]
fn every_provider_can_go_on_where_another_began() {
    let mut count = 0;
    for_every_switch(|source, target, request| {
        count += 1;
        let is_own = endpoint_of(source).origin == target.origin;
        let state = if is_own { own_state(source) } else { vec![] };
        check_switch(target, &request, &state);
    });
    assert_eq!(count, 9 * 10 * 2 * 2);
}

/// A signature of one Claude is refused by another, and so are others' seals.
#[test]
fn another_model_of_the_same_provider_gets_no_state() {
    for (row, model, recording) in ROWS {
        let parts = history(row, recording);
        let target = endpoint_of(row);
        for asks_on in [false, true] {
            let config = config(&format!("{model}-2"));
            let request = request(&target, &config, &parts, asks_on);
            check_switch(&target, &request, &[]);
        }
    }
}

#[test]
fn every_provider_takes_names_that_a_model_made_up() {
    let long = "x".repeat(65);
    for written in ["", "functions.look", "look at", "2nd", "見る", &long] {
        let mut parts = history(SAID_BY, ON_DEVICE.2);
        for part in &mut parts {
            if let PartBody::ToolCall(call) = &mut part.body {
                call.name = written.to_owned();
            }
        }
        for (row, model, _) in targets() {
            let target = endpoint_of(row);
            let request = request(&target, &config(model), &parts, false);
            check_switch(&target, &request, &[]);
        }
    }
}

#[test]
fn every_provider_can_go_on_where_the_browsers_own_model_began() {
    let source = endpoint_of("on-device");
    let recording = include_bytes!("switch/fixtures/on-device.jsonl");
    let origin = source.origin_of(on_device::MODEL);
    let parts = parts_of(&run(&source, &[recording]), &origin);
    assert_eq!(parts.len(), 2, "thinking and text");
    for (row, model, _) in targets() {
        let target = endpoint_of(row);
        let request = request(&target, &config(model), &parts, true);
        check_request(target.dialect, &request);
        let body = serde_json::from_str(&request.body).unwrap();
        let found = slots::find(target.dialect, &body);
        assert_eq!((found.system.as_str(), found.said.as_str()), (SYSTEM, SAID));
        assert_eq!(found.answers, []);
        assert!(
            !request.body.contains("thought-"),
            "{row}: {}",
            request.body
        );
    }
}
