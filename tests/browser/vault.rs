//! The vault on a real database and real cryptography.

use super::idb::Scratch;
use colloquy::browser::vault::{Protection, Vault};
use colloquy::chat::ProviderId;
use colloquy::provider::Secret;
use colloquy::store::contract::{full, puts};
use colloquy::store::export::export;
use colloquy::store::schema::{SECRETS, VAULT_KEYS};
use colloquy::store::{Store, StoreError};
use futures_util::future::join;
use indexed_db_futures::database::Database;
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::TransactionMode;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

const CANARY: &str = "sk-canary-4f9d0c";

#[wasm_bindgen_test]
async fn secrets_come_back() {
    let scratch = Scratch::new("vault").await;
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    let (a, b) = (ProviderId::from("a"), ProviderId::from("b"));
    assert_eq!(vault.get(&a).await.unwrap(), None);
    for text in [CANARY, "", "short 🔑", &"long".repeat(10_000)] {
        vault.put(&a, &Secret::new(text)).await.unwrap();
        assert_eq!(vault.get(&a).await.unwrap(), Some(Secret::new(text)));
        assert_eq!(vault.get(&b).await.unwrap(), None);
    }
    vault.put(&b, &Secret::new(CANARY)).await.unwrap();
    drop((vault, store));
    // After a reload as well, and side by side.
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    let secret = vault.get(&a).await.unwrap().unwrap();
    assert_eq!(secret.expose().len(), 40_000);
    vault.delete(&a).await.unwrap();
    vault.delete(&a).await.unwrap();
    assert_eq!(vault.get(&a).await.unwrap(), None);
    let kept = vault.get(&b).await.unwrap();
    assert_eq!(kept, Some(Secret::new(CANARY)));
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
    vault.put(&"a".into(), &Secret::new(CANARY)).await.unwrap();
    assert_eq!(vault.protection().await, Ok(Protection::Encrypted));
    let document = export(&store).await.unwrap().to_string();
    assert!(document.contains("talk") && !document.contains(CANARY));

    let secrets = rows(&scratch, SECRETS).await;
    assert_eq!(secrets.len(), 1);
    assert_eq!(keys_of(&secrets[0]), "provider,iv,data");
    assert!(contains(&bytes_of("x sk-canary-4f9d0c y"), CANARY));
    assert!(!contains(&secrets[0], CANARY));
    let keys = rows(&scratch, VAULT_KEYS).await;
    assert_eq!(keys.len(), 1);
    assert!(!is_extractable(&keys[0]));

    // The same secret is never encrypted to the same bytes.
    vault.put(&"b".into(), &Secret::new(CANARY)).await.unwrap();
    let secrets = rows(&scratch, SECRETS).await;
    assert_ne!(hex(&secrets[0]), hex(&secrets[1]));
    drop((vault, store));
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn two_tabs_agree_on_one_key() {
    let scratch = Scratch::new("vault race").await;
    let stores = (scratch.store().await, scratch.store().await);
    let vaults = (Vault::new(&stores.0), Vault::new(&stores.1));
    let (a, b) = (ProviderId::from("a"), ProviderId::from("b"));
    let (one, two) = (Secret::new("one"), Secret::new("two"));
    let (first, second) = join(vaults.0.put(&a, &one), vaults.1.put(&b, &two)).await;
    first.unwrap();
    second.unwrap();
    assert_eq!(vaults.1.get(&a).await.unwrap(), Some(one));
    assert_eq!(vaults.0.get(&b).await.unwrap(), Some(two));
    drop((vaults, stores));
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn without_cryptography_it_is_kept_and_the_flag_is_honest() {
    let scratch = Scratch::new("insecure").await;
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    let id = ProviderId::from("a");
    let restore = take_cryptography();
    let protection = vault.protection().await;
    let put = vault.put(&id, &Secret::new(CANARY)).await;
    let got = vault.get(&id).await;
    restore.call0(&JsValue::NULL).unwrap();
    assert_eq!(protection, Ok(Protection::Plain));
    put.unwrap();
    assert_eq!(got.unwrap(), Some(Secret::new(CANARY)));
    // Later cryptography takes over with the next secret.
    assert_eq!(vault.get(&id).await.unwrap(), Some(Secret::new(CANARY)));
    assert_eq!(vault.protection().await, Ok(Protection::Encrypted));
    let document = export(&store).await.unwrap().to_string();
    assert!(!document.contains(CANARY));
    drop((vault, store));
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn a_secret_that_cannot_be_decrypted_is_an_error_without_it() {
    let scratch = Scratch::new("vault damage").await;
    let store = scratch.store().await;
    let vault = Vault::new(&store);
    let (a, b) = (ProviderId::from("a"), ProviderId::from("b"));
    vault.put(&a, &Secret::new(CANARY)).await.unwrap();
    // Moved under another provider's id: whoever swaps rows gets nothing.
    let row = rows(&scratch, SECRETS).await.remove(0);
    put(&scratch, SECRETS, &with_provider(&row, "b")).await;
    // Shortened, or nothing of the kind.
    put(&scratch, SECRETS, &with_provider(&JsValue::UNDEFINED, "c")).await;
    for id in [b, "c".into()] {
        let Err(StoreError::Failed(why)) = vault.get(&id).await else {
            panic!("{id} has a secret");
        };
        assert!(why.contains("enter it again") && !why.contains("canary"));
    }
    assert_eq!(vault.get(&a).await.unwrap(), Some(Secret::new(CANARY)));
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
    assert!(vault.get(&a).await.is_err());
    vault.put(&a, &Secret::new("new")).await.unwrap();
    assert_eq!(vault.get(&a).await.unwrap(), Some(Secret::new("new")));
    drop((vault, store));
    scratch.delete().await;
}

async fn rows(scratch: &Scratch, table: &str) -> Vec<JsValue> {
    let db = Database::open(scratch.name()).await.unwrap();
    let transaction = db.transaction(table).build().unwrap();
    let store = transaction.object_store(table).unwrap();
    let rows = store.get_all::<JsValue>().primitive().unwrap();
    let rows = rows.await.unwrap().collect::<Result<_, _>>().unwrap();
    drop(store);
    drop(transaction);
    db.close();
    rows
}

async fn put(scratch: &Scratch, table: &str, row: &JsValue) {
    let db = Database::open(scratch.name()).await.unwrap();
    let transaction = db
        .transaction(table)
        .with_mode(TransactionMode::Readwrite)
        .build()
        .unwrap();
    let store = transaction.object_store(table).unwrap();
    store.put(row.clone()).primitive().unwrap();
    drop(store);
    transaction.commit().await.unwrap();
    db.close();
}

#[wasm_bindgen(inline_js = r#"
export function keys_of(row) {
    return Object.keys(row).join();
}

export function bytes_of(text) {
    return { data: new TextEncoder().encode(text).buffer };
}

export function contains(row, text) {
    const bytes = new Uint8Array(row.data);
    return new TextDecoder("latin1").decode(bytes).includes(text) || JSON.stringify(row).includes(text);
}

export function hex(row) {
    return [...new Uint8Array(row.data)].join();
}

export function is_extractable(row) {
    if (!(row.key instanceof CryptoKey)) throw new Error("no key");
    return row.key.extractable;
}

export function with_provider(row, provider) {
    return { ...row, provider };
}

export function take_cryptography() {
    Object.defineProperty(crypto, "subtle", { get: () => undefined, configurable: true });
    return () => { delete crypto.subtle; };
}
"#)]
extern "C" {
    fn keys_of(row: &JsValue) -> String;
    fn bytes_of(text: &str) -> JsValue;
    fn contains(row: &JsValue, text: &str) -> bool;
    fn hex(row: &JsValue) -> String;
    fn is_extractable(row: &JsValue) -> bool;
    fn with_provider(row: &JsValue, provider: &str) -> JsValue;
    fn take_cryptography() -> js_sys::Function;
}
