//! What the person configured: providers and model settings.

mod base_url;
mod mend;

pub use crate::chat::{Effort, Thinking};
pub use base_url::normalize_base_url;

use super::preset::{self, Auth, Preset, Quirks};
use super::request::HeaderValue;
use super::{Dialect, HttpRequest, Method, Secret};
use crate::chat::{ModelConfigId, ProviderId};
use base_url::host;
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
    /// Names of headers that are sent beside the documented ones. Their values are secrets and lie where the
    /// key does, see [`Credentials`].
    #[serde(default)]
    pub headers: Vec<String>,
    /// Merged into the body of every request, before the model's own extra.
    #[serde(default)]
    pub body: Map<String, Value>,
}

/// What a provider's requests carry that must not be stored with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Credentials {
    pub key: Option<Secret>,
    /// The values of [`Provider::headers`], by name.
    pub headers: Vec<(String, Secret)>,
}

/// What saving a provider changes of its [`Credentials`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CredentialsChange {
    /// `None` keeps the stored key, an empty one removes it.
    pub key: Option<Secret>,
    /// Values to keep in the place of those with the same names. Values whose names the provider no longer
    /// has go away.
    pub headers: Vec<(String, Secret)>,
}

impl CredentialsChange {
    pub fn is_empty(&self) -> bool {
        self.key.is_none() && self.headers.is_empty()
    }

    /// The credentials after the change.
    pub fn apply(self, stored: Credentials, provider: &Provider) -> Credentials {
        self.apply_to(stored, &provider.headers)
    }

    /// The same for whatever else has credentials: `names` are the headers that it has now.
    pub fn apply_to(self, stored: Credentials, names: &[String]) -> Credentials {
        let mut headers = stored.headers;
        for (name, value) in self.headers {
            headers.retain(|(known, _)| !known.eq_ignore_ascii_case(&name));
            headers.push((name, value));
        }
        Credentials {
            key: self.key.or(stored.key).filter(|key| !key.is_empty()),
            headers: own_headers(names, headers),
        }
    }
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

/// Seconds without a byte after which a stream counts as stalled.
pub const DEFAULT_IDLE_TIMEOUT: u32 = 60;

fn default_idle_timeout() -> u32 {
    DEFAULT_IDLE_TIMEOUT
}

impl ModelConfig {
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
    /// The dialect and the server, for example `openai-chat:deepseek`, see [`Endpoint::origin_of`].
    pub origin: String,
    pub quirks: Quirks,
    /// Sent with every request, beside those of the dialect or in their place.
    pub headers: Vec<(String, Secret)>,
    /// See [`Provider::body`].
    pub body: Map<String, Value>,
}

impl Endpoint {
    /// Whose opaque state a model here understands, see [`crate::chat::Opaque`].
    pub fn origin_of(&self, model: &str) -> String {
        format!("{}/{model}", self.origin)
    }

    /// Everything that is not to be shown.
    pub fn secrets(&self) -> impl Iterator<Item = &Secret> {
        let values = self.headers.iter().map(|(_, value)| value);
        self.key.iter().chain(values)
    }

    /// The person's own keys of a request's body: the provider's, then the model's.
    pub fn extra(&self, config: &ModelConfig) -> Map<String, Value> {
        let mut extra = self.body.clone();
        extra.extend(config.extra.clone());
        extra
    }

    /// Puts the person's own keys over those of a request's body; `null` takes one out.
    pub fn merge_extra(&self, config: &ModelConfig, body: &mut Map<String, Value>) {
        for (name, value) in self.extra(config) {
            match value {
                Value::Null => body.remove(&name),
                value => body.insert(name, value),
            };
        }
    }

    /// The address of an operation. A query of the base URL's comes after the path.
    fn url(&self, path: &str) -> String {
        match self.base_url.split_once('?') {
            Some((base, query)) => {
                let sign = if path.contains('?') { '&' } else { '?' };
                format!("{base}{path}{sign}{query}")
            }
            None => format!("{}{path}", self.base_url),
        }
    }

    /// A request that reads `path`, which begins with a slash.
    pub fn get(&self, path: &str) -> HttpRequest {
        HttpRequest {
            method: Method::Get,
            url: self.url(path),
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
            url: self.url(path),
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
        for (name, value) in &self.headers {
            let name = name.to_lowercase();
            headers.retain(|(known, _)| *known != name);
            headers.push((name, secret("", value)));
        }
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
    /// Resolves this provider for a request with `credentials`.
    ///
    /// The row is found by the host where one is known, so that a known server behind a provider of the
    /// custom kind is spoken to as it wants to be. What the person chose decides the dialect otherwise:
    /// several companies speak more than one.
    pub fn endpoint(&self, credentials: Credentials) -> Endpoint {
        let chosen = preset::preset(&self.preset);
        let url = match self.base_url.trim() {
            "" => chosen.map_or("", |row| row.base_url),
            own => own,
        };
        let base_url = normalize_base_url(url).unwrap_or_else(|_| url.to_owned());
        let known = known_row(chosen, &base_url);
        let row = known.or(chosen);
        let dialect = row.map_or(Dialect::OpenAiChat, |row| row.dialect);
        let family = match known.or(chosen.filter(|row| row.local)) {
            Some(row) => row.id,
            // State of one server is not for another that speaks the same way.
            None => host(&base_url).unwrap_or(&self.preset),
        };
        let prefix = match dialect {
            Dialect::OpenAiChat => "openai-chat",
            Dialect::OpenAiResponses => "openai-responses",
            Dialect::Anthropic => "anthropic",
            Dialect::Gemini => "gemini",
            Dialect::Ollama => "ollama",
            Dialect::OnDevice => "on-device",
        };
        Endpoint {
            name: self.name.clone(),
            dialect,
            origin: format!("{prefix}:{family}"),
            base_url,
            key: credentials.key.filter(|key| !key.is_empty()),
            quirks: row.map_or(Quirks::NONE, |row| row.quirks),
            headers: own_headers(&self.headers, credentials.headers),
            body: self.body.clone(),
        }
    }

    /// Whether its base URL is this one.
    pub fn is_at(&self, base_url: &str) -> bool {
        normalize_base_url(&self.base_url).is_ok_and(|own| own == base_url)
    }
}

/// Those of the values whose headers are still wanted.
fn own_headers(names: &[String], mut values: Vec<(String, Secret)>) -> Vec<(String, Secret)> {
    let is_wanted = |name: &str| names.iter().any(|own| own.eq_ignore_ascii_case(name));
    values.retain(|(name, value)| is_wanted(name) && !value.is_empty());
    values
}

/// The row of the server at an address: the chosen one where it fits, else one of the same dialect. For a
/// server of the custom kind any will do, and for OpenAI's too, because its type is the one that stands there
/// before another is chosen. Addresses of local servers say nothing.
fn known_row(chosen: Option<&'static Preset>, base_url: &str) -> Option<&'static Preset> {
    let fits = |row: &Preset| !row.local && base_url::fits(row.base_url, base_url);
    if let Some(row) = chosen.filter(|row| fits(row) || row.id == preset::DEMO) {
        return Some(row);
    }
    let dialect = chosen.map_or(Dialect::OpenAiChat, |row| row.dialect);
    let is_open = chosen
        .is_none_or(|row| row.id == preset::CUSTOM || row.dialect == Dialect::OpenAiResponses);
    let known = || preset::PRESETS.iter().filter(|row| fits(row));
    known()
        .find(|row| row.dialect == dialect)
        .or_else(|| known().find(|_| is_open))
}

#[cfg(test)]
mod tests;
