//! From each way of keeping secrets to each other.

use super::tools::*;
use crate::idb::Scratch;
use colloquy::browser::vault::{Change, Keeping, Passphrase, Vault, VaultError};
use colloquy::provider::Credentials;
use colloquy::store::schema::{SECRETS, VAULT_KEYS};
use futures_util::future::join;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

fn pass(text: &str) -> Change {
    Change::Passphrase(Passphrase::new(text))
}

fn keeping_of(change: &Change) -> Keeping {
    match change {
        Change::Browser => Keeping::Browser,
        Change::Passphrase(_) => Keeping::Passphrase,
        Change::Tab => Keeping::Tab,
    }
}

#[wasm_bindgen_test]
async fn every_change_takes_everything_along() {
    let all = [
        ("a", only_key(CANARY)),
        ("b", with_headers("two")),
        ("mcp:c", with_headers("three")),
    ];
    let ways: [fn() -> Change; 3] = [|| Change::Browser, || pass("one two three"), || Change::Tab];
    for from in ways {
        for to in ways {
            let scratch = Scratch::new("vault change").await;
            let store = scratch.store().await;
            let vault = Vault::new(&store);
            vault.change(&from()).await.unwrap();
            for (id, credentials) in &all {
                vault.put(id, credentials).await.unwrap();
            }
            vault.change(&to()).await.unwrap();
            holds(&vault, &all).await.unwrap();
            let keeping = keeping_of(&to());
            let state = vault.state().await.unwrap();
            assert_eq!(state.keeping, keeping, "{:?}", from());
            assert!(!state.locked);
            let stored = rows(&scratch, SECRETS).await;
            assert!(!stored.iter().any(|row| contains(row, "canary")));
            assert_eq!(stored.len(), if keeping == Keeping::Tab { 0 } else { 3 });

            // What a reload finds.
            let later = Vault::new(&store);
            match keeping {
                Keeping::Browser => holds(&later, &all).await.unwrap(),
                Keeping::Passphrase => {
                    assert_eq!(later.get("a").await, Err(VaultError::Locked));
                    let passphrase = Passphrase::new("one two three");
                    later.unlock(&passphrase).await.unwrap();
                    holds(&later, &all).await.unwrap();
                }
                Keeping::Tab => {
                    assert_eq!(later.get("a").await.unwrap(), Credentials::default());
                    assert!(later.with_key().await.unwrap().is_empty());
                }
            }
            drop((vault, later, store));
            scratch.delete().await;
        }
    }
}

/// A passphrase's key is not in the database, and the key that was there before it is not either.
#[wasm_bindgen_test]
async fn under_a_passphrase_no_key_is_stored() {
    let scratch = Scratch::new("vault no key").await;
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    vault.put("a", &only_key(CANARY)).await.unwrap();
    let before = spelled_rows(&scratch, SECRETS).await;
    vault.change(&pass("one two three")).await.unwrap();
    assert_ne!(before, spelled_rows(&scratch, SECRETS).await);
    let keys = rows(&scratch, VAULT_KEYS).await;
    assert_eq!(keys.len(), 1);
    assert_eq!(
        keys_of(&keys[0]),
        "id,version,keeping,stamp,kdf,memory,passes,lanes,salt,iv,data"
    );
    let text = spelled(&keys[0]);
    for fact in [
        "\"kdf\":\"argon2id\"",
        "\"memory\":19456",
        "\"passes\":2",
        "\"lanes\":1",
    ] {
        assert!(text.contains(fact), "{text}");
    }
    // The same passphrase again has another salt.
    vault.change(&pass("one two three")).await.unwrap();
    assert_ne!(text, spelled_rows(&scratch, VAULT_KEYS).await);
    drop((vault, store));
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn a_change_that_fails_changes_nothing() {
    let scratch = Scratch::new("vault atomic").await;
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    let all = [
        ("a", only_key(CANARY)),
        ("b", with_headers("two")),
        ("c", only_key("three")),
    ];
    for (id, credentials) in &all {
        vault.put(id, credentials).await.unwrap();
    }
    let tables = async || {
        let secrets = spelled_rows(&scratch, SECRETS).await;
        (secrets, spelled_rows(&scratch, VAULT_KEYS).await)
    };
    let before = tables().await;
    // The first sealing is the verifier's; the others are the secrets'.
    for good in 0..4 {
        let mend = break_encryption(good);
        let changed = vault.change(&pass("one two three")).await;
        mend.call0(&JsValue::NULL).unwrap();
        assert!(changed.is_err(), "{good}");
        assert_eq!(tables().await, before, "{good}");
        holds(&vault, &all).await.unwrap();
        assert_eq!(vault.state().await.unwrap().keeping, Keeping::Browser);
    }
    // One that cannot be read stops the change too: nothing is dropped silently.
    put(&scratch, SECRETS, &with_provider(&JsValue::UNDEFINED, "d")).await;
    for change in [pass("one two three"), Change::Tab, Change::Browser] {
        let unreadable = Err(VaultError::Unreadable("d".to_owned()));
        assert_eq!(vault.change(&change).await, unreadable);
        holds(&vault, &all).await.unwrap();
    }
    vault.delete("d").await.unwrap();
    vault.change(&pass("one two three")).await.unwrap();
    holds(&vault, &all).await.unwrap();
    drop((vault, store));
    scratch.delete().await;
}

/// Nothing that another tab keeps in the meantime is left under a key that is gone.
#[wasm_bindgen_test]
async fn a_change_in_one_tab_and_a_secret_from_another() {
    for round in 0..3 {
        let scratch = Scratch::new("vault change race").await;
        let stores = (scratch.store().await, scratch.store().await);
        let (one, other) = (Vault::new(&stores.0), Vault::new(&stores.1));
        one.put("a", &only_key("a")).await.unwrap();
        let change = pass("one two three");
        let b = only_key("b");
        let (changed, put) = join(one.change(&change), other.put("b", &b)).await;
        changed.unwrap();
        assert_eq!(one.get("a").await.unwrap(), only_key("a"), "{round}");
        match put {
            Ok(()) => assert_eq!(one.get("b").await.unwrap(), b, "{round}"),
            // It came too late: this tab does not know the passphrase.
            Err(error) => assert_eq!(error, VaultError::Locked, "{round}"),
        }
        assert!(other.state().await.unwrap().locked);
        assert_eq!(other.get("a").await, Err(VaultError::Locked));
        drop((one, other, stores));
        scratch.delete().await;
    }
}

#[wasm_bindgen_test]
async fn without_storage_everything_is_this_tabs_only() {
    let vault = Vault::in_memory();
    let state = vault.state().await.unwrap();
    assert_eq!(state.keeping, Keeping::Tab);
    assert!(!state.stores && !state.locked);
    vault.put("a", &with_headers(CANARY)).await.unwrap();
    assert_eq!(vault.get("a").await.unwrap(), with_headers(CANARY));
    for change in [Change::Browser, pass("one two three")] {
        assert!(vault.change(&change).await.is_err());
    }
    assert_eq!(vault.get("a").await.unwrap(), with_headers(CANARY));
    vault.forget().await.unwrap();
    assert_eq!(vault.get("a").await.unwrap(), Credentials::default());
}
