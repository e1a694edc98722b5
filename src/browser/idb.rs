//! The store on IndexedDB.
//!
//! A batch is one transaction. IndexedDB commits a transaction as soon as it has nothing to do, so between
//! its start and its commit nothing is awaited here but its own requests.

mod connection;
mod error;
mod row;

pub(super) use connection::{Connection, commit, read_only, read_write};
pub(super) use error::Problem;

use crate::chat::{Session, SessionId};
use crate::store::rows::{self, Change, Field, SessionRows};
use crate::store::schema::{
    self, DRAFTS, MIGRATIONS, Migration, ROUNDS, SESSIONS, SETTINGS, TURNS,
};
use crate::store::{Conversation, Store, StoreError, StoredRecord, Write};
use indexed_db_futures::database::Database;
use indexed_db_futures::index::Index;
use indexed_db_futures::object_store::ObjectStore;
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::{Transaction, TransactionDurability};
use serde_json::Value;
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// Keeps the data in this origin's IndexedDB. Clones share one connection.
#[derive(Clone)]
pub struct IdbStore {
    connection: Rc<Connection>,
}

impl IdbStore {
    /// Opens the page's database, made or upgraded where needed.
    pub async fn open() -> Result<Self, StoreError> {
        Self::open_as(schema::DATABASE, MIGRATIONS).await
    }

    /// Opens a database of another name or shape.
    pub async fn open_as(name: &str, migrations: &'static [Migration]) -> Result<Self, StoreError> {
        let connection = Connection::new(name, migrations);
        connection.open().await?;
        Ok(Self {
            connection: Rc::new(connection),
        })
    }

    pub(super) fn connection(&self) -> Rc<Connection> {
        self.connection.clone()
    }

    /// Writes a row as it is, past every check.
    #[cfg(feature = "testing")]
    pub async fn plant(&self, table: &'static str, row: rows::Row) -> Result<(), StoreError> {
        let change = Change::Put {
            table,
            row,
            over: None,
        };
        self.apply(&[change], TransactionDurability::Relaxed).await
    }

    async fn apply(
        &self,
        changes: &[Change],
        durability: TransactionDurability,
    ) -> Result<(), StoreError> {
        self.connection
            .run(async |db: &Database| {
                let mut tables: Vec<_> = changes.iter().map(table_of).collect();
                tables.sort_unstable();
                tables.dedup();
                let transaction = read_write(db, &tables, durability)?;
                for change in changes {
                    apply(&transaction, change).await?;
                }
                commit(transaction).await
            })
            .await
    }
}

impl Store for IdbStore {
    async fn write(&self, batch: Vec<Write>) -> Result<(), StoreError> {
        let durability = durability(&batch);
        let changes = rows::changes(batch)?;
        if changes.is_empty() {
            return Ok(());
        }
        self.apply(&changes, durability).await
    }

    async fn sessions(&self) -> Result<Vec<Session>, StoreError> {
        let jsons = self
            .connection
            .run(async |db: &Database| {
                let transaction = read_only(db, &[SESSIONS])?;
                row::jsons(
                    transaction
                        .object_store(SESSIONS)?
                        .get_all()
                        .primitive()?
                        .await?,
                )
            })
            .await?;
        Ok(rows::sessions(jsons.iter().map(String::as_str)))
    }

    async fn conversation(&self, session: &SessionId) -> Result<Conversation, StoreError> {
        let id = session.0.as_str();
        let rows = self
            .connection
            .run(async |db: &Database| {
                let transaction = read_only(db, &[SESSIONS, TURNS, ROUNDS, DRAFTS])?;
                // All four requests are under way before the first is awaited.
                let of_session = |table| -> Result<_, Problem> {
                    let store = transaction.object_store(table)?;
                    let index: Index = store.index("session")?;
                    Ok(index.get_all::<JsValue>().with_query(id).primitive()?)
                };
                let session = transaction.object_store(SESSIONS)?;
                let session = session.get::<JsValue, _, _>(id).primitive()?;
                let (turns, rounds) = (of_session(TURNS)?, of_session(ROUNDS)?);
                let drafts = of_session(DRAFTS)?;
                Ok(SessionRows {
                    session: session.await?.as_ref().map(row::json),
                    turns: row::jsons(turns.await?)?,
                    rounds: row::jsons(rounds.await?)?,
                    drafts: row::jsons(drafts.await?)?,
                })
            })
            .await?;
        Ok(rows::conversation(&rows))
    }

    async fn setting(&self, key: &str) -> Result<Option<Value>, StoreError> {
        let row = self
            .connection
            .run(async |db: &Database| {
                let transaction = read_only(db, &[SETTINGS])?;
                let store = transaction.object_store(SETTINGS)?;
                Ok(store.get::<JsValue, _, _>(key).primitive()?.await?)
            })
            .await?;
        row.map(|row| rows::setting(&row::json(&row))).transpose()
    }

    async fn settings(&self, prefix: &str) -> Result<Vec<(String, Value)>, StoreError> {
        let jsons = self
            .connection
            .run(async |db: &Database| {
                let transaction = read_only(db, &[SETTINGS])?;
                let store = transaction.object_store(SETTINGS)?;
                row::jsons(store.get_all().primitive()?.await?)
            })
            .await?;
        Ok(rows::settings(&jsons, prefix))
    }

    async fn records(&self) -> Result<Vec<StoredRecord>, StoreError> {
        self.connection
            .run(async |db: &Database| {
                let transaction = read_only(db, &schema::DATA)?;
                let mut records = Vec::new();
                for table in schema::DATA {
                    let store = transaction.object_store(table)?;
                    let jsons = row::jsons(store.get_all().primitive()?.await?)?;
                    records.extend(jsons.into_iter().map(|json| StoredRecord { table, json }));
                }
                Ok(records)
            })
            .await
    }
}

async fn apply(transaction: &Transaction<'_>, change: &Change) -> Result<(), Problem> {
    match change {
        Change::Put { table, row, over } => {
            let store = transaction.object_store(table)?;
            let mut json = row.json.clone();
            if let Some(over) = over {
                let key = row::key_of(&store, row);
                if let Some(old) = store.get::<JsValue, _, _>(key).primitive()?.await? {
                    json = over(&row::json(&old), &json)?;
                }
            }
            // Not awaited: a request that fails makes the commit fail.
            store.put(row::to_js(&row.fields, &json)?).primitive()?;
        }
        Change::Delete { table, key } => {
            let store = transaction.object_store(table)?;
            store.delete(row::key(key)).primitive()?;
        }
        Change::DeleteAll {
            table,
            index,
            value,
        } => {
            let store = transaction.object_store(table)?;
            for key in keys(&store, index, value).await? {
                store.delete(key).primitive()?;
            }
        }
    }
    Ok(())
}

async fn keys(
    store: &ObjectStore<'_>,
    index: &str,
    value: &Field,
) -> Result<Vec<JsValue>, Problem> {
    let index: Index = store.index(index)?;
    let keys = index
        .get_all_keys::<JsValue>()
        .with_query(row::field(value))
        .primitive()?
        .await?;
    Ok(keys.collect::<Result<_, _>>()?)
}

fn table_of(change: &Change) -> &'static str {
    match change {
        Change::Put { table, .. }
        | Change::Delete { table, .. }
        | Change::DeleteAll { table, .. } => table,
    }
}

/// What a person said and what was answered must outlive a power cut, so the browser is to wait for the
/// disk. A draft is written many times while an answer streams and is replaced by the round: it only has to
/// outlive the page.
fn durability(batch: &[Write]) -> TransactionDurability {
    let only_drafts = batch.iter().all(|write| match write {
        Write::PutDraft(_) | Write::DeleteDraft(_) => true,
        Write::PutSession(_)
        | Write::DeleteSession(_)
        | Write::PutTurn(_)
        | Write::PutRound { .. }
        | Write::PutSetting { .. }
        | Write::DeleteSetting { .. } => false,
    });
    if only_drafts {
        TransactionDurability::Relaxed
    } else {
        TransactionDurability::Strict
    }
}
