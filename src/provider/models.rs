//! Which models a provider has.

use super::error::classify;
use super::{Dialect, Endpoint, ErrorKind, HttpRequest, ProviderError, ResponseHead, on_device};
use crate::chat::Millis;
use serde_json::Value;

/// Asks for the list of models: the cheapest request that tells whether address and key are right.
pub fn models_request(endpoint: &Endpoint) -> HttpRequest {
    endpoint.get(match endpoint.dialect {
        Dialect::OpenAiChat if endpoint.quirks.deployments => "/openai/models",
        // These come in short pages unless more is asked for; this is the most that can be.
        Dialect::Anthropic => "/models?limit=1000",
        Dialect::Gemini => "/models?pageSize=1000",
        Dialect::Ollama => "/api/tags",
        Dialect::OpenAiChat | Dialect::OpenAiResponses | Dialect::OnDevice => "/models",
    })
}

/// Asks whether the key is right, where [`models_request`] cannot tell.
pub fn key_request(endpoint: &Endpoint) -> Option<HttpRequest> {
    let path = endpoint.quirks.key_path;
    (!path.is_empty()).then(|| endpoint.get(path))
}

/// The refusal in the answer to [`key_request`]. What else may be wrong with it says nothing of the key.
pub fn key_refusal(
    endpoint: &Endpoint,
    head: &ResponseHead,
    body: &str,
    now: Millis,
) -> Option<ProviderError> {
    matches!(head.status, 401 | 403).then(|| classify(endpoint, Some(head), body, now))
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
        if endpoint.dialect == Dialect::OnDevice {
            return Err(on_device::error(endpoint, &value["error"]));
        }
        let mut error = classify(endpoint, Some(head), body, now);
        let is_object = value.is_object() && value.get("error").is_none();
        if (200..300).contains(&head.status) && (is_object || value.is_null()) {
            error.kind = ErrorKind::NotApi;
        }
        return Err(error);
    };
    let mut ids: Vec<String> = list
        .iter()
        .filter_map(|entry| id(endpoint.dialect, entry))
        .map(str::to_owned)
        .collect();
    ids.sort();
    ids.dedup();
    Ok(ids)
}

/// The id of a listed model; `None` for one that cannot answer.
fn id(dialect: Dialect, entry: &Value) -> Option<&str> {
    match dialect {
        Dialect::Gemini => {
            let methods = entry["supportedGenerationMethods"].as_array();
            if methods.is_some_and(|list| list.iter().all(|it| it != "generateContent")) {
                return None;
            }
            let name = entry["name"].as_str().or(entry.as_str())?;
            Some(name.strip_prefix("models/").unwrap_or(name))
        }
        Dialect::OpenAiChat
        | Dialect::OpenAiResponses
        | Dialect::Anthropic
        | Dialect::Ollama
        | Dialect::OnDevice => {
            let names = [entry, &entry["id"], &entry["name"], &entry["model"]];
            names.into_iter().find_map(Value::as_str)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::preset::{Auth, Quirks};
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
            body: Default::default(),
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
    fn gemini_lists_what_can_answer() {
        let gemini = Endpoint {
            dialect: Dialect::Gemini,
            base_url: "https://generativelanguage.googleapis.com/v1beta".into(),
            quirks: Quirks {
                auth: Auth::Header("x-goog-api-key"),
                ..Quirks::NONE
            },
            ..endpoint()
        };
        let request = models_request(&gemini);
        assert_eq!(
            request.url,
            "https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000"
        );
        assert_eq!(request.headers[0].0, "x-goog-api-key");
        let body = r#"{"models":[
            {"name":"models/gemini-b","displayName":"B","supportedGenerationMethods":["generateContent","countTokens"]},
            {"name":"models/embedding-1","supportedGenerationMethods":["embedContent"]},
            {"name":"models/gemini-a"},
            {"displayName":"no name"}
        ],"nextPageToken":""}"#;
        let head = ResponseHead {
            status: 200,
            ..Default::default()
        };
        let models = parse_models(&gemini, &head, body, 0.0).unwrap();
        assert_eq!(models, ["gemini-a", "gemini-b"]);
        let head = ResponseHead {
            status: 400,
            ..Default::default()
        };
        let body = r#"{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}"#;
        let error = parse_models(&gemini, &head, body, 0.0).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Auth);
    }

    #[test]
    fn responses_list_as_chat_does() {
        let responses = Endpoint {
            dialect: Dialect::OpenAiResponses,
            ..endpoint()
        };
        let request = models_request(&responses);
        assert_eq!(request.url, "https://acme.test/v1/models");
        let head = ResponseHead {
            status: 200,
            ..Default::default()
        };
        let body = r#"{"object":"list","data":[{"id":"gpt-5","object":"model"}]}"#;
        let models = parse_models(&responses, &head, body, 0.0).unwrap();
        assert_eq!(models, ["gpt-5"]);
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
