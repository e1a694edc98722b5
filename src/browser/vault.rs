//! Where keys to providers are kept: in tables that no [`crate::store::Store`] and no export can reach, or
//! in this tab's memory.
//!
//! What is stored is encrypted with AES-GCM: under a key that the browser keeps and hands to nobody, not
//! even to this page, or under one that comes from a passphrase and is stored nowhere. Code that runs in the
//! page can still ask for decryption while the vault is open; against that there is the
//! Content-Security-Policy.

mod change;
mod cipher;
mod error;
mod passphrase;
mod rows;
mod table;

pub use change::Change;
pub(super) use cipher::{random, sha256};
pub use error::VaultError;
pub use passphrase::Passphrase;

use super::idb::IdbStore;
use crate::provider::Credentials;
use crate::store::StoreError;
use cipher::Cipher;
use passphrase::Lock;
use rows::SecretRow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use table::{Books, Edit, Table};

/// The secrets of this origin. Ids are providers' or whatever else has secrets.
pub struct Vault {
    /// `None` where the browser gives the page no storage.
    table: Option<Table>,
    /// What the passphrase opened.
    open: RefCell<Option<Open>>,
    /// The secrets that are this tab's only.
    tab: RefCell<BTreeMap<String, Credentials>>,
}

/// How secrets are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// Under a key of the browser's own.
    Browser,
    Passphrase,
    /// In memory.
    Tab,
}

/// What a person may want to know about the vault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VaultState {
    pub keeping: Keeping,
    /// Whether the passphrase has to be entered before a secret can be read or kept.
    pub locked: bool,
    /// Whether the browser offers encryption: pages over plain HTTP, other than from this very machine,
    /// get none. Without it, what is stored is stored as plain text.
    pub encrypts: bool,
    /// Whether the browser stores anything at all.
    pub stores: bool,
}

impl VaultState {
    /// What holds before the vault has been asked.
    pub const UNKNOWN: Self = Self {
        keeping: Keeping::Browser,
        locked: false,
        encrypts: true,
        stores: true,
    };
}

/// A secret that was taken out, for putting it back. It stays encrypted if it was.
pub struct Removed(Taken);

enum Taken {
    Row { row: SecretRow, stamp: String },
    Tab(String, Credentials),
}

/// How secrets are kept, as it is stored.
#[derive(Clone)]
struct Mode {
    keeping: Keeping,
    /// Random, new with every change.
    stamp: String,
    /// There is one exactly where there is a passphrase.
    lock: Option<Lock>,
}

/// What is in memory while the vault is unlocked.
struct Open {
    /// The [`Mode`] that it belongs to: another tab may change the passphrase.
    stamp: String,
    cipher: Rc<Cipher>,
}

/// How often a change is tried again when another tab was quicker.
const ATTEMPTS: usize = 8;

impl Vault {
    pub fn new(store: &IdbStore) -> Self {
        Self {
            table: Some(Table::new(store.connection())),
            open: RefCell::default(),
            tab: RefCell::default(),
        }
    }

    /// A vault for a page without storage: everything is this tab's only.
    pub fn in_memory() -> Self {
        Self {
            table: None,
            open: RefCell::default(),
            tab: RefCell::default(),
        }
    }

    /// What is kept under this id; empty if nothing is. Something that needs no decryption is had even while
    /// the vault is locked.
    ///
    /// # Errors
    /// [`VaultError::Locked`], and [`VaultError::Unreadable`] where it is there but cannot be decrypted any
    /// more.
    pub async fn get(&self, id: &str) -> Result<Credentials, VaultError> {
        let books = self.books().await?;
        if books.mode.keeping == Keeping::Tab {
            return Ok(self.tab.borrow().get(id).cloned().unwrap_or_default());
        }
        let Some(row) = books.secret(id) else {
            return Ok(Credentials::default());
        };
        let cipher = self.cipher(&books)?;
        let opened = row.open(cipher.as_deref()).await;
        opened.ok_or_else(|| VaultError::Unreadable(id.to_owned()))
    }

    /// Keeps this in place of anything earlier; nothing at all is the same as [`Vault::delete`].
    pub async fn put(&self, id: &str, credentials: &Credentials) -> Result<(), VaultError> {
        if credentials.key.is_none() && credentials.headers.is_empty() {
            return self.delete(id).await;
        }
        self.ensure_key().await?;
        for _ in 0..ATTEMPTS {
            let books = self.books().await?;
            if books.mode.keeping == Keeping::Tab {
                let mut tab = self.tab.borrow_mut();
                tab.insert(id.to_owned(), credentials.clone());
                return Ok(());
            }
            let cipher = self.cipher(&books)?;
            let row = SecretRow::write(id, credentials, cipher.as_deref()).await?;
            if self.write(&books, &[Edit::Put(row)]).await? {
                return Ok(());
            }
        }
        Err(busy())
    }

    /// Forgets what is kept under this id; no error if there is nothing, or if it is locked.
    pub async fn delete(&self, id: &str) -> Result<(), VaultError> {
        self.remove(id).await.map(|_| ())
    }

    /// As [`Vault::delete`], and hands over what was there.
    pub async fn remove(&self, id: &str) -> Result<Option<Removed>, VaultError> {
        let held = self.tab.borrow_mut().remove(id);
        if let Some(held) = held {
            return Ok(Some(Removed(Taken::Tab(id.to_owned(), held))));
        }
        for _ in 0..ATTEMPTS {
            let books = self.books().await?;
            let Some(row) = books.secret(id).cloned() else {
                return Ok(None);
            };
            if self.write(&books, &[Edit::Delete(id.to_owned())]).await? {
                let stamp = books.mode.stamp;
                return Ok(Some(Removed(Taken::Row { row, stamp })));
            }
        }
        Err(busy())
    }

    /// Puts back what was removed.
    ///
    /// # Errors
    /// [`VaultError::Unreadable`] if secrets are kept in another way by now.
    pub async fn restore(&self, removed: Removed) -> Result<(), VaultError> {
        let (row, stamp) = match removed.0 {
            Taken::Tab(id, credentials) => return self.put(&id, &credentials).await,
            Taken::Row { row, stamp } => (row, stamp),
        };
        for _ in 0..ATTEMPTS {
            let books = self.books().await?;
            if books.mode.stamp != stamp {
                return Err(VaultError::Unreadable(row.id));
            }
            if self.write(&books, &[Edit::Put(row.clone())]).await? {
                return Ok(());
            }
        }
        Err(busy())
    }

    /// The ids under which an API key is kept. Known even while they are locked.
    pub async fn with_key(&self) -> Result<Vec<String>, VaultError> {
        let books = self.books().await?;
        if books.mode.keeping == Keeping::Tab {
            let tab = self.tab.borrow();
            let with_key = tab.iter().filter(|(_, held)| held.key.is_some());
            return Ok(with_key.map(|(id, _)| id.clone()).collect());
        }
        let with_key = books.secrets.into_iter().filter(|row| row.has_key);
        Ok(with_key.map(|row| row.id).collect())
    }

    /// Opens the vault for this tab, until [`Vault::lock`] or a reload.
    ///
    /// # Errors
    /// [`VaultError::WrongPassphrase`].
    pub async fn unlock(&self, passphrase: &Passphrase) -> Result<(), VaultError> {
        let mode = self.books().await?.mode;
        let Some(lock) = mode.lock else {
            return Ok(());
        };
        let cipher = lock.open(passphrase).await;
        *self.open.borrow_mut() = Some(Open {
            stamp: mode.stamp,
            cipher: Rc::new(cipher.ok_or(VaultError::WrongPassphrase)?),
        });
        Ok(())
    }

    /// Drops the key that the passphrase gave. Nothing decrypted is held here besides.
    pub fn lock(&self) {
        self.open.borrow_mut().take();
    }

    /// How secrets are kept now. What another tab has made obsolete is dropped.
    pub async fn state(&self) -> Result<VaultState, VaultError> {
        self.ensure_key().await?;
        let books = self.books().await?;
        let keeping = books.mode.keeping;
        self.open
            .borrow_mut()
            .take_if(|open| open.stamp != books.mode.stamp);
        if keeping != Keeping::Tab {
            self.tab.borrow_mut().clear();
        }
        Ok(VaultState {
            keeping,
            locked: keeping == Keeping::Passphrase && self.open.borrow().is_none(),
            encrypts: match keeping {
                Keeping::Browser => books.key.is_some() && cipher::is_available(),
                Keeping::Passphrase | Keeping::Tab => cipher::is_available(),
            },
            stores: self.table.is_some(),
        })
    }

    /// What encrypts and decrypts; `None` is plain text.
    fn cipher(&self, books: &Books) -> Result<Option<Rc<Cipher>>, VaultError> {
        match books.mode.keeping {
            Keeping::Browser => Ok(books.key.clone().and_then(Cipher::new).map(Rc::new)),
            Keeping::Tab => Ok(None),
            Keeping::Passphrase => {
                let open = self.open.borrow();
                let open = open.as_ref();
                let open = open.filter(|open| open.stamp == books.mode.stamp);
                let cipher = open.map(|open| open.cipher.clone());
                Ok(Some(cipher.ok_or(VaultError::Locked)?))
            }
        }
    }

    /// Makes the browser's own key where it will be needed. There is none after this where the browser
    /// offers no cryptography or cannot keep a key.
    async fn ensure_key(&self) -> Result<(), VaultError> {
        let books = self.books().await?;
        if books.mode.keeping == Keeping::Browser {
            self.add_key(&books).await?;
        }
        Ok(())
    }

    async fn add_key(&self, books: &Books) -> Result<(), VaultError> {
        let Some(table) = self.table.as_ref().filter(|_| books.key.is_none()) else {
            return Ok(());
        };
        match cipher::generate_key().await {
            Some(key) => table.add_key(&key).await,
            None => Ok(()),
        }
    }

    async fn books(&self) -> Result<Books, VaultError> {
        match &self.table {
            Some(table) => table.read().await,
            None => Ok(Books {
                mode: Mode {
                    keeping: Keeping::Tab,
                    stamp: String::new(),
                    lock: None,
                },
                key: None,
                secrets: vec![],
            }),
        }
    }

    async fn write(&self, books: &Books, edits: &[Edit]) -> Result<bool, VaultError> {
        match &self.table {
            Some(table) => table.write(books, edits).await,
            // Nothing is stored, so there is nothing to change.
            None => Ok(true),
        }
    }
}

fn busy() -> VaultError {
    StoreError::Failed("other tabs keep changing the keys; try again".to_owned()).into()
}
