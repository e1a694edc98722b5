use super::super::{MODEL, SCHEME, encode};
use crate::chat::{Image, Message, ModelInput};
use crate::provider::testing::endpoint_of;
use crate::provider::testing::history::{
    assistant, call, config, refusal, server_tool, text, thinking, tool, user, with,
};
use crate::provider::{
    Dialect, Effort, Endpoint, ErrorKind, HttpRequest, ModelConfig, ResponseHead, Thinking,
    models_request, parse_models,
};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

/// Proves what every request must keep: the API takes a system prompt at the very beginning only, knows two
/// other roles, and is prompted with one message of the person's; nothing of another API is among the options.
pub(crate) fn check_request(request: &HttpRequest) {
    assert!(request.url.starts_with(SCHEME), "{}", request.url);
    let body: Value = serde_json::from_str(&request.body).unwrap();
    let initial = body["initialPrompts"].as_array().unwrap();
    for (at, message) in initial.iter().enumerate() {
        match message["role"].as_str().unwrap() {
            "system" => assert_eq!(at, 0, "{message} comes later"),
            "user" | "assistant" => {}
            other => panic!("{other}"),
        }
        let is_user = message["role"] == "user";
        let content = message["content"].as_str().unwrap();
        assert!(is_user || !content.is_empty(), "{message} says nothing");
        assert_eq!(message.as_object().unwrap().len(), 2, "{message}");
    }
    let prompt = body["prompt"].as_array().unwrap();
    assert_eq!(prompt.len(), 1, "{body}");
    assert_eq!(prompt[0]["role"], "user");
    assert!(prompt[0]["content"].is_string(), "{body}");
    for option in [
        "model",
        "messages",
        "tools",
        "temperature",
        "topK",
        "stream",
    ] {
        assert!(body.get(option).is_none(), "{option} in {body}");
    }
}

pub(super) fn endpoint() -> Endpoint {
    let endpoint = endpoint_of("on-device");
    assert_eq!(endpoint.dialect, Dialect::OnDevice);
    assert_eq!(endpoint.origin, "on-device:on-device");
    endpoint
}

fn body(config: &ModelConfig, input: &ModelInput) -> Value {
    let request = encode(&endpoint(), config, input);
    check_request(&request);
    assert_eq!(request.url, "on-device:/prompt");
    serde_json::from_str(&request.body).unwrap()
}

/// The initial prompts, one on each line, and the prompt.
fn check_messages(messages: Vec<Message>, expected: Expect) {
    let input = ModelInput {
        messages,
        ..Default::default()
    };
    let body = body(&config(MODEL), &input);
    let initial = body["initialPrompts"].as_array().unwrap().iter();
    let all = initial.chain(body["prompt"].as_array().unwrap());
    let lines: Vec<String> = all.map(Value::to_string).collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn the_plain_request() {
    let input = ModelInput {
        system: "Be brief.".into(),
        messages: vec![user("Hello"), assistant([text("Hi")]), user("And now?")],
        tools: vec![tool()],
    };
    let body = body(&config(MODEL), &input);
    expect![[r#"
        {
          "initialPrompts": [
            {
              "content": "Be brief.",
              "role": "system"
            },
            {
              "content": "Hello",
              "role": "user"
            },
            {
              "content": "Hi",
              "role": "assistant"
            }
          ],
          "prompt": [
            {
              "content": "And now?",
              "role": "user"
            }
          ]
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&body).unwrap());
}

#[test]
fn calls_are_told_in_words_and_thinking_is_left_out() {
    let parts = [
        thinking("Hm."),
        text("I look."),
        call("1", r#"{"at":"one"}"#, Some("saw one")),
        call("2", "", None),
        refusal("No."),
        server_tool("search"),
        with(text("Done."), "on-device:on-device", json!({ "x": 1 })),
    ];
    check_messages(
        vec![user("Look"), assistant(parts), user("And now?")],
        expect![[r#"
            {"content":"Look","role":"user"}
            {"content":"I look.\n\nDone.","role":"assistant"}
            {"content":"[You called the tool look with {\"at\":\"one\"}, and it answered:]\nsaw one\n\n[You called the tool look with {}, and it answered:]\nInterrupted: this call has no result. It is not known whether it was carried out.","role":"user"}
            {"content":"And now?","role":"user"}"#]],
    );
}

#[test]
fn an_answer_that_ends_with_calls_goes_on_with_what_they_brought() {
    let parts = [call("1", "{", Some("saw one"))];
    check_messages(
        vec![user("Look"), assistant(parts)],
        expect![[r#"
        {"content":"Look","role":"user"}
        {"content":"[You called the tool look with {\"malformed_arguments\":\"{\"}, and it answered:]\nsaw one","role":"user"}"#]],
    );
}

#[test]
fn an_answer_without_a_question_goes_on() {
    check_messages(
        vec![assistant([text("Half")])],
        expect![[r#"
        {"content":"Half","role":"assistant"}
        {"content":"Go on.","role":"user"}"#]],
    );
    check_messages(
        vec![user("Go"), assistant([thinking("Hm.")])],
        expect![[r#"{"content":"Go","role":"user"}"#]],
    );
}

#[test]
fn a_picture_is_told_of() {
    let images = vec![Image {
        media_type: "image/png".into(),
        data: "AAAA".into(),
    }];
    let text = "What is this?".into();
    check_messages(
        vec![Message::User { text, images }],
        expect![[
            r#"{"content":"What is this?\n\n[A picture stood here, which you cannot see.]","role":"user"}"#
        ]],
    );
}

#[test]
fn settings_that_the_api_has_no_words_for_are_left_out() {
    let settings = |thinking, extra: Value| ModelConfig {
        temperature: Some(1.5),
        top_p: Some(0.9),
        max_tokens: Some(1000),
        thinking,
        extra: extra.as_object().unwrap().clone(),
        ..config(MODEL)
    };
    let input = ModelInput {
        messages: vec![user("Hello")],
        ..Default::default()
    };
    let lines = [
        (Thinking::Auto, json!({})),
        (Thinking::Off, json!({ "samplingMode": "creative" })),
        (Thinking::On, json!({ "thinking": null })),
        (Thinking::Effort(Effort::Max), json!({})),
        (Thinking::Budget(100), json!({})),
    ]
    .map(|(thinking, extra)| {
        let mut body = body(&settings(thinking, extra), &input);
        let options = body.as_object_mut().unwrap();
        options.remove("initialPrompts");
        options.remove("prompt");
        body.to_string()
    });
    expect![[r#"
        {}
        {"samplingMode":"creative","thinking":{"effort":"none"}}
        {}
        {"thinking":{"effort":"high","includeThoughts":true}}
        {"thinking":{"effort":"medium","includeThoughts":true}}"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn models_are_asked_for_like_any_others() {
    let request = models_request(&endpoint());
    assert_eq!(request.url, "on-device:/models");
    let head = ResponseHead {
        status: 200,
        ..Default::default()
    };
    let parse = |body: Value| parse_models(&endpoint(), &head, &body.to_string(), 0.0);
    assert_eq!(parse(json!({ "models": [MODEL] })), Ok(vec![MODEL.into()]));
    let error = json!({ "error": { "name": "Unavailable", "message": "unavailable" } });
    let error = parse(error).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
    assert!(error.failure().advice.contains("22 GB"));
}
