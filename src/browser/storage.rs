//! Where this page keeps its data: IndexedDB, or memory where the browser gives no storage.

use super::idb::IdbStore;
use super::vault::Vault;
use crate::chat::{Session, SessionId};
use crate::store::memory::MemoryStore;
use crate::store::{Conversation, Store, StoreError, StoredRecord, Write, export};
use serde_json::Value;

/// The page's store and its keys.
pub struct Storage {
    kind: Kind,
    /// Nothing that this type exports can reach it.
    pub vault: Vault,
}

enum Kind {
    Idb(IdbStore),
    Memory(MemoryStore),
}

impl Storage {
    /// Opens the database. Where that fails, the page works on memory and the error says why.
    pub async fn open() -> (Self, Option<StoreError>) {
        match IdbStore::open().await {
            Ok(store) => {
                let vault = Vault::new(&store);
                let kind = Kind::Idb(store);
                (Self { kind, vault }, None)
            }
            Err(error) => {
                let vault = Vault::in_memory();
                let kind = Kind::Memory(MemoryStore::default());
                (Self { kind, vault }, Some(error))
            }
        }
    }

    /// Everything except keys, as a JSON document.
    pub async fn export(&self) -> Result<String, StoreError> {
        let document = match &self.kind {
            Kind::Idb(store) => export::export(store).await?,
            Kind::Memory(store) => export::export(store).await?,
        };
        Ok(format!("{document:#}"))
    }
}

impl Store for Storage {
    async fn write(&self, batch: Vec<Write>) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Idb(store) => store.write(batch).await,
            Kind::Memory(store) => store.write(batch).await,
        }
    }

    async fn sessions(&self) -> Result<Vec<Session>, StoreError> {
        match &self.kind {
            Kind::Idb(store) => store.sessions().await,
            Kind::Memory(store) => store.sessions().await,
        }
    }

    async fn conversation(&self, session: &SessionId) -> Result<Conversation, StoreError> {
        match &self.kind {
            Kind::Idb(store) => store.conversation(session).await,
            Kind::Memory(store) => store.conversation(session).await,
        }
    }

    async fn setting(&self, key: &str) -> Result<Option<Value>, StoreError> {
        match &self.kind {
            Kind::Idb(store) => store.setting(key).await,
            Kind::Memory(store) => store.setting(key).await,
        }
    }

    async fn settings(&self, prefix: &str) -> Result<Vec<(String, Value)>, StoreError> {
        match &self.kind {
            Kind::Idb(store) => store.settings(prefix).await,
            Kind::Memory(store) => store.settings(prefix).await,
        }
    }

    async fn records(&self) -> Result<Vec<StoredRecord>, StoreError> {
        match &self.kind {
            Kind::Idb(store) => store.records().await,
            Kind::Memory(store) => store.records().await,
        }
    }
}

/// Everything except keys, as a JSON document, read straight from the database: for the screen after a
/// crash, when no [`super::Manager`] can be relied on.
pub async fn rescue_export() -> Result<String, String> {
    let store = IdbStore::open().await.map_err(|error| error.to_string())?;
    let document = export::export(&store)
        .await
        .map_err(|error| error.to_string())?;
    Ok(format!("{document:#}"))
}
