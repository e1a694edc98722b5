//! Where keys to providers are kept: encrypted, in tables that no [`crate::store::Store`] and no export can
//! reach.
//!
//! A secret is encrypted with AES-GCM under a key that the browser keeps and hands to nobody, not even to
//! this page: a copy of the database's files or a dump of its rows does not reveal it. Code that runs in the
//! page can still ask for decryption; against that there is the Content-Security-Policy.

mod cipher;

use super::idb::{Connection, IdbStore, Problem, commit, read_only, read_write};
use crate::chat::ProviderId;
use crate::provider::Secret;
use crate::store::StoreError;
use crate::store::schema::{SECRETS, VAULT_KEYS};
use cipher::{Cipher, Sealed};
use indexed_db_futures::database::Database;
use indexed_db_futures::error::{DomException, Error};
use indexed_db_futures::object_store::ObjectStore;
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::TransactionDurability;
use js_sys::{Object, Reflect};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::CryptoKey;

/// The secrets of this origin, in the same database as everything else.
pub struct Vault {
    connection: Rc<Connection>,
}

/// How a secret lies in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// Encrypted under a key that cannot be read out.
    Encrypted,
    /// As plain text, because the browser offers no better here: pages over plain HTTP, other than from
    /// this very machine, get no cryptography. The person is to be told.
    Plain,
}

/// The row of [`VAULT_KEYS`] that holds the one key.
const KEY_ID: &str = "secrets";

impl Vault {
    pub fn new(store: &IdbStore) -> Self {
        Self {
            connection: store.connection(),
        }
    }

    /// A provider's secret; `None` if it has none.
    ///
    /// # Errors
    /// [`StoreError::Failed`] also where the secret is there but cannot be decrypted any more.
    pub async fn get(&self, id: &ProviderId) -> Result<Option<Secret>, StoreError> {
        let row = self.row(SECRETS, &id.0).await?;
        if row.is_undefined() {
            return Ok(None);
        }
        if let Some(text) = field(&row, "text").as_string() {
            return Ok(Some(Secret::new(&text)));
        }
        let cipher = match self.stored_key().await? {
            Some(key) => Cipher::new(key),
            None => None,
        };
        let sealed = Sealed {
            iv: field(&row, "iv"),
            data: field(&row, "data"),
        };
        let opened = match cipher {
            Some(cipher) => cipher.open(&id.0, &sealed).await,
            None => None,
        };
        match opened {
            Some(text) => Ok(Some(Secret::new(&text))),
            None => Err(StoreError::Failed(
                "the key kept for this provider cannot be decrypted; enter it again".to_owned(),
            )),
        }
    }

    /// Keeps a provider's secret in place of any earlier one.
    pub async fn put(&self, id: &ProviderId, secret: &Secret) -> Result<(), StoreError> {
        let row = Object::new();
        set(&row, "provider", &id.0.as_str().into())?;
        match self.cipher().await? {
            Some(cipher) => {
                let sealed = cipher.seal(&id.0, secret.expose()).await.ok_or_else(|| {
                    StoreError::Failed("the key could not be encrypted".to_owned())
                })?;
                set(&row, "iv", &sealed.iv)?;
                set(&row, "data", &sealed.data)?;
            }
            None => set(&row, "text", &secret.expose().into())?,
        }
        let row = JsValue::from(row);
        self.write(SECRETS, async |store| {
            store.put(row.clone()).primitive()?;
            Ok(())
        })
        .await
    }

    /// Forgets a provider's secret; no error if there is none.
    pub async fn delete(&self, id: &ProviderId) -> Result<(), StoreError> {
        self.write(SECRETS, async |store| {
            store.delete(id.0.as_str()).primitive()?;
            Ok(())
        })
        .await
    }

    /// How the next secret will be kept.
    pub async fn protection(&self) -> Result<Protection, StoreError> {
        Ok(match self.cipher().await? {
            Some(_) => Protection::Encrypted,
            None => Protection::Plain,
        })
    }

    /// What encrypts here, its key made now if there is none yet. `None` where the browser offers no
    /// cryptography or cannot keep a key.
    async fn cipher(&self) -> Result<Option<Cipher>, StoreError> {
        if let Some(key) = self.stored_key().await? {
            return Ok(Cipher::new(key));
        }
        let Some(key) = cipher::generate_key().await else {
            return Ok(None);
        };
        let row = Object::new();
        set(&row, "id", &KEY_ID.into())?;
        set(&row, "key", &key)?;
        let row = JsValue::from(row);
        self.write(VAULT_KEYS, async |store| {
            // Another tab may have been quicker; then its key stands.
            if store
                .get::<JsValue, _, _>(KEY_ID)
                .primitive()?
                .await?
                .is_some()
            {
                return Ok(());
            }
            match store.put(row.clone()).primitive() {
                Ok(_) => Ok(()),
                // A browser that cannot keep keys.
                Err(Error::DomException(DomException::DataCloneError(_))) => Ok(()),
                Err(error) => Err(error.into()),
            }
        })
        .await?;
        // Only a key that comes back is worth encrypting under.
        Ok(self.stored_key().await?.and_then(Cipher::new))
    }

    async fn stored_key(&self) -> Result<Option<CryptoKey>, StoreError> {
        let row = self.row(VAULT_KEYS, KEY_ID).await?;
        Ok(field(&row, "key").dyn_into().ok())
    }

    /// The row, or `undefined`.
    async fn row(&self, table: &str, id: &str) -> Result<JsValue, StoreError> {
        let row = self
            .connection
            .run(async |db: &Database| {
                let transaction = read_only(db, &[table])?;
                let store = transaction.object_store(table)?;
                Ok(store.get::<JsValue, _, _>(id).primitive()?.await?)
            })
            .await?;
        Ok(row.unwrap_or(JsValue::UNDEFINED))
    }

    async fn write(
        &self,
        table: &str,
        work: impl AsyncFn(&ObjectStore<'_>) -> Result<(), Problem>,
    ) -> Result<(), StoreError> {
        self.connection
            .run(async |db: &Database| {
                let strict = TransactionDurability::Strict;
                let transaction = read_write(db, &[table], strict)?;
                work(&transaction.object_store(table)?).await?;
                commit(transaction).await
            })
            .await
    }
}

fn field(row: &JsValue, name: &str) -> JsValue {
    // Of `undefined` there are no fields; that is no error here.
    Reflect::get(row, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

fn set(row: &Object, name: &str, value: &JsValue) -> Result<(), StoreError> {
    match Reflect::set(row, &name.into(), value) {
        Ok(_) => Ok(()),
        Err(_) => Err(StoreError::Failed(format!("cannot set {name}"))),
    }
}
