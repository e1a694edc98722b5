//! What the vault's rows look like.
//!
//! [`SECRETS`](crate::store::schema::SECRETS): `provider` (whose it is), `version`, `key` (whether there is
//! an API key among it), and either `iv` and `data` (encrypted) or `text`. The text is a [`Record`] as JSON; a
//! row without a version is from before there was more than a key, and its text is that key.
//!
//! [`VAULT_KEYS`](crate::store::schema::VAULT_KEYS): `secrets` holds the browser's own key; `mode` says
//! how secrets are kept ([`Mode`]), and is missing where nobody has chosen.

use super::cipher::{Cipher, Sealed};
use super::error::VaultError;
use super::passphrase::{Cost, KDF, Lock};
use super::{Keeping, Mode};
use crate::provider::{Credentials, Secret};
use crate::store::StoreError;
use js_sys::{Object, Reflect, Uint8Array};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use web_sys::CryptoKey;

/// The row that holds the browser's own key.
pub const KEY: &str = "secrets";
/// The row that says how secrets are kept.
pub const MODE: &str = "mode";

/// The version of both kinds of row.
const VERSION: u32 = 1;

/// A row of the secrets.
#[derive(Clone)]
pub struct SecretRow {
    pub id: String,
    /// Whether an API key is among it.
    pub has_key: bool,
    row: JsValue,
}

#[derive(Serialize, Deserialize)]
struct Record {
    #[serde(default)]
    key: Option<String>,
    #[serde(default)]
    headers: Vec<(String, String)>,
}

impl SecretRow {
    pub fn read(row: JsValue) -> Option<Self> {
        Some(Self {
            id: field(&row, "provider").as_string()?,
            has_key: field(&row, "key").as_bool().unwrap_or(true),
            row,
        })
    }

    /// A new row; in plain text where there is no cipher.
    pub async fn write(
        id: &str,
        credentials: &Credentials,
        cipher: Option<&Cipher>,
    ) -> Result<Self, VaultError> {
        let row = Object::new();
        set(&row, "provider", &id.into())?;
        set(&row, "version", &VERSION.into())?;
        set(&row, "key", &credentials.key.is_some().into())?;
        let text = to_text(credentials)?;
        match cipher {
            Some(cipher) => {
                let sealed = cipher.seal(id, text.expose()).await;
                put_sealed(&row, &sealed.ok_or_else(cannot_encrypt)?)?;
            }
            None => set(&row, "text", &text.expose().into())?,
        }
        Ok(Self {
            id: id.to_owned(),
            has_key: credentials.key.is_some(),
            row: row.into(),
        })
    }

    /// What was kept. `None` if it cannot be decrypted or understood.
    pub async fn open(&self, cipher: Option<&Cipher>) -> Option<Credentials> {
        let text = match field(&self.row, "text").as_string() {
            Some(text) => text,
            None => cipher?.open(&self.id, &sealed(&self.row)).await?,
        };
        let text = Secret::new(&text);
        if field(&self.row, "version").is_undefined() {
            return Some(Credentials {
                key: Some(text),
                ..Credentials::default()
            });
        }
        from_text(&text)
    }

    pub fn js(&self) -> &JsValue {
        &self.row
    }

    /// Differs whenever the row was written anew.
    pub fn mark(&self) -> String {
        let text = field(&self.row, "text").as_string().unwrap_or_default();
        let iv = field(&self.row, "iv");
        let iv = iv.dyn_ref().map(Uint8Array::to_vec).unwrap_or_default();
        format!("{}:{text}:{iv:?}", self.id)
    }
}

fn to_text(credentials: &Credentials) -> Result<Secret, VaultError> {
    let text = |secret: &Secret| secret.expose().to_owned();
    let headers = credentials.headers.iter();
    let record = Record {
        key: credentials.key.as_ref().map(text),
        headers: headers
            .map(|(name, value)| (name.clone(), text(value)))
            .collect(),
    };
    match serde_json::to_value(&record) {
        Ok(record) => Ok(Secret::new(&record.to_string())),
        Err(error) => Err(failed(&error.to_string())),
    }
}

fn from_text(text: &Secret) -> Option<Credentials> {
    let record = serde_json::from_str(text.expose()).ok()?;
    let record: Record = serde_json::from_value(record).ok()?;
    let headers = record.headers.into_iter();
    Some(Credentials {
        key: record.key.as_deref().map(Secret::new),
        headers: headers
            .map(|(name, value)| (name, Secret::new(&value)))
            .collect(),
    })
}

/// The browser's own key as a row.
pub fn key(key: &JsValue) -> Result<JsValue, VaultError> {
    let row = Object::new();
    set(&row, "id", &KEY.into())?;
    set(&row, "key", key)?;
    Ok(row.into())
}

pub fn read_key(row: &JsValue) -> Option<CryptoKey> {
    field(row, "key").dyn_into().ok()
}

impl Mode {
    pub(super) fn read(row: &JsValue) -> Result<Self, VaultError> {
        if row.is_undefined() {
            return Ok(Self {
                keeping: Keeping::Browser,
                stamp: String::new(),
                lock: None,
            });
        }
        let version = number(row, "version");
        if version > VERSION {
            let known = VERSION;
            let found = version;
            return Err(StoreError::Newer { found, known }.into());
        }
        let keeping = match field(row, "keeping").as_string().as_deref() {
            Some("browser") => Keeping::Browser,
            Some("passphrase") => Keeping::Passphrase,
            Some("tab") => Keeping::Tab,
            _ => return Err(unreadable()),
        };
        let lock = match keeping {
            Keeping::Passphrase => Some(read_lock(row).ok_or_else(unreadable)?),
            Keeping::Browser | Keeping::Tab => None,
        };
        Ok(Self {
            keeping,
            stamp: field(row, "stamp").as_string().unwrap_or_default(),
            lock,
        })
    }

    pub(super) fn write(&self) -> Result<JsValue, VaultError> {
        let row = Object::new();
        let keeping = match self.keeping {
            Keeping::Browser => "browser",
            Keeping::Passphrase => "passphrase",
            Keeping::Tab => "tab",
        };
        set(&row, "id", &MODE.into())?;
        set(&row, "version", &VERSION.into())?;
        set(&row, "keeping", &keeping.into())?;
        set(&row, "stamp", &self.stamp.as_str().into())?;
        if let Some(lock) = &self.lock {
            set(&row, "kdf", &KDF.into())?;
            set(&row, "memory", &lock.cost.memory.into())?;
            set(&row, "passes", &lock.cost.passes.into())?;
            set(&row, "lanes", &lock.cost.lanes.into())?;
            set(&row, "salt", &Uint8Array::from(lock.salt.as_slice()))?;
            put_sealed(&row, &lock.verifier)?;
        }
        Ok(row.into())
    }
}

fn read_lock(row: &JsValue) -> Option<Lock> {
    if field(row, "kdf").as_string()? != KDF {
        return None;
    }
    Some(Lock {
        cost: Cost {
            memory: number(row, "memory"),
            passes: number(row, "passes"),
            lanes: number(row, "lanes"),
        },
        salt: field(row, "salt").dyn_ref::<Uint8Array>()?.to_vec(),
        verifier: sealed(row),
    })
}

fn sealed(row: &JsValue) -> Sealed {
    Sealed {
        iv: field(row, "iv"),
        data: field(row, "data"),
    }
}

fn put_sealed(row: &Object, sealed: &Sealed) -> Result<(), VaultError> {
    set(row, "iv", &sealed.iv)?;
    set(row, "data", &sealed.data)
}

fn field(row: &JsValue, name: &str) -> JsValue {
    // Of `undefined` there are no fields; that is no error here.
    Reflect::get(row, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// A whole number; 0 where there is none.
fn number(row: &JsValue, name: &str) -> u32 {
    field(row, name).as_f64().unwrap_or_default() as u32
}

fn set(row: &Object, name: &str, value: &JsValue) -> Result<(), VaultError> {
    match Reflect::set(row, &name.into(), value) {
        Ok(_) => Ok(()),
        Err(_) => Err(failed(&format!("cannot set {name}"))),
    }
}

fn cannot_encrypt() -> VaultError {
    failed("the keys could not be encrypted")
}

fn unreadable() -> VaultError {
    failed("how the keys are kept cannot be read")
}

fn failed(why: &str) -> VaultError {
    StoreError::Failed(why.to_owned()).into()
}
