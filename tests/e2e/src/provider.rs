//! A model service on an origin of its own, so that the page meets real CORS.

mod answers;
mod record;

pub use record::{Outcome, Request};

use crate::page::PATIENCE;
use crate::{Reply, Step, dialects, program};
use axum::{Router, routing};
use record::{Now, Shared, lock};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A handle on the running server.
#[derive(Clone)]
pub struct Provider {
    address: SocketAddr,
    shared: Arc<Shared>,
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
            .route("/v1/chat/completions", routing::any(answers::chat_by_model))
            .route(
                "/s/{scenario}/v1/chat/completions",
                routing::any(answers::chat_by_path),
            )
            .route("/v1/models", routing::any(answers::models_of_all))
            .route(
                "/s/{scenario}/v1/models",
                routing::any(answers::models_by_path),
            )
            .route(
                "/bench/{kind}/{bytes}/{chunk}/{rate}/v1/chat/completions",
                routing::any(answers::bench_answer),
            )
            .route(
                "/bench/{kind}/{bytes}/{chunk}/{rate}/v1/models",
                routing::any(answers::models_of_all),
            )
            .route("/s/{scenario}/{*path}", routing::any(answers::dialect))
            .route("/script/{id}", routing::put(answers::store_script))
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

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Makes `script-ID` a scenario that answers with `reply`.
    pub fn script(&self, id: &str, reply: Reply) {
        lock(&self.shared.scripts).insert(id.to_owned(), reply);
    }

    /// Makes `program-ID` a scenario in which the model follows these steps after every question.
    pub fn program(&self, id: &str, steps: impl Into<Vec<Step>>) {
        self.program_for(id, "", steps);
    }

    /// As [`Self::program`], after this question alone: an agent that is asked by another reads its task as one.
    pub fn program_for(&self, id: &str, question: &str, steps: impl Into<Vec<Step>>) {
        let key = (id.to_owned(), question.to_owned());
        lock(&self.shared.programs).insert(key, steps.into());
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
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match self.chats().last().map(|request| request.outcome) {
                Some(Outcome::Open) | None => tokio::time::sleep(Duration::from_millis(50)).await,
                Some(outcome) => return outcome,
            }
        }
        Outcome::Open
    }
}
