//! What went wrong with a provider: one type, made by one function, with the raw fields kept.

mod body;
mod classify;
mod failure;
mod mask;
mod parameter;
mod retry_after;

#[cfg(test)]
mod tests;

pub use classify::classify;
pub(crate) use mask::mask;

use super::Endpoint;
use super::doctor::Circumstances;
use crate::chat::AddressMend;
use std::fmt;

/// A failed request or stream. Never holds a key: its texts come from the response only.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderError {
    /// The provider's name as the person knows it.
    pub provider: String,
    pub kind: ErrorKind,
    /// HTTP status, where there was a response.
    pub status: Option<u16>,
    /// The provider's own code or type, verbatim.
    pub code: Option<String>,
    /// The provider's own words, or a description of what was wrong with its answer.
    pub message: String,
    /// How long the provider asked to wait, in milliseconds.
    pub retry_after: Option<f64>,
    /// What was found out where no answer came at all.
    pub circumstances: Option<Box<Circumstances>>,
    /// The base URL that was meant, should the address be what is wrong, see [`super::Endpoint::mended`].
    pub mend: Option<Box<AddressMend>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Wrong, missing or expired key.
    Auth,
    /// The key is right but may not do this.
    Permission,
    /// The organisation of the key forbids requests from web pages.
    PagesForbidden,
    /// The key is right but may not use this model.
    ModelForbidden,
    /// No such model.
    ModelNotFound,
    /// No such address: usually a wrong base URL.
    PathNotFound,
    /// Too many requests; try again later.
    RateLimit,
    /// Out of credit: waiting does not help.
    Quota,
    /// The provider is over capacity.
    Overloaded,
    ContextTooLong,
    ContentFilter,
    /// The provider refused the request's form.
    BadRequest,
    /// The provider failed inside.
    Server,
    /// The answer is not the API's: an HTML page, a proxy's login, plain text.
    NotApi,
    /// The stream held something that cannot be read.
    Malformed,
    /// The stream ended without its terminal event.
    CutOff,
    /// Nothing arrived for too long.
    Stalled,
    /// The answer ended properly and held nothing.
    Empty,
    /// The browser cannot run or fetch a model of its own.
    Unavailable,
    /// The browser wants a click before it goes on.
    NeedsClick,
    /// No response at all. A browser cannot tell offline, a wrong host and missing CORS apart.
    Network,
}

impl ProviderError {
    /// An error that is not an answer of the provider's, such as a stream that stalled.
    pub fn new(provider: &str, kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            provider: provider.to_owned(),
            kind,
            status: None,
            code: None,
            message: message.into(),
            retry_after: None,
            circumstances: None,
            mend: None,
        }
    }

    /// No answer came at all: the browser's words, and what was found out then.
    pub fn unanswered(
        endpoint: &Endpoint,
        message: impl Into<String>,
        seen: Option<Box<Circumstances>>,
    ) -> Self {
        let mut error = Self::new(&endpoint.name, ErrorKind::Network, message);
        error.circumstances = seen.map(|mut seen| {
            let (_, server) = endpoint.origin.split_once(':').unwrap_or_default();
            server.clone_into(&mut seen.server);
            seen
        });
        error.mend = endpoint.mended().map(Box::new);
        error
    }
}

impl ErrorKind {
    /// Whether the same request may succeed a little later without anyone changing anything.
    pub fn is_transient(self) -> bool {
        match self {
            Self::RateLimit | Self::Overloaded | Self::Server => true,
            Self::Auth
            | Self::Permission
            | Self::PagesForbidden
            | Self::ModelForbidden
            | Self::ModelNotFound
            | Self::PathNotFound
            | Self::Quota
            | Self::ContextTooLong
            | Self::ContentFilter
            | Self::BadRequest
            | Self::NotApi
            | Self::Malformed
            | Self::CutOff
            | Self::Stalled
            | Self::Empty
            | Self::Unavailable
            | Self::NeedsClick
            | Self::Network => false,
        }
    }
}

impl fmt::Display for ProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.provider, self.message)
    }
}

impl std::error::Error for ProviderError {}
