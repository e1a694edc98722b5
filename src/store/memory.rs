//! A store that forgets everything with the page: for tests, and for browsers that offer no storage.

use super::rows::{self, Field, SessionRows};
use super::schema::{self, DRAFTS, MIGRATIONS, ROUNDS, SESSIONS, SETTINGS, TURNS};
use super::tables::Tables;
use super::{Conversation, Store, StoreError, StoredRecord, Write};
use crate::chat::{Session, SessionId};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// Keeps the same records as the real store, in memory. Clones share them, like two tabs.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    state: Rc<RefCell<State>>,
}

#[derive(Debug, Default)]
struct State {
    tables: Tables,
    fault: Option<Fault>,
}

#[derive(Debug)]
struct Fault {
    changes_left: u32,
    error: StoreError,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Result<Self, StoreError> {
        let mut tables = Tables::default();
        tables.upgrade(MIGRATIONS)?;
        Ok(Self::from_tables(tables))
    }

    pub(super) fn from_tables(tables: Tables) -> Self {
        Self {
            state: Rc::new(RefCell::new(State {
                tables,
                fault: None,
            })),
        }
    }

    /// Lets one change fail with `error`: the one after `after` more have gone well, counted over all
    /// batches to come.
    pub fn fail_after(&self, after: u32, error: StoreError) {
        self.state.borrow_mut().fault = Some(Fault {
            changes_left: after,
            error,
        });
    }

    /// Writes a row as it is, past every check.
    #[cfg(any(test, feature = "testing"))]
    pub fn plant(&self, table: &'static str, row: rows::Row) -> Result<(), StoreError> {
        self.state.borrow_mut().tables.apply(&rows::Change::Put {
            table,
            row,
            over: None,
        })
    }
}

impl Store for MemoryStore {
    async fn write(&self, batch: Vec<Write>) -> Result<(), StoreError> {
        let changes = rows::changes(batch)?;
        let mut state = self.state.borrow_mut();
        // Worked on a copy that takes the place of the old tables only when everything went well.
        let mut tables = state.tables.clone();
        for change in &changes {
            state.meet_fault()?;
            tables.apply(change)?;
        }
        state.tables = tables;
        Ok(())
    }

    async fn sessions(&self) -> Result<Vec<Session>, StoreError> {
        let jsons = self.state.borrow().tables.all(SESSIONS)?;
        Ok(rows::sessions(jsons.iter().map(String::as_str)))
    }

    async fn conversation(&self, session: &SessionId) -> Result<Conversation, StoreError> {
        let tables = &self.state.borrow().tables;
        let id = Field::Text(session.0.clone());
        Ok(rows::conversation(&SessionRows {
            turns: tables.find(TURNS, "session", &id)?,
            rounds: tables.find(ROUNDS, "session", &id)?,
            drafts: tables.find(DRAFTS, "session", &id)?,
            session: tables.get(SESSIONS, &[id])?,
        }))
    }

    async fn setting(&self, key: &str) -> Result<Option<Value>, StoreError> {
        let key = Field::Text(key.to_owned());
        let json = self.state.borrow().tables.get(SETTINGS, &[key])?;
        json.map(|json| rows::setting(&json)).transpose()
    }

    async fn settings(&self, prefix: &str) -> Result<Vec<(String, Value)>, StoreError> {
        let jsons = self.state.borrow().tables.all(SETTINGS)?;
        Ok(rows::settings(&jsons, prefix))
    }

    async fn records(&self) -> Result<Vec<StoredRecord>, StoreError> {
        let tables = &self.state.borrow().tables;
        let mut records = Vec::new();
        for table in schema::DATA {
            let jsons = tables.all(table)?;
            records.extend(jsons.into_iter().map(|json| StoredRecord { table, json }));
        }
        Ok(records)
    }
}

impl State {
    fn meet_fault(&mut self) -> Result<(), StoreError> {
        match self.fault.take() {
            None => Ok(()),
            Some(fault) if fault.changes_left == 0 => Err(fault.error),
            Some(fault) => {
                self.fault = Some(Fault {
                    changes_left: fault.changes_left - 1,
                    ..fault
                });
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests;
