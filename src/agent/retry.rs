//! When a failed request is tried again without asking.

use crate::chat::Millis;
use crate::provider::ProviderError;

/// Requests made for one round, the first included.
pub const MAX_ATTEMPTS: u32 = 4;

/// The longest wait that a person is made to sit through, in milliseconds. A provider that asks for more
/// gets no automatic retry: its message is shown at once.
pub const LONGEST_WAIT: Millis = 60_000.0;

const FIRST_WAIT: Millis = 1_000.0;

/// How long to wait before attempt number `attempt + 1`, or `None` when trying again is no use. What the
/// provider asked for (`Retry-After`) is honoured; without it the wait doubles, spread by `jitter` (0 to 1).
pub fn wait_before_retry(error: &ProviderError, attempt: u32, jitter: f64) -> Option<Millis> {
    if !error.kind.is_transient() || attempt >= MAX_ATTEMPTS {
        return None;
    }
    let wait = match error.retry_after {
        Some(asked) => asked.max(0.0),
        None => {
            let doubled = FIRST_WAIT * f64::from(1u32 << (attempt - 1).min(16));
            doubled * (1.0 + jitter.clamp(0.0, 1.0) / 2.0)
        }
    };
    (wait <= LONGEST_WAIT).then_some(wait)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::ErrorKind;

    fn error(kind: ErrorKind, retry_after: Option<Millis>) -> ProviderError {
        ProviderError {
            retry_after,
            ..ProviderError::new("P", kind, "")
        }
    }

    #[test]
    fn waits_double_and_end() {
        let overloaded = error(ErrorKind::Overloaded, None);
        let waits: Vec<_> = (1..=4)
            .map(|n| wait_before_retry(&overloaded, n, 0.0))
            .collect();
        assert_eq!(waits, [Some(1_000.0), Some(2_000.0), Some(4_000.0), None]);
        assert_eq!(wait_before_retry(&overloaded, 1, 1.0), Some(1_500.0));
    }

    #[test]
    fn the_provider_is_obeyed_unless_it_asks_too_much() {
        let wait = |ms| wait_before_retry(&error(ErrorKind::RateLimit, Some(ms)), 1, 1.0);
        assert_eq!(wait(7_000.0), Some(7_000.0));
        assert_eq!(wait(0.0), Some(0.0));
        assert_eq!(wait(3_600_000.0), None);
    }

    #[test]
    fn what_waiting_cannot_mend_is_not_retried() {
        for kind in [
            ErrorKind::Auth,
            ErrorKind::Quota,
            ErrorKind::Network,
            ErrorKind::Stalled,
        ] {
            assert_eq!(wait_before_retry(&error(kind, Some(1.0)), 1, 0.0), None);
        }
    }
}
