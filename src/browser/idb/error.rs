//! The browser's failures in the store's words.

use crate::store::StoreError;
use indexed_db_futures::error::{Error, OpenDbError, UnexpectedDataError};

/// A failed operation.
#[derive(Debug)]
pub enum Problem {
    /// The connection is gone, for whatever reason: another one may do.
    ConnectionLost(StoreError),
    /// Trying again would not help.
    Final(StoreError),
}

impl Problem {
    pub fn into_error(self) -> StoreError {
        match self {
            Self::ConnectionLost(error) | Self::Final(error) => error,
        }
    }

    /// What a `DOMException` means for an operation on an open database.
    pub fn from_exception(name: &str, message: &str) -> Self {
        match name {
            "QuotaExceededError" => Self::Final(StoreError::Full),
            // The first when the connection was closed under us: by `versionchange`, by the browser for lack
            // of memory, by someone clearing the site's data. The second when that happened to a running
            // transaction, the third is what WebKit says after its storage process was restarted.
            "InvalidStateError" | "AbortError" | "UnknownError" => {
                Self::ConnectionLost(failed(name, message))
            }
            _ => Self::Final(failed(name, message)),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::Final(error)
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::DomException(exception) => {
                let exception: web_sys::DomException = exception.into();
                Self::from_exception(&exception.name(), &exception.message())
            }
            // Nothing here aborts a transaction that it waits for.
            Error::MissingData(UnexpectedDataError::TransactionAborted) => {
                Self::ConnectionLost(StoreError::Failed("the write was aborted".to_owned()))
            }
            other => Self::Final(StoreError::Failed(other.to_string())),
        }
    }
}

/// Why a database did not open. `None` stands for a `VersionError`: the data is a newer build's.
pub fn opening(error: OpenDbError) -> Option<StoreError> {
    Some(match error {
        // The version asked for is never 0; the crate says so of every exception that `open` throws, and
        // browsers throw there where storage is forbidden.
        OpenDbError::VersionZero
        | OpenDbError::NullFactory
        | OpenDbError::UnsupportedEnvironment => {
            StoreError::Unavailable("IndexedDB is switched off here".to_owned())
        }
        OpenDbError::Base(Error::DomException(exception)) => {
            let exception: web_sys::DomException = exception.into();
            return opening_exception(&exception.name(), &exception.message());
        }
        OpenDbError::Base(other) => StoreError::Failed(other.to_string()),
    })
}

/// What a `DOMException` means while a database opens.
pub fn opening_exception(name: &str, message: &str) -> Option<StoreError> {
    Some(match name {
        "VersionError" => return None,
        "QuotaExceededError" => StoreError::Full,
        "SecurityError" | "InvalidStateError" | "UnknownError" | "NotAllowedError"
        | "InvalidAccessError" => StoreError::Unavailable(format!("{name}: {message}")),
        _ => failed(name, message),
    })
}

fn failed(name: &str, message: &str) -> StoreError {
    StoreError::Failed(format!("{name}: {message}"))
}
