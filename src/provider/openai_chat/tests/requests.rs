use crate::chat::ToolStatus;
use crate::chat::{Message, ModelInput, Opaque, Part, PartBody, ToolCall, ToolResult, ToolSpec};
use crate::provider::preset::{Dialect, Quirks, Replay};
use crate::provider::request::HeaderValue;
use crate::provider::testing::assert_name;
use crate::provider::{Endpoint, HttpRequest, ModelConfig, Secret};
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Proves what every request must keep: each tool call is answered exactly once, directly after the message
/// that made it, servers take its name, its arguments are a JSON object, and nothing answers a call that was not
/// made.
pub(crate) fn check_request(request: &HttpRequest) {
    let body: Value = serde_json::from_str(&request.body).unwrap();
    let mut open: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    for message in body["messages"].as_array().unwrap() {
        if message["role"] == "tool" {
            let id = message["tool_call_id"].as_str().unwrap();
            let at = open.iter().position(|call| *call == id);
            open.remove(at.unwrap_or_else(|| panic!("{id} answers no open call")));
            assert!(message["content"].is_string());
            continue;
        }
        assert_eq!(open, [""; 0], "calls without an answer");
        let calls = message["tool_calls"].as_array();
        for call in calls.into_iter().flatten() {
            let id = call["id"].as_str().unwrap();
            assert!(!id.is_empty() && seen.insert(id), "{id:?} names two calls");
            let arguments = call["function"]["arguments"].as_str().unwrap();
            let arguments: Value = serde_json::from_str(arguments).unwrap();
            assert!(arguments.is_object(), "{arguments}");
            assert_name(&call["function"]["name"]);
            open.push(id);
        }
        let says = match &message["content"] {
            Value::String(text) => !text.is_empty(),
            Value::Array(parts) => !parts.is_empty(),
            _ => false,
        };
        assert!(
            says || calls.is_some_and(|calls| !calls.is_empty()),
            "{message}"
        );
    }
    assert_eq!(open, [""; 0], "calls without an answer");
}

pub(super) fn endpoint() -> Endpoint {
    Endpoint {
        name: "Example".into(),
        dialect: Dialect::OpenAiChat,
        base_url: "https://api.example.test/v1".into(),
        key: Some(Secret::new("canary")),
        origin: "openai-chat:example".into(),
        quirks: Quirks::NONE,
        headers: vec![],
        body: Default::default(),
    }
}

fn config() -> ModelConfig {
    ModelConfig {
        id: "m".into(),
        provider: "p".into(),
        model: "model-1".into(),
        name: String::new(),
        temperature: None,
        max_tokens: None,
        top_p: None,
        thinking: Default::default(),
        idle_timeout: 60,
        extra: Default::default(),
    }
}

fn user(text: &str) -> Message {
    Message::User {
        text: text.into(),
        images: vec![],
    }
}

fn assistant<const N: usize>(parts: [PartBody; N]) -> Message {
    Message::Assistant {
        parts: parts.into_iter().map(Part::from).collect(),
    }
}

fn text(text: &str) -> PartBody {
    PartBody::Text { text: text.into() }
}

fn call(id: &str, arguments: &str, result: Option<&str>) -> PartBody {
    PartBody::ToolCall(ToolCall {
        id: id.into(),
        name: "look".into(),
        arguments: arguments.into(),
        result: result.map(|content| ToolResult::new(ToolStatus::Done, content)),
    })
}

fn check(endpoint: &Endpoint, config: &ModelConfig, input: ModelInput, expected: Expect) {
    let request = super::super::encode(endpoint, config, &input);
    check_request(&request);
    assert_eq!(request.url, "https://api.example.test/v1/chat/completions");
    let body: Value = serde_json::from_str(&request.body).unwrap();
    expected.assert_eq(&serde_json::to_string_pretty(&body).unwrap());
}

fn check_messages(endpoint: &Endpoint, messages: Vec<Message>, expected: Expect) {
    let input = ModelInput {
        messages,
        ..Default::default()
    };
    let request = super::super::encode(endpoint, &config(), &input);
    check_request(&request);
    let body: Value = serde_json::from_str(&request.body).unwrap();
    let lines: Vec<String> = body["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn the_plain_request() {
    let input = ModelInput {
        system: "Be brief.".into(),
        messages: vec![user("Hello")],
        tools: vec![],
    };
    check(
        &endpoint(),
        &config(),
        input,
        expect![[r#"
            {
              "messages": [
                {
                  "content": "Be brief.",
                  "role": "system"
                },
                {
                  "content": "Hello",
                  "role": "user"
                }
              ],
              "model": "model-1",
              "stream": true,
              "stream_options": {
                "include_usage": true
              }
            }"#]],
    );
}

#[test]
fn the_key_is_a_secret_header_and_absent_without_a_key() {
    let request = super::super::encode(&endpoint(), &config(), &ModelInput::default());
    assert_eq!(
        request.headers,
        [
            (
                "content-type".to_owned(),
                HeaderValue::Plain("application/json".into())
            ),
            (
                "authorization".to_owned(),
                HeaderValue::Secret {
                    prefix: "Bearer ",
                    secret: Secret::new("canary")
                }
            ),
        ]
    );
    assert!(!format!("{request:?}").contains("canary"));
    let keyless = Endpoint {
        key: None,
        ..endpoint()
    };
    let request = super::super::encode(&keyless, &config(), &ModelInput::default());
    assert_eq!(request.headers.len(), 1);
}

#[test]
fn settings_are_sent_where_set_and_extra_comes_last() {
    let settings = ModelConfig {
        temperature: Some(0.7),
        top_p: Some(0.9),
        max_tokens: Some(1000),
        extra: json!({ "top_p": 0.5, "stream_options": null, "seed": 7, "thinking": { "type": "enabled" } })
            .as_object()
            .unwrap()
            .clone(),
        ..config()
    };
    let input = ModelInput {
        system: String::new(),
        messages: vec![user("Hello")],
        tools: vec![ToolSpec {
            name: "look".into(),
            description: "Looks.".into(),
            parameters: json!({ "type": "object", "properties": {} }),
        }],
    };
    check(
        &endpoint(),
        &settings,
        input.clone(),
        expect![[r#"
            {
              "max_tokens": 1000,
              "messages": [
                {
                  "content": "Hello",
                  "role": "user"
                }
              ],
              "model": "model-1",
              "seed": 7,
              "stream": true,
              "temperature": 0.7,
              "thinking": {
                "type": "enabled"
              },
              "tools": [
                {
                  "function": {
                    "description": "Looks.",
                    "name": "look",
                    "parameters": {
                      "properties": {},
                      "type": "object"
                    }
                  },
                  "type": "function"
                }
              ],
              "top_p": 0.5
            }"#]],
    );
    let quirky = Endpoint {
        quirks: Quirks {
            max_completion_tokens: true,
            ..Quirks::NONE
        },
        ..endpoint()
    };
    let request = super::super::encode(&quirky, &settings, &input);
    let body: Value = serde_json::from_str(&request.body).unwrap();
    assert_eq!(body["max_completion_tokens"], 1000);
    assert_eq!(body.get("max_tokens"), None);
}

#[test]
fn every_call_is_answered_once() {
    check_messages(
        &endpoint(),
        vec![
            user("Look twice"),
            assistant([
                PartBody::Thinking {
                    text: "secret thoughts".into(),
                    duration: 1.0,
                },
                text("Looking."),
                call("a", r#"{"at":"x"}"#, Some("seen")),
                call("b", "", None),
            ]),
            // The server numbers its calls afresh in every response.
            assistant([call("a", "{}", Some("again"))]),
            assistant([text("Done.")]),
            user("Thanks"),
        ],
        expect![[r#"
            {"content":"Look twice","role":"user"}
            {"content":"Looking.","role":"assistant","tool_calls":[{"function":{"arguments":"{\"at\":\"x\"}","name":"look"},"id":"a","type":"function"},{"function":{"arguments":"{}","name":"look"},"id":"b","type":"function"}]}
            {"content":"seen","role":"tool","tool_call_id":"a"}
            {"content":"Interrupted: this call has no result. It is not known whether it was carried out.","role":"tool","tool_call_id":"b"}
            {"content":null,"role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"look"},"id":"a_2","type":"function"}]}
            {"content":"again","role":"tool","tool_call_id":"a_2"}
            {"content":"Done.","role":"assistant"}
            {"content":"Thanks","role":"user"}"#]],
    );
}

#[test]
fn malformed_arguments_go_back_as_valid_json() {
    check_messages(
        &endpoint(),
        vec![
            user("Go"),
            assistant([
                call("1", r#"{"cut": "of"#, None),
                call("2", "null", None),
                call("3", "[1,2]", None),
                call("4", r#""{\"twice\":\"encoded\"}""#, None),
                call("5", " {\"fine\": 1} ", None),
                call("", r#"{"lone":"\ud83d"}"#, None),
            ]),
        ],
        expect![[r#"
            {"content":"Go","role":"user"}
            {"content":null,"role":"assistant","tool_calls":[{"function":{"arguments":"{\"malformed_arguments\":\"{\\\"cut\\\": \\\"of\"}","name":"look"},"id":"1","type":"function"},{"function":{"arguments":"{}","name":"look"},"id":"2","type":"function"},{"function":{"arguments":"{\"malformed_arguments\":\"[1,2]\"}","name":"look"},"id":"3","type":"function"},{"function":{"arguments":"{\"malformed_arguments\":\"\\\"{\\\\\\\"twice\\\\\\\":\\\\\\\"encoded\\\\\\\"}\\\"\"}","name":"look"},"id":"4","type":"function"},{"function":{"arguments":"{\"fine\": 1}","name":"look"},"id":"5","type":"function"},{"function":{"arguments":"{\"malformed_arguments\":\"{\\\"lone\\\":\\\"\\\\ud83d\\\"}\"}","name":"look"},"id":"call","type":"function"}]}
            {"content":"Interrupted: this call has no result. It is not known whether it was carried out.","role":"tool","tool_call_id":"1"}
            {"content":"Interrupted: this call has no result. It is not known whether it was carried out.","role":"tool","tool_call_id":"2"}
            {"content":"Interrupted: this call has no result. It is not known whether it was carried out.","role":"tool","tool_call_id":"3"}
            {"content":"Interrupted: this call has no result. It is not known whether it was carried out.","role":"tool","tool_call_id":"4"}
            {"content":"Interrupted: this call has no result. It is not known whether it was carried out.","role":"tool","tool_call_id":"5"}
            {"content":"Interrupted: this call has no result. It is not known whether it was carried out.","role":"tool","tool_call_id":"call"}"#]],
    );
}

#[test]
fn what_is_not_an_answer_is_not_sent_as_one() {
    check_messages(
        &endpoint(),
        vec![
            user("First"),
            assistant([PartBody::Refusal {
                text: "I can't help with that.".into(),
            }]),
            user("Second"),
            assistant([PartBody::Thinking {
                text: "stopped in the middle".into(),
                duration: 1.0,
            }]),
            user("Third"),
            assistant([text("One"), text(""), text("Two")]),
        ],
        expect![[r#"
            {"content":"First\n\nSecond\n\nThird","role":"user"}
            {"content":"One\n\nTwo","role":"assistant"}"#]],
    );
}

#[test]
fn opaque_state_goes_back_to_its_origin_only() {
    let thinking = |origin: &str, value: Value| Part {
        body: PartBody::Thinking {
            text: "hm".into(),
            duration: 0.0,
        },
        opaque: Some(Opaque {
            origin: origin.into(),
            value,
        }),
        citations: vec![],
    };
    let part = Part::from;
    let messages = vec![
        user("Go"),
        Message::Assistant {
            parts: vec![
                thinking(
                    "openai-chat:example/model-1",
                    json!({ "reasoning_content": "hm" }),
                ),
                thinking(
                    "openai-chat:other/model-1",
                    json!({ "reasoning_details": [{ "id": 1 }] }),
                ),
                part(call("a", "{}", Some("ok"))),
                thinking(
                    "openai-chat:example/model-1",
                    json!({ "reasoning_content": ", so" }),
                ),
            ],
        },
        assistant([call("b", "{}", Some("ok"))]),
        assistant([text("Done")]),
    ];
    let replaying = Endpoint {
        quirks: Quirks {
            replay: Replay::ReasoningContent,
            ..Quirks::NONE
        },
        ..endpoint()
    };
    check_messages(
        &replaying,
        messages.clone(),
        expect![[r#"
            {"content":"Go","role":"user"}
            {"content":null,"reasoning_content":"hm, so","role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"look"},"id":"a","type":"function"}]}
            {"content":"ok","role":"tool","tool_call_id":"a"}
            {"content":null,"reasoning_content":"","role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"look"},"id":"b","type":"function"}]}
            {"content":"ok","role":"tool","tool_call_id":"b"}
            {"content":"Done","role":"assistant"}"#]],
    );
    let other = Endpoint {
        origin: "openai-chat:other".into(),
        ..endpoint()
    };
    check_messages(
        &other,
        messages.clone(),
        expect![[r#"
            {"content":"Go","role":"user"}
            {"content":null,"reasoning_details":[{"id":1}],"role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"look"},"id":"a","type":"function"}]}
            {"content":"ok","role":"tool","tool_call_id":"a"}
            {"content":null,"role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"look"},"id":"b","type":"function"}]}
            {"content":"ok","role":"tool","tool_call_id":"b"}
            {"content":"Done","role":"assistant"}"#]],
    );
    let stranger = Endpoint {
        origin: "openai-chat:stranger".into(),
        ..endpoint()
    };
    check_messages(
        &stranger,
        messages,
        expect![[r#"
            {"content":"Go","role":"user"}
            {"content":null,"role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"look"},"id":"a","type":"function"}]}
            {"content":"ok","role":"tool","tool_call_id":"a"}
            {"content":null,"role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"look"},"id":"b","type":"function"}]}
            {"content":"ok","role":"tool","tool_call_id":"b"}
            {"content":"Done","role":"assistant"}"#]],
    );
}
