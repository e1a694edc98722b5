use super::*;
use crate::store::contract::{self, Harness, full, puts, session};
use crate::store::rows::Row;
use crate::store::schema::{Migration, Step, Table};
use std::pin::pin;
use std::slice::from_ref;
use std::task::{Context, Poll, Waker};

/// The memory store never waits.
fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the memory store waits"),
    }
}

struct Memory(MemoryStore);

impl Harness for Memory {
    type Store = MemoryStore;

    async fn open(&self) -> Result<MemoryStore, StoreError> {
        Ok(self.0.clone())
    }

    async fn plant(&self, table: &'static str, row: Row) -> Result<(), StoreError> {
        self.0.plant(table, row)
    }
}

macro_rules! on_memory {
    ($($case:ident)*) => {$(
        #[test]
        fn $case() {
            let harness = Memory(MemoryStore::new().unwrap());
            ready(contract::$case(&harness)).unwrap();
        }
    )*};
}

crate::store_contract_cases!(on_memory);

#[test]
fn a_batch_that_fails_anywhere_leaves_nothing() {
    let (session, conversation) = full("fault");
    let batch = puts(&session, &conversation);
    for after in 0..batch.len() as u32 {
        let store = MemoryStore::new().unwrap();
        store.fail_after(after, StoreError::Full);
        assert_eq!(ready(store.write(batch.clone())), Err(StoreError::Full));
        assert_eq!(ready(store.records()).unwrap(), []);
        // The fault is spent.
        ready(store.write(batch.clone())).unwrap();
        assert_eq!(
            ready(store.conversation(&session.id)).unwrap(),
            conversation
        );
    }
}

#[test]
fn a_fault_waits_for_its_change() {
    let store = MemoryStore::new().unwrap();
    store.fail_after(2, StoreError::Blocked);
    let write = || ready(store.write(vec![Write::PutSession(session("s"))]));
    assert_eq!(
        [write(), write(), write(), write()],
        [Ok(()), Ok(()), Err(StoreError::Blocked), Ok(())]
    );
}

/// The rows that each version of the schema wrote, oldest first. A new migration adds its own.
const ROWS_OF_VERSION: [fn(&MemoryStore); 1] = [|store| {
    let (session, conversation) = full("old");
    ready(store.write(puts(&session, &conversation))).unwrap();
}];

#[test]
fn every_earlier_version_becomes_the_latest_with_its_rows() {
    assert_eq!(ROWS_OF_VERSION.len(), MIGRATIONS.len());
    let (session, conversation) = full("old");
    for version in 0..=MIGRATIONS.len() {
        let mut old = Tables::default();
        old.upgrade(&MIGRATIONS[..version]).unwrap();
        let store = MemoryStore::from_tables(old);
        if let Some(write_rows) = version.checked_sub(1).map(|n| ROWS_OF_VERSION[n]) {
            write_rows(&store);
        }
        let mut tables = store.state.borrow().tables.clone();
        tables.upgrade(MIGRATIONS).unwrap();
        let store = MemoryStore::from_tables(tables);
        if version == 0 {
            assert_eq!(ready(store.sessions()).unwrap(), []);
        } else {
            assert_eq!(ready(store.sessions()).unwrap(), from_ref(&session));
            let read = ready(store.conversation(&session.id)).unwrap();
            assert_eq!(read, conversation);
        }
        ready(store.write(puts(&session, &conversation))).unwrap();
    }
}

#[test]
fn later_migrations_add_tables_and_indexes_and_keep_rows() {
    const LATER: &[Migration] = &[
        MIGRATIONS[0],
        Migration {
            version: 2,
            steps: &[
                Step::CreateTable(Table {
                    name: "folders",
                    key: &["id"],
                    indexes: &[],
                }),
                Step::CreateIndex {
                    table: TURNS,
                    index: "id",
                },
            ],
        },
    ];
    let id = Field::Text("t".to_owned());
    for version in 0..=2 {
        let mut tables = Tables::default();
        tables.upgrade(&LATER[..version]).unwrap();
        let turn = Write::PutTurn(contract::turn("s", "t"));
        for change in rows::changes(vec![turn]).unwrap() {
            assert_eq!(tables.apply(&change).is_ok(), version > 0);
        }
        assert_eq!(tables.find(TURNS, "id", &id).is_ok(), version > 1);
        tables.upgrade(LATER).unwrap();
        assert_eq!(tables.all("folders"), Ok(vec![]));
        let found = tables.find(TURNS, "id", &id).unwrap();
        assert_eq!(found.len(), usize::from(version > 0));
        assert_eq!(
            tables.upgrade(MIGRATIONS),
            Err(StoreError::Newer { found: 2, known: 1 })
        );
    }
}

#[test]
fn a_row_without_its_key_is_refused() {
    let store = MemoryStore::new().unwrap();
    let row = Row {
        fields: vec![("turn", Field::Text("t".to_owned()))],
        json: String::new(),
    };
    assert!(store.plant(ROUNDS, row).is_err());
}
