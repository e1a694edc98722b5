//! What the manager does to keys: reading, keeping, and asking for the passphrase where one is needed.

use super::Manager;
use super::inner::{Inner, Undoing};
use crate::browser::clock::sleep;
use crate::browser::tabs;
use crate::browser::vault::{Change, Passphrase, Removed, VaultError};
use crate::chat::{Failure, Millis, ProviderId};
use crate::provider::{Credentials, CredentialsChange, Provider};
use crate::store::StoreError;
use futures_channel::oneshot;
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Working through a passphrase holds the page up for a moment; it shows that something happens first.
const PAINT: Millis = 30.0;

impl Manager {
    /// Whether keys can be read and kept; where the passphrase is missing, the person is asked for it first.
    /// False if they would rather not.
    pub async fn unlocked(&self) -> bool {
        !self.vault.get_untracked().locked || self.inner().ask_to_unlock().await
    }

    /// Tries a passphrase; the right one answers everybody who waits for it.
    pub async fn unlock(&self, passphrase: &Passphrase) -> Result<(), VaultError> {
        let inner = self.inner();
        let storage = inner.storage_or_error()?;
        sleep(PAINT).await;
        storage.vault.unlock(passphrase).await?;
        inner.read_vault().await;
        inner.answer_waiting(true);
        Ok(())
    }

    /// The person does not enter the passphrase now.
    pub fn cancel_unlock(&self) {
        self.inner().answer_waiting(false);
    }

    /// Drops the key that the passphrase gave. An answer that is being written goes on with the key it began
    /// with.
    pub fn lock(&self) {
        let inner = self.inner();
        if let Some(storage) = inner.storage() {
            storage.vault.lock();
            self.vault.update(|vault| vault.locked = true);
            inner.notify("Keys locked in this tab.".to_owned(), None, false);
        }
    }

    /// Keeps all keys in another way from now on, in every tab.
    pub async fn keep_keys(&self, change: &Change) -> Result<(), VaultError> {
        let inner = self.inner();
        let storage = inner.storage_or_error()?;
        sleep(PAINT).await;
        let changed = storage.vault.change(change).await;
        inner.vault_changed_here().await;
        if changed.is_ok() {
            let text = match change {
                Change::Browser => "Keys are now kept in this browser.",
                Change::Passphrase(_) => "Keys are now kept under your passphrase.",
                Change::Tab => "Keys are now kept by this tab only.",
            };
            inner.notify(text.to_owned(), None, false);
        }
        changed
    }

    pub async fn change_passphrase(
        &self,
        old: &Passphrase,
        new: Passphrase,
    ) -> Result<(), VaultError> {
        let inner = self.inner();
        let storage = inner.storage_or_error()?;
        sleep(PAINT).await;
        let changed = storage.vault.change_passphrase(old, new).await;
        inner.vault_changed_here().await;
        if changed.is_ok() {
            inner.notify("The passphrase was changed.".to_owned(), None, false);
        }
        changed
    }

    /// Deletes all keys, also those that an Undo could bring back.
    pub async fn forget_keys(&self) -> Result<(), VaultError> {
        let inner = self.inner();
        let storage = inner.storage_or_error()?;
        storage.vault.forget().await?;
        for undoing in inner.undo.borrow_mut().values_mut() {
            if let Undoing::Settings { key, .. } = undoing {
                *key = None;
            }
        }
        inner.vault_changed_here().await;
        Ok(())
    }
}

impl Inner {
    /// What a provider's requests carry. Where the passphrase is missing, the person is asked for it.
    ///
    /// # Errors
    /// [`VaultError::Locked`] if they would rather not.
    pub async fn credentials(&self, id: &ProviderId) -> Result<Credentials, VaultError> {
        let Some(storage) = self.storage() else {
            return Ok(Credentials::default());
        };
        loop {
            match storage.vault.get(&id.0).await {
                Err(VaultError::Locked) if self.ask_to_unlock().await => {}
                result => return result,
            }
        }
    }

    /// Keeps what has changed of a provider's secrets, and tells whether they are kept now. A failure is reported.
    pub(super) async fn keep_credentials(
        &self,
        provider: &Provider,
        change: CredentialsChange,
    ) -> bool {
        let apply = |stored| change.apply(stored, provider);
        self.keep_secrets(&provider.id.0, apply).await
    }

    /// Puts what `apply` makes of the stored secrets in their place, and tells whether they are kept now.
    pub(super) async fn keep_secrets(
        &self,
        id: &str,
        apply: impl FnOnce(Credentials) -> Credentials,
    ) -> bool {
        let Some(storage) = self.storage() else {
            return false;
        };
        let vault = &storage.vault;
        let stored = match vault.get(id).await {
            // What is new takes the place of what cannot be read.
            Err(VaultError::Unreadable(_)) => Ok(Credentials::default()),
            stored => stored,
        };
        let kept = match stored {
            Ok(stored) => vault.put(id, &apply(stored)).await,
            Err(error) => Err(error),
        };
        if let Err(error) = &kept {
            self.report_vault(error);
        }
        self.vault_changed_here().await;
        kept.is_ok()
    }

    /// Takes a provider's secrets away, for putting them back.
    pub(super) async fn remove_key(&self, provider: &ProviderId) -> Option<Removed> {
        let removed = self.storage()?.vault.remove(&provider.0).await;
        if let Err(error) = &removed {
            self.report_vault(error);
        }
        self.vault_changed_here().await;
        removed.ok().flatten()
    }

    pub(super) fn restore_key(self: Rc<Self>, removed: Removed) {
        spawn_local(async move {
            let Some(storage) = self.storage() else {
                return;
            };
            if let Err(error) = storage.vault.restore(removed).await {
                self.report_vault(&error);
            }
            self.vault_changed_here().await;
        });
    }

    /// Publishes how keys are kept and which there are.
    pub(super) async fn read_vault(&self) {
        let Some(storage) = self.storage() else {
            return;
        };
        match storage.vault.state().await {
            Ok(state) => {
                self.signals.vault.set(state);
                if !state.locked {
                    self.answer_waiting(true);
                }
            }
            Err(error) => self.report_vault(&error),
        }
        match storage.vault.with_key().await {
            Ok(ids) => self
                .signals
                .keys
                .set(ids.into_iter().map(ProviderId).collect()),
            Err(error) => self.report_vault(&error),
        }
    }

    async fn vault_changed_here(&self) {
        self.read_vault().await;
        if let Some(tabs) = &*self.tabs.borrow() {
            tabs.tell(&[tabs::VAULT.to_owned()]);
        }
    }

    async fn ask_to_unlock(&self) -> bool {
        let (answer, answered) = oneshot::channel();
        self.waiting.borrow_mut().push(answer);
        self.signals.unlocking.set(true);
        answered.await.unwrap_or(false)
    }

    fn answer_waiting(&self, unlocked: bool) {
        let waiting = self.waiting.take();
        if self.signals.unlocking.get_untracked() {
            self.signals.unlocking.set(false);
        }
        for one in waiting {
            // Whoever asked may be gone by now.
            let _ = one.send(unlocked);
        }
    }

    fn storage_or_error(&self) -> Result<Rc<crate::browser::storage::Storage>, VaultError> {
        let loading = || StoreError::Failed("the page is still loading".to_owned());
        self.storage().ok_or_else(|| loading().into())
    }

    fn report_vault(&self, error: &VaultError) {
        match error {
            VaultError::Store(error) => self.report(error),
            VaultError::Locked
            | VaultError::WrongPassphrase
            | VaultError::Unreadable(_)
            | VaultError::NoCryptography => self.notify(format!("{error}."), None, true),
        }
    }
}

/// Why a request cannot go out, in the words of a failed answer.
pub(super) fn failure(error: &VaultError) -> Failure {
    let (title, advice) = match error {
        VaultError::Locked => (
            "The keys are locked",
            "Press Retry and enter your passphrase.".to_owned(),
        ),
        VaultError::WrongPassphrase
        | VaultError::Unreadable(_)
        | VaultError::NoCryptography
        | VaultError::Store(_) => ("The key cannot be read", format!("{error}.")),
    };
    Failure {
        title: title.to_owned(),
        advice,
        ..Failure::default()
    }
}
