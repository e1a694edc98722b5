//! A server with what its requests carry.

use crate::browser::client::{self, Answered};
use crate::browser::manager::Inner;
use crate::browser::{doctor, leaving};
use crate::chat::{Failure, McpServerId, ProviderId};
use crate::provider::doctor::{Cause, cause};
use crate::provider::request::HeaderValue;
use crate::provider::{Credentials, HttpRequest, Method, Secret};
use crate::tool::mcp::error::hidden;
use crate::tool::mcp::{McpError, McpServer, Post, Terms, message};
use leptos::prelude::*;
use serde_json::Value;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

pub struct Link {
    pub server: McpServer,
    credentials: Credentials,
}

impl Link {
    pub fn new(server: McpServer, credentials: Credentials) -> Rc<Self> {
        Rc::new(Self {
            server,
            credentials,
        })
    }

    /// To a server that is set up and switched on.
    ///
    /// # Errors
    /// [`McpError::Locked`], and [`McpError::Protocol`] for a server that is not there.
    pub async fn of(inner: &Inner, id: &McpServerId) -> Result<Rc<Self>, McpError> {
        let server = inner
            .signals
            .settings
            .with_untracked(|settings| settings.tools.server(id).cloned());
        let server = server
            .filter(|server| server.enabled)
            .ok_or_else(|| McpError::Protocol("It was deleted or switched off.".to_owned()))?;
        let credentials = inner.credentials(&ProviderId(id.0.clone())).await;
        let credentials = credentials.map_err(|error| McpError::Locked(error.to_string()))?;
        Ok(Self::new(server, credentials))
    }

    /// Posts a message.
    ///
    /// # Errors
    /// [`McpError::Broken`] with the browser's words.
    pub async fn post(&self, post: Post) -> Result<Answered, McpError> {
        let request = self.request(Method::Post, post.headers, post.body);
        client::ask(&request).await.map_err(McpError::Broken)
    }

    /// Takes up a stream of events behind the last one that came.
    ///
    /// # Errors
    /// [`McpError::Broken`] with the browser's words.
    pub async fn resume(&self, terms: &Terms, last_event: &str) -> Result<Answered, McpError> {
        let headers = message::resume_headers(terms, last_event);
        let request = self.request(Method::Get, headers, String::new());
        client::ask(&request).await.map_err(McpError::Broken)
    }

    /// Posts what needs no answer, in the background.
    pub fn tell(self: &Rc<Self>, post: Post) {
        let link = self.clone();
        spawn_local(async move {
            // Whether it arrives changes nothing here.
            let _ = link.post(post).await;
        });
    }

    /// Ends a session in the background, as servers wish that keep them.
    pub fn end(self: &Rc<Self>, terms: &Terms) {
        if terms.session.is_none() {
            return;
        }
        let headers = message::session_headers(terms);
        let request = self.request(Method::Delete, headers, String::new());
        spawn_local(async move {
            // A server may refuse that, and forgets the session in its own time.
            let _ = client::ask(&request).await;
        });
    }

    /// Finds out why a server cannot be reached.
    pub async fn explain(&self, words: String) -> McpError {
        leaving::settled().await;
        let request = self.request(Method::Get, vec![], String::new());
        let seen = doctor::look_around(&request).await;
        let own: Vec<String> = self.server.headers.clone();
        let name = &self.server.name;
        let failure = match cause(&seen) {
            Cause::LocalCors | Cause::RemoteHidden => hidden(name, &seen.page, &own, &words),
            Cause::Offline
            | Cause::MixedContent
            | Cause::LocalNetworkDenied
            | Cause::LocalNetworkAsked
            | Cause::LocalSilent
            | Cause::RemoteSilent => self.silent(
                &words,
                crate::provider::doctor::failure(name, &seen, None, &words),
            ),
        };
        McpError::Unreachable(Box::new(failure))
    }

    /// What is said of a provider, said of a server of tools.
    fn silent(&self, words: &str, failure: Failure) -> Failure {
        let place = format!("Settings → {} → Base URL", self.server.name);
        let here = format!("the URL of {}", self.server.name);
        let checks = failure.checks.into_iter();
        Failure {
            advice: failure.advice.replace(&place, &here),
            checks: checks.map(|check| check.replace(&place, &here)).collect(),
            detail: words.to_owned(),
            // The line that starts a model server starts no other.
            fix: String::new(),
            ..failure
        }
    }

    /// An answer in which no secret stands that was sent: it is kept, and read by a model.
    pub fn strike(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                for secret in self.secrets() {
                    *text = secret.struck_from(text);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.strike(item)),
            Value::Object(fields) => fields.values_mut().for_each(|field| self.strike(field)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// The same for what is said in an error.
    pub fn struck(&self, text: String) -> String {
        let mut value = Value::String(text);
        self.strike(&mut value);
        value.as_str().unwrap_or_default().to_owned()
    }

    fn secrets(&self) -> impl Iterator<Item = &Secret> {
        let headers = self.credentials.headers.iter();
        headers
            .map(|(_, secret)| secret)
            .chain(&self.credentials.key)
    }

    fn request(&self, method: Method, headers: Vec<(String, String)>, body: String) -> HttpRequest {
        let plain = headers.into_iter();
        let mut headers: Vec<(String, HeaderValue)> = plain
            .map(|(name, value)| (name, HeaderValue::Plain(value)))
            .collect();
        if let Some(secret) = &self.credentials.key {
            let secret = secret.clone();
            let prefix = "Bearer ";
            headers.push((
                "authorization".to_owned(),
                HeaderValue::Secret { prefix, secret },
            ));
        }
        for (name, secret) in &self.credentials.headers {
            let name = name.to_ascii_lowercase();
            headers.retain(|(known, _)| *known != name);
            let secret = secret.clone();
            headers.push((name, HeaderValue::Secret { prefix: "", secret }));
        }
        HttpRequest {
            method,
            url: self.server.url.clone(),
            headers,
            body,
        }
    }
}
