//! One database's connection: opened when needed, given up when a newer page wants it, opened again when
//! the browser took it away.

use super::error::{Problem, opening};
use crate::store::StoreError;
use crate::store::schema::{self, Migration, Step};
use futures_util::future::{Either, select};
use indexed_db_futures::database::Database;
use indexed_db_futures::error::Error;
use indexed_db_futures::internals::SystemRepr;
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::{
    Transaction, TransactionDurability, TransactionMode, TransactionOptions,
};
use indexed_db_futures::{KeyPath, OpenDbResult};
use std::cell::RefCell;
use std::pin::pin;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// How long another tab may take to give way before it counts as blocking, in milliseconds. It gives way at
/// once unless a write of its own is still under way.
const PATIENCE: i32 = 2_000;

pub struct Connection {
    name: String,
    migrations: &'static [Migration],
    current: RefCell<Option<Rc<Open>>>,
}

/// An open database, closed when dropped.
struct Open {
    database: Database,
    _on_version_change: Closure<dyn FnMut()>,
}

impl Connection {
    pub fn new(name: &str, migrations: &'static [Migration]) -> Self {
        Self {
            name: name.to_owned(),
            migrations,
            current: RefCell::new(None),
        }
    }

    /// Does `work` on the open database. If the connection turns out to be lost, it is opened again and the
    /// work done once more from its beginning, so `work` must bear being done twice.
    pub async fn run<T>(
        &self,
        work: impl AsyncFn(&Database) -> Result<T, Problem>,
    ) -> Result<T, StoreError> {
        let open = self.get().await?;
        match work(&open.database).await {
            Ok(value) => Ok(value),
            Err(Problem::Final(error)) => Err(error),
            Err(Problem::ConnectionLost(_)) => {
                self.forget(&open);
                let open = self.get().await?;
                work(&open.database).await.map_err(Problem::into_error)
            }
        }
    }

    /// Opens the database, so that a failure shows now.
    pub async fn open(&self) -> Result<(), StoreError> {
        self.get().await.map(|_| ())
    }

    async fn get(&self) -> Result<Rc<Open>, StoreError> {
        let current = self.current.borrow().clone();
        if let Some(open) = current {
            return Ok(open);
        }
        let opened = Rc::new(open(&self.name, self.migrations).await?);
        // Someone else may have opened one in the meantime; then this one closes again.
        Ok(self.current.borrow_mut().get_or_insert(opened).clone())
    }

    fn forget(&self, lost: &Rc<Open>) {
        self.current
            .borrow_mut()
            .take_if(|current| Rc::ptr_eq(current, lost));
    }
}

impl Open {
    fn new(database: Database) -> Self {
        // A newer page wants to upgrade: it may. The next operation here tries to open the database again
        // and finds out that it has become too new.
        let sys = database.as_sys().clone();
        let on_version_change = Closure::new(move || sys.close());
        database
            .as_sys()
            .set_onversionchange(Some(on_version_change.as_ref().unchecked_ref()));
        Self {
            database,
            _on_version_change: on_version_change,
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.database.as_sys().set_onversionchange(None);
        self.database.as_sys().close();
    }
}

/// Starts a transaction that only reads.
pub fn read_only<'a>(db: &'a Database, tables: &[&str]) -> Result<Transaction<'a>, Problem> {
    Ok(db.transaction(tables).build()?)
}

/// Starts a transaction that writes; dropped without [`commit`], it leaves nothing.
pub fn read_write<'a>(
    db: &'a Database,
    tables: &[&str],
    durability: TransactionDurability,
) -> Result<Transaction<'a>, Problem> {
    let options = TransactionOptions::new().with_durability(durability);
    let transaction = db
        .transaction(tables)
        .with_mode(TransactionMode::Readwrite)
        .with_options(options);
    Ok(transaction.build()?)
}

/// Commits and waits until the browser says that it is done.
pub async fn commit(transaction: Transaction<'_>) -> Result<(), Problem> {
    let sys = transaction.as_sys().clone();
    transaction.commit().await.map_err(|error| {
        // A full disk shows only here, and only as the reason why the transaction was aborted.
        let cause = sys.error().map(Error::from);
        Problem::from(cause.unwrap_or(error))
    })
}

async fn open(name: &str, migrations: &'static [Migration]) -> Result<Open, StoreError> {
    let known = schema::latest(migrations);
    match open_version(name, known, migrations).await? {
        Ok(database) => Ok(Open::new(database)),
        Err(error) => match opening(error) {
            Some(error) => Err(error),
            None => Err(StoreError::Newer {
                found: stored_version(name).await,
                known,
            }),
        },
    }
}

async fn open_version(
    name: &str,
    version: u32,
    migrations: &'static [Migration],
) -> Result<OpenDbResult<Database>, StoreError> {
    let mut report_blocked = None;
    let blocked = js_sys::Promise::new(&mut |resolve, _| report_blocked = Some(resolve));
    let request = Database::open(name)
        .with_version(version)
        .with_on_blocked(move |_| {
            if let Some(report) = report_blocked {
                after(PATIENCE, &report)?;
            }
            Ok(())
        })
        .with_on_upgrade_needed(move |event, database| {
            // Version numbers are whole and far below 2³².
            upgrade(&database, migrations, event.old_version() as u32)
        })
        .build();
    let request = match request {
        Ok(request) => request,
        Err(error) => return Ok(Err(error)),
    };
    match select(request, pin!(JsFuture::from(blocked))).await {
        Either::Left((result, _)) => Ok(result),
        Either::Right((_, request)) => {
            // The request cannot be taken back; when it is granted after all, nobody wants it any more.
            spawn_local(async {
                if let Ok(database) = request.await {
                    database.close();
                }
            });
            Err(StoreError::Blocked)
        }
    }
}

fn after(milliseconds: i32, call: &js_sys::Function) -> Result<(), Error> {
    match web_sys::window() {
        Some(window) => {
            window.set_timeout_with_callback_and_timeout_and_arguments_0(call, milliseconds)?;
        }
        None => {
            call.call0(&JsValue::NULL)?;
        }
    }
    Ok(())
}

fn upgrade(database: &Database, migrations: &'static [Migration], from: u32) -> Result<(), Error> {
    /// Never left in a database.
    const SCAFFOLD: &str = "scaffold";
    for step in schema::steps_after(migrations, from) {
        match *step {
            Step::CreateTable(table) => {
                let store = database
                    .create_object_store(table.name)
                    .with_key_path(key_path(table.key))
                    .build()?;
                for index in table.indexes {
                    store.create_index(*index, KeyPath::One(*index)).build()?;
                }
            }
            Step::CreateIndex { table, index } => {
                // The upgrade's transaction, through which existing tables are reached, can be had from a
                // table made in it.
                let scaffold = database.create_object_store(SCAFFOLD).build()?;
                let store = scaffold.transaction().object_store(table)?;
                store.create_index(index, KeyPath::One(index)).build()?;
                database.delete_object_store(SCAFFOLD)?;
            }
        }
    }
    Ok(())
}

fn key_path(fields: &'static [&'static str]) -> KeyPath<&'static str> {
    match fields {
        [one] => KeyPath::One(one),
        several => several.iter().copied().collect(),
    }
}

/// The version of the stored database, or 0 if it does not say.
async fn stored_version(name: &str) -> u32 {
    match Database::open(name).await {
        Ok(database) => {
            let version = database.version();
            database.close();
            version as u32
        }
        Err(_) => 0,
    }
}
