//! A model service on an origin of its own, so that the page meets real CORS.

use crate::bench::{self, Pace};
use crate::reply::Watch;
use crate::{Reply, Step, dialects, program, scenario};
use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};
use axum::{Router, routing};
use serde_json::Value;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// A handle on the running server.
#[derive(Clone)]
pub struct Provider {
    address: SocketAddr,
    shared: Arc<Shared>,
}

/// One request as it came in. Preflights are not among them.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    pub path: String,
    /// Without the question mark.
    pub query: String,
    pub scenario: String,
    /// Names in lower case.
    pub headers: HashMap<String, String>,
    pub body: String,
    pub at: Instant,
    pub outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The response is still being sent.
    Open,
    /// Everything was sent.
    Finished,
    /// The client went away first, at this time.
    Aborted(Instant),
}

impl Request {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }
}

#[derive(Default)]
struct Shared {
    requests: Mutex<Vec<Request>>,
    scripts: Mutex<HashMap<String, Reply>>,
    programs: Mutex<HashMap<String, Vec<Step>>>,
    now: Mutex<Now>,
}

/// What the base URL `/s/now/v1` plays.
#[derive(Default)]
struct Now {
    scenario: String,
    /// Requests before this one belong to what was played earlier.
    since: usize,
}

impl Provider {
    /// Starts on a free port.
    pub async fn start() -> Self {
        Self::start_on(0).await
    }

    /// Starts on the given port; 0 takes a free one.
    pub async fn start_on(port: u16) -> Self {
        let shared = Arc::new(Shared::default());
        let router = Router::new()
            .route("/v1/chat/completions", routing::any(chat_by_model))
            .route(
                "/s/{scenario}/v1/chat/completions",
                routing::any(chat_by_path),
            )
            .route("/v1/models", routing::any(models_of_all))
            .route("/s/{scenario}/v1/models", routing::any(models_by_path))
            .route(
                "/bench/{kind}/{bytes}/{chunk}/{rate}/v1/chat/completions",
                routing::any(bench_answer),
            )
            .route(
                "/bench/{kind}/{bytes}/{chunk}/{rate}/v1/models",
                routing::any(models_of_all),
            )
            .route("/s/{scenario}/{*path}", routing::any(dialect))
            .route("/script/{id}", routing::put(store_script))
            .with_state(shared.clone());
        let address = crate::serve(router, port).await;
        Self { address, shared }
    }

    /// The base URL whose every request plays the scenario.
    pub fn base_url(&self, scenario: &str) -> String {
        format!("http://{}/s/{scenario}/v1", self.address)
    }

    /// The base URL that plays what [`Provider::play`] was given last.
    pub fn switched_url(&self) -> String {
        self.base_url("now")
    }

    /// Chooses what [`Provider::switched_url`] plays from now on, counting attempts from 0 again.
    pub fn play(&self, scenario: &str) {
        *lock(&self.shared.now) = Now {
            scenario: scenario.to_owned(),
            since: lock(&self.shared.requests).len(),
        };
    }

    /// The server's origin.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Makes `script-ID` a scenario that answers with `reply`.
    pub fn script(&self, id: &str, reply: Reply) {
        lock(&self.shared.scripts).insert(id.to_owned(), reply);
    }

    /// Makes `program-ID` a scenario in which the model follows these steps after every question.
    pub fn program(&self, id: &str, steps: impl Into<Vec<Step>>) {
        lock(&self.shared.programs).insert(id.to_owned(), steps.into());
    }

    /// Fails if a request so far held a tool call without exactly one answer.
    pub fn assert_calls_answered(&self) {
        for chat in self.chats() {
            let found = program::violations(&chat.json());
            assert!(found.is_empty(), "{found:?} in {:#}", chat.json());
        }
    }

    /// Everything received so far, in order.
    pub fn requests(&self) -> Vec<Request> {
        lock(&self.shared.requests).clone()
    }

    /// The chat requests received so far, in order, in whatever format.
    pub fn chats(&self) -> Vec<Request> {
        let mut requests = self.requests();
        requests.retain(|request| dialects::is_chat(&request.path));
        requests
    }

    /// Waits until the last chat request is over and says how it ended.
    pub async fn last_outcome(&self) -> Outcome {
        for _ in 0..100 {
            match self.chats().last().map(|request| request.outcome) {
                Some(Outcome::Open) | None => tokio::time::sleep(Duration::from_millis(50)).await,
                Some(outcome) => return outcome,
            }
        }
        Outcome::Open
    }
}

impl Shared {
    /// Notes a request; the watch fills in its outcome.
    fn record(self: &Arc<Self>, request: Request) -> Watch {
        let mut requests = lock(&self.requests);
        let index = requests.len();
        requests.push(request);
        let shared = self.clone();
        Watch::new(move |finished| {
            lock(&shared.requests)[index].outcome = if finished {
                Outcome::Finished
            } else {
                Outcome::Aborted(Instant::now())
            };
        })
    }

    /// The scenario meant by a name, and how many requests played it before.
    fn resolve(&self, name: &str) -> (String, usize) {
        let (scenario, since) = match name {
            "now" => {
                let now = lock(&self.now);
                (now.scenario.clone(), now.since)
            }
            other => (other.to_owned(), 0),
        };
        let requests = lock(&self.requests);
        let earlier = requests.iter().skip(since);
        let is_same = |r: &&Request| dialects::is_chat(&r.path) && r.scenario == scenario;
        let attempt = earlier.filter(is_same).count();
        (scenario, attempt)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

type Shelf = State<Arc<Shared>>;

async fn chat_by_model(
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

async fn chat_by_path(
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
    let script = scenario
        .strip_prefix("script-")
        .and_then(|id| lock(&shared.scripts).get(id).cloned());
    let programmed = scenario.strip_prefix("program-").and_then(|id| {
        let programs = lock(&shared.programs);
        programs.get(id).map(|steps| program::reply(steps, &json))
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

async fn models_of_all(
    state: Shelf,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    models_by_path(state, Path("ok".to_owned()), method, uri, headers).await
}

async fn models_by_path(
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
async fn dialect(
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
            wire.reply(&scenario, attempt, &key)
        } else if method == Method::GET && wire.lists_at(&path) {
            wire.list(&scenario, &key)
        } else {
            None
        }
    });
    let reply = reply.unwrap_or_else(|| {
        let words = format!("The fixtures have nothing at {path}?{query} for {scenario}.");
        Reply::document(404, "text/plain", words)
    });
    let watch = shared.record(request(&scenario, &method, &uri, &headers, body));
    reply.into_response(watch).await
}

async fn bench_answer(
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

async fn store_script(State(shared): Shelf, Path(id): Path<String>, body: Body) -> Response<Body> {
    match serde_json::from_str(&read(body).await) {
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

fn request(
    scenario: &str,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    body: String,
) -> Request {
    Request {
        method: method.to_string(),
        path: uri.path().to_owned(),
        query: uri.query().unwrap_or_default().to_owned(),
        scenario: scenario.to_owned(),
        headers: headers
            .iter()
            .map(|(name, value)| {
                (
                    name.to_string(),
                    String::from_utf8_lossy(value.as_bytes()).into_owned(),
                )
            })
            .collect(),
        body,
        at: Instant::now(),
        outcome: Outcome::Open,
    }
}

async fn read(body: Body) -> String {
    let bytes = to_bytes(body, 64 << 20).await.unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}
