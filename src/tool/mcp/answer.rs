//! What comes back to one POST: a JSON object, or a stream of events that ends with the answer.

use super::era::versions;
use super::error::McpError;
use super::text::plain;
use crate::stream::{SseDecoder, StreamError};
use serde_json::Value;

/// The largest body or event, in bytes: room for pictures.
const LIMIT: usize = 16 << 20;
/// How much of a server's words is quoted, in bytes.
const QUOTED: usize = 600;

/// Reads the body of an answer, in pieces cut anywhere.
#[derive(Debug)]
pub struct Answer {
    id: u64,
    body: Body,
    last_event: String,
    retry: Option<u64>,
}

#[derive(Debug)]
enum Body {
    Events(Box<SseDecoder>),
    Json(Vec<u8>),
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq)]
pub enum Incoming {
    /// The answer to the request.
    Answer(Result<Value, McpError>),
    Progress(Progress),
    /// What the server offers has changed.
    Changed,
    /// The server asks something.
    Asks {
        id: Value,
        method: String,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    pub done: f64,
    pub total: Option<f64>,
    pub message: String,
}

impl Progress {
    /// For the person.
    pub fn words(&self) -> String {
        let done = match self.total {
            Some(total) if total > 0.0 => {
                let percent = (self.done / total * 100.0).clamp(0.0, 100.0);
                format!("{} of {total} ({percent:.0} %)", self.done)
            }
            Some(_) | None => self.done.to_string(),
        };
        match self.message.is_empty() {
            true => done,
            false => format!("{} · {done}", self.message),
        }
    }
}

impl Answer {
    /// For the answer to the request of this id, of this content type.
    ///
    /// # Errors
    /// [`McpError::Protocol`] for a type that is neither JSON nor events.
    pub fn new(content_type: &str, id: u64) -> Result<Self, McpError> {
        let kind = content_type.split(';').next().unwrap_or_default().trim();
        let body = match kind.to_ascii_lowercase().as_str() {
            "text/event-stream" => Body::Events(Box::new(SseDecoder::with_event_limit(LIMIT))),
            "application/json" => Body::Json(vec![]),
            other => {
                return Err(McpError::Protocol(format!(
                    "It answered with {:?} instead of JSON or an event stream.",
                    plain(other, 60)
                )));
            }
        };
        Ok(Self {
            id,
            body,
            last_event: String::new(),
            retry: None,
        })
    }

    /// Takes the next bytes and returns the messages they complete.
    ///
    /// # Errors
    /// [`McpError::Protocol`] for what is too large.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Incoming>, McpError> {
        let mut found = vec![];
        match &mut self.body {
            Body::Json(body) => {
                body.extend_from_slice(bytes);
                if body.len() > LIMIT {
                    return Err(too_large());
                }
            }
            Body::Events(decoder) => {
                let (id, last) = (self.id, &mut self.last_event);
                let pushed = decoder.push(bytes, |frame| {
                    if *last != frame.id {
                        frame.id.clone_into(last);
                    }
                    found.extend(read(frame.data, id));
                });
                self.retry = decoder.retry().or(self.retry);
                pushed.map_err(|error| match error {
                    StreamError::EventTooLarge { .. } => too_large(),
                })?;
            }
        }
        Ok(found)
    }

    /// Ends the body and returns what only its end completes.
    pub fn finish(self) -> Vec<Incoming> {
        match self.body {
            Body::Json(body) => match serde_json::from_slice::<Value>(&body) {
                // A batch was allowed in one revision.
                Ok(Value::Array(all)) => all
                    .into_iter()
                    .filter_map(|one| sort(one, self.id))
                    .collect(),
                Ok(message) => sort(message, self.id).into_iter().collect(),
                Err(_) => vec![],
            },
            Body::Events(decoder) => {
                let mut found = vec![];
                // Too large an event has been reported by `push`.
                let _ = decoder.finish(|frame| found.extend(read(frame.data, self.id)));
                found
            }
        }
    }

    /// Where a broken stream can be taken up: the last event's id and how many milliseconds to wait first. `None` for a
    /// stream that names none.
    pub fn resumes(&self) -> Option<(String, f64)> {
        let wait = self.retry.map_or(1_000.0, |retry| retry.min(30_000) as f64);
        (!self.last_event.is_empty()).then(|| (self.last_event.clone(), wait))
    }
}

/// What a response with an error status means. `session`: whether the request was made in one.
pub fn refused(status: u16, body: &str, session: bool) -> McpError {
    let message: Value = serde_json::from_str(body).unwrap_or_default();
    let words = match message["error"]["message"].as_str() {
        Some(words) => plain(words, QUOTED),
        // A page of HTML says nothing to anybody.
        None if body.trim_start().starts_with('<') => String::new(),
        None => plain(body, QUOTED),
    };
    match (status, &message["error"]) {
        (404, _) | (400, _) if session => McpError::SessionGone { status, words },
        (400 | 404, error) if error["code"].is_i64() && is_modern(&error["code"]) => rpc(error),
        _ => McpError::Status { status, words },
    }
}

/// The codes by which a stateless server shows what it is.
fn is_modern(code: &Value) -> bool {
    matches!(code.as_i64(), Some(-32022..=-32020))
}

fn read(data: &str, id: u64) -> Option<Incoming> {
    // An event without data only carries the id to take the stream up at.
    sort(serde_json::from_str(data).ok()?, id)
}

/// What a message is to the request of this id; `None` for what concerns nobody.
fn sort(message: Value, id: u64) -> Option<Incoming> {
    let method = message["method"].as_str();
    match (method, message.get("id")) {
        (Some(method), Some(id)) => Some(Incoming::Asks {
            id: id.clone(),
            method: plain(method, 80),
        }),
        (Some("notifications/progress"), None) => {
            let params = &message["params"];
            let own = params["progressToken"].as_u64() == Some(id);
            own.then(|| {
                Incoming::Progress(Progress {
                    done: params["progress"].as_f64().unwrap_or_default(),
                    total: params["total"].as_f64(),
                    message: plain(params["message"].as_str().unwrap_or_default(), 200),
                })
            })
        }
        (
            Some(
                "notifications/tools/list_changed"
                | "notifications/resources/list_changed"
                | "notifications/prompts/list_changed",
            ),
            None,
        ) => Some(Incoming::Changed),
        (Some(_), None) => None,
        // An error that is not about the request's id is about all of what was sent.
        (None, answered) => {
            let own = answered.and_then(Value::as_u64) == Some(id);
            let error = message.get("error").filter(|error| error.is_object());
            match (own, error) {
                (_, Some(error)) if own || answered.is_none_or(Value::is_null) => {
                    Some(Incoming::Answer(Err(rpc(error))))
                }
                (true, None) => Some(Incoming::Answer(Ok(message["result"].clone()))),
                _ => None,
            }
        }
    }
}

fn rpc(error: &Value) -> McpError {
    let code = error["code"].as_i64().unwrap_or_default();
    let supported = versions(&error["data"]["supported"]);
    match (code, supported.is_empty()) {
        (-32022, false) => McpError::Versions(supported),
        _ => McpError::Rpc {
            code,
            message: plain(error["message"].as_str().unwrap_or_default(), QUOTED),
        },
    }
}

fn too_large() -> McpError {
    McpError::Protocol("Its answer is larger than 16 MiB.".to_owned())
}
