use crate::chat::{ModelInput, ToolSpec};
use crate::provider::preset::{Auth, Dialect, Quirks};
use crate::provider::request::HeaderValue;
use crate::provider::testing::assert_name;
use crate::provider::testing::history::{config, user};
use crate::provider::{Effort, Endpoint, HttpRequest, ModelConfig, Secret, Thinking, encode};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

/// Proves what every request must keep: roles alternate, beginning with the person's; every call is answered
/// once, in order and with an object, in the content after it; no part is empty but one that is signed.
pub(crate) fn check_request(request: &HttpRequest) {
    let body: Value = serde_json::from_str(&request.body).unwrap();
    let mut open: Vec<&Value> = Vec::new();
    for (at, content) in body["contents"].as_array().unwrap().iter().enumerate() {
        let role = if at % 2 == 0 { "user" } else { "model" };
        assert_eq!(content["role"], role, "{body:#}");
        let parts = content["parts"].as_array().unwrap();
        assert!(!parts.is_empty(), "{content}");
        let calls = parts.iter().filter_map(|part| part.get("functionCall"));
        let answers = parts.iter().filter_map(|part| part.get("functionResponse"));
        if role == "user" {
            let answers: Vec<&Value> = answers.collect();
            assert_eq!(answers.len(), open.len(), "{body:#}");
            for (call, answer) in open.drain(..).zip(answers) {
                assert_eq!(call["name"], answer["name"]);
                assert_eq!(call.get("id"), answer.get("id"));
                let response = answer["response"].as_object().unwrap();
                assert!(response.values().all(Value::is_string), "{answer}");
            }
            assert_eq!(calls.count(), 0);
        } else {
            open = calls.collect();
            assert!(open.iter().all(|call| call["args"].is_object()));
            open.iter().for_each(|call| assert_name(&call["name"]));
            assert_eq!(answers.count(), 0);
        }
        for part in parts {
            let empty = part["text"] == "" && part.get("thoughtSignature").is_none();
            assert!(!empty && part.is_object(), "{body:#}");
            assert!(part["thought"] != true || part.get("thoughtSignature").is_some());
        }
    }
    assert_eq!(open, [&Value::Null; 0], "calls without an answer");
}

pub(super) fn endpoint() -> Endpoint {
    Endpoint {
        name: "Example".into(),
        dialect: Dialect::Gemini,
        base_url: "https://generativelanguage.example.test/v1beta".into(),
        key: Some(Secret::new("canary")),
        origin: "gemini:example".into(),
        quirks: Quirks {
            auth: Auth::Header("x-goog-api-key"),
            ..Quirks::NONE
        },
        headers: vec![],
        body: Default::default(),
    }
}

pub(super) fn body(config: &ModelConfig, input: &ModelInput) -> Value {
    let request = encode(&endpoint(), config, input);
    check_request(&request);
    serde_json::from_str(&request.body).unwrap()
}

fn check(config: &ModelConfig, input: &ModelInput, expected: Expect) {
    expected.assert_eq(&serde_json::to_string_pretty(&body(config, input)).unwrap());
}

#[test]
fn the_plain_request() {
    let input = ModelInput {
        system: "Be brief.".into(),
        messages: vec![user("Hello")],
        tools: vec![],
    };
    check(
        &config("gemini-2.5-flash"),
        &input,
        expect![[r#"
        {
          "contents": [
            {
              "parts": [
                {
                  "text": "Hello"
                }
              ],
              "role": "user"
            }
          ],
          "systemInstruction": {
            "parts": [
              {
                "text": "Be brief."
              }
            ]
          }
        }"#]],
    );
}

#[test]
fn the_model_is_in_the_address_and_the_key_is_not() {
    for (model, path) in [
        ("gemini-2.5-flash", "models/gemini-2.5-flash"),
        ("models/gemini-2.5-flash", "models/gemini-2.5-flash"),
        ("tunedModels/mine-1", "tunedModels/mine-1"),
    ] {
        let request = encode(&endpoint(), &config(model), &ModelInput::default());
        assert_eq!(
            request.url,
            format!(
                "https://generativelanguage.example.test/v1beta/{path}:streamGenerateContent?alt=sse"
            )
        );
        let secret = Secret::new("canary");
        let key = HeaderValue::Secret { prefix: "", secret };
        assert_eq!(request.headers[1], ("x-goog-api-key".to_owned(), key));
        assert_eq!(request.headers.len(), 2);
        assert!(!format!("{request:?}").contains("canary"));
    }
}

#[test]
fn settings_are_sent_where_set_and_extra_comes_last() {
    let settings = ModelConfig {
        temperature: Some(0.7),
        top_p: Some(0.9),
        max_tokens: Some(1000),
        thinking: Thinking::Effort(Effort::Low),
        extra: json!({ "systemInstruction": null, "safetySettings": [] })
            .as_object()
            .unwrap()
            .clone(),
        ..config("gemini-3-pro-preview")
    };
    let tool = |name: &str, parameters: Value| ToolSpec {
        name: name.into(),
        description: "Looks.".into(),
        parameters,
    };
    let input = ModelInput {
        system: "Be brief.".into(),
        messages: vec![user("Hello")],
        tools: vec![
            tool(
                "look",
                json!({
                    "type": "object",
                    "properties": { "at": { "type": "string", "const": "x" } },
                    "additionalProperties": false,
                }),
            ),
            tool("now", json!({ "type": "object", "properties": {} })),
            tool("bare", json!({})),
            tool("none", Value::Null),
            tool("other", json!({ "anyOf": [{ "type": "object" }] })),
        ],
    };
    check(
        &settings,
        &input,
        expect![[r#"
        {
          "contents": [
            {
              "parts": [
                {
                  "text": "Hello"
                }
              ],
              "role": "user"
            }
          ],
          "generationConfig": {
            "maxOutputTokens": 1000,
            "temperature": 0.7,
            "thinkingConfig": {
              "includeThoughts": true,
              "thinkingLevel": "low"
            },
            "topP": 0.9
          },
          "safetySettings": [],
          "tools": [
            {
              "functionDeclarations": [
                {
                  "description": "Looks.",
                  "name": "look",
                  "parametersJsonSchema": {
                    "additionalProperties": false,
                    "properties": {
                      "at": {
                        "const": "x",
                        "type": "string"
                      }
                    },
                    "type": "object"
                  }
                },
                {
                  "description": "Looks.",
                  "name": "now"
                },
                {
                  "description": "Looks.",
                  "name": "bare"
                },
                {
                  "description": "Looks.",
                  "name": "none"
                },
                {
                  "description": "Looks.",
                  "name": "other",
                  "parametersJsonSchema": {
                    "anyOf": [
                      {
                        "type": "object"
                      }
                    ]
                  }
                }
              ]
            }
          ]
        }"#]],
    );
}
