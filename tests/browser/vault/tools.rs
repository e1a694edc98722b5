//! What the vault's tests share: rows as they lie in the database, and credentials.

use crate::idb::Scratch;
use colloquy::browser::vault::{Vault, VaultError};
use colloquy::provider::{Credentials, Secret};
use indexed_db_futures::database::Database;
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::TransactionMode;
use wasm_bindgen::prelude::*;

pub const CANARY: &str = "sk-canary-4f9d0c";

/// Credentials of a key alone.
pub fn only_key(text: &str) -> Credentials {
    Credentials {
        key: Some(Secret::new(text)),
        headers: vec![],
    }
}

/// A key and two headers.
pub fn with_headers(text: &str) -> Credentials {
    let header = |name: &str, value: &str| (name.to_owned(), Secret::new(value));
    Credentials {
        headers: vec![
            header("x-team", "team-canary-81"),
            header("x-quote", "\"🔑\\"),
        ],
        ..only_key(text)
    }
}

/// Whether the vault gives exactly these credentials for each id.
pub async fn holds(vault: &Vault, all: &[(&str, Credentials)]) -> Result<(), VaultError> {
    for (id, credentials) in all {
        assert_eq!(vault.get(id).await?, *credentials, "{id}");
    }
    Ok(())
}

/// Everything in a table, spelled out.
pub async fn spelled_rows(scratch: &Scratch, table: &str) -> String {
    let rows = rows(scratch, table).await;
    rows.iter().map(spelled).collect::<Vec<_>>().join("\n")
}

pub async fn rows(scratch: &Scratch, table: &str) -> Vec<JsValue> {
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

pub async fn put(scratch: &Scratch, table: &str, row: &JsValue) {
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

export function with_number(row, field, number) {
    return { ...row, [field]: number };
}

export function with_provider(row, provider) {
    return { ...row, provider };
}

export function take_cryptography() {
    Object.defineProperty(crypto, "subtle", { get: () => undefined, configurable: true });
    return () => { delete crypto.subtle; };
}

export function break_encryption(good) {
    const real = SubtleCrypto.prototype.encrypt;
    SubtleCrypto.prototype.encrypt = function (...given) {
        good -= 1;
        return good < 0 ? Promise.reject(new Error("broken")) : real.apply(this, given);
    };
    return () => { SubtleCrypto.prototype.encrypt = real; };
}

export function spelled(row) {
    return JSON.stringify(row, (_, value) =>
        value instanceof ArrayBuffer ? [...new Uint8Array(value)]
        : value instanceof Uint8Array ? [...value]
        : value);
}

export function new_key() {
    return crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

export function key_row(key) {
    return { id: "secrets", key };
}

export async function old_row(provider, key, text) {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = (text) => new TextEncoder().encode(text);
    const how = { name: "AES-GCM", iv, additionalData: bytes(provider) };
    return { provider, iv, data: await crypto.subtle.encrypt(how, key, bytes(text)) };
}
"#)]
extern "C" {
    pub fn keys_of(row: &JsValue) -> String;
    pub fn bytes_of(text: &str) -> JsValue;
    pub fn contains(row: &JsValue, text: &str) -> bool;
    pub fn hex(row: &JsValue) -> String;
    pub fn is_extractable(row: &JsValue) -> bool;
    pub fn with_number(row: &JsValue, field: &str, number: f64) -> JsValue;
    pub fn with_provider(row: &JsValue, provider: &str) -> JsValue;
    pub fn take_cryptography() -> js_sys::Function;
    /// Makes each sealing after the first `good` fail, until the function that it returns is called.
    pub fn break_encryption(good: u32) -> js_sys::Function;
    /// The row in text, with all bytes as numbers.
    pub fn spelled(row: &JsValue) -> String;
    /// A row from before there was more than a key in it.
    pub async fn old_row(provider: &str, key: &JsValue, text: &str) -> JsValue;
    pub async fn new_key() -> JsValue;
    pub fn key_row(key: &JsValue) -> JsValue;
}
