//! Why the vault could not do it.

use crate::store::StoreError;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VaultError {
    /// The passphrase has to be entered first.
    Locked,
    WrongPassphrase,
    /// What is kept under this id cannot be decrypted any more.
    Unreadable(String),
    /// The browser gives this page no cryptography, so nothing can be put under a passphrase.
    NoCryptography,
    Store(StoreError),
}

impl From<StoreError> for VaultError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for VaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked => f.write_str("The keys are locked"),
            Self::WrongPassphrase => f.write_str("This passphrase is wrong"),
            Self::Unreadable(_) => {
                f.write_str("A stored key cannot be decrypted any more; enter it again")
            }
            Self::NoCryptography => {
                f.write_str("On this page the browser offers no encryption: serve it by https")
            }
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for VaultError {}
