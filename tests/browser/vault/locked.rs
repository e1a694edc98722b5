//! Locked, unlocked, forgotten.

use super::tools::*;
use crate::idb::Scratch;
use colloquy::browser::idb::IdbStore;
use colloquy::browser::vault::{Change, Keeping, Passphrase, Vault, VaultError};
use colloquy::provider::Credentials;
use colloquy::store::schema::{SECRETS, VAULT_KEYS};
use wasm_bindgen_test::wasm_bindgen_test;

const RIGHT: &str = "correct horse battery";

fn pass(text: &str) -> Passphrase {
    Passphrase::new(text)
}

/// A database with one secret under the passphrase [`RIGHT`].
async fn under_passphrase(scratch: &Scratch) -> IdbStore {
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    vault.put("a", &with_headers(CANARY)).await.unwrap();
    let change = Change::Passphrase(pass(RIGHT));
    vault.change(&change).await.unwrap();
    store
}

#[wasm_bindgen_test]
async fn only_the_right_passphrase_opens() {
    let scratch = Scratch::new("vault unlock").await;
    let store = under_passphrase(&scratch).await;
    let vault = Vault::new(&store);
    assert!(vault.state().await.unwrap().locked);
    let before = spelled_rows(&scratch, VAULT_KEYS).await;
    for wrong in [
        "",
        "correct horse",
        "Correct horse battery",
        "correct horse battery ",
    ] {
        let refused = vault.unlock(&pass(wrong)).await;
        assert_eq!(refused, Err(VaultError::WrongPassphrase), "{wrong:?}");
        assert!(vault.state().await.unwrap().locked);
    }
    assert_eq!(spelled_rows(&scratch, VAULT_KEYS).await, before);
    vault.unlock(&pass(RIGHT)).await.unwrap();
    assert!(!vault.state().await.unwrap().locked);
    assert_eq!(vault.get("a").await.unwrap(), with_headers(CANARY));
    // Not for other tabs.
    assert_eq!(Vault::new(&store).get("a").await, Err(VaultError::Locked));
    // A wrong one afterwards takes nothing away.
    assert!(vault.unlock(&pass("wrong")).await.is_err());
    assert_eq!(vault.get("a").await.unwrap(), with_headers(CANARY));
    vault.lock();
    assert_eq!(vault.get("a").await, Err(VaultError::Locked));
    drop((vault, store));
    scratch.delete().await;
}

/// The same letters, typed on another system.
#[wasm_bindgen_test]
async fn a_passphrase_is_the_same_on_every_keyboard() {
    let scratch = Scratch::new("vault unicode").await;
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    let change = Change::Passphrase(pass("Caf\u{e9} cr\u{e8}me"));
    vault.change(&change).await.unwrap();
    vault.lock();
    vault
        .unlock(&pass("Cafe\u{301} cre\u{300}me"))
        .await
        .unwrap();
    drop((vault, store));
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn what_can_be_done_while_locked() {
    let scratch = Scratch::new("vault locked").await;
    let store = under_passphrase(&scratch).await;
    let vault = Vault::new(&store);
    // Which keys there are is known, and that there is none needs no passphrase.
    assert_eq!(vault.with_key().await.unwrap(), ["a"]);
    assert_eq!(vault.get("b").await.unwrap(), Credentials::default());
    let put = vault.put("b", &only_key("b")).await;
    assert_eq!(put, Err(VaultError::Locked));
    let before = spelled_rows(&scratch, SECRETS).await;
    for change in [
        Change::Browser,
        Change::Passphrase(pass("another one")),
        Change::Tab,
    ] {
        assert_eq!(vault.change(&change).await, Err(VaultError::Locked));
    }
    assert_eq!(spelled_rows(&scratch, SECRETS).await, before);
    // Deleting and bringing back works on what is encrypted.
    let removed = vault.remove("a").await.unwrap().unwrap();
    assert!(vault.with_key().await.unwrap().is_empty());
    vault.restore(removed).await.unwrap();
    assert_eq!(spelled_rows(&scratch, SECRETS).await, before);
    vault.unlock(&pass(RIGHT)).await.unwrap();
    assert_eq!(vault.get("a").await.unwrap(), with_headers(CANARY));

    // What was removed before a change cannot come back after it.
    let removed = vault.remove("a").await.unwrap().unwrap();
    vault.change(&Change::Browser).await.unwrap();
    let gone = vault.restore(removed).await;
    assert_eq!(gone, Err(VaultError::Unreadable("a".to_owned())));
    assert!(rows(&scratch, SECRETS).await.is_empty());
    drop((vault, store));
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn the_passphrase_is_changed() {
    let scratch = Scratch::new("vault change passphrase").await;
    let store = under_passphrase(&scratch).await;
    let (vault, other) = (Vault::new(&store), Vault::new(&store));
    other.unlock(&pass(RIGHT)).await.unwrap();
    let before = spelled_rows(&scratch, SECRETS).await;
    let refused = vault
        .change_passphrase(&pass("wrong"), pass("new one"))
        .await;
    assert_eq!(refused, Err(VaultError::WrongPassphrase));
    assert_eq!(spelled_rows(&scratch, SECRETS).await, before);
    let changed = vault.change_passphrase(&pass(RIGHT), pass("new one")).await;
    changed.unwrap();
    assert_eq!(vault.get("a").await.unwrap(), with_headers(CANARY));
    // What another tab had opened is closed there.
    assert_eq!(other.get("a").await, Err(VaultError::Locked));
    assert!(other.state().await.unwrap().locked);
    let old = other.unlock(&pass(RIGHT)).await;
    assert_eq!(old, Err(VaultError::WrongPassphrase));
    other.unlock(&pass("new one")).await.unwrap();
    assert_eq!(other.get("a").await.unwrap(), with_headers(CANARY));
    drop((vault, other, store));
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn forgotten_is_gone_without_the_passphrase() {
    let scratch = Scratch::new("vault forget").await;
    let store = under_passphrase(&scratch).await;
    let vault = Vault::new(&store);
    vault.forget().await.unwrap();
    assert!(rows(&scratch, SECRETS).await.is_empty());
    let state = vault.state().await.unwrap();
    assert_eq!(state.keeping, Keeping::Browser);
    assert!(!state.locked && state.encrypts);
    assert_eq!(vault.get("a").await.unwrap(), Credentials::default());
    vault.put("a", &only_key("new")).await.unwrap();
    assert_eq!(Vault::new(&store).get("a").await.unwrap(), only_key("new"));
    // Nor does an undo bring back what was deleted before.
    let removed = vault.remove("a").await.unwrap().unwrap();
    vault.forget().await.unwrap();
    assert!(vault.restore(removed).await.is_err());
    drop((vault, store));
    scratch.delete().await;
}

/// A row that asks for more than the page could ever give does not take it down.
#[wasm_bindgen_test]
async fn a_damaged_lock_is_an_error() {
    let scratch = Scratch::new("vault damaged lock").await;
    let store = under_passphrase(&scratch).await;
    let row = rows(&scratch, VAULT_KEYS).await.remove(0);
    for (field, value) in [("memory", 4e9), ("passes", 0.0), ("lanes", 1e6)] {
        put(&scratch, VAULT_KEYS, &with_number(&row, field, value)).await;
        let vault = Vault::new(&store);
        assert!(vault.unlock(&pass(RIGHT)).await.is_err(), "{field}");
    }
    // A later build's.
    put(&scratch, VAULT_KEYS, &with_number(&row, "version", 2.0)).await;
    let vault = Vault::new(&store);
    assert!(vault.state().await.is_err());
    assert!(vault.put("b", &only_key("b")).await.is_err());
    put(&scratch, VAULT_KEYS, &row).await;
    vault.unlock(&pass(RIGHT)).await.unwrap();
    assert_eq!(vault.get("a").await.unwrap(), with_headers(CANARY));
    drop((vault, store));
    scratch.delete().await;
}
