mod check;
mod conversation;
mod opaque;
mod settings;

pub(crate) use check::check_request;

use super::super::encode;
use crate::chat::{Message, ModelInput};
use crate::provider::preset::{Auth, Dialect, Quirks};
use crate::provider::testing::history::config;
use crate::provider::{Endpoint, ModelConfig, Secret};
use expect_test::Expect;
use serde_json::Value;

/// Of what its `model-1` made.
pub(super) const ORIGIN: &str = "anthropic:example/model-1";

pub(super) fn endpoint() -> Endpoint {
    Endpoint {
        name: "Example".into(),
        dialect: Dialect::Anthropic,
        base_url: "https://api.example.test/v1".into(),
        key: Some(Secret::new("canary")),
        origin: "anthropic:example".into(),
        quirks: Quirks {
            auth: Auth::Header("x-api-key"),
            ..Quirks::NONE
        },
        headers: vec![],
        body: Default::default(),
    }
}

fn body(config: &ModelConfig, input: &ModelInput) -> Value {
    let request = encode(&endpoint(), config, input);
    check_request(&request);
    assert_eq!(request.url, "https://api.example.test/v1/messages");
    serde_json::from_str(&request.body).unwrap()
}

/// One line for each block.
fn check_messages(messages: Vec<Message>, expected: Expect) {
    let input = ModelInput {
        messages,
        ..Default::default()
    };
    let mut lines = Vec::new();
    for message in body(&config("model-1"), &input)["messages"]
        .as_array()
        .unwrap()
    {
        lines.push(format!("{}:", message["role"].as_str().unwrap()));
        let blocks = message["content"].as_array().unwrap().iter();
        lines.extend(blocks.map(|block| format!("  {block}")));
    }
    expected.assert_eq(&lines.join("\n"));
}
