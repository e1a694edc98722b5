//! The vault on a real database and real cryptography, as it is where nobody has chosen anything.

mod keeping;
mod locked;
mod tools;

use super::idb::Scratch;
use colloquy::browser::vault::{Change, Keeping, Passphrase, Vault, VaultError};
use colloquy::provider::Credentials;
use colloquy::store::Store;
use colloquy::store::contract::{full, puts};
use colloquy::store::export::export;
use colloquy::store::schema::{SECRETS, VAULT_KEYS};
use futures_util::future::join;
use indexed_db_futures::database::Database;
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::TransactionMode;
use tools::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn secrets_come_back() {
    let scratch = Scratch::new("vault").await;
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    assert_eq!(vault.get("a").await.unwrap(), Credentials::default());
    for text in [
        CANARY,
        "",
        "short 🔑",
        "{\"key\":1}",
        &"long".repeat(10_000),
    ] {
        for credentials in [only_key(text), with_headers(text)] {
            vault.put("a", &credentials).await.unwrap();
            assert_eq!(vault.get("a").await.unwrap(), credentials);
            assert_eq!(vault.get("b").await.unwrap(), Credentials::default());
        }
    }
    // Ids need not be providers', and a header needs no key beside it.
    let header = Credentials {
        key: None,
        ..with_headers("")
    };
    vault.put("mcp:b", &header).await.unwrap();
    drop((vault, store));
    // After a reload as well, and side by side.
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    let credentials = vault.get("a").await.unwrap();
    assert_eq!(credentials.key.unwrap().expose().len(), 40_000);
    assert_eq!(vault.with_key().await.unwrap(), ["a"]);
    vault.delete("a").await.unwrap();
    vault.delete("a").await.unwrap();
    assert_eq!(vault.get("a").await.unwrap(), Credentials::default());
    assert_eq!(vault.get("mcp:b").await.unwrap(), header);
    // Nothing is the same as no row.
    vault.put("mcp:b", &Credentials::default()).await.unwrap();
    assert!(rows(&scratch, SECRETS).await.is_empty());
    drop((vault, store));
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn neither_rows_nor_export_show_a_secret() {
    let scratch = Scratch::new("canary").await;
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    let (session, conversation) = full("talk");
    store.write(puts(&session, &conversation)).await.unwrap();
    vault.put("a", &with_headers(CANARY)).await.unwrap();
    let state = vault.state().await.unwrap();
    assert!(state.encrypts && !state.locked);
    assert_eq!(state.keeping, Keeping::Browser);

    let secrets = rows(&scratch, SECRETS).await;
    assert_eq!(secrets.len(), 1);
    assert_eq!(keys_of(&secrets[0]), "provider,version,key,iv,data");
    assert!(contains(&bytes_of("x sk-canary-4f9d0c y"), CANARY));
    assert!(!contains(&secrets[0], "canary"));
    let keys = rows(&scratch, VAULT_KEYS).await;
    assert_eq!(keys.len(), 1);
    assert!(!is_extractable(&keys[0]));

    // The same secret is never encrypted to the same bytes.
    vault.put("b", &with_headers(CANARY)).await.unwrap();
    let secrets = rows(&scratch, SECRETS).await;
    assert_ne!(hex(&secrets[0]), hex(&secrets[1]));

    // However they are kept, an export has none of it, nor of the passphrase and what belongs to it.
    let passphrase = || Passphrase::new("passphrase-canary");
    for change in [
        Change::Browser,
        Change::Passphrase(passphrase()),
        Change::Tab,
    ] {
        assert!(!format!("{change:?}").contains("canary"));
        vault.change(&change).await.unwrap();
        let secrets = rows(&scratch, SECRETS).await;
        assert!(!secrets.iter().any(|row| contains(row, "canary")));
        let keys = spelled_rows(&scratch, VAULT_KEYS).await;
        assert!(!keys.contains("canary"), "{keys}");
        let document = export(&store).await.unwrap().to_string();
        assert!(document.contains("talk"));
        for secret in ["canary", "argon2id", "verifier", "salt"] {
            assert!(!document.contains(secret), "{secret} is in the export");
        }
        let held = vault.get("a").await.unwrap();
        assert!(!format!("{held:?}").contains("canary"));
    }
    drop((vault, store));
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn two_tabs_agree_on_one_key() {
    let scratch = Scratch::new("vault race").await;
    let stores = (scratch.store().await, scratch.store().await);
    let vaults = (Vault::new(&stores.0), Vault::new(&stores.1));
    let (one, two) = (only_key("one"), only_key("two"));
    let (first, second) = join(vaults.0.put("a", &one), vaults.1.put("b", &two)).await;
    first.unwrap();
    second.unwrap();
    assert_eq!(vaults.1.get("a").await.unwrap(), one);
    assert_eq!(vaults.0.get("b").await.unwrap(), two);
    drop((vaults, stores));
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn without_cryptography_it_is_kept_and_the_flag_is_honest() {
    let scratch = Scratch::new("insecure").await;
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    let restore = take_cryptography();
    let state = vault.state().await;
    let put = vault.put("a", &with_headers(CANARY)).await;
    let got = vault.get("a").await;
    let passphrase = Change::Passphrase(Passphrase::new("no use"));
    let refused = vault.change(&passphrase).await;
    restore.call0(&JsValue::NULL).unwrap();
    assert!(!state.unwrap().encrypts);
    put.unwrap();
    assert_eq!(got.unwrap(), with_headers(CANARY));
    assert_eq!(refused, Err(VaultError::NoCryptography));
    // Later cryptography takes over with the next secret.
    assert_eq!(vault.get("a").await.unwrap(), with_headers(CANARY));
    assert!(vault.state().await.unwrap().encrypts);
    let document = export(&store).await.unwrap().to_string();
    assert!(!document.contains("canary"));

    // This tab only needs no cryptography.
    let restore = take_cryptography();
    let changed = vault.change(&Change::Tab).await;
    let got = vault.get("a").await;
    restore.call0(&JsValue::NULL).unwrap();
    changed.unwrap();
    assert_eq!(got.unwrap(), with_headers(CANARY));
    assert!(rows(&scratch, SECRETS).await.is_empty());
    drop((vault, store));
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn a_secret_that_cannot_be_decrypted_is_an_error_without_it() {
    let scratch = Scratch::new("vault damage").await;
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    vault.put("a", &only_key(CANARY)).await.unwrap();
    // Moved under another provider's id: whoever swaps rows gets nothing.
    let row = rows(&scratch, SECRETS).await.remove(0);
    put(&scratch, SECRETS, &with_provider(&row, "b")).await;
    // Shortened, or nothing of the kind.
    put(&scratch, SECRETS, &with_provider(&JsValue::UNDEFINED, "c")).await;
    for id in ["b", "c"] {
        let unreadable = Err(VaultError::Unreadable(id.to_owned()));
        let got = vault.get(id).await;
        assert_eq!(got, unreadable);
        let why = got.unwrap_err().to_string();
        assert!(why.contains("enter it again") && !why.contains("canary"));
    }
    assert_eq!(vault.get("a").await.unwrap(), only_key(CANARY));
    // The key is gone: what was encrypted under it is lost, new secrets are not.
    let db = Database::open(scratch.name()).await.unwrap();
    let transaction = db
        .transaction(VAULT_KEYS)
        .with_mode(TransactionMode::Readwrite)
        .build()
        .unwrap();
    let keys = transaction.object_store(VAULT_KEYS).unwrap();
    keys.clear().unwrap().await.unwrap();
    drop(keys);
    transaction.commit().await.unwrap();
    db.close();
    assert!(vault.get("a").await.is_err());
    vault.put("a", &only_key("new")).await.unwrap();
    assert_eq!(vault.get("a").await.unwrap(), only_key("new"));
    drop((vault, store));
    scratch.delete().await;
}

/// Rows from before there was more than a key in them.
#[wasm_bindgen_test]
async fn bare_keys_of_old_are_read_and_taken_along() {
    let scratch = Scratch::new("vault old rows").await;
    let store = scratch.store().await;
    let key = new_key().await;
    put(&scratch, VAULT_KEYS, &key_row(&key)).await;
    for (id, text) in [("a", CANARY), ("b", "{\"key\":\"not a record\"}")] {
        put(&scratch, SECRETS, &old_row(id, &key, text).await).await;
    }
    let plain = js_sys::Object::new();
    js_sys::Reflect::set(&plain, &"text".into(), &"plain".into()).unwrap();
    put(&scratch, SECRETS, &with_provider(&plain, "c")).await;
    let all = [
        ("a", only_key(CANARY)),
        ("b", only_key("{\"key\":\"not a record\"}")),
        ("c", only_key("plain")),
    ];
    let vault = Vault::new(&store);
    holds(&vault, &all).await.unwrap();
    assert_eq!(vault.with_key().await.unwrap(), ["a", "b", "c"]);
    let passphrase = Change::Passphrase(Passphrase::new("correct horse"));
    vault.change(&passphrase).await.unwrap();
    holds(&vault, &all).await.unwrap();
    vault.change(&Change::Browser).await.unwrap();
    holds(&Vault::new(&store), &all).await.unwrap();
    drop((vault, store));
    scratch.delete().await;
}
