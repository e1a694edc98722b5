//! What is sent: JSON-RPC messages, each a POST of its own.

use super::era::{Era, LATEST_SESSION, STATELESS, Terms};
use super::mirror;
use serde_json::{Map, Value, json};

/// A request or notification, apart from how the server is spoken with.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    pub method: &'static str,
    params: Map<String, Value>,
    /// Whether its progress is wanted.
    progress: bool,
    /// Headers that repeat arguments, see [`mirror`].
    mirrored: Vec<(String, String)>,
}

/// A message ready to be posted.
#[derive(Clone, Debug, PartialEq)]
pub struct Post {
    /// The protocol's own headers, names in lower case; credentials are not among them.
    pub headers: Vec<(String, String)>,
    /// JSON.
    pub body: String,
}

/// What a server lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    Tools,
    Resources,
    Templates,
    Prompts,
}

impl List {
    fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Resources => "resources/list",
            Self::Templates => "resources/templates/list",
            Self::Prompts => "prompts/list",
        }
    }

    /// The field of the result that holds the items.
    pub fn field(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }

    /// The capability without which there is nothing to list.
    pub fn capability(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources | Self::Templates => "resources",
            Self::Prompts => "prompts",
        }
    }
}

impl Message {
    fn new(method: &'static str, params: Value) -> Self {
        let params = match params {
            Value::Object(params) => params,
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => Map::new(),
        };
        Self {
            method,
            params,
            progress: false,
            mirrored: vec![],
        }
    }

    /// Asks a stateless server what it is.
    pub fn discover() -> Self {
        Self::new("server/discover", Value::Null)
    }

    /// Begins a session.
    pub fn initialize() -> Self {
        Self::new(
            "initialize",
            json!({
                "protocolVersion": LATEST_SESSION,
                "capabilities": {},
                "clientInfo": client_info(),
            }),
        )
    }

    /// Ends the handshake.
    pub fn initialized() -> Self {
        Self::new("notifications/initialized", Value::Null)
    }

    /// One page of a list, from where the last page's cursor points.
    pub fn list(list: List, cursor: Option<&str>) -> Self {
        let params = cursor.map_or(Value::Null, |cursor| json!({ "cursor": cursor }));
        Self::new(list.method(), params)
    }

    /// Calls a tool; its schema says which arguments the headers repeat.
    pub fn call(tool: &str, schema: &Value, arguments: &Map<String, Value>) -> Self {
        Self {
            progress: true,
            mirrored: mirror::headers(schema, arguments),
            ..Self::new(
                "tools/call",
                json!({ "name": tool, "arguments": arguments }),
            )
        }
    }

    pub fn read_resource(uri: &str) -> Self {
        Self::new("resources/read", json!({ "uri": uri }))
    }

    pub fn get_prompt(name: &str, arguments: &[(String, String)]) -> Self {
        let arguments: Map<String, Value> = arguments
            .iter()
            .map(|(name, value)| (name.clone(), json!(value)))
            .collect();
        Self::new(
            "prompts/get",
            json!({ "name": name, "arguments": arguments }),
        )
    }

    /// Gives a request up. Only sessions need it said: a stateless server sees the connection close.
    pub fn cancelled(request: u64) -> Self {
        Self::new(
            "notifications/cancelled",
            json!({ "requestId": request, "reason": "The person or a time limit ended this call." }),
        )
    }

    /// The message as it is sent; a request has an id, a notification none.
    pub fn post(&self, terms: &Terms, id: Option<u64>) -> Post {
        let mut headers = headers(terms);
        let mut params = self.params.clone();
        let mut meta = Map::new();
        if let Some(id) = id.filter(|_| self.progress) {
            meta.insert("progressToken".to_owned(), json!(id));
        }
        if terms.era == Era::Stateless {
            meta.insert(format!("{META}protocolVersion"), json!(STATELESS));
            meta.insert(format!("{META}clientInfo"), client_info());
            meta.insert(format!("{META}clientCapabilities"), json!({}));
            headers.push(("mcp-method".to_owned(), self.method.to_owned()));
            let named = params.get("name").or_else(|| params.get("uri"));
            if let Some(name) = named.and_then(Value::as_str) {
                headers.push(("mcp-name".to_owned(), mirror::encode(name)));
            }
            headers.extend(self.mirrored.iter().cloned());
        }
        if !meta.is_empty() {
            params.insert("_meta".to_owned(), Value::Object(meta));
        }
        let mut body = json!({ "jsonrpc": "2.0", "method": self.method });
        if let Some(id) = id {
            body["id"] = json!(id);
        }
        if !params.is_empty() {
            body["params"] = Value::Object(params);
        }
        Post {
            headers,
            body: body.to_string(),
        }
    }
}

/// The answer to what a server asks in a session. Nothing was offered to it, so only a ping has one that helps.
pub fn reply(terms: &Terms, id: &Value, method: &str) -> Post {
    let body = match method {
        "ping" => json!({ "jsonrpc": "2.0", "id": id, "result": {} }),
        _ => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32601, "message": "Method not found" } })
        }
    };
    Post {
        headers: headers(terms),
        body: body.to_string(),
    }
}

/// What a GET that takes up a broken stream carries.
pub fn resume_headers(terms: &Terms, last_event: &str) -> Vec<(String, String)> {
    let mut headers = session_headers(terms);
    headers.push(("accept".to_owned(), "text/event-stream".to_owned()));
    headers.push(("last-event-id".to_owned(), last_event.to_owned()));
    headers
}

/// What every request of a session carries after the handshake.
pub fn session_headers(terms: &Terms) -> Vec<(String, String)> {
    let mut headers = vec![];
    if !terms.version.is_empty() {
        headers.push(("mcp-protocol-version".to_owned(), terms.version.clone()));
    }
    if let Some(session) = &terms.session {
        headers.push(("mcp-session-id".to_owned(), session.clone()));
    }
    headers
}

fn headers(terms: &Terms) -> Vec<(String, String)> {
    let mut headers = vec![
        ("content-type".to_owned(), "application/json".to_owned()),
        (
            "accept".to_owned(),
            "application/json, text/event-stream".to_owned(),
        ),
    ];
    headers.extend(session_headers(terms));
    headers
}

const META: &str = "io.modelcontextprotocol/";

fn client_info() -> Value {
    json!({ "name": "Colloquy", "version": env!("CARGO_PKG_VERSION") })
}
