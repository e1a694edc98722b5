//! HTTP as data. Only the client turns it into a fetch.

use std::fmt;

/// A request ready to be sent. `Debug` shows no secret.
#[derive(Clone, Debug, PartialEq)]
pub struct HttpRequest {
    pub method: Method,
    pub url: String,
    pub headers: Vec<(String, HeaderValue)>,
    /// JSON text; empty for GET.
    pub body: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Delete,
}

#[derive(Clone, Debug, PartialEq)]
pub enum HeaderValue {
    Plain(String),
    /// A value that contains a secret: `prefix` followed by the secret.
    Secret {
        prefix: &'static str,
        secret: Secret,
    },
}

/// A key or token. It can be sent; it cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Surrounding white space is dropped: keys are pasted.
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A text in which this secret no longer stands. One of a few letters is none, and would garble every text.
    pub fn struck_from(&self, text: &str) -> String {
        match self.0.len() < 4 {
            true => text.to_owned(),
            false => text.replace(&self.0, "•••"),
        }
    }

    /// The bare text, for the client and the vault alone.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl Drop for Secret {
    /// Memory of the page is never given back while it lives, so what lay in it is overwritten.
    fn drop(&mut self) {
        let mut bytes = std::mem::take(&mut self.0).into_bytes();
        bytes.fill(0);
        // Else the compiler may leave out a write that nobody reads.
        std::hint::black_box(&bytes);
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// What is known of a response before its body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResponseHead {
    pub status: u16,
    /// `Content-Type`, lower case, or empty.
    pub content_type: String,
    /// `Retry-After` verbatim, where CORS lets the page read it.
    pub retry_after: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_no_secret() {
        let request = HttpRequest {
            method: Method::Post,
            url: "https://example.test/v1".into(),
            headers: vec![(
                "authorization".into(),
                HeaderValue::Secret {
                    prefix: "Bearer ",
                    secret: Secret::new(" canary\n"),
                },
            )],
            body: String::new(),
        };
        assert!(!format!("{request:?}").contains("canary"));
        assert_eq!(Secret::new(" canary\n").expose(), "canary");
    }
}
