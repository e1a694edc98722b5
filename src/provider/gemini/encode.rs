//! The conversation as a request.

use super::{contents, thinking};
use crate::chat::{ModelInput, ToolSpec};
use crate::provider::{Endpoint, HttpRequest, ModelConfig};
use serde_json::{Map, Value, json};

/// Builds the streamed request. The key goes into a header: one in the address would end up in logs.
pub fn encode(endpoint: &Endpoint, config: &ModelConfig, input: &ModelInput) -> HttpRequest {
    let model = &config.model;
    // Lists of models give their ids with the name of the collection in front.
    let named = model.starts_with("models/") || model.starts_with("tunedModels/");
    let collection = if named { "" } else { "models/" };
    let path = format!("/{collection}{model}:streamGenerateContent?alt=sse");
    endpoint.post(&path, body(endpoint, config, input))
}

fn body(endpoint: &Endpoint, config: &ModelConfig, input: &ModelInput) -> Map<String, Value> {
    let mut body = Map::new();
    if !input.system.is_empty() {
        let system = json!({ "parts": [{ "text": input.system }] });
        body.insert("systemInstruction".into(), system);
    }
    let contents = contents::contents(
        &endpoint.origin_of(&config.model),
        &config.model,
        &input.messages,
    );
    body.insert("contents".into(), contents.into());
    if !input.tools.is_empty() {
        let declarations: Vec<Value> = input.tools.iter().map(declaration).collect();
        let tools = json!([{ "functionDeclarations": declarations }]);
        body.insert("tools".into(), tools);
    }
    let mut generation = Map::new();
    if let Some(temperature) = config.temperature {
        generation.insert("temperature".into(), json!(temperature));
    }
    if let Some(top_p) = config.top_p {
        generation.insert("topP".into(), json!(top_p));
    }
    if let Some(limit) = config.max_tokens {
        generation.insert("maxOutputTokens".into(), json!(limit));
    }
    if let Some(thinking) = thinking::config(&config.model, config.thinking) {
        generation.insert("thinkingConfig".into(), thinking);
    }
    if !generation.is_empty() {
        body.insert("generationConfig".into(), generation.into());
    }
    endpoint.merge_extra(config, &mut body);
    body
}

/// The schema goes as it is by `parametersJsonSchema`; the older `parameters` knows a part of OpenAPI only
/// and refuses the rest (<https://ai.google.dev/api/caching#FunctionDeclaration>). A function without
/// parameters has no schema at all: an object without properties is refused by some models.
fn declaration(spec: &ToolSpec) -> Value {
    let mut declaration = json!({ "name": spec.name, "description": spec.description });
    let has_parameters = spec.parameters.as_object().is_some_and(|schema| {
        let properties = schema.get("properties").and_then(Value::as_object);
        match properties {
            Some(properties) => !properties.is_empty(),
            // A schema that says in another way what is wanted.
            None => schema
                .keys()
                .any(|key| !matches!(key.as_str(), "type" | "properties" | "$schema" | "title")),
        }
    });
    if has_parameters {
        declaration["parametersJsonSchema"] = spec.parameters.clone();
    }
    declaration
}
