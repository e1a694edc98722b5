//! The conversation as a request.

use super::{conversation, settings};
use crate::chat::{ModelInput, ToolSpec};
use crate::provider::{Endpoint, HttpRequest, ModelConfig};
use serde_json::{Map, Value, json};

/// Builds the streamed request.
pub fn encode(endpoint: &Endpoint, config: &ModelConfig, input: &ModelInput) -> HttpRequest {
    let mut body = Map::new();
    body.insert("model".into(), json!(config.model));
    body.insert("stream".into(), json!(true));
    if !input.system.trim().is_empty() {
        body.insert("system".into(), json!(input.system));
    }
    if !input.tools.is_empty() {
        body.insert("tools".into(), input.tools.iter().map(tool).collect());
    }
    let origin = endpoint.origin_of(&config.model);
    let may_think = conversation::may_think(&origin, &input.messages);
    settings::insert(config, may_think, &mut body);
    let messages = conversation::messages(&origin, &input.messages);
    body.insert("messages".into(), messages);
    endpoint.merge_extra(config, &mut body);
    endpoint.post("/messages", body)
}

fn tool(spec: &ToolSpec) -> Value {
    let mut schema = match &spec.parameters {
        Value::Object(schema) => schema.clone(),
        _ => Map::new(),
    };
    // A schema that names no type is refused.
    schema.entry("type").or_insert_with(|| json!("object"));
    let mut tool = json!({ "name": spec.name, "input_schema": schema });
    if !spec.description.is_empty() {
        tool["description"] = json!(spec.description);
    }
    tool
}
