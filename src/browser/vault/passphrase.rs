//! From a passphrase to a key: Argon2id (RFC 9106), slow and hungry on purpose.

use super::cipher::{self, Cipher, Sealed};
use argon2::{Algorithm, Argon2, Params, Version};
use js_sys::JsString;
use std::fmt;

/// What the person types. It is kept nowhere, cannot be printed, and is overwritten when dropped.
pub struct Passphrase(String);

impl Passphrase {
    /// Keyboards disagree on how they write an accented letter; normalised (NFKC), all of them give the
    /// same key.
    pub fn new(typed: &str) -> Self {
        Self(JsString::from(typed).normalize("NFKC").into())
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase(…)")
    }
}

impl Drop for Passphrase {
    fn drop(&mut self) {
        wipe(std::mem::take(&mut self.0).into_bytes());
    }
}

/// How a passphrase becomes a key, and the proof that it was the right one.
#[derive(Clone)]
pub struct Lock {
    pub cost: Cost,
    pub salt: Vec<u8>,
    /// A known text under the key.
    pub verifier: Sealed,
}

/// The parameters of Argon2id. They stand beside each salt, so that later builds may ask for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// KiB.
    pub memory: u32,
    pub passes: u32,
    pub lanes: u32,
}

/// The name under which the function stands in the database.
pub const KDF: &str = "argon2id";

/// What OWASP's Password Storage Cheat Sheet recommends for Argon2id.
const TODAY: Cost = Cost {
    memory: 19 * 1024,
    passes: 2,
    lanes: 1,
};

/// Beyond these, a stored row is damaged or an attempt to exhaust the page.
const MOST: Cost = Cost {
    memory: 256 * 1024,
    passes: 64,
    lanes: 16,
};

const VERIFIER: &str = "passphrase";

impl Lock {
    /// A lock that this passphrase opens, and the cipher behind it.
    pub async fn new(passphrase: &Passphrase) -> Option<(Self, Cipher)> {
        let salt = cipher::random(16)?;
        let cipher = derive(TODAY, passphrase, &salt).await?;
        let verifier = cipher.seal(VERIFIER, VERIFIER).await?;
        let lock = Self {
            cost: TODAY,
            salt,
            verifier,
        };
        Some((lock, cipher))
    }

    /// The cipher, if the passphrase is the right one.
    pub async fn open(&self, passphrase: &Passphrase) -> Option<Cipher> {
        let cipher = derive(self.cost, passphrase, &self.salt).await?;
        cipher.open(VERIFIER, &self.verifier).await?;
        Some(cipher)
    }
}

async fn derive(cost: Cost, passphrase: &Passphrase, salt: &[u8]) -> Option<Cipher> {
    if cost.memory > MOST.memory || cost.passes > MOST.passes || cost.lanes > MOST.lanes {
        return None;
    }
    let mut key = vec![0; 32];
    let params = Params::new(cost.memory, cost.passes, cost.lanes, Some(key.len())).ok()?;
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(passphrase.0.as_bytes(), salt, &mut key)
        .ok()?;
    let cipher = Cipher::from_bytes(&key).await;
    wipe(key);
    cipher
}

fn wipe(mut bytes: Vec<u8>) {
    bytes.fill(0);
    // Else the compiler may leave out a write that nobody reads.
    std::hint::black_box(&bytes);
}
