//! An answer that its asker reads piece by piece.

use super::{append, read, send, words};
use crate::provider::HttpRequest;
use wasm_bindgen::JsCast;
use web_sys::{AbortController, ReadableStreamDefaultReader};

/// An answer whose head is here. Dropping it breaks the request off.
pub struct Answered {
    response: gloo_net::http::Response,
    body: Option<ReadableStreamDefaultReader>,
    _abort: Aborting,
}

struct Aborting(Option<AbortController>);

impl Drop for Aborting {
    fn drop(&mut self) {
        if let Some(abort) = &self.0 {
            abort.abort();
        }
    }
}

/// Sends a request, which is led nowhere else: an answer that would lead it on has the status 0. Dropping the future
/// breaks the request off.
///
/// # Errors
/// The browser's words.
pub async fn ask(request: &HttpRequest) -> Result<Answered, String> {
    let abort = Aborting(AbortController::new().ok());
    let signal = abort.0.as_ref().map(AbortController::signal);
    let response = send(request, signal.as_ref()).await;
    let response = response.map_err(|error| words(&error))?;
    let body = response.body();
    Ok(Answered {
        body: body.map(|body| body.get_reader().unchecked_into()),
        response,
        _abort: abort,
    })
}

impl Answered {
    pub fn status(&self) -> u16 {
        self.response.status()
    }

    /// A header, where CORS lets the page read it.
    pub fn header(&self, name: &str) -> Option<String> {
        self.response.headers().get(name)
    }

    /// The next bytes of the body; `None` at its end.
    ///
    /// # Errors
    /// The browser's words.
    pub async fn next(&self) -> Result<Option<Vec<u8>>, String> {
        let Some(body) = &self.body else {
            return Ok(None);
        };
        let chunk = read(body).await.map_err(|error| words(&error))?;
        Ok(chunk.map(|chunk| {
            let mut bytes = vec![];
            append(&chunk, &mut bytes);
            bytes
        }))
    }

    /// The body up to `limit` bytes, as far as it comes.
    pub async fn text(&self, limit: usize) -> String {
        let mut bytes = vec![];
        while bytes.len() < limit {
            match self.next().await {
                Ok(Some(more)) => bytes.extend(more),
                Ok(None) | Err(_) => break,
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
