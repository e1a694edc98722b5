//! Which models a provider has.

use super::error::classify;
use super::{Dialect, Endpoint, ErrorKind, HttpRequest, ProviderError, ResponseHead};
use crate::chat::Millis;
use serde_json::Value;

/// Asks for the list of models: the cheapest request that tells whether address and key are right.
pub fn models_request(endpoint: &Endpoint) -> HttpRequest {
    endpoint.get(match endpoint.dialect {
        // Comes in pages of 20 unless more are asked for; this is the most that can be.
        Dialect::Anthropic => "/models?limit=1000",
        Dialect::Ollama => "/api/tags",
        Dialect::OpenAiChat | Dialect::OpenAiResponses | Dialect::Gemini => "/models",
    })
}

/// The models' ids, sorted, out of the answer to [`models_request`].
///
/// # Errors
/// What [`classify`] makes of a failed response or an error under status 200; [`ErrorKind::NotApi`] for
/// anything that is no list of models.
pub fn parse_models(
    endpoint: &Endpoint,
    head: &ResponseHead,
    body: &str,
    now: Millis,
) -> Result<Vec<String>, ProviderError> {
    let value: Value =
        serde_json::from_str(body.trim_start_matches('\u{feff}')).unwrap_or_default();
    // Together answers with the bare list, Ollama and llama.cpp under another name.
    let list = [&value, &value["data"], &value["models"]]
        .into_iter()
        .find_map(Value::as_array)
        .filter(|_| {
            (200..300).contains(&head.status) && value.get("error").is_none_or(Value::is_null)
        });
    let Some(list) = list else {
        let mut error = classify(endpoint, Some(head), body, now);
        let is_object = value.is_object() && value.get("error").is_none();
        if (200..300).contains(&head.status) && (is_object || value.is_null()) {
            error.kind = ErrorKind::NotApi;
        }
        return Err(error);
    };
    let id = |entry: &Value| {
        let names = [entry, &entry["id"], &entry["name"], &entry["model"]];
        names.into_iter().find_map(Value::as_str).map(str::to_owned)
    };
    let mut ids: Vec<String> = list.iter().filter_map(id).collect();
    ids.sort();
    ids.dedup();
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::preset::Quirks;
    use crate::provider::request::HeaderValue;
    use crate::provider::{Method, Secret};

    fn endpoint() -> Endpoint {
        Endpoint {
            name: "Acme".into(),
            dialect: Dialect::OpenAiChat,
            base_url: "https://acme.test/v1".into(),
            key: Some(Secret::new("canary-key")),
            origin: "openai-chat:acme.test".into(),
            quirks: Quirks::NONE,
            headers: vec![],
        }
    }

    fn parse(status: u16, body: &str) -> Result<Vec<String>, ErrorKind> {
        let head = ResponseHead {
            status,
            ..Default::default()
        };
        parse_models(&endpoint(), &head, body, 0.0).map_err(|error| error.kind)
    }

    #[test]
    fn asks_with_the_key() {
        let request = models_request(&endpoint());
        assert_eq!(request.url, "https://acme.test/v1/models");
        assert_eq!(request.method, Method::Get);
        let prefix = "Bearer ";
        let secret = Secret::new("canary-key");
        let header = HeaderValue::Secret { prefix, secret };
        assert_eq!(request.headers, [("authorization".to_owned(), header)]);
    }

    #[test]
    fn asks_as_the_dialect_wants_it() {
        for (dialect, base_url, url) in [
            (
                Dialect::Anthropic,
                "https://api.anthropic.com/v1",
                "https://api.anthropic.com/v1/models?limit=1000",
            ),
            (
                Dialect::Ollama,
                "http://localhost:11434",
                "http://localhost:11434/api/tags",
            ),
        ] {
            let endpoint = Endpoint {
                dialect,
                base_url: base_url.into(),
                ..endpoint()
            };
            assert_eq!(models_request(&endpoint).url, url);
        }
    }

    #[test]
    fn reads_every_shape_of_list() {
        let ids = Ok(vec!["a".to_owned(), "b".to_owned()]);
        for body in [
            r#"{"object":"list","data":[{"id":"b","object":"model"},{"id":"a"}]}"#,
            r#"[{"id":"b"},{"id":"a"},{"id":"a"}]"#,
            r#"{"models":[{"name":"b"},{"model":"a"}]}"#,
            r#"{"data":[{"type":"model","id":"b","display_name":"B"},{"type":"model","id":"a"}],"has_more":false,"first_id":"b","last_id":"a"}"#,
            r#"{"models":[{"name":"b","model":"b","size":1,"details":{"family":"f"}},{"name":"a","model":"a"}]}"#,
            r#"{"models":["b","a"],"data":null,"error":null}"#,
            "\u{feff}{\"data\":[{\"id\":\"a\"},{\"id\":\"b\"},{\"no\":\"id\"}]}",
        ] {
            assert_eq!(parse(200, body), ids, "{body}");
        }
        assert_eq!(parse(200, r#"{"data":[]}"#), Ok(vec![]));
    }

    #[test]
    fn says_why_there_is_no_list() {
        for (status, body, kind) in [
            (
                401,
                r#"{"error":{"message":"Incorrect API key provided"}}"#,
                ErrorKind::Auth,
            ),
            (
                200,
                r#"{"error":{"message":"Incorrect API key provided"}}"#,
                ErrorKind::Auth,
            ),
            (404, "404 page not found", ErrorKind::PathNotFound),
            (
                200,
                "<!doctype html><title>Hello</title>",
                ErrorKind::NotApi,
            ),
            (200, r#"{"message":"Welcome"}"#, ErrorKind::NotApi),
            (200, "", ErrorKind::NotApi),
            (500, r#"{"data":[{"id":"a"}]}"#, ErrorKind::Server),
        ] {
            assert_eq!(parse(status, body), Err(kind), "{body}");
        }
    }
}
