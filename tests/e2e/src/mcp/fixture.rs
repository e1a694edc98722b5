//! A server of tools with two tools: `greet` answers, `wait` never does.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Response, StatusCode};
use futures_util::stream;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Speaks the revision 2026-07-28.
    Stateless,
    /// Keeps sessions.
    Session,
    /// Keeps sessions, and allows pages nothing.
    NoCors,
    /// Keeps sessions, and does not let pages read their ids.
    HiddenSession,
}

/// A handle on the running server.
#[derive(Clone)]
pub struct Fixture {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    manner: Manner,
    /// Counts sessions: only the last one is known.
    session: Mutex<usize>,
    seen: Mutex<Vec<Seen>>,
    /// How many calls of `wait` were given up by closing the connection.
    closed: Mutex<usize>,
}

/// A request that came.
#[derive(Clone, Debug)]
pub struct Seen {
    pub http: String,
    /// Of the JSON-RPC message, if it has one.
    pub method: String,
    pub headers: BTreeMap<String, String>,
    pub body: Value,
}

impl Fixture {
    /// Starts on a free port.
    pub async fn start(manner: Manner) -> Self {
        let shared = Arc::new(Shared {
            manner,
            session: Mutex::new(0),
            seen: Mutex::default(),
            closed: Mutex::default(),
        });
        let router = Router::new().fallback(answer).with_state(shared.clone());
        let address = crate::serve(router, 0).await;
        Self { address, shared }
    }

    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// Everything that came so far but preflights, in order.
    pub fn seen(&self) -> Vec<Seen> {
        lock(&self.shared.seen).clone()
    }

    /// The methods of what came so far.
    pub fn methods(&self) -> Vec<String> {
        self.seen().into_iter().map(|seen| seen.method).collect()
    }

    /// Forgets the session, as a server does that is started anew.
    pub fn forget(&self) {
        *lock(&self.shared.session) += 1;
    }

    pub fn closed(&self) -> usize {
        *lock(&self.shared.closed)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let mut response = match method {
        Method::OPTIONS => Response::new(Body::empty()),
        method => serve(&shared, &method, &headers, &body),
    };
    if shared.manner != Manner::NoCors {
        let allowed = match shared.manner {
            // As a server of its time: it knows no header of the stateless revision.
            Manner::Session | Manner::HiddenSession | Manner::NoCors => {
                "content-type, authorization, mcp-session-id, mcp-protocol-version, last-event-id, x-extra"
            }
            Manner::Stateless => {
                "content-type, authorization, mcp-protocol-version, mcp-method, mcp-name, x-extra"
            }
        };
        let exposed = match shared.manner {
            Manner::Session => "mcp-session-id",
            Manner::Stateless | Manner::HiddenSession | Manner::NoCors => "content-type",
        };
        for (name, value) in [
            ("access-control-allow-origin", "*"),
            ("access-control-allow-methods", "GET, POST, DELETE"),
            ("access-control-allow-headers", allowed),
            ("access-control-expose-headers", exposed),
        ] {
            let value = value.parse().expect("a plain value");
            response.headers_mut().insert(name, value);
        }
    }
    response
}

fn serve(shared: &Arc<Shared>, http: &Method, headers: &HeaderMap, body: &[u8]) -> Response<Body> {
    let message: Value = serde_json::from_slice(body).unwrap_or_default();
    let method = message["method"].as_str().unwrap_or_default().to_owned();
    let text = |value: &axum::http::HeaderValue| value.to_str().unwrap_or_default().to_owned();
    let headers: BTreeMap<String, String> = headers
        .iter()
        .map(|(name, value)| (name.to_string(), text(value)))
        .collect();
    lock(&shared.seen).push(Seen {
        http: http.to_string(),
        method: method.clone(),
        headers: headers.clone(),
        body: message.clone(),
    });
    if http == Method::DELETE {
        return Response::new(Body::empty());
    }
    if http != Method::POST {
        return status(405, "");
    }
    if let Some(refusal) = refusal(shared, &method, &headers, &message) {
        return refusal;
    }
    let Some(id) = message.get("id") else {
        return status(202, "");
    };
    let result = match method.as_str() {
        "server/discover" => json!({
            "resultType": "complete", "supportedVersions": ["2026-07-28"],
            "capabilities": { "tools": {}, "prompts": {} },
        }),
        "initialize" => json!({
            "protocolVersion": "2025-11-25", "capabilities": { "tools": {} },
            "serverInfo": { "name": "fixture", "version": "1" },
        }),
        // One tool a page.
        "tools/list" => match message["params"]["cursor"].as_str() {
            None => json!({ "tools": [tool("greet")], "nextCursor": "2" }),
            Some(_) => json!({ "tools": [tool("wait")] }),
        },
        "prompts/list" => json!({ "prompts": [{ "name": "hello" }] }),
        "prompts/get" => json!({ "messages": [
            { "role": "user", "content": { "type": "text", "text": "Say hello to the sea" } },
        ] }),
        "tools/call" if message["params"]["name"] == "wait" => return hang(shared),
        // Whatever it was told, it repeats: its token as well.
        "tools/call" => json!({ "content": [{ "type": "text", "text": format!(
            "Hello, {}. You are {}.",
            message["params"]["arguments"]["name"].as_str().unwrap_or("you"),
            headers.get("authorization").map_or("nobody", |value| value),
        ) }] }),
        _ => return status(404, &error(id, -32601, "Method not found")),
    };
    let mut response = json_body(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
    if method == "initialize" {
        let mut session = lock(&shared.session);
        *session += 1;
        let value = format!("s-{session}").parse().expect("a plain value");
        response.headers_mut().insert("mcp-session-id", value);
    }
    response
}

/// What is wrong with a request, by the rules of the revision that is spoken.
fn refusal(
    shared: &Shared,
    method: &str,
    headers: &BTreeMap<String, String>,
    message: &Value,
) -> Option<Response<Body>> {
    let header = |name: &str| headers.get(name).map_or("", |value| &**value);
    if !header("accept").contains("application/json")
        || !header("accept").contains("text/event-stream")
    {
        return Some(status(406, ""));
    }
    match shared.manner {
        Manner::Stateless => {
            let meta = &message["params"]["_meta"];
            let named = message["params"]["name"].as_str().unwrap_or_default();
            let right = header("mcp-protocol-version") == "2026-07-28"
                && meta["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"
                && meta["io.modelcontextprotocol/clientCapabilities"].is_object()
                && header("mcp-method") == method
                && header("mcp-name") == named
                && header("mcp-session-id").is_empty();
            let id = &message["id"];
            (!right).then(|| status(400, &error(id, -32020, "Header mismatch")))
        }
        Manner::Session | Manner::NoCors | Manner::HiddenSession if method == "initialize" => None,
        Manner::Session | Manner::NoCors | Manner::HiddenSession => {
            let own = format!("s-{}", lock(&shared.session));
            match header("mcp-session-id") {
                "" => Some(status(400, &error(&Value::Null, -32000, "No session"))),
                given if given != own => Some(status(404, "")),
                _ => None,
            }
        }
    }
}

fn tool(name: &str) -> Value {
    json!({
        "name": name, "title": format!("Fixture {name}"), "description": "A tool of the fixture.",
        "inputSchema": { "type": "object", "properties": { "name": { "type": "string" } } },
        "annotations": { "readOnlyHint": true },
    })
}

/// An event stream without an end, which notices that it is left.
fn hang(shared: &Arc<Shared>) -> Response<Body> {
    struct Left(Arc<Shared>);
    impl Drop for Left {
        fn drop(&mut self) {
            *lock(&self.0.closed) += 1;
        }
    }
    let left = Left(shared.clone());
    let events = stream::unfold((0, left), |(count, left)| async move {
        // A comment now and then: a connection that is gone is noticed by writing.
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        let bytes = Ok::<_, std::io::Error>(Bytes::from_static(b": still here\n\n"));
        Some((bytes, (count + 1, left)))
    });
    let mut response = Response::new(Body::from_stream(events));
    let kind = "text/event-stream".parse().expect("a plain value");
    response.headers_mut().insert("content-type", kind);
    response
}

fn error(id: &Value, code: i64, message: &str) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } }).to_string()
}

fn json_body(value: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(value.to_string()));
    let kind = "application/json".parse().expect("a plain value");
    response.headers_mut().insert("content-type", kind);
    response
}

fn status(code: u16, body: &str) -> Response<Body> {
    let mut response = Response::new(Body::from(body.to_owned()));
    *response.status_mut() = StatusCode::from_u16(code).expect("a valid status");
    if !body.is_empty() {
        let kind = "application/json".parse().expect("a plain value");
        response.headers_mut().insert("content-type", kind);
    }
    response
}
