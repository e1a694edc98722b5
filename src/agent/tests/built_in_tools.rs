//! Every tool that ships, offered to every provider.

use super::switch::check_request;
use crate::chat::ModelInput;
use crate::provider::preset::{PRESETS, Preset};
use crate::provider::testing::endpoint_of;
use crate::provider::testing::history::{config, user};
use crate::provider::{Dialect, encode};
use crate::tool::built_in;
use serde_json::{Value, json};

/// Names and schemas as a request offers them.
fn offered(dialect: Dialect, body: &Value) -> Vec<(Value, Value, Value)> {
    let (list, inner, schema) = match dialect {
        Dialect::OpenAiChat | Dialect::Ollama => ("/tools", "/function", "parameters"),
        Dialect::OpenAiResponses => ("/tools", "", "parameters"),
        Dialect::Anthropic => ("/tools", "", "input_schema"),
        Dialect::Gemini => ("/tools/0/functionDeclarations", "", "parametersJsonSchema"),
        // It takes no tools.
        Dialect::OnDevice => return vec![],
    };
    let tools = body.pointer(list).and_then(Value::as_array).unwrap();
    tools
        .iter()
        .map(|tool| {
            let tool = tool.pointer(inner).unwrap();
            let part = |key: &str| tool[key].clone();
            (part("name"), part("description"), part(schema))
        })
        .collect()
}

#[test]
fn every_provider_is_offered_every_tool_as_it_is() {
    let tools: Vec<_> = built_in::ALL.map(|tool| tool.tool().spec).into();
    let takes_tools = |row: &&Preset| row.dialect.takes_tools();
    for row in PRESETS.iter().filter(takes_tools) {
        let endpoint = endpoint_of(row.id);
        let input = ModelInput {
            system: String::new(),
            messages: vec![user("Hello")],
            tools: tools.clone(),
        };
        let request = encode(&endpoint, &config("some-model"), &input);
        check_request(endpoint.dialect, &request);
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let offered = offered(endpoint.dialect, &body);
        assert_eq!(offered.len(), tools.len(), "{}", row.id);
        for ((name, description, schema), spec) in offered.iter().zip(&tools) {
            assert_eq!(*name, json!(spec.name), "{}", row.id);
            assert_eq!(*description, json!(spec.description), "{}", row.id);
            // Gemini takes no schema where there is nothing to give.
            let bare = spec.parameters["properties"] == json!({});
            let left_out = endpoint.dialect == Dialect::Gemini && bare;
            let expected = if left_out {
                &Value::Null
            } else {
                &spec.parameters
            };
            assert_eq!(schema, expected, "{} {name}", row.id);
        }
    }
}
