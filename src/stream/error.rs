use std::fmt;

/// Why a stream cannot be decoded further. What was decoded before the error stays valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamError {
    /// One event, or one line, has more than `limit` bytes.
    EventTooLarge { limit: usize },
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EventTooLarge { limit } => {
                write!(
                    f,
                    "one event of the stream is larger than the limit of {limit} bytes"
                )
            }
        }
    }
}

impl std::error::Error for StreamError {}
