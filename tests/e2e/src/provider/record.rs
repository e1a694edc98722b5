//! What the server remembers: each request, and what it is to play.

use crate::reply::Watch;
use crate::{Reply, Step, dialects};
use axum::http::{HeaderMap, Method, Uri};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

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
pub(super) struct Shared {
    pub requests: Mutex<Vec<Request>>,
    pub scripts: Mutex<HashMap<String, Reply>>,
    /// By their id, and the question that they are for; an empty one stands for all others.
    pub programs: Mutex<HashMap<(String, String), Vec<Step>>>,
    pub now: Mutex<Now>,
}

/// What the base URL `/s/now/v1` plays.
#[derive(Default)]
pub(super) struct Now {
    pub scenario: String,
    /// Requests before this one belong to what was played earlier.
    pub since: usize,
}

impl Shared {
    /// Notes a request; the watch fills in its outcome.
    pub fn record(self: &Arc<Self>, request: Request) -> Watch {
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

    /// The reply of a scenario called `script-ID`.
    pub fn script(&self, scenario: &str) -> Option<Reply> {
        let id = scenario.strip_prefix("script-")?;
        lock(&self.scripts).get(id).cloned()
    }

    /// The scenario meant by a name, and how many requests played it before.
    pub fn resolve(&self, name: &str) -> (String, usize) {
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

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

pub(super) fn request(
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
