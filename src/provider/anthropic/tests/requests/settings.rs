use super::{body, endpoint};
use crate::chat::{Message, ModelInput};
use crate::provider::request::HeaderValue;
use crate::provider::testing::history::{
    assistant, call, config, text, thinking, tool, user, with,
};
use crate::provider::{Effort, ModelConfig, Secret, Thinking};
use expect_test::expect;
use serde_json::{Value, json};

fn input(messages: Vec<Message>) -> ModelInput {
    ModelInput {
        messages,
        ..Default::default()
    }
}

/// What a request says beside the conversation.
fn said(config: &ModelConfig, messages: Vec<Message>) -> String {
    let mut body = body(config, &input(messages));
    let fields = body.as_object_mut().unwrap();
    fields.retain(|name, _| !matches!(name.as_str(), "messages" | "model" | "stream"));
    body.to_string()
}

/// A line for each setting of thinking, with both kinds of randomness set.
fn table(model: &str, max_tokens: Option<u64>) -> String {
    let settings = [
        Thinking::Auto,
        Thinking::Off,
        Thinking::On,
        Thinking::Effort(Effort::Minimal),
        Thinking::Effort(Effort::Medium),
        Thinking::Effort(Effort::Max),
        Thinking::Budget(0),
        Thinking::Budget(1),
        Thinking::Budget(20_000),
        Thinking::Budget(u64::MAX / 2),
    ];
    let lines = settings.map(|thinking| {
        let config = ModelConfig {
            model: model.into(),
            temperature: Some(1.5),
            top_p: Some(0.9),
            max_tokens,
            thinking,
            ..config("model-1")
        };
        format!("{thinking:?}: {}", said(&config, vec![user("Hi")]))
    });
    lines.join("\n")
}

#[test]
fn models_that_think_within_a_budget() {
    expect![[r#"
        Auto: {"max_tokens":32000,"temperature":1.0}
        Off: {"max_tokens":32000,"temperature":1.0,"thinking":{"type":"disabled"}}
        On: {"max_tokens":32000,"thinking":{"budget_tokens":8192,"type":"enabled"}}
        Effort(Minimal): {"max_tokens":32000,"thinking":{"budget_tokens":1024,"type":"enabled"}}
        Effort(Medium): {"max_tokens":32000,"thinking":{"budget_tokens":8192,"type":"enabled"}}
        Effort(Max): {"max_tokens":32000,"thinking":{"budget_tokens":24000,"type":"enabled"}}
        Budget(0): {"max_tokens":32000,"temperature":1.0,"thinking":{"type":"disabled"}}
        Budget(1): {"max_tokens":32000,"thinking":{"budget_tokens":1024,"type":"enabled"}}
        Budget(20000): {"max_tokens":32000,"thinking":{"budget_tokens":20000,"type":"enabled"}}
        Budget(9223372036854775807): {"max_tokens":9223372036854807807,"thinking":{"budget_tokens":9223372036854775807,"type":"enabled"}}"#]].assert_eq(&table("claude-sonnet-4-5-20250929", None));
    expect![[r#"
        Auto: {"max_tokens":2000,"temperature":1.0}
        Off: {"max_tokens":2000,"temperature":1.0,"thinking":{"type":"disabled"}}
        On: {"max_tokens":10192,"thinking":{"budget_tokens":8192,"type":"enabled"}}
        Effort(Minimal): {"max_tokens":2000,"thinking":{"budget_tokens":1024,"type":"enabled"}}
        Effort(Medium): {"max_tokens":10192,"thinking":{"budget_tokens":8192,"type":"enabled"}}
        Effort(Max): {"max_tokens":26000,"thinking":{"budget_tokens":24000,"type":"enabled"}}
        Budget(0): {"max_tokens":2000,"temperature":1.0,"thinking":{"type":"disabled"}}
        Budget(1): {"max_tokens":2000,"thinking":{"budget_tokens":1024,"type":"enabled"}}
        Budget(20000): {"max_tokens":22000,"thinking":{"budget_tokens":20000,"type":"enabled"}}
        Budget(9223372036854775807): {"max_tokens":9223372036854777807,"thinking":{"budget_tokens":9223372036854775807,"type":"enabled"}}"#]].assert_eq(&table("claude-opus-4-20250514", Some(2000)));
}

#[test]
fn models_of_other_makers() {
    expect![[r#"
        Auto: {"max_tokens":1,"temperature":1.0,"top_p":0.9}
        Off: {"max_tokens":1,"temperature":1.0,"thinking":{"type":"disabled"},"top_p":0.9}
        On: {"max_tokens":8193,"thinking":{"budget_tokens":8192,"type":"enabled"}}
        Effort(Minimal): {"max_tokens":1025,"thinking":{"budget_tokens":1024,"type":"enabled"}}
        Effort(Medium): {"max_tokens":8193,"thinking":{"budget_tokens":8192,"type":"enabled"}}
        Effort(Max): {"max_tokens":24001,"thinking":{"budget_tokens":24000,"type":"enabled"}}
        Budget(0): {"max_tokens":1,"temperature":1.0,"thinking":{"type":"disabled"},"top_p":0.9}
        Budget(1): {"max_tokens":1025,"thinking":{"budget_tokens":1024,"type":"enabled"}}
        Budget(20000): {"max_tokens":20001,"thinking":{"budget_tokens":20000,"type":"enabled"}}
        Budget(9223372036854775807): {"max_tokens":9223372036854775808,"thinking":{"budget_tokens":9223372036854775807,"type":"enabled"}}"#]].assert_eq(&table("kimi-k2", Some(0)));
}

#[test]
fn models_that_decide_themselves() {
    expect![[r#"
        Auto: {"max_tokens":32000,"temperature":1.0}
        Off: {"max_tokens":32000,"temperature":1.0,"thinking":{"type":"disabled"}}
        On: {"max_tokens":32000,"thinking":{"display":"summarized","type":"adaptive"}}
        Effort(Minimal): {"max_tokens":32000,"output_config":{"effort":"low"},"thinking":{"display":"summarized","type":"adaptive"}}
        Effort(Medium): {"max_tokens":32000,"output_config":{"effort":"medium"},"thinking":{"display":"summarized","type":"adaptive"}}
        Effort(Max): {"max_tokens":32000,"output_config":{"effort":"max"},"thinking":{"display":"summarized","type":"adaptive"}}
        Budget(0): {"max_tokens":32000,"temperature":1.0,"thinking":{"type":"disabled"}}
        Budget(1): {"max_tokens":32000,"output_config":{"effort":"low"},"thinking":{"display":"summarized","type":"adaptive"}}
        Budget(20000): {"max_tokens":32000,"output_config":{"effort":"high"},"thinking":{"display":"summarized","type":"adaptive"}}
        Budget(9223372036854775807): {"max_tokens":32000,"output_config":{"effort":"max"},"thinking":{"display":"summarized","type":"adaptive"}}"#]].assert_eq(&table("claude-opus-4-6", None));
    expect![[r#"
        Auto: {"max_tokens":2000}
        Off: {"max_tokens":2000,"thinking":{"type":"disabled"}}
        On: {"max_tokens":2000,"thinking":{"display":"summarized","type":"adaptive"}}
        Effort(Minimal): {"max_tokens":2000,"output_config":{"effort":"low"},"thinking":{"display":"summarized","type":"adaptive"}}
        Effort(Medium): {"max_tokens":2000,"output_config":{"effort":"medium"},"thinking":{"display":"summarized","type":"adaptive"}}
        Effort(Max): {"max_tokens":2000,"output_config":{"effort":"max"},"thinking":{"display":"summarized","type":"adaptive"}}
        Budget(0): {"max_tokens":2000,"thinking":{"type":"disabled"}}
        Budget(1): {"max_tokens":2000,"output_config":{"effort":"low"},"thinking":{"display":"summarized","type":"adaptive"}}
        Budget(20000): {"max_tokens":2000,"output_config":{"effort":"high"},"thinking":{"display":"summarized","type":"adaptive"}}
        Budget(9223372036854775807): {"max_tokens":2000,"output_config":{"effort":"max"},"thinking":{"display":"summarized","type":"adaptive"}}"#]].assert_eq(&table("anthropic/claude-opus-4.8", Some(2000)));
}

#[test]
fn models_that_always_think() {
    expect![[r#"
        Auto: {"max_tokens":32000}
        Off: {"max_tokens":32000}
        On: {"max_tokens":32000,"thinking":{"display":"summarized","type":"adaptive"}}
        Effort(Minimal): {"max_tokens":32000,"output_config":{"effort":"low"},"thinking":{"display":"summarized","type":"adaptive"}}
        Effort(Medium): {"max_tokens":32000,"output_config":{"effort":"medium"},"thinking":{"display":"summarized","type":"adaptive"}}
        Effort(Max): {"max_tokens":32000,"output_config":{"effort":"max"},"thinking":{"display":"summarized","type":"adaptive"}}
        Budget(0): {"max_tokens":32000}
        Budget(1): {"max_tokens":32000,"output_config":{"effort":"low"},"thinking":{"display":"summarized","type":"adaptive"}}
        Budget(20000): {"max_tokens":32000,"output_config":{"effort":"high"},"thinking":{"display":"summarized","type":"adaptive"}}
        Budget(9223372036854775807): {"max_tokens":32000,"output_config":{"effort":"max"},"thinking":{"display":"summarized","type":"adaptive"}}"#]].assert_eq(&table("claude-fable-5", None));
}

#[test]
fn versions_are_read_out_of_ids() {
    let shape = |model: &str| {
        let config = ModelConfig {
            model: model.into(),
            thinking: Thinking::On,
            ..config("model-1")
        };
        let body = body(&config, &input(vec![user("Hi")]));
        body["thinking"]["type"].as_str().unwrap().to_owned()
    };
    for model in [
        "claude-3-7-sonnet-20250219",
        "claude-haiku-4-5",
        "claude-opus-4-1-20250805",
        "claude-sonnet-4@20250514",
        "glm-5.1",
    ] {
        assert_eq!(shape(model), "enabled", "{model}");
    }
    for model in [
        "claude-sonnet-4-6",
        "us.anthropic.claude-opus-4-7-v1:0",
        "Claude-Sonnet-5",
        "claude-opus-5-20260701",
        "claude-mythos-preview",
        "claude-next",
    ] {
        assert_eq!(shape(model), "adaptive", "{model}");
    }
}

#[test]
fn an_answer_begun_without_thinking_goes_on_without() {
    let config = ModelConfig {
        model: "claude-sonnet-4-5".into(),
        thinking: Thinking::On,
        temperature: Some(0.5),
        ..config("model-1")
    };
    let signed = json!({ "type": "thinking", "signature": "sig" });
    let own = endpoint().origin_of(&config.model);
    let thought = with(thinking("hm"), &own, signed);
    let without = vec![user("Go"), assistant([call("a", "{}", Some("ok"))])];
    expect![[r#"{"max_tokens":32000,"temperature":0.5}"#]]
        .assert_eq(&said(&config, without.clone()));
    let next = [without, vec![assistant([text("Done")]), user("And?")]].concat();
    expect![[r#"{"max_tokens":32000,"thinking":{"budget_tokens":8192,"type":"enabled"}}"#]]
        .assert_eq(&said(&config, next));
    let with_it = vec![
        user("Go"),
        assistant([thought, call("a", "{}", Some("ok"))]),
        assistant([call("b", "{}", Some("ok"))]),
    ];
    expect![[r#"{"max_tokens":32000,"thinking":{"budget_tokens":8192,"type":"enabled"}}"#]]
        .assert_eq(&said(&config, with_it));
}

#[test]
fn extra_comes_last() {
    let extra = json!({
        "max_tokens": 7,
        "temperature": null,
        "thinking": { "type": "enabled", "budget_tokens": 2000 },
        "tools": [{ "type": "web_search_20250305", "name": "web_search" }],
    });
    let config = ModelConfig {
        temperature: Some(0.5),
        extra: extra.as_object().unwrap().clone(),
        ..config("model-1")
    };
    let input = ModelInput {
        tools: vec![tool()],
        ..input(vec![user("Hi")])
    };
    let request = crate::provider::encode(&endpoint(), &config, &input);
    let body: Value = serde_json::from_str(&request.body).unwrap();
    expect![[r#"{"max_tokens":7,"messages":[{"content":[{"text":"Hi","type":"text"}],"role":"user"}],"model":"model-1","stream":true,"thinking":{"budget_tokens":2000,"type":"enabled"},"tools":[{"name":"web_search","type":"web_search_20250305"}]}"#]].assert_eq(&body.to_string());
}

#[test]
fn the_headers() {
    let request = crate::provider::encode(&endpoint(), &config("model-1"), &input(vec![]));
    let plain = |name: &str, value: &str| (name.to_owned(), HeaderValue::Plain(value.into()));
    let key = HeaderValue::Secret {
        prefix: "",
        secret: Secret::new("canary"),
    };
    assert_eq!(
        request.headers,
        [
            plain("content-type", "application/json"),
            ("x-api-key".to_owned(), key),
            plain("anthropic-version", "2023-06-01"),
            plain("anthropic-dangerous-direct-browser-access", "true"),
        ]
    );
    assert!(!format!("{request:?}").contains("canary"));
}
