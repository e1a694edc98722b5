//! The vault's two tables: read together, and written only if nobody wrote in between.
//!
//! Encrypting cannot happen inside a transaction, which ends as soon as something else is awaited. So what
//! is to be written is made from what was read, and the transaction that writes it first checks that this
//! still stands.

use super::Mode;
use super::error::VaultError;
use super::rows::{self, SecretRow};
use crate::browser::idb::{Connection, Problem, commit, read_only, read_write};
use crate::store::schema::{SECRETS, VAULT_KEYS};
use indexed_db_futures::database::Database;
use indexed_db_futures::error::{DomException, Error};
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::{Transaction, TransactionDurability};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::CryptoKey;

pub struct Table {
    connection: Rc<Connection>,
}

/// Everything that is stored, as it was at one moment.
pub struct Books {
    pub mode: Mode,
    /// The browser's own key.
    pub key: Option<CryptoKey>,
    pub secrets: Vec<SecretRow>,
}

/// One change; several are made together or not at all.
pub enum Edit {
    Put(SecretRow),
    Delete(String),
    /// Deletes every secret.
    Clear,
    SetMode(Mode),
    /// Deletes the browser's own key.
    DropKey,
}

impl Books {
    pub fn secret(&self, id: &str) -> Option<&SecretRow> {
        self.secrets.iter().find(|row| row.id == id)
    }

    fn mark(&self) -> String {
        let secrets: Vec<_> = self.secrets.iter().map(SecretRow::mark).collect();
        format!("{} {secrets:?}", self.mode.stamp)
    }
}

impl Table {
    pub fn new(connection: Rc<Connection>) -> Self {
        Self { connection }
    }

    pub async fn read(&self) -> Result<Books, VaultError> {
        let rows = self
            .connection
            .run(async |db: &Database| rows_of(&read_only(db, &[SECRETS, VAULT_KEYS])?).await)
            .await?;
        books(rows)
    }

    /// Makes the edits if what was read still stands; says whether it did.
    pub async fn write(&self, seen: &Books, edits: &[Edit]) -> Result<bool, VaultError> {
        let mut prepared = Vec::new();
        for edit in edits {
            prepared.push(match edit {
                Edit::SetMode(mode) => mode.write()?,
                Edit::Put(_) | Edit::Delete(_) | Edit::Clear | Edit::DropKey => JsValue::UNDEFINED,
            });
        }
        let seen = seen.mark();
        let written = self
            .connection
            .run(async |db: &Database| {
                let strict = TransactionDurability::Strict;
                let transaction = read_write(db, &[SECRETS, VAULT_KEYS], strict)?;
                let stands =
                    books(rows_of(&transaction).await?).is_ok_and(|now| now.mark() == seen);
                if !stands {
                    return Ok(false);
                }
                let secrets = transaction.object_store(SECRETS)?;
                let keys = transaction.object_store(VAULT_KEYS)?;
                for (edit, row) in edits.iter().zip(&prepared) {
                    // Not awaited: a request that fails makes the commit fail.
                    match edit {
                        Edit::Put(secret) => {
                            secrets.put(secret.js().clone()).primitive()?;
                        }
                        Edit::Delete(id) => {
                            secrets.delete(id.as_str()).primitive()?;
                        }
                        Edit::Clear => {
                            secrets.clear()?;
                        }
                        Edit::SetMode(_) => {
                            keys.put(row.clone()).primitive()?;
                        }
                        Edit::DropKey => {
                            keys.delete(rows::KEY).primitive()?;
                        }
                    }
                }
                drop((secrets, keys));
                commit(transaction).await?;
                Ok(true)
            })
            .await?;
        Ok(written)
    }

    /// Keeps the browser's own key, unless there is one already or the browser cannot keep keys.
    pub async fn add_key(&self, key: &JsValue) -> Result<(), VaultError> {
        let row = rows::key(key)?;
        self.connection
            .run(async |db: &Database| {
                let strict = TransactionDurability::Strict;
                let transaction = read_write(db, &[VAULT_KEYS], strict)?;
                let keys = transaction.object_store(VAULT_KEYS)?;
                // Another tab may have been quicker; then its key stands.
                let known = keys.get::<JsValue, _, _>(rows::KEY).primitive()?.await?;
                if known.is_none() {
                    match keys.put(row.clone()).primitive() {
                        Ok(_) => {}
                        // A browser that cannot keep keys.
                        Err(Error::DomException(DomException::DataCloneError(_))) => {}
                        Err(error) => return Err(error.into()),
                    }
                }
                drop(keys);
                commit(transaction).await
            })
            .await?;
        Ok(())
    }
}

/// The rows of one moment, as they are.
struct Rows {
    mode: JsValue,
    key: JsValue,
    secrets: Vec<JsValue>,
}

async fn rows_of(transaction: &Transaction<'_>) -> Result<Rows, Problem> {
    let keys = transaction.object_store(VAULT_KEYS)?;
    let secrets = transaction.object_store(SECRETS)?;
    let mode = keys.get::<JsValue, _, _>(rows::MODE).primitive()?;
    let key = keys.get::<JsValue, _, _>(rows::KEY).primitive()?;
    let secrets = secrets.get_all::<JsValue>().primitive()?;
    Ok(Rows {
        mode: mode.await?.unwrap_or(JsValue::UNDEFINED),
        key: key.await?.unwrap_or(JsValue::UNDEFINED),
        secrets: secrets.await?.collect::<Result<_, _>>()?,
    })
}

fn books(rows: Rows) -> Result<Books, VaultError> {
    Ok(Books {
        mode: Mode::read(&rows.mode)?,
        key: rows::read_key(&rows.key),
        secrets: rows
            .secrets
            .into_iter()
            .filter_map(SecretRow::read)
            .collect(),
    })
}
