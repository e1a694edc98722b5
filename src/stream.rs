//! Bytes to frames: incremental decoders that know no provider.
//!
//! Each takes chunks cut anywhere and calls back with borrowed frames. What comes out does not depend on
//! where the chunks were cut, and the work is linear in the bytes, also when they arrive one by one.

mod error;
mod json_lines;
mod sse;
mod utf8;

pub use error::StreamError;
pub use json_lines::JsonLinesDecoder;
pub use sse::{Frame, SseDecoder};
pub use utf8::Utf8Decoder;

#[cfg(test)]
pub(crate) mod replay;
#[cfg(test)]
mod work;

/// The most bytes one event or JSON line may have, unless the caller says otherwise: 16 MiB.
pub const DEFAULT_EVENT_LIMIT: usize = 16 << 20;
