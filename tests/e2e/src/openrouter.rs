//! Stands in for OpenRouter's sign-in: the page that asks the person, the exchange of a code for a key, and a list
//! of models for whoever has the key. It checks the PKCE challenge as RFC 7636 says.

use crate::chat::KEY;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, Method, Response, StatusCode, header};
use axum::{Router, routing};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A handle on the running server.
pub struct OpenRouter {
    address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    /// The challenge that each code was given out for. A code goes when it is used.
    codes: HashMap<String, String>,
    given: usize,
    mode: Mode,
    exchanges: Vec<Exchange>,
}

/// How codes are exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    #[default]
    Proper,
    /// Somebody else was faster: each code was used before.
    Used,
    /// No page may read the answer.
    Hidden,
}

/// A request for a key, and what came of it.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub body: Value,
    pub status: u16,
}

impl OpenRouter {
    pub async fn start() -> Self {
        let shared = Arc::new(Mutex::new(Shared::default()));
        let router = Router::new()
            .route("/auth", routing::get(ask))
            .route("/api/v1/auth/keys", routing::any(exchange))
            .route("/api/v1/key", routing::any(key))
            .route("/api/v1/models", routing::any(models))
            .with_state(shared.clone());
        let address = crate::serve(router, 0).await;
        Self { address, shared }
    }

    /// The base URL of its API.
    pub fn base_url(&self) -> String {
        format!("http://{}/api/v1", self.address)
    }

    pub fn behave(&self, mode: Mode) {
        lock(&self.shared).mode = mode;
    }

    pub fn exchanges(&self) -> Vec<Exchange> {
        lock(&self.shared).exchanges.clone()
    }
}

type Handle = State<Arc<Mutex<Shared>>>;

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn reply(status: u16, content_type: &str, body: String) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or_default();
    if let Ok(value) = content_type.parse() {
        response.headers_mut().insert(header::CONTENT_TYPE, value);
    }
    response
}

/// The page that asks the person.
async fn ask(
    State(shared): Handle,
    Query(query): Query<HashMap<String, String>>,
) -> Response<Body> {
    let part = |name: &str| query.get(name).map(String::as_str).unwrap_or_default();
    let (callback, challenge) = (part("callback_url"), part("code_challenge"));
    // 32 bytes in base64url.
    if !callback.starts_with("http") || challenge.len() != 43 {
        return reply(400, "text/plain", format!("not a sign-in: {query:?}"));
    }
    if part("code_challenge_method") != "S256" {
        return reply(400, "text/plain", "no S256".to_owned());
    }
    let code = {
        let mut shared = lock(&shared);
        shared.given += 1;
        let code = format!("code-{}-{challenge}", shared.given);
        shared.codes.insert(code.clone(), challenge.to_owned());
        code
    };
    let sign = if callback.contains('?') { '&' } else { '?' };
    let link = |name: &str, added: &str| {
        let address = format!("{callback}{sign}{added}").replace('&', "&amp;");
        format!("<p><a href=\"{address}\">{name}</a></p>")
    };
    let page = format!(
        "<!doctype html><title>Stand-in</title><h1>Not OpenRouter, but a stand-in</h1>{}{}{}",
        link("Authorize", &format!("code={code}")),
        link("Deny", "error=access_denied&error_description=You+said+no"),
        link("Fail", "error=server_error&error_description=Out+of+order"),
    );
    reply(200, "text/html", page)
}

async fn exchange(State(shared): Handle, method: Method, body: String) -> Response<Body> {
    if method == Method::OPTIONS {
        return with_cors(reply(204, "text/plain", String::new()));
    }
    let body: Value = serde_json::from_str(&body).unwrap_or_default();
    let mut shared = lock(&shared);
    let part = |name: &str| body[name].as_str().unwrap_or_default();
    let challenge = shared.codes.remove(part("code"));
    let verifier = part("code_verifier");
    let proves = |challenge: String| {
        (43..=128).contains(&verifier.len())
            && URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)) == challenge
    };
    let refused = |status: u16, message: &str| {
        let error = json!({ "error": { "code": status, "message": message } });
        (status, error)
    };
    let (status, answer) = if method != Method::POST {
        refused(405, "Method Not Allowed")
    } else if part("code_challenge_method") != "S256" {
        refused(400, "Invalid code_challenge_method")
    } else if shared.mode == Mode::Used || !challenge.is_some_and(proves) {
        refused(403, "Invalid code or code_verifier")
    } else {
        (200, json!({ "key": KEY, "user_id": "user_1" }))
    };
    shared.exchanges.push(Exchange {
        body: body.clone(),
        status,
    });
    let response = reply(status, "application/json", answer.to_string());
    match shared.mode {
        Mode::Hidden => response,
        Mode::Proper | Mode::Used => with_cors(response),
    }
}

/// Anyone may read it.
async fn models(method: Method) -> Response<Body> {
    let (status, answer) = match method {
        Method::OPTIONS => (204, json!({})),
        _ => (200, json!({ "data": [{ "id": "stand-in/model" }] })),
    };
    with_cors(reply(status, "application/json", answer.to_string()))
}

/// What is known of the key that asks.
async fn key(method: Method, headers: HeaderMap) -> Response<Body> {
    let key = headers.get(header::AUTHORIZATION);
    let is_known = key.is_some_and(|key| key.as_bytes() == format!("Bearer {KEY}").as_bytes());
    let (status, answer) = match (method, is_known) {
        (Method::OPTIONS, _) => (204, json!({})),
        (_, true) => (
            200,
            json!({ "data": { "label": "stand-in", "usage": 0, "limit": null } }),
        ),
        (_, false) => (
            401,
            json!({ "error": { "message": "No auth credentials found" } }),
        ),
    };
    with_cors(reply(status, "application/json", answer.to_string()))
}

fn with_cors(mut response: Response<Body>) -> Response<Body> {
    let allowed = [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "authorization, content-type",
        ),
    ];
    for (name, value) in allowed {
        response
            .headers_mut()
            .insert(name, header::HeaderValue::from_static(value));
    }
    response
}
