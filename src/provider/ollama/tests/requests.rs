use super::super::encode;
use crate::chat::{Image, Message, ModelInput};
use crate::provider::preset::{Dialect, Quirks};
use crate::provider::testing::assert_name;
use crate::provider::testing::history::{
    assistant, call, config, refusal, server_tool, text, thinking, tool, user, with,
};
use crate::provider::{Effort, Endpoint, HttpRequest, ModelConfig, Thinking};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

/// Proves what every request must keep: servers take each call's name, its arguments are an object, and it is
/// answered by a message of its own, directly after the one that made it and in the order of the calls.
pub(crate) fn check_request(request: &HttpRequest) {
    let body: Value = serde_json::from_str(&request.body).unwrap();
    let mut open: Vec<&Value> = Vec::new();
    for message in body["messages"].as_array().unwrap() {
        let content = message["content"].as_str().unwrap();
        if message["role"] == "tool" {
            assert!(!open.is_empty(), "{message} answers no call");
            assert_eq!(&message["tool_name"], open.remove(0));
            continue;
        }
        assert!(open.is_empty(), "calls without an answer: {open:?}");
        match message["role"].as_str().unwrap() {
            "system" => assert!(!content.is_empty()),
            "user" => {
                let images = message["images"].as_array();
                assert!(images.is_none_or(|list| list.iter().all(Value::is_string)));
            }
            "assistant" => {
                let calls = message["tool_calls"].as_array();
                for call in calls.into_iter().flatten() {
                    let function = &call["function"];
                    assert!(function["arguments"].is_object(), "{call}");
                    assert_name(&function["name"]);
                    open.push(&function["name"]);
                }
                let calls = calls.is_some_and(|calls| !calls.is_empty());
                assert!(calls || !content.is_empty(), "{message}");
            }
            other => panic!("{other}"),
        }
    }
    assert!(open.is_empty(), "calls without an answer: {open:?}");
}

/// Of what its `model-1` made.
pub(super) const ORIGIN: &str = "ollama:ollama/model-1";

pub(super) fn endpoint() -> Endpoint {
    Endpoint {
        name: "Example".into(),
        dialect: Dialect::Ollama,
        base_url: "http://localhost:11434".into(),
        key: None,
        origin: "ollama:ollama".into(),
        quirks: Quirks::NONE,
        headers: vec![],
        body: Default::default(),
    }
}

fn body(config: &ModelConfig, input: &ModelInput) -> Value {
    let request = encode(&endpoint(), config, input);
    check_request(&request);
    assert_eq!(request.url, "http://localhost:11434/api/chat");
    serde_json::from_str(&request.body).unwrap()
}

fn check_messages(messages: Vec<Message>, expected: Expect) {
    let input = ModelInput {
        messages,
        ..Default::default()
    };
    let body = body(&config("model-1"), &input);
    let messages = body["messages"].as_array().unwrap().iter();
    let lines: Vec<String> = messages.map(Value::to_string).collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn the_plain_request() {
    let input = ModelInput {
        system: "Be brief.".into(),
        messages: vec![user("Hello")],
        tools: vec![tool()],
    };
    let body = body(&config("model-1"), &input);
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
          ]
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&body).unwrap());
}

#[test]
fn settings_are_options_beside_those_of_the_extra_json() {
    let settings = |extra: Value| ModelConfig {
        temperature: Some(1.5),
        top_p: Some(0.9),
        max_tokens: Some(1000),
        extra: extra.as_object().unwrap().clone(),
        ..config("model-1")
    };
    let lines = [
        json!({}),
        json!({ "options": { "num_ctx": 32768, "top_p": 0.5, "num_predict": null } }),
        json!({ "options": null, "keep_alive": "10m" }),
    ]
    .map(|extra| body(&settings(extra), &ModelInput::default()).to_string());
    expect![[r#"
        {"messages":[],"model":"model-1","options":{"num_predict":1000,"temperature":1.5,"top_p":0.9},"stream":true}
        {"messages":[],"model":"model-1","options":{"num_ctx":32768,"temperature":1.5,"top_p":0.5},"stream":true}
        {"keep_alive":"10m","messages":[],"model":"model-1","stream":true}"#]].assert_eq(&lines.join("\n"));
}

#[test]
fn thinking_is_a_switch_or_a_level() {
    let lines = [
        Thinking::Auto,
        Thinking::Off,
        Thinking::On,
        Thinking::Budget(2000),
        Thinking::Effort(Effort::Minimal),
        Thinking::Effort(Effort::Low),
        Thinking::Effort(Effort::Medium),
        Thinking::Effort(Effort::High),
        Thinking::Effort(Effort::Max),
    ]
    .map(|thinking| {
        let config = ModelConfig {
            thinking,
            ..config("model-1")
        };
        let body = body(&config, &ModelInput::default());
        format!("{thinking:?}: {:?}", body.get("think"))
    });
    expect![[r#"
        Auto: None
        Off: Some(Bool(false))
        On: Some(Bool(true))
        Budget(2000): Some(Bool(true))
        Effort(Minimal): Some(String("low"))
        Effort(Low): Some(String("low"))
        Effort(Medium): Some(String("medium"))
        Effort(High): Some(String("high"))
        Effort(Max): Some(String("high"))"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn every_call_is_answered_in_order() {
    check_messages(
        vec![
            user("Look twice"),
            assistant([
                text("Looking."),
                call("a", r#"{"at":"x"}"#, Some("seen")),
                call("b", r#"{"cut": "of"#, None),
                call("", "null", Some("")),
            ]),
            assistant([text("One"), text(""), text("Two"), text(" three")]),
            user("Thanks"),
        ],
        expect![[r#"
            {"content":"Look twice","role":"user"}
            {"content":"Looking.","role":"assistant","tool_calls":[{"function":{"arguments":{"at":"x"},"name":"look"}},{"function":{"arguments":{"malformed_arguments":"{\"cut\": \"of"},"name":"look"}},{"function":{"arguments":{},"name":"look"}}]}
            {"content":"seen","role":"tool","tool_name":"look"}
            {"content":"Interrupted: this call has no result. It is not known whether it was carried out.","role":"tool","tool_name":"look"}
            {"content":"","role":"tool","tool_name":"look"}
            {"content":"One\n\nTwo three","role":"assistant"}
            {"content":"Thanks","role":"user"}"#]],
    );
}

#[test]
fn what_is_not_an_answer_is_not_sent_as_one() {
    check_messages(
        vec![
            user("First"),
            assistant([refusal("No."), thinking("hm"), server_tool("web_search")]),
            user(""),
            Message::User {
                text: "What is it?".into(),
                images: vec![Image {
                    media_type: "image/png".into(),
                    data: "iVBORw==".into(),
                }],
            },
        ],
        expect![[r#"
            {"content":"First","role":"user"}
            {"content":"","role":"user"}
            {"content":"What is it?","images":["iVBORw=="],"role":"user"}"#]],
    );
}

#[test]
fn thinking_goes_back_to_its_origin_only() {
    let thought = |origin: &str| with(thinking("hm"), origin, json!({ "thinking": "hm" }));
    check_messages(
        vec![
            user("Go"),
            assistant([thought(ORIGIN), call("a", "{}", Some("ok"))]),
            assistant([thought("ollama:elsewhere"), thinking("so"), text("Done")]),
        ],
        expect![[r#"
            {"content":"Go","role":"user"}
            {"content":"","role":"assistant","thinking":"hm","tool_calls":[{"function":{"arguments":{},"name":"look"}}]}
            {"content":"ok","role":"tool","tool_name":"look"}
            {"content":"Done","role":"assistant"}"#]],
    );
}
