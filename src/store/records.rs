//! What is on disk: one JSON text per record, with its version in `v`.
//!
//! Records are types of their own. A change of a domain type that forgets its record does not compile; a
//! change of a record that forgets old data fails the tests that read the texts of earlier versions.
//!
//! The rules that keep data whole while builds of different age share one database:
//! - A record's own fields that this build does not know are ignored when reading and kept when the record
//!   is written again.
//! - Any other change (a new kind of part, a field inside one) raises the record's version by adding an
//!   upgrade, which may do nothing.
//! - A record that cannot be read is never overwritten.

mod part;
mod round;
mod session;
mod turn;

pub use part::PartRecord;
pub use round::{DraftRecord, RoundRecord};
pub use session::{SessionRecord, salvage_session};
pub use turn::TurnRecord;

use super::StoreError;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::fmt;

/// A kind of record.
pub trait Record: Serialize + DeserializeOwned {
    /// What the person would call it, for messages.
    const NAME: &'static str;
    /// How older versions become this one: the first entry turns version 1 into 2, and so on.
    const UPGRADES: &'static [Upgrade];
    /// The version that is written.
    const VERSION: u32 = Self::UPGRADES.len() as u32 + 1;
}

/// Turns a record's fields into those of the next version. Pure; never touches `v`.
pub type Upgrade = fn(&mut Map<String, Value>);

/// A setting as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SettingRecord {
    pub key: String,
    pub value: Value,
}

impl Record for SettingRecord {
    const NAME: &'static str = "setting";
    const UPGRADES: &'static [Upgrade] = &[];
}

/// Why a record could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// A newer Colloquy wrote it.
    Newer { found: u32, known: u32 },
    /// It is not what its version promises.
    Malformed(String),
}

/// The record's JSON text, version included.
pub fn write<R: Record>(record: &R) -> Result<String, StoreError> {
    #[derive(Serialize)]
    struct Versioned<'a, R> {
        v: u32,
        #[serde(flatten)]
        record: &'a R,
    }
    let versioned = Versioned {
        v: R::VERSION,
        record,
    };
    serde_json::to_string(&versioned)
        .map_err(|error| StoreError::Failed(format!("a {} cannot be written: {error}", R::NAME)))
}

/// Reads a record of any version up to the present one.
pub fn read<R: Record>(json: &str) -> Result<R, ReadError> {
    let fields = upgraded::<R>(json)?;
    Ok(serde_json::from_value(Value::Object(fields))?)
}

/// A record's fields as the present version has them, those it does not know included.
fn upgraded<R: Record>(json: &str) -> Result<Map<String, Value>, ReadError> {
    let (from, mut fields) = fields(json, R::VERSION)?;
    for upgrade in R::UPGRADES.iter().skip(from as usize - 1) {
        upgrade(&mut fields);
    }
    Ok(fields)
}

/// A record's version, if this build can read it, and its fields.
fn fields(json: &str, known: u32) -> Result<(u32, Map<String, Value>), ReadError> {
    let fields: Map<String, Value> = serde_json::from_str(json)?;
    let version = fields.get("v").and_then(Value::as_u64);
    match version.and_then(|version| u32::try_from(version).ok()) {
        None => Err(ReadError::Malformed("it has no version".to_owned())),
        Some(0) => Err(ReadError::Malformed("its version is 0".to_owned())),
        Some(found) if found > known => Err(ReadError::Newer { found, known }),
        Some(found) => Ok((found, fields)),
    }
}

/// What to write over an existing record: `new` with those fields of `old` that this build does not know.
/// Every field it does know is always present in `new`, so that clearing one is not undone here.
///
/// # Errors
/// Where `old` cannot be read: overwriting it would lose what a newer build, or a person, could still read.
pub fn replace<R: Record>(old: &str, new: &str) -> Result<String, StoreError> {
    let merged = read::<R>(old).and_then(|_| {
        let old = upgraded::<R>(old)?;
        let mut merged: Map<String, Value> = serde_json::from_str(new)?;
        let known = merged.len();
        for (key, value) in old {
            merged.entry(key).or_insert(value);
        }
        if merged.len() == known {
            return Ok(new.to_owned());
        }
        Ok(serde_json::to_string(&merged)?)
    });
    merged.map_err(|error| match error {
        ReadError::Newer { found, known } => StoreError::Newer { found, known },
        ReadError::Malformed(why) => StoreError::Failed(format!(
            "the {} that stands there cannot be read and is left as it is: {why}",
            R::NAME
        )),
    })
}

impl From<serde_json::Error> for ReadError {
    fn from(error: serde_json::Error) -> Self {
        Self::Malformed(error.to_string())
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newer { found, known } => write!(
                f,
                "a newer Colloquy wrote it (version {found}, this page knows {known})"
            ),
            Self::Malformed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ReadError {}

/// JSON has no NaN and no infinity; a clock that gives one is treated as unset.
fn finite(millis: f64) -> f64 {
    if millis.is_finite() { millis } else { 0.0 }
}

#[cfg(test)]
mod tests;
