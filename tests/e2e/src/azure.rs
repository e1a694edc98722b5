//! Azure's addresses: the older ones that name a deployment and a version, and the newer ones like OpenAI's.

use crate::Reply;
use crate::chunk::{DONE, event, finish, text};
use serde_json::json;

/// The version that the older addresses want.
pub const VERSION: &str = "2024-10-21";

/// What the scenario `azure` answers to a chat at `path`, which begins behind the scenario. `key` is the header
/// `api-key`.
pub fn chat(path: &str, query: &str, key: Option<&str>) -> Reply {
    let is_deployment = path
        .strip_prefix("/openai/deployments/")
        .and_then(|path| path.strip_suffix("/chat/completions"))
        .is_some_and(|name| !name.is_empty() && !name.contains('/'));
    let is_known = is_deployment && query == format!("api-version={VERSION}")
        || path == "/openai/v1/chat/completions" && query.is_empty();
    if key.is_none() {
        let message = "Access denied due to invalid subscription key or wrong API endpoint.";
        return Reply::json(
            401,
            &json!({ "error": { "code": "401", "message": message } }),
        );
    }
    if !is_known {
        return Reply::json(
            404,
            &json!({ "error": { "code": "404", "message": "Resource not found" } }),
        );
    }
    // The verdict on the question comes first, in a chunk without choices.
    let verdict = json!({ "id": "", "object": "", "created": 0, "model": "", "choices": [],
        "prompt_filter_results": [{ "prompt_index": 0,
            "content_filter_results": { "hate": { "filtered": false, "severity": "safe" } } }] });
    Reply::events([
        event(&verdict),
        text("All "),
        text("is well."),
        finish("stop"),
        DONE.to_owned(),
    ])
}
