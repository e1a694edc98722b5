//! The store on IndexedDB: the contract, and what only a real database does.

use colloquy::browser::idb::IdbStore;
use colloquy::store::contract::{self, Harness, full, puts, session, turn};
use colloquy::store::rows::{Field, Row};
use colloquy::store::schema::{
    DRAFTS, MIGRATIONS, Migration, ROUNDS, SESSIONS, Step, TURNS, Table,
};
use colloquy::store::{Store, StoreError, Write};
use futures_util::future::join_all;
use indexed_db_futures::database::Database;
use indexed_db_futures::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

/// A database of a test's own, deleted when the test is over.
pub struct Scratch(String);

impl Scratch {
    pub async fn new(test: &str) -> Self {
        let name = format!("test {test}");
        // A run that failed may have left it.
        Database::delete_by_name(&name).unwrap().await.unwrap();
        Self(name)
    }

    pub fn name(&self) -> &str {
        &self.0
    }

    pub async fn store(&self) -> IdbStore {
        IdbStore::open_as(&self.0, MIGRATIONS).await.unwrap()
    }

    pub async fn delete(self) {
        Database::delete_by_name(&self.0).unwrap().await.unwrap();
    }
}

impl Harness for Scratch {
    type Store = IdbStore;

    async fn open(&self) -> Result<IdbStore, StoreError> {
        IdbStore::open_as(&self.0, MIGRATIONS).await
    }

    async fn plant(&self, table: &'static str, row: Row) -> Result<(), StoreError> {
        self.open().await?.plant(table, row).await
    }
}

macro_rules! on_indexed_db {
    ($($case:ident)*) => {$(
        #[wasm_bindgen_test]
        async fn $case() {
            let scratch = Scratch::new(stringify!($case)).await;
            contract::$case(&scratch).await.unwrap();
            scratch.delete().await;
        }
    )*};
}

colloquy::store_contract_cases!(on_indexed_db);

/// One migration more than there is.
const LATER: &[Migration] = &[
    MIGRATIONS[0],
    Migration {
        version: MIGRATIONS.len() as u32 + 1,
        steps: &[
            Step::CreateTable(Table {
                name: "folders",
                key: &["id"],
                indexes: &["name"],
            }),
            Step::CreateIndex {
                table: DRAFTS,
                index: "round",
            },
        ],
    },
];

#[wasm_bindgen_test]
async fn every_earlier_version_becomes_the_latest_with_its_rows() {
    let (session, conversation) = full("old");
    for version in 1..=LATER.len() {
        for migrations in [MIGRATIONS, LATER] {
            let Some(earlier) = migrations.get(..version) else {
                continue;
            };
            let scratch = Scratch::new("prefix").await;
            let old = IdbStore::open_as(&scratch.0, earlier).await.unwrap();
            old.write(puts(&session, &conversation)).await.unwrap();
            drop(old);
            let new = IdbStore::open_as(&scratch.0, migrations).await.unwrap();
            assert_eq!(new.conversation(&session.id).await.unwrap(), conversation);
            new.write(puts(&session, &conversation)).await.unwrap();
            drop(new);
            scratch.delete().await;
        }
    }
}

#[wasm_bindgen_test]
async fn the_schema_is_what_the_list_says() {
    let scratch = Scratch::new("schema").await;
    drop(IdbStore::open_as(&scratch.0, LATER).await.unwrap());
    let db = Database::open(scratch.0.as_str()).await.unwrap();
    assert_eq!(db.version(), LATER.len() as f64);
    let mut names: Vec<_> = db.object_store_names().collect();
    names.sort();
    assert_eq!(
        names,
        [
            "drafts",
            "folders",
            "rounds",
            "secrets",
            "sessions",
            "settings",
            "turns",
            "vault_keys"
        ]
    );
    let transaction = db.transaction([DRAFTS, SESSIONS]).build().unwrap();
    let indexes = |table| -> Vec<String> {
        let store = transaction.object_store(table).unwrap();
        store.index_names().collect()
    };
    assert_eq!(indexes(DRAFTS), ["round", "session"]);
    assert_eq!(indexes(SESSIONS), ["updated"]);
    drop(transaction);
    db.close();
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn a_newer_page_takes_over_and_the_older_one_says_so() {
    let scratch = Scratch::new("newer").await;
    let old = scratch.store().await;
    old.write(vec![Write::PutSession(session("s"))])
        .await
        .unwrap();
    let new = IdbStore::open_as(&scratch.0, LATER).await.unwrap();
    assert_eq!(new.sessions().await.unwrap(), [session("s")]);
    let newer = Err(StoreError::Newer { found: 2, known: 1 });
    assert_eq!(old.sessions().await, newer);
    let write = old.write(vec![Write::DeleteSession("s".into())]).await;
    assert_eq!(write.map(|()| vec![]), newer);
    assert_eq!(new.sessions().await.unwrap(), [session("s")]);
    drop((old, new));
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn a_tab_that_does_not_give_way_blocks() {
    let scratch = Scratch::new("blocked").await;
    drop(scratch.store().await);
    let stubborn = Database::open(scratch.0.as_str()).await.unwrap();
    let blocked = IdbStore::open_as(&scratch.0, LATER).await;
    assert_eq!(blocked.err(), Some(StoreError::Blocked));
    stubborn.close();
    let store = IdbStore::open_as(&scratch.0, LATER).await.unwrap();
    assert_eq!(store.sessions().await.unwrap(), []);
    drop(store);
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn a_lost_connection_is_opened_again() {
    let scratch = Scratch::new("lost").await;
    let store = scratch.store().await;
    for _ in 0..3 {
        // Deleting the database closes the connection, as clearing the site's data would.
        Database::delete_by_name(&scratch.0).unwrap().await.unwrap();
        let write = vec![Write::PutSession(session("s"))];
        store.write(write).await.unwrap();
        assert_eq!(store.sessions().await.unwrap(), [session("s")]);
        Database::delete_by_name(&scratch.0).unwrap().await.unwrap();
        assert_eq!(store.sessions().await.unwrap(), []);
    }
    drop(store);
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn writes_at_the_same_time_all_arrive() {
    let scratch = Scratch::new("at once").await;
    let stores = [scratch.store().await, scratch.store().await];
    let writes = (0..40).map(|n| {
        let id = format!("t{n:02}");
        stores[n % 2].write(vec![
            Write::PutSession(session("s")),
            Write::PutTurn(turn("s", &id)),
        ])
    });
    for result in join_all(writes).await {
        result.unwrap();
    }
    for store in &stores {
        let read = store.conversation(&"s".into()).await.unwrap();
        assert_eq!(read.turns.len(), 40);
    }
    drop(stores);
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn a_write_that_the_browser_refuses_leaves_nothing() {
    let scratch = Scratch::new("refused").await;
    let store = scratch.store().await;
    let (session, conversation) = full("refused");
    let batch = puts(&session, &conversation);
    for (name, expected) in [
        ("QuotaExceededError", StoreError::Full),
        (
            "DataError",
            StoreError::Failed("DataError: made up".to_owned()),
        ),
        // Tried twice, the second time in vain too.
        (
            "UnknownError",
            StoreError::Failed("UnknownError: made up".to_owned()),
        ),
    ] {
        // Every write but the first few fails.
        let restore = fail_puts(3, name);
        let result = store.write(batch.clone()).await;
        restore.call0(&JsValue::NULL).unwrap();
        assert_eq!(result, Err(expected));
        assert_eq!(store.records().await.unwrap(), []);
    }
    let restore = fill_disk_at_commit();
    let result = store.write(batch.clone()).await;
    restore.call0(&JsValue::NULL).unwrap();
    assert_eq!(result, Err(StoreError::Full));
    assert_eq!(store.records().await.unwrap(), []);
    let row = Row {
        fields: vec![("turn", Field::Text("t".to_owned()))],
        json: String::new(),
    };
    assert!(store.plant(ROUNDS, row).await.is_err());
    store.write(batch).await.unwrap();
    assert_eq!(store.conversation(&session.id).await.unwrap(), conversation);
    drop(store);
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn only_drafts_do_without_waiting_for_the_disk() {
    let scratch = Scratch::new("durability").await;
    let store = scratch.store().await;
    let draft = || Write::PutDraft(contract::draft("s", "t"));
    for (batch, expected) in [
        (vec![Write::PutTurn(turn("s", "t"))], "strict"),
        (vec![draft()], "relaxed"),
        (vec![draft(), Write::DeleteDraft("t".into())], "relaxed"),
        (vec![draft(), Write::PutSession(session("s"))], "strict"),
    ] {
        let asked = spy_on_durability();
        store.write(batch).await.unwrap();
        let asked = asked.call0(&JsValue::NULL).unwrap();
        assert_eq!(asked.as_string().as_deref(), Some(expected));
    }
    drop(store);
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn without_storage_it_says_so() {
    for way in ["getter throws", "is null", "open throws", "open fails"] {
        let restore = forbid_storage(way);
        let result = IdbStore::open_as("test forbidden", MIGRATIONS).await;
        restore.call0(&JsValue::NULL).unwrap();
        assert!(
            matches!(result.err(), Some(StoreError::Unavailable(_))),
            "{way}"
        );
    }
    let scratch = Scratch::new("forbidden").await;
    drop(scratch.store().await);
    scratch.delete().await;
}

#[wasm_bindgen_test]
async fn a_row_without_text_is_reported_like_a_broken_record() {
    let scratch = Scratch::new("foreign").await;
    let store = scratch.store().await;
    let db = Database::open(scratch.0.as_str()).await.unwrap();
    let transaction = db
        .transaction(TURNS)
        .with_mode(indexed_db_futures::transaction::TransactionMode::Readwrite)
        .build()
        .unwrap();
    let turns = transaction.object_store(TURNS).unwrap();
    turns.put(foreign_row()).await.unwrap();
    drop(turns);
    transaction.commit().await.unwrap();
    db.close();
    let read = store.conversation(&"s".into()).await.unwrap();
    assert_eq!(read.turns, []);
    assert_eq!(read.unreadable.len(), 1);
    drop(store);
    scratch.delete().await;
}

#[wasm_bindgen(inline_js = r#"
export function foreign_row() {
    return { id: "t", session: "s", json: { not: "text" } };
}

export function fail_puts(after, name) {
    const put = IDBObjectStore.prototype.put;
    let calls = 0;
    IDBObjectStore.prototype.put = function (...args) {
        if (calls++ >= after) throw new DOMException("made up", name);
        return put.apply(this, args);
    };
    return () => { IDBObjectStore.prototype.put = put; };
}

export function fill_disk_at_commit() {
    const { commit } = IDBTransaction.prototype;
    const error = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, "error");
    const get = () => new DOMException("made up", "QuotaExceededError");
    Object.defineProperty(IDBTransaction.prototype, "error", { ...error, get });
    IDBTransaction.prototype.commit = function () { this.abort(); };
    return () => {
        IDBTransaction.prototype.commit = commit;
        Object.defineProperty(IDBTransaction.prototype, "error", error);
    };
}

export function spy_on_durability() {
    const { transaction } = IDBDatabase.prototype;
    const asked = [];
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
        asked.push(options?.durability);
        return transaction.call(this, stores, mode, options);
    };
    return () => {
        IDBDatabase.prototype.transaction = transaction;
        return asked.join();
    };
}

export function forbid_storage(way) {
    const forbidden = () => { throw new DOMException("forbidden", "SecurityError"); };
    if (way === "open throws") {
        const open = IDBFactory.prototype.open;
        IDBFactory.prototype.open = forbidden;
        return () => { IDBFactory.prototype.open = open; };
    }
    if (way === "open fails") {
        const open = IDBFactory.prototype.open;
        // As Firefox did in private windows.
        const error = new DOMException("private", "InvalidStateError");
        IDBFactory.prototype.open = () => ({ readyState: "done", error });
        return () => { IDBFactory.prototype.open = open; };
    }
    const get = way === "is null" ? () => null : forbidden;
    const own = Object.getOwnPropertyDescriptor(window, "indexedDB");
    Object.defineProperty(window, "indexedDB", { get, configurable: true });
    return () => { Object.defineProperty(window, "indexedDB", own); };
}
"#)]
extern "C" {
    fn foreign_row() -> JsValue;
    /// Lets every `put` after the first `after` throw a `DOMException` of this name, until the returned
    /// function is called.
    fn fail_puts(after: u32, name: &str) -> js_sys::Function;
    /// Lets transactions abort at their commit as they do when the quota is used up, until the returned
    /// function is called.
    fn fill_disk_at_commit() -> js_sys::Function;
    /// The returned function ends the spying and says with which durabilities transactions were started.
    fn spy_on_durability() -> js_sys::Function;
    /// Takes IndexedDB away until the returned function is called.
    fn forbid_storage(way: &str) -> js_sys::Function;
}
