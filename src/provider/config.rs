//! What the person configured: providers and model settings.

use super::preset::{self, Auth, Quirks};
use super::request::HeaderValue;
use super::{Dialect, HttpRequest, Method, Secret};
use crate::chat::{ModelConfigId, ProviderId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A connection the person configured. Its key is kept apart, under the same id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provider {
    pub id: ProviderId,
    pub name: String,
    /// The row of [`super::preset::PRESETS`] it was made from.
    pub preset: String,
    pub base_url: String,
    pub enabled: bool,
}

/// Reusable model settings. `None` leaves the parameter out of the request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelConfig {
    pub id: ModelConfigId,
    pub provider: ProviderId,
    /// The provider's id of the model.
    pub model: String,
    /// What the person calls it; empty shows the model id.
    #[serde(default)]
    pub name: String,
    /// 0 to 2.
    #[serde(default)]
    pub temperature: Option<f64>,
    /// Tokens.
    #[serde(default)]
    pub max_tokens: Option<u64>,
    /// 0 to 1.
    #[serde(default)]
    pub top_p: Option<f64>,
    #[serde(default)]
    pub thinking: Thinking,
    /// Give up when nothing arrives for so long, in seconds.
    #[serde(default = "default_idle_timeout")]
    pub idle_timeout: u32,
    /// Merged into the request body last, key by key; `null` takes a key out of the body.
    #[serde(default)]
    pub extra: Map<String, Value>,
}

/// How much the model is asked to think before it answers. Each dialect has its own words for it; what one
/// cannot say is left to the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Thinking {
    /// Whatever the model does by itself: nothing about it is sent.
    #[default]
    Auto,
    Off,
    On,
    Effort(Effort),
    /// Tokens, at most.
    Budget(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    Minimal,
    Low,
    Medium,
    High,
    /// The most that the model offers.
    Max,
}

/// Seconds without a byte after which a stream counts as stalled.
pub const DEFAULT_IDLE_TIMEOUT: u32 = 60;

fn default_idle_timeout() -> u32 {
    DEFAULT_IDLE_TIMEOUT
}

impl ModelConfig {
    /// Puts the person's own keys over those of a request's body.
    pub fn merge_extra(&self, body: &mut Map<String, Value>) {
        for (name, value) in &self.extra {
            match value {
                Value::Null => body.remove(name),
                value => body.insert(name.clone(), value.clone()),
            };
        }
    }

    /// The name to show.
    pub fn label(&self) -> &str {
        if self.name.is_empty() {
            &self.model
        } else {
            &self.name
        }
    }
}

/// A provider resolved for one request: where to send it, in which wire format, with which key.
#[derive(Clone, Debug, PartialEq)]
pub struct Endpoint {
    /// The provider's name, for messages.
    pub name: String,
    pub dialect: Dialect,
    /// Without a trailing slash.
    pub base_url: String,
    pub key: Option<Secret>,
    /// Which model family's opaque state this endpoint understands, see [`crate::chat::Opaque`].
    pub origin: String,
    pub quirks: Quirks,
    /// Sent with every request, beside those of the dialect. Values may be secret.
    pub headers: Vec<(String, Secret)>,
}

impl Endpoint {
    /// A request that reads `path`, which begins with a slash.
    pub fn get(&self, path: &str) -> HttpRequest {
        HttpRequest {
            method: Method::Get,
            url: format!("{}{path}", self.base_url),
            headers: self.request_headers(),
            body: String::new(),
        }
    }

    /// A request that sends JSON to `path`, which begins with a slash. It carries no header beyond the
    /// documented ones: several providers allow a fixed list, and one more would fail the browser's preflight.
    pub fn post(&self, path: &str, body: Map<String, Value>) -> HttpRequest {
        let json = HeaderValue::Plain("application/json".to_owned());
        let mut headers = vec![("content-type".to_owned(), json)];
        headers.extend(self.request_headers());
        HttpRequest {
            method: Method::Post,
            url: format!("{}{path}", self.base_url),
            headers,
            body: Value::Object(body).to_string(),
        }
    }

    fn request_headers(&self) -> Vec<(String, HeaderValue)> {
        let secret = |prefix, secret: &Secret| HeaderValue::Secret {
            prefix,
            secret: secret.clone(),
        };
        let mut headers = Vec::new();
        if let Some(key) = &self.key {
            headers.push(match self.quirks.auth {
                Auth::Bearer => ("authorization".to_owned(), secret("Bearer ", key)),
                Auth::Header(name) => (name.to_owned(), secret("", key)),
            });
        }
        if self.dialect == Dialect::Anthropic {
            for (name, value) in ANTHROPIC_HEADERS {
                headers.push((name.to_owned(), HeaderValue::Plain(value.to_owned())));
            }
        }
        let own = self.headers.iter();
        headers.extend(own.map(|(name, value)| (name.to_lowercase(), secret("", value))));
        headers
    }
}

/// The version the dialect was written for, and the person's consent to calls from a page: without it the
/// server sends no CORS headers.
const ANTHROPIC_HEADERS: [(&str, &str); 2] = [
    ("anthropic-version", "2023-06-01"),
    ("anthropic-dangerous-direct-browser-access", "true"),
];

impl Provider {
    /// Resolves this provider for a request with `key`.
    ///
    /// The row is found by the host first, so that a known server behind a provider of the custom kind is
    /// spoken to as it wants to be.
    pub fn endpoint(&self, key: Option<Secret>) -> Endpoint {
        let chosen = preset::preset(&self.preset);
        let url = match self.base_url.trim() {
            "" => chosen.map_or("", |row| row.base_url),
            own => own,
        };
        let base_url = normalize_base_url(url).unwrap_or_else(|_| url.to_owned());
        let row = preset::PRESETS
            .iter()
            .find(|row| host(row.base_url).is_some_and(|h| host(&base_url) == Some(h)))
            .or(chosen);
        let dialect = row.map_or(Dialect::OpenAiChat, |row| row.dialect);
        let family = match row {
            Some(row) if row.id != preset::CUSTOM => row.id,
            _ => host(&base_url).unwrap_or(preset::CUSTOM),
        };
        let prefix = match dialect {
            Dialect::OpenAiChat => "openai-chat",
            Dialect::OpenAiResponses => "openai-responses",
            Dialect::Anthropic => "anthropic",
            Dialect::Gemini => "gemini",
            Dialect::Ollama => "ollama",
        };
        Endpoint {
            name: self.name.clone(),
            dialect,
            origin: format!("{prefix}:{family}"),
            base_url,
            key: key.filter(|key| !key.is_empty()),
            quirks: row.map_or(Quirks::NONE, |row| row.quirks),
            headers: vec![],
        }
    }
}

/// The base URL as it is kept: scheme and host in lower case, without a trailing slash, and cut back where
/// the address of one operation was pasted.
///
/// # Errors
/// Says in one sentence what is wrong with the address.
pub fn normalize_base_url(typed: &str) -> Result<String, String> {
    const EXAMPLE: &str = "https://api.example.com/v1";
    let typed = typed.trim();
    if typed == DEMO_URL {
        return Ok(typed.to_owned());
    }
    if typed.is_empty() {
        return Err(format!("Enter the base URL, for example {EXAMPLE}."));
    }
    let Some((scheme, rest)) = typed.split_once("://") else {
        return Err(format!(
            "The base URL must start with https:// or http://, for example {EXAMPLE}."
        ));
    };
    let scheme = scheme.to_ascii_lowercase();
    if scheme != "http" && scheme != "https" {
        return Err(format!(
            "A browser reaches https:// and http:// addresses only, not {scheme}://."
        ));
    }
    if typed.contains(char::is_whitespace) {
        return Err("The base URL must not contain spaces.".to_owned());
    }
    if typed.contains(['?', '#']) {
        return Err("The base URL must end before the “?” or “#”.".to_owned());
    }
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if host.is_empty() || host.starts_with(':') {
        return Err(format!(
            "The base URL names no host, for example {EXAMPLE}."
        ));
    }
    if host.contains('@') {
        return Err("The base URL must not contain a user name or password.".to_owned());
    }
    let mut path = path.trim_end_matches('/');
    for operation in ["/chat/completions", "/models"] {
        if let Some(base) = path.strip_suffix(operation) {
            path = base.trim_end_matches('/');
        }
    }
    Ok(format!("{scheme}://{}{path}", host.to_ascii_lowercase()))
}

/// The address of the built-in provider, which no request is ever sent to.
const DEMO_URL: &str = "demo:";

/// Host and port of an address.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    rest.split('/').next().filter(|host| !host.is_empty())
}

#[cfg(test)]
mod tests;
