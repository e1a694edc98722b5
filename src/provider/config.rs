//! What the person configured: providers and model settings.

use super::preset::{self, Quirks};
use super::{Dialect, Secret};
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

/// What a provider's requests carry that must not be stored with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Credentials {
    pub key: Option<Secret>,
    /// Values of headers that are sent beside the documented ones, by name.
    pub headers: Vec<(String, Secret)>,
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
    /// Which model family's opaque state this endpoint understands, see [`crate::chat::Opaque`].
    pub origin: String,
    pub quirks: Quirks,
}

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
        };
        Endpoint {
            name: self.name.clone(),
            dialect,
            origin: format!("{prefix}:{family}"),
            base_url,
            key: key.filter(|key| !key.is_empty()),
            quirks: row.map_or(Quirks::NONE, |row| row.quirks),
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
