//! Changing how secrets are kept: all of them at once, or none.

use super::cipher::{self, Cipher};
use super::passphrase::Lock;
use super::rows::SecretRow;
use super::table::{Books, Edit};
use super::{ATTEMPTS, Keeping, Mode, Open, Passphrase, Vault, VaultError, busy};
use crate::browser::clock::now;
use crate::provider::Credentials;
use crate::store::StoreError;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How secrets are to be kept from now on.
#[derive(Debug)]
pub enum Change {
    Browser,
    Passphrase(Passphrase),
    /// What is stored moves into the memory of this tab, and is gone with it.
    Tab,
}

/// The state to come. `cipher` is `None` where nothing encrypts.
struct Next {
    mode: Mode,
    cipher: Option<Rc<Cipher>>,
}

impl Vault {
    /// Keeps everything in another way. When it fails, everything is as it was.
    ///
    /// # Errors
    /// [`VaultError::Locked`], and [`VaultError::Unreadable`] where a secret cannot be decrypted any more:
    /// it has to be entered again or deleted first, since nothing is dropped silently.
    pub async fn change(&self, to: &Change) -> Result<(), VaultError> {
        // Whoever may not read the secrets must not wait for a passphrase to be worked through.
        self.cipher(&self.books().await?)?;
        match to {
            Change::Browser => {
                self.needs_storage()?;
                self.add_key(&self.books().await?).await?;
                let mode = mode(Keeping::Browser, None);
                self.rewrite(Next { mode, cipher: None }).await
            }
            Change::Passphrase(passphrase) => {
                self.needs_storage()?;
                let made = Lock::new(passphrase).await;
                let (lock, cipher) = made.ok_or(VaultError::NoCryptography)?;
                let mode = mode(Keeping::Passphrase, Some(lock));
                let cipher = Some(Rc::new(cipher));
                self.rewrite(Next { mode, cipher }).await
            }
            Change::Tab => {
                let mode = mode(Keeping::Tab, None);
                self.rewrite(Next { mode, cipher: None }).await
            }
        }
    }

    /// Puts everything under another passphrase.
    ///
    /// # Errors
    /// [`VaultError::WrongPassphrase`] if `old` is not the one that holds.
    pub async fn change_passphrase(
        &self,
        old: &Passphrase,
        new: Passphrase,
    ) -> Result<(), VaultError> {
        self.unlock(old).await?;
        self.change(&Change::Passphrase(new)).await
    }

    /// Deletes every secret, and with it the passphrase if there is one; it need not be known.
    pub async fn forget(&self) -> Result<(), VaultError> {
        for _ in 0..ATTEMPTS {
            let books = self.books().await?;
            let keeping = match books.mode.keeping {
                Keeping::Browser | Keeping::Passphrase => Keeping::Browser,
                Keeping::Tab => Keeping::Tab,
            };
            let edits = [Edit::Clear, Edit::SetMode(mode(keeping, None))];
            if self.write(&books, &edits).await? {
                self.lock();
                self.tab.borrow_mut().clear();
                return Ok(());
            }
        }
        Err(busy())
    }

    /// Takes everything over into the next state: opened and sealed again first, then stored in one
    /// transaction, and only then is it so in this tab too.
    async fn rewrite(&self, next: Next) -> Result<(), VaultError> {
        let Next { mode, cipher } = next;
        for _ in 0..ATTEMPTS {
            let books = self.books().await?;
            let all = match self.open_all(&books).await {
                Ok(all) => all,
                // The write went through after all, though the browser lost the connection over it.
                Err(_) if books.mode.stamp == mode.stamp => return Ok(()),
                Err(error) => return Err(error),
            };
            let cipher = match mode.keeping {
                Keeping::Browser => books.key.clone().and_then(Cipher::new).map(Rc::new),
                Keeping::Passphrase | Keeping::Tab => cipher.clone(),
            };
            let mut edits = vec![Edit::Clear, Edit::SetMode(mode.clone())];
            if mode.keeping != Keeping::Browser {
                edits.push(Edit::DropKey);
            }
            if mode.keeping != Keeping::Tab {
                for (id, credentials) in &all {
                    let row = SecretRow::write(id, credentials, cipher.as_deref()).await?;
                    edits.push(Edit::Put(row));
                }
            }
            if !self.write(&books, &edits).await? {
                continue;
            }
            let stamp = mode.stamp;
            *self.open.borrow_mut() = match mode.keeping {
                Keeping::Passphrase => cipher.map(|cipher| Open { stamp, cipher }),
                Keeping::Browser | Keeping::Tab => None,
            };
            *self.tab.borrow_mut() = match mode.keeping {
                Keeping::Tab => all,
                Keeping::Browser | Keeping::Passphrase => BTreeMap::new(),
            };
            return Ok(());
        }
        Err(busy())
    }

    async fn open_all(&self, books: &Books) -> Result<BTreeMap<String, Credentials>, VaultError> {
        if books.mode.keeping == Keeping::Tab {
            return Ok(self.tab.borrow().clone());
        }
        let cipher = self.cipher(books)?;
        let mut all = BTreeMap::new();
        for row in &books.secrets {
            let opened = row.open(cipher.as_deref()).await;
            let opened = opened.ok_or_else(|| VaultError::Unreadable(row.id.clone()))?;
            all.insert(row.id.clone(), opened);
        }
        Ok(all)
    }

    fn needs_storage(&self) -> Result<(), VaultError> {
        let missing = || StoreError::Unavailable("keys can be kept in this tab only".to_owned());
        self.table
            .as_ref()
            .map(|_| ())
            .ok_or_else(|| missing().into())
    }
}

fn mode(keeping: Keeping, lock: Option<Lock>) -> Mode {
    // Where there is no cryptography the clock tells two changes apart well enough.
    let random = cipher::random(16).unwrap_or_default();
    Mode {
        keeping,
        stamp: format!("{} {random:?}", now()),
        lock,
    }
}
