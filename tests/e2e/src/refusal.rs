//! Refusals in the words and shapes of the services that send them, by name.

use crate::Reply;
use serde_json::json;

/// Every request of the scenario is answered so, whatever its format.
///
/// Returns `None` when there is no such scenario.
pub fn refusal(scenario: &str) -> Option<Reply> {
    Some(match scenario {
        // OpenAI, to a project that may not use the model.
        "key-lacks-model" => Reply::json(
            403,
            &json!({ "error": {
                "message": "Project `proj_7Qm` does not have access to model `fixture-1`",
                "type": "invalid_request_error", "param": null, "code": "model_not_found" } }),
        ),
        // Anthropic, to an organisation that keeps pages out.
        "no-pages" => Reply::json(
            401,
            &json!({ "type": "error", "error": { "type": "authentication_error",
                "message": "CORS requests are not allowed for this Organization because of its settings. \
                    If you believe this in error, contact support." } }),
        ),
        // Anthropic, to an account that paid in advance and used it up.
        "no-credit" => Reply::json(
            400,
            &json!({ "type": "error", "error": { "type": "invalid_request_error",
                "message": "Your credit balance is too low to access the Anthropic API. Please go to \
                    Plans & Billing to upgrade or purchase credits." } }),
        ),
        // OpenAI.
        "too-long" => Reply::json(
            400,
            &json!({ "error": {
                "message": "This model's maximum context length is 8192 tokens. However, your messages \
                    resulted in 9001 tokens. Please reduce the length of the messages.",
                "type": "invalid_request_error", "param": "messages", "code": "context_length_exceeded" } }),
        ),
        // Anthropic.
        "overloaded-529" => Reply::json(
            529,
            &json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } }),
        ),
        // Google.
        "overloaded-503" => Reply::json(
            503,
            &json!({ "error": { "code": 503, "status": "UNAVAILABLE",
                "message": "The model is overloaded. Please try again later." } }),
        ),
        // nginx, before a server that is not running.
        "bad-gateway" => Reply::document(
            502,
            "text/html",
            "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad \
             Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n",
        ),
        "hour-limit" => Reply::json(
            429,
            &json!({ "error": { "message": "Rate limit reached for requests per day.",
                "type": "requests", "param": null, "code": "rate_limit_exceeded" } }),
        )
        .header("retry-after", "3600")
        .header("access-control-expose-headers", "retry-after"),
        _ => return None,
    })
}

/// What answers at a path that the service does not know. What it plays elsewhere is not touched by that.
pub fn no_such_path(scenario: &str, method: &str, path: &str) -> Reply {
    match scenario {
        "at-lm-studio" => Reply::json(
            200,
            &json!({ "error": format!("Unexpected endpoint or method. ({method} {path})") }),
        ),
        "at-llama-cpp" => Reply::json(
            404,
            &json!({ "error": { "code": 404, "message": "File Not Found", "type": "not_found_error" } }),
        ),
        "at-vllm" => Reply::json(404, &json!({ "detail": "Not Found" })),
        // A page that is an app of its own answers with itself everywhere, but takes no POST.
        "at-web-app" if method == "POST" => {
            Reply::document(405, "text/plain", "Method Not Allowed")
        }
        "at-web-app" => Reply::document(
            200,
            "text/html",
            "<!doctype html><html><head><title>Open WebUI</title></head><body></body></html>",
        ),
        // Many forget what lets a page read it.
        "at-nameless" => Reply::document(404, "text/plain", "404 page not found").without_cors(),
        _ => Reply::document(
            404,
            "text/plain",
            format!("The fixtures have nothing at {path} for {scenario}."),
        ),
    }
}

/// Whether the scenario is one of [`no_such_path`]'s: at the right path all is well.
pub fn is_well_elsewhere(scenario: &str) -> bool {
    scenario.starts_with("at-")
}
