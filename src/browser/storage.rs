//! Where this page keeps its data: IndexedDB, or memory where the browser gives no storage.

use super::idb::IdbStore;
use super::vault::Vault;
use crate::chat::{ProviderId, Session, SessionId};
use crate::provider::Secret;
use crate::store::memory::MemoryStore;
use crate::store::{Conversation, Store, StoreError, StoredRecord, Write, export};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The page's store and its keys.
pub struct Storage {
    kind: Kind,
}

enum Kind {
    Idb {
        store: IdbStore,
        vault: Vault,
    },
    Memory {
        store: MemoryStore,
        keys: RefCell<BTreeMap<ProviderId, Secret>>,
    },
}

impl Storage {
    /// Opens the database. Where that fails, the page works on memory and the error says why.
    pub async fn open() -> (Self, Option<StoreError>) {
        match IdbStore::open().await {
            Ok(store) => {
                let vault = Vault::new(&store);
                (
                    Self {
                        kind: Kind::Idb { store, vault },
                    },
                    None,
                )
            }
            Err(error) => {
                let (store, keys) = (MemoryStore::default(), RefCell::default());
                (
                    Self {
                        kind: Kind::Memory { store, keys },
                    },
                    Some(error),
                )
            }
        }
    }

    /// A provider's key. Nothing that this type exports can reach it.
    pub async fn key(&self, provider: &ProviderId) -> Result<Option<Secret>, StoreError> {
        match &self.kind {
            Kind::Idb { vault, .. } => vault.get(provider).await,
            Kind::Memory { keys, .. } => Ok(keys.borrow().get(provider).cloned()),
        }
    }

    /// Keeps a provider's key; an empty one removes it.
    pub async fn set_key(&self, provider: &ProviderId, key: &Secret) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Idb { vault, .. } if key.is_empty() => vault.delete(provider).await,
            Kind::Idb { vault, .. } => vault.put(provider, key).await,
            Kind::Memory { keys, .. } => {
                keys.borrow_mut().remove(provider);
                if !key.is_empty() {
                    keys.borrow_mut().insert(provider.clone(), key.clone());
                }
                Ok(())
            }
        }
    }

    /// Everything except keys, as a JSON document.
    pub async fn export(&self) -> Result<String, StoreError> {
        let document = match &self.kind {
            Kind::Idb { store, .. } => export::export(store).await?,
            Kind::Memory { store, .. } => export::export(store).await?,
        };
        Ok(format!("{document:#}"))
    }
}

impl Store for Storage {
    async fn write(&self, batch: Vec<Write>) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Idb { store, .. } => store.write(batch).await,
            Kind::Memory { store, .. } => store.write(batch).await,
        }
    }

    async fn sessions(&self) -> Result<Vec<Session>, StoreError> {
        match &self.kind {
            Kind::Idb { store, .. } => store.sessions().await,
            Kind::Memory { store, .. } => store.sessions().await,
        }
    }

    async fn conversation(&self, session: &SessionId) -> Result<Conversation, StoreError> {
        match &self.kind {
            Kind::Idb { store, .. } => store.conversation(session).await,
            Kind::Memory { store, .. } => store.conversation(session).await,
        }
    }

    async fn setting(&self, key: &str) -> Result<Option<Value>, StoreError> {
        match &self.kind {
            Kind::Idb { store, .. } => store.setting(key).await,
            Kind::Memory { store, .. } => store.setting(key).await,
        }
    }

    async fn records(&self) -> Result<Vec<StoredRecord>, StoreError> {
        match &self.kind {
            Kind::Idb { store, .. } => store.records().await,
            Kind::Memory { store, .. } => store.records().await,
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
