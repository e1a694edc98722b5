//! What is answered at each address.

use super::record::{Shared, lock, request};
use crate::bench::{self, Pace};
use crate::{Reply, azure, dialects, program, refusal, scenario};
use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};
use serde_json::Value;
use std::sync::Arc;

type Shelf = State<Arc<Shared>>;

pub(super) async fn chat_by_model(
    State(shared): Shelf,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Response<Body> {
    let body = read(body).await;
    let model = serde_json::from_str::<Value>(&body)
        .ok()
        .and_then(|body| Some(body["model"].as_str()?.to_owned()));
    chat(
        shared,
        &model.unwrap_or_default(),
        method,
        uri,
        headers,
        body,
    )
    .await
}

pub(super) async fn chat_by_path(
    State(shared): Shelf,
    Path(scenario): Path<String>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Response<Body> {
    let body = read(body).await;
    chat(shared, &scenario, method, uri, headers, body).await
}

async fn chat(
    shared: Arc<Shared>,
    scenario: &str,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Response<Body> {
    if method == Method::OPTIONS {
        return preflight();
    }
    let json: Value = serde_json::from_str(&body).unwrap_or(Value::Null);
    let (scenario, attempt) = shared.resolve(scenario);
    let script = shared.script(&scenario);
    let programmed = scenario.strip_prefix("program-").and_then(|id| {
        let programs = lock(&shared.programs);
        let task = program::question(&json);
        let steps = programs.get(&(id.to_owned(), task));
        let steps = steps.or_else(|| programs.get(&(id.to_owned(), String::new())));
        steps.map(|steps| program::reply(steps, &json))
    });
    let reply = if method != Method::POST {
        Reply::document(405, "text/plain", "Method Not Allowed")
    } else if json.is_null() {
        let error = serde_json::json!({ "error": { "message": "We could not parse the JSON body of your request.",
            "type": "invalid_request_error", "param": null, "code": null } });
        Reply::json(400, &error)
    } else {
        script
            .or(programmed)
            .or_else(|| scenario::chat(&scenario, attempt, &json))
            .or_else(|| {
                let wire = &dialects::CHAT;
                wire.reply(&scenario, attempt, &wire.key(&headers))
            })
            .unwrap_or_else(|| {
                Reply::document(
                    404,
                    "text/plain",
                    format!("The fixtures have no scenario called {scenario}."),
                )
            })
    };
    let watch = shared.record(request(&scenario, &method, &uri, &headers, body));
    reply.into_response(watch).await
}

pub(super) async fn models_of_all(
    state: Shelf,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    models_by_path(state, Path("ok".to_owned()), method, uri, headers).await
}

pub(super) async fn models_by_path(
    State(shared): Shelf,
    Path(scenario): Path<String>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    if method == Method::OPTIONS {
        return preflight();
    }
    let (scenario, _) = shared.resolve(&scenario);
    // Several formats have their list at this path.
    let wire = if headers.contains_key("anthropic-version") {
        &dialects::ANTHROPIC
    } else {
        &dialects::CHAT
    };
    let watch = shared.record(request(&scenario, &method, &uri, &headers, String::new()));
    wire.list(&scenario, &wire.key(&headers))
        .unwrap_or_else(|| scenario::models(&scenario))
        .into_response(watch)
        .await
}

/// Requests in the formats that are told by their path alone.
pub(super) async fn dialect(
    State(shared): Shelf,
    Path((scenario, path)): Path<(String, String)>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Response<Body> {
    if method == Method::OPTIONS {
        return preflight();
    }
    let body = read(body).await;
    let (scenario, attempt) = shared.resolve(&scenario);
    let path = format!("/{path}");
    let query = uri.query().unwrap_or_default();
    let reply = dialects::ALL.into_iter().find_map(|wire| {
        let key = wire.key(&headers);
        if method == Method::POST && wire.chats_at(&path) && query == wire.query {
            let script = shared.script(&scenario);
            script.or_else(|| wire.reply(&scenario, attempt, &key))
        } else if method == Method::GET && wire.lists_at(&path) {
            wire.list(&scenario, &key)
        } else {
            None
        }
    });
    let reply = reply
        .or_else(|| refusal::refusal(&scenario))
        .or_else(|| {
            let key = headers.get("api-key").and_then(|key| key.to_str().ok());
            (scenario == "azure").then(|| azure::chat(&path, query, key))
        })
        .unwrap_or_else(|| refusal::no_such_path(&scenario, method.as_str(), &path));
    let watch = shared.record(request(&scenario, &method, &uri, &headers, body));
    reply.into_response(watch).await
}

pub(super) async fn bench_answer(
    Path((kind, bytes, chunk, rate)): Path<(String, usize, usize, u64)>,
    method: Method,
) -> Response<Body> {
    if method == Method::OPTIONS {
        return preflight();
    }
    match bench::markdown(&kind, bytes) {
        Some(text) => bench::stream_answer(&text, Pace { chunk, rate }),
        None => plain(StatusCode::NOT_FOUND, "no such kind of answer"),
    }
}

pub(super) async fn store_script(
    State(shared): Shelf,
    Path(id): Path<String>,
    body: Body,
) -> Response<Body> {
    match Reply::from_file(&read(body).await) {
        Ok(reply) => {
            lock(&shared.scripts).insert(id, reply);
            plain(StatusCode::NO_CONTENT, "")
        }
        Err(error) => plain(StatusCode::BAD_REQUEST, &error.to_string()),
    }
}

const ALLOWED_HEADERS: &str = "authorization, content-type, x-api-key, anthropic-version, \
    anthropic-dangerous-direct-browser-access, x-goog-api-key, api-key, x-team";

/// Allows what the providers allow and no more: a page that sends another header fails, as it would with
/// the services that keep a fixed list.
fn preflight() -> Response<Body> {
    let mut response = plain(StatusCode::NO_CONTENT, "");
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_ORIGIN,
        HeaderValue::from_static("*"),
    );
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static("GET, POST"),
    );
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static(ALLOWED_HEADERS),
    );
    response
}

fn plain(status: StatusCode, text: &str) -> Response<Body> {
    let mut response = Response::new(Body::from(text.to_owned()));
    *response.status_mut() = status;
    response
}

async fn read(body: Body) -> String {
    let bytes = to_bytes(body, 64 << 20).await.unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}
