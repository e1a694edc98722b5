use crate::chat::{ModelInput, ToolSpec};
use crate::provider::preset::{Dialect, Quirks};
use crate::provider::testing::assert_name;
use crate::provider::testing::history::{config, user};
use crate::provider::{Effort, Endpoint, HttpRequest, ModelConfig, Secret, Thinking, encode};
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Proves what every request must keep: each call has an id of its own, at most 64 characters long, an
/// object for arguments, and exactly one output after it; reasoning stands directly before a message or
/// call and has its encrypted content; no content is empty; nothing is left to be looked for on the server.
pub(crate) fn check_request(request: &HttpRequest) {
    let body: Value = serde_json::from_str(&request.body).unwrap();
    assert_eq!(body["store"], false);
    let items = body["input"].as_array().unwrap();
    let mut open = HashSet::new();
    let mut seen = HashSet::new();
    for (at, item) in items.iter().enumerate() {
        let text = |name: &str| item[name].as_str().unwrap();
        match text("type") {
            "message" => {
                assert_eq!(item.get("id"), None);
                let content = item["content"].as_array().unwrap();
                assert!(!content.is_empty(), "{item}");
                assert!(content.iter().all(|part| part["text"] != ""), "{item}");
            }
            "reasoning" => {
                assert!(!text("encrypted_content").is_empty());
                assert!(item["summary"].is_array());
                let next = &items[at + 1];
                let led_to = next["type"] == "function_call" || next["role"] == "assistant";
                assert!(led_to, "{body:#}");
                let id = item["id"].as_str();
                assert!(id.is_none_or(|id| seen.insert(id)), "{body:#}");
            }
            "function_call" => {
                let id = text("call_id");
                assert!(!id.is_empty() && id.chars().count() <= 64);
                assert!(seen.insert(id), "{id:?} names two calls");
                let arguments: Value = serde_json::from_str(text("arguments")).unwrap();
                assert!(arguments.is_object(), "{arguments}");
                assert_name(&item["name"]);
                assert_eq!(item.get("id"), None);
                open.insert(id);
            }
            "function_call_output" => {
                assert!(open.remove(text("call_id")), "{body:#}");
                assert!(item["output"].is_string());
            }
            other => panic!("{other}"),
        }
    }
    assert!(open.is_empty(), "calls without an answer: {body:#}");
    for tool in body["tools"].as_array().into_iter().flatten() {
        assert_eq!(tool["parameters"]["type"], "object");
    }
}

pub(super) fn endpoint() -> Endpoint {
    Endpoint {
        name: "Example".into(),
        dialect: Dialect::OpenAiResponses,
        base_url: "https://api.example.test/v1".into(),
        key: Some(Secret::new("canary")),
        origin: "openai-responses:example".into(),
        quirks: Quirks::NONE,
        headers: vec![],
        body: Default::default(),
    }
}

fn check(config: &ModelConfig, input: &ModelInput, expected: Expect) {
    let request = encode(&endpoint(), config, input);
    check_request(&request);
    assert_eq!(request.url, "https://api.example.test/v1/responses");
    assert_eq!(request.headers[1].0, "authorization");
    assert!(!format!("{request:?}").contains("canary"));
    let body: Value = serde_json::from_str(&request.body).unwrap();
    expected.assert_eq(&serde_json::to_string_pretty(&body).unwrap());
}

#[test]
fn the_plain_request() {
    let input = ModelInput {
        system: "Be brief.".into(),
        messages: vec![user("Hello")],
        tools: vec![],
    };
    check(
        &config("gpt-5.2"),
        &input,
        expect![[r#"
        {
          "include": [
            "reasoning.encrypted_content"
          ],
          "input": [
            {
              "content": [
                {
                  "text": "Hello",
                  "type": "input_text"
                }
              ],
              "role": "user",
              "type": "message"
            }
          ],
          "instructions": "Be brief.",
          "model": "gpt-5.2",
          "store": false,
          "stream": true
        }"#]],
    );
    // A model that does not reason refuses to be asked for its reasoning.
    let thinking = Thinking::On;
    let plain = ModelConfig {
        thinking,
        ..config("gpt-4o")
    };
    check(
        &plain,
        &input,
        expect![[r#"
        {
          "input": [
            {
              "content": [
                {
                  "text": "Hello",
                  "type": "input_text"
                }
              ],
              "role": "user",
              "type": "message"
            }
          ],
          "instructions": "Be brief.",
          "model": "gpt-4o",
          "store": false,
          "stream": true
        }"#]],
    );
}

#[test]
fn settings_are_sent_where_set_and_extra_comes_last() {
    let settings = ModelConfig {
        temperature: Some(0.7),
        top_p: Some(0.9),
        max_tokens: Some(1000),
        thinking: Thinking::Effort(Effort::Low),
        extra: json!({ "top_p": 0.5, "include": null, "service_tier": "flex" })
            .as_object()
            .unwrap()
            .clone(),
        ..config("gpt-5.2")
    };
    let tool = |name: &str, parameters: Value| ToolSpec {
        name: name.into(),
        description: "Looks.".into(),
        parameters,
    };
    let input = ModelInput {
        system: String::new(),
        messages: vec![user("Hello")],
        tools: vec![
            tool(
                "look",
                json!({ "type": "object", "properties": { "at": { "type": "string" } } }),
            ),
            tool("bare", json!({})),
            tool("none", Value::Null),
        ],
    };
    check(
        &settings,
        &input,
        expect![[r#"
        {
          "input": [
            {
              "content": [
                {
                  "text": "Hello",
                  "type": "input_text"
                }
              ],
              "role": "user",
              "type": "message"
            }
          ],
          "max_output_tokens": 1000,
          "model": "gpt-5.2",
          "reasoning": {
            "effort": "low",
            "summary": "auto"
          },
          "service_tier": "flex",
          "store": false,
          "stream": true,
          "tools": [
            {
              "description": "Looks.",
              "name": "look",
              "parameters": {
                "properties": {
                  "at": {
                    "type": "string"
                  }
                },
                "type": "object"
              },
              "strict": false,
              "type": "function"
            },
            {
              "description": "Looks.",
              "name": "bare",
              "parameters": {
                "properties": {},
                "type": "object"
              },
              "strict": false,
              "type": "function"
            },
            {
              "description": "Looks.",
              "name": "none",
              "parameters": {
                "properties": {},
                "type": "object"
              },
              "strict": false,
              "type": "function"
            }
          ],
          "top_p": 0.5
        }"#]],
    );
}

#[test]
fn what_a_model_refuses_is_left_out() {
    for (model, thinking, sampled) in [
        ("gpt-4o", Thinking::Auto, true),
        ("gpt-5-chat-latest", Thinking::Auto, true),
        ("o3", Thinking::Auto, false),
        ("gpt-5", Thinking::Off, false),
        ("gpt-5.2", Thinking::Auto, false),
        ("gpt-5.2", Thinking::Off, true),
        ("gpt-5.2", Thinking::Budget(0), true),
        ("gpt-5.2", Thinking::Effort(Effort::Low), false),
        ("openai/gpt-oss-20b", Thinking::On, true),
        ("somebody-elses", Thinking::On, true),
    ] {
        let set = ModelConfig {
            temperature: Some(0.5),
            top_p: Some(0.5),
            thinking,
            ..config(model)
        };
        let request = encode(&endpoint(), &set, &ModelInput::default());
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let found = [&body["temperature"], &body["top_p"]].map(|value| !value.is_null());
        assert_eq!(found, [sampled; 2], "{model} {thinking:?}");
    }
}
