//! A small model of IndexedDB's tables: keys, indexes, migrations. The memory store keeps its rows here.

use super::StoreError;
use super::rows::{Change, Field, Row};
use super::schema::{self, Migration, Step};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

/// All tables of one database. Cloning is cheap: rows are shared.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    version: u32,
    tables: BTreeMap<&'static str, Table>,
}

#[derive(Clone, Debug)]
struct Table {
    key: &'static [&'static str],
    indexes: Vec<&'static str>,
    rows: BTreeMap<Key, Rc<Row>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Key(Vec<Field>);

impl Tables {
    /// Brings the tables to the latest version of `migrations`, keeping their rows.
    pub fn upgrade(&mut self, migrations: &[Migration]) -> Result<(), StoreError> {
        let known = schema::latest(migrations);
        if self.version > known {
            return Err(StoreError::Newer {
                found: self.version,
                known,
            });
        }
        for step in schema::steps_after(migrations, self.version) {
            match *step {
                Step::CreateTable(table) => {
                    let empty = Table {
                        key: table.key,
                        indexes: table.indexes.to_vec(),
                        rows: BTreeMap::new(),
                    };
                    if self.tables.insert(table.name, empty).is_some() {
                        return Err(failed(format!("the table {} exists", table.name)));
                    }
                }
                Step::CreateIndex { table, index } => self.table_mut(table)?.indexes.push(index),
            }
        }
        self.version = known;
        Ok(())
    }

    pub fn apply(&mut self, change: &Change) -> Result<(), StoreError> {
        match change {
            Change::Put { table, row, over } => {
                let table = self.table_mut(table)?;
                let key = table.key_of(row)?;
                let mut row = row.clone();
                if let (Some(over), Some(old)) = (over, table.rows.get(&key)) {
                    row.json = over(&old.json, &row.json)?;
                }
                table.rows.insert(key, Rc::new(row));
            }
            Change::Delete { table, key } => {
                self.table_mut(table)?.rows.remove(&Key(key.clone()));
            }
            Change::DeleteAll {
                table,
                index,
                value,
            } => {
                let table = self.table_mut(table)?;
                table.has_index(index)?;
                table.rows.retain(|_, row| row.field(index) != Some(value));
            }
        }
        Ok(())
    }

    pub fn get(&self, table: &str, key: &[Field]) -> Result<Option<String>, StoreError> {
        let row = self.table(table)?.rows.get(&Key(key.to_vec()));
        Ok(row.map(|row| row.json.clone()))
    }

    /// The JSON texts of a whole table, in the order of its keys.
    pub fn all(&self, table: &str) -> Result<Vec<String>, StoreError> {
        let rows = self.table(table)?.rows.values();
        Ok(rows.map(|row| row.json.clone()).collect())
    }

    /// The JSON texts of the rows whose `index` has this value.
    pub fn find(&self, table: &str, index: &str, value: &Field) -> Result<Vec<String>, StoreError> {
        let table = self.table(table)?;
        table.has_index(index)?;
        let rows = table.rows.values();
        Ok(rows
            .filter(|row| row.field(index) == Some(value))
            .map(|row| row.json.clone())
            .collect())
    }

    fn table(&self, name: &str) -> Result<&Table, StoreError> {
        self.tables.get(name).ok_or_else(|| no_table(name))
    }

    fn table_mut(&mut self, name: &str) -> Result<&mut Table, StoreError> {
        self.tables.get_mut(name).ok_or_else(|| no_table(name))
    }
}

impl Table {
    fn key_of(&self, row: &Row) -> Result<Key, StoreError> {
        let parts = self.key.iter().map(|name| row.field(name).cloned());
        parts.collect::<Option<Vec<_>>>().map(Key).ok_or_else(|| {
            failed(format!(
                "a row lacks one of its key's fields {:?}",
                self.key
            ))
        })
    }

    fn has_index(&self, index: &str) -> Result<(), StoreError> {
        if self.indexes.contains(&index) {
            Ok(())
        } else {
            Err(failed(format!("there is no index {index}")))
        }
    }
}

impl Row {
    fn field(&self, name: &str) -> Option<&Field> {
        let (_, field) = self.fields.iter().find(|(field, _)| *field == name)?;
        Some(field)
    }
}

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    /// Numbers before text, as IndexedDB orders keys.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_part = self.0.iter().zip(&other.0).map(|pair| match pair {
            (Field::Number(a), Field::Number(b)) => a.total_cmp(b),
            (Field::Text(a), Field::Text(b)) => a.cmp(b),
            (Field::Number(_), Field::Text(_)) => Ordering::Less,
            (Field::Text(_), Field::Number(_)) => Ordering::Greater,
        });
        by_part
            .fold(Ordering::Equal, Ordering::then)
            .then(self.0.len().cmp(&other.0.len()))
    }
}

fn no_table(name: &str) -> StoreError {
    failed(format!("there is no table {name}"))
}

fn failed(why: String) -> StoreError {
    StoreError::Failed(why)
}
