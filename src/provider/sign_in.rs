//! Signing in at a provider that then hands out a key: OAuth with PKCE, as
//! [OpenRouter](https://openrouter.ai/docs/guides/overview/auth/oauth) has it. There is neither a client id nor a
//! secret, so a page without a server can do it.
//!
//! The person is sent to [`Places::page`] and comes back with a code in the address; [`key_request`] exchanges it.

use super::doctor::host;
use super::request::HeaderValue;
use super::{HttpRequest, Method, ResponseHead, Secret};
use crate::chat::Failure;
use serde_json::{Value, json};

/// Where a provider's sign-in is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The page that asks the person. It wants `callback_url`, `code_challenge` and `code_challenge_method` in its
    /// query.
    pub page: String,
    /// Where a code is exchanged for a key.
    pub keys: String,
}

/// Finds them from the base URL of the API, which ends in `/api/v1`.
pub fn places(base_url: &str) -> Places {
    let base = base_url.trim_end_matches('/');
    let site = base.strip_suffix("/api/v1").unwrap_or(base);
    Places {
        page: format!("{site}/auth"),
        keys: format!("{base}/auth/keys"),
    }
}

/// The only method that is used: the challenge is the SHA-256 of the verifier, in base64url.
pub const CHALLENGE_METHOD: &str = "S256";

/// Asks for a key. A code is good for one request, and only together with its verifier.
pub fn key_request(base_url: &str, code: &str, verifier: &str) -> HttpRequest {
    let json = HeaderValue::Plain("application/json".to_owned());
    let body = json!({
        "code": code,
        "code_verifier": verifier,
        "code_challenge_method": CHALLENGE_METHOD,
    });
    HttpRequest {
        method: Method::Post,
        url: places(base_url).keys,
        headers: vec![("content-type".to_owned(), json)],
        body: body.to_string(),
    }
}

/// The key out of the answer to [`key_request`].
///
/// # Errors
/// [`Trouble::Expired`] for a code that is not accepted, or was before; [`Trouble::Answer`] for anything else.
pub fn read_key(head: &ResponseHead, body: &str) -> Result<Secret, Trouble> {
    let value: Value = serde_json::from_str(body).unwrap_or_default();
    if !(200..300).contains(&head.status) {
        let error = &value["error"];
        let said = [&error["message"], error, &value["message"]];
        let said = said.into_iter().find_map(Value::as_str).unwrap_or_default();
        let said: String = said.chars().take(300).collect();
        return Err(match head.status {
            401 | 403 => Trouble::Expired(said),
            status => Trouble::Answer(format!("HTTP {status} {said}").trim_end().to_owned()),
        });
    }
    match value["key"].as_str().map(Secret::new) {
        Some(key) if !key.is_empty() => Ok(key),
        // What came instead is not quoted: it may be a key all the same.
        _ => Err(Trouble::Answer("The answer holds no key.".to_owned())),
    }
}

/// Why there is no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The person said no, or came back without an answer.
    Cancelled,
    /// Refused before there was a code; the words of the sign-in page.
    Refused(String),
    /// The code was used before, is too old, or is not for this verifier; the provider's words.
    Expired(String),
    /// What came back belongs to no sign-in that this tab began.
    Unknown,
    /// No answer; the browser's words.
    Silent(String),
    /// An answer that cannot be used.
    Answer(String),
    /// The key cannot be kept: its place stayed locked, or failed.
    NotKept,
    /// The page gets no cryptography from the browser, or no storage for the time of the sign-in.
    NotHere,
}

impl Trouble {
    /// The trouble in words that a person can act on. `provider`: its name; `base_url`: that of its API.
    pub fn failure(&self, provider: &str, base_url: &str) -> Failure {
        let host = host(base_url);
        let (title, advice, detail) = match self {
            Self::Cancelled => (
                format!("You are not signed in to {provider}."),
                "The sign-in was not finished there. Try again, or enter a key by hand.".to_owned(),
                "",
            ),
            Self::Refused(words) => (
                format!("{provider} refused the sign-in."),
                "Its words below say why. Try again, or enter a key by hand.".to_owned(),
                words.as_str(),
            ),
            Self::Expired(words) => (
                format!("{provider} did not accept the sign-in any more."),
                "A sign-in is good for one time and a few minutes. Try again.".to_owned(),
                words.as_str(),
            ),
            Self::Unknown => (
                "This sign-in was not begun in this tab.".to_owned(),
                "It may have been begun in another tab or window, or the browser has forgotten it. No key \
                 was asked for. Try again, and stay in this tab."
                    .to_owned(),
                "",
            ),
            Self::Silent(words) => (
                format!("No answer came from {host}."),
                "You are signed in there, but the key could not be fetched. See whether you are online, and \
                 whether an ad blocker stands in between; then try again."
                    .to_owned(),
                words.as_str(),
            ),
            Self::Answer(words) => (
                format!("The answer of {host} holds no key."),
                "Try again in a moment, or enter a key by hand.".to_owned(),
                words.as_str(),
            ),
            Self::NotKept => (
                "The key could not be kept.".to_owned(),
                "The keys are locked. Try again and enter your passphrase when you are asked for it."
                    .to_owned(),
                "",
            ),
            Self::NotHere => (
                "Signing in does not work on this page.".to_owned(),
                "It takes https (or localhost) and leave to store data. Enter a key by hand, or open \
                 Colloquy by https."
                    .to_owned(),
                "",
            ),
        };
        Failure {
            title,
            advice,
            detail: detail.to_owned(),
            ..Failure::default()
        }
    }
}

#[cfg(test)]
mod tests;
