//! The browser's own model, through the [Prompt API](https://webmachinelearning.github.io/prompt-api/).
//!
//! There is no server: the client answers a request to [`SCHEME`] by handing its body to `LanguageModel`, and
//! puts what comes back into JSON lines of our own, so that it is streamed, stopped, recorded and kept like the
//! answer of any other provider. A line is one of
//!
//! - `{"downloading": 0.42}`: the model is being fetched, and this part of it is here;
//! - `{"thinking": "…"}` and `{"text": "…"}`: the next piece of the answer;
//! - `{"usage": {"input": 26, "output": 5}}`: tokens;
//! - `{"done": true}`: the answer is complete;
//! - `{"error": {"name": "QuotaExceededError", "message": "…"}}`: the name of the exception, and its words.
//!
//! The API takes no tool from us, so none is offered to the model. It has no role for a tool's answer either: a
//! call of an earlier answer, which another provider's model made, is told in plain words by a message of the
//! person's that follows the answer. Thinking is left out.

mod decode;
mod encode;

#[cfg(test)]
pub(crate) mod tests;

pub use decode::Decoder;
pub use encode::encode;

use super::error::mask;
use super::{Endpoint, ErrorKind, ProviderError};
use serde_json::Value;

/// How the addresses of requests to the browser begin.
pub const SCHEME: &str = "on-device:";

/// The only model there is; a page is not told its name.
pub const MODEL: &str = "Built-in model";

/// The name of the failure where the browser has no model to offer; the others are those of exceptions.
pub const UNAVAILABLE: &str = "Unavailable";

/// The failure that an error line, or the answer to the question for models, tells of.
pub(super) fn error(endpoint: &Endpoint, said: &Value) -> ProviderError {
    let name = said["name"].as_str().unwrap_or_default();
    let message = said["message"].as_str().unwrap_or_default();
    let message = mask(message, endpoint.secrets());
    let mut error = ProviderError::new(&endpoint.name, kind(name), message);
    error.code = (!name.is_empty()).then(|| mask(name, endpoint.secrets()));
    error
}

/// What an exception means: <https://webmachinelearning.github.io/writing-assistance-apis/#supporting-errors>.
fn kind(name: &str) -> ErrorKind {
    match name {
        UNAVAILABLE | "NetworkError" => ErrorKind::Unavailable,
        // A download has to be begun by the person.
        "NotAllowedError" => ErrorKind::NeedsClick,
        "QuotaExceededError" => ErrorKind::ContextTooLong,
        // The answer was held back.
        "NotReadableError" => ErrorKind::ContentFilter,
        "NotSupportedError" | "TypeError" | "RangeError" | "SyntaxError" => ErrorKind::BadRequest,
        // Not by us: what we give up is not listened to any more.
        "AbortError" => ErrorKind::CutOff,
        _ => ErrorKind::Server,
    }
}
