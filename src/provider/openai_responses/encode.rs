//! The conversation as a request.

use super::input;
use crate::chat::{ModelInput, ToolSpec};
use crate::provider::{Endpoint, HttpRequest, ModelConfig, effort};
use serde_json::{Map, Value, json};

/// Builds the streamed request.
pub fn encode(endpoint: &Endpoint, config: &ModelConfig, input: &ModelInput) -> HttpRequest {
    endpoint.post("/responses", body(endpoint, config, input))
}

fn body(endpoint: &Endpoint, config: &ModelConfig, input: &ModelInput) -> Map<String, Value> {
    let mut body = Map::new();
    body.insert("model".into(), json!(config.model));
    body.insert("stream".into(), json!(true));
    body.insert("store".into(), json!(false));
    if !input.system.is_empty() {
        body.insert("instructions".into(), json!(input.system));
    }
    // A model that does not reason refuses reasoning, and to be asked for its own.
    let reasons = effort::reasons(&config.model);
    let origin = reasons.then(|| endpoint.origin_of(&config.model));
    let items = input::items(origin.as_deref(), &input.messages);
    body.insert("input".into(), items.into());
    if reasons {
        let include = json!(["reasoning.encrypted_content"]);
        body.insert("include".into(), include);
    }
    if let Some(reasoning) = effort::reasoning(&config.model, config.thinking) {
        body.insert("reasoning".into(), reasoning);
    }
    if !input.tools.is_empty() {
        body.insert("tools".into(), input.tools.iter().map(tool).collect());
    }
    if let Some(limit) = config.max_tokens {
        body.insert("max_output_tokens".into(), json!(limit));
    }
    if !effort::refuses_sampling(&config.model, config.thinking) {
        if let Some(temperature) = config.temperature {
            body.insert("temperature".into(), json!(temperature));
        }
        if let Some(top_p) = config.top_p {
            body.insert("top_p".into(), json!(top_p));
        }
    }
    endpoint.merge_extra(config, &mut body);
    body
}

/// Not strict: strict schemas must list every property as required, which a tool's need not.
fn tool(spec: &ToolSpec) -> Value {
    let mut parameters = spec.parameters.clone();
    // A schema that does not say so is refused.
    if parameters["type"] != "object" {
        parameters = json!({ "type": "object", "properties": {} });
    }
    json!({
        "type": "function",
        "name": spec.name,
        "description": spec.description,
        "parameters": parameters,
        "strict": false,
    })
}
