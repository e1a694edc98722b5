//! Between the words of the contract and the tables: which rows a batch writes, what rows read back mean.
//!
//! Every store goes through here, so that they differ only in where the rows lie.

use super::records::{
    self, DraftRecord, ReadError, Record, RoundRecord, SessionRecord, SettingRecord, TurnRecord,
};
use super::schema::{DRAFTS, ROUNDS, SESSIONS, SETTINGS, TURNS};
use super::{Conversation, StoreError, Write};
use crate::chat::{Round, Session, Turn};
use serde_json::Value;
use std::collections::BTreeMap;

/// One row of a table: the fields it is found by, and the record as JSON text.
///
/// Text, because it comes back exactly. A JavaScript object would turn the `1.0` in a provider's state into
/// `1`, has no plain number for integers beyond 2⁵³, and would lose a key called `__proto__`.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub fields: Vec<(&'static str, Field)>,
    pub json: String,
}

/// A value that rows are found by.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    Text(String),
    Number(f64),
}

/// One change to a table. The changes of a batch are applied in order.
#[derive(Clone, Debug)]
pub enum Change {
    Put {
        table: &'static str,
        row: Row,
        /// How to write over a row that stands there; `None` simply replaces it.
        over: Option<Over>,
    },
    Delete {
        table: &'static str,
        key: Vec<Field>,
    },
    /// Deletes every row whose `index` has this value.
    DeleteAll {
        table: &'static str,
        index: &'static str,
        value: Field,
    },
}

/// From the JSON that stands there and the JSON to be written, what is written.
pub type Over = fn(&str, &str) -> Result<String, StoreError>;

/// The changes that a batch asks for.
pub fn changes(batch: Vec<Write>) -> Result<Vec<Change>, StoreError> {
    let mut changes = Vec::with_capacity(batch.len());
    for write in batch {
        match write {
            Write::PutSession(session) => changes.push(put_session(session.into())?),
            Write::DeleteSession(id) => {
                let value = Field::Text(id.0);
                changes.extend([TURNS, ROUNDS, DRAFTS].map(|table| Change::DeleteAll {
                    table,
                    index: "session",
                    value: value.clone(),
                }));
                changes.push(Change::Delete {
                    table: SESSIONS,
                    key: vec![value],
                });
            }
            Write::PutTurn(turn) => changes.push(put_turn(turn.into())?),
            Write::PutRound { session, round } => {
                changes.push(put_round(RoundRecord::new(session, round))?);
            }
            Write::PutDraft(draft) => changes.push(put_draft(draft.into())?),
            Write::DeleteDraft(turn) => changes.push(Change::Delete {
                table: DRAFTS,
                key: vec![Field::Text(turn.0)],
            }),
            Write::PutSetting { key, value } => {
                changes.push(put_setting(SettingRecord { key, value })?);
            }
            Write::DeleteSetting { key } => changes.push(Change::Delete {
                table: SETTINGS,
                key: vec![Field::Text(key)],
            }),
        }
    }
    Ok(changes)
}

fn put_session(record: SessionRecord) -> Result<Change, StoreError> {
    let json = records::write(&record)?;
    Ok(Change::Put {
        table: SESSIONS,
        row: Row {
            fields: vec![
                ("id", Field::Text(record.id)),
                ("updated", Field::Number(record.updated)),
            ],
            json,
        },
        over: Some(records::replace::<SessionRecord>),
    })
}

fn put_turn(record: TurnRecord) -> Result<Change, StoreError> {
    let json = records::write(&record)?;
    Ok(Change::Put {
        table: TURNS,
        row: Row {
            fields: vec![
                ("id", Field::Text(record.id)),
                ("session", Field::Text(record.session)),
            ],
            json,
        },
        over: Some(records::replace::<TurnRecord>),
    })
}

fn put_round(record: RoundRecord) -> Result<Change, StoreError> {
    let json = records::write(&record)?;
    Ok(Change::Put {
        table: ROUNDS,
        row: Row {
            fields: vec![
                ("turn", Field::Text(record.turn)),
                ("index", Field::Number(record.index.into())),
                ("session", Field::Text(record.session)),
            ],
            json,
        },
        over: Some(records::replace::<RoundRecord>),
    })
}

fn put_draft(record: DraftRecord) -> Result<Change, StoreError> {
    let json = records::write(&record)?;
    Ok(Change::Put {
        table: DRAFTS,
        row: Row {
            fields: vec![
                ("turn", Field::Text(record.turn)),
                ("session", Field::Text(record.session)),
            ],
            json,
        },
        over: None,
    })
}

fn put_setting(record: SettingRecord) -> Result<Change, StoreError> {
    let json = records::write(&record)?;
    Ok(Change::Put {
        table: SETTINGS,
        row: Row {
            fields: vec![("key", Field::Text(record.key))],
            json,
        },
        over: None,
    })
}

/// All sessions from their records, the most recently updated first. One that cannot be read keeps its place
/// with whatever is left of it, see [`records::salvage_session`].
pub fn sessions<'a>(jsons: impl IntoIterator<Item = &'a str>) -> Vec<Session> {
    let mut sessions: Vec<Session> = jsons
        .into_iter()
        .filter_map(|json| match records::read::<SessionRecord>(json) {
            Ok(record) => Some(record.into()),
            Err(_) => records::salvage_session(json),
        })
        .collect();
    sessions.sort_by(|a, b| {
        b.updated
            .total_cmp(&a.updated)
            .then_with(|| b.id.cmp(&a.id))
    });
    sessions
}

/// The JSON texts of everything that belongs to one session.
#[derive(Clone, Debug, Default)]
pub struct SessionRows {
    pub session: Option<String>,
    pub turns: Vec<String>,
    pub rounds: Vec<String>,
    pub drafts: Vec<String>,
}

/// Puts a conversation together. Records that cannot be read are described and left out.
pub fn conversation(rows: &SessionRows) -> Conversation {
    let mut unreadable = Vec::new();
    if let Some(Err(error)) = rows.session.as_deref().map(records::read::<SessionRecord>) {
        unreadable.push(describe::<SessionRecord>(&error));
    }
    let mut turns: Vec<Turn> = read_all::<TurnRecord>(&rows.turns, &mut unreadable)
        .map(Into::into)
        .collect();
    turns.sort_by(|a, b| {
        a.created
            .total_cmp(&b.created)
            .then_with(|| a.id.cmp(&b.id))
    });

    let mut by_turn: BTreeMap<_, Vec<Round>> = BTreeMap::new();
    for round in read_all::<RoundRecord>(&rows.rounds, &mut unreadable) {
        let round = Round::from(round);
        let others = by_turn.entry(round.key.turn.clone()).or_default();
        let at = others.partition_point(|other| other.key.index <= round.key.index);
        others.insert(at, round);
    }
    for turn in &mut turns {
        turn.rounds = by_turn.remove(&turn.id).unwrap_or_default();
    }
    for _orphaned in by_turn.into_values() {
        unreadable.push("A message is missing or cannot be read, its answer is kept".to_owned());
    }

    let drafts = read_all::<DraftRecord>(&rows.drafts, &mut unreadable)
        .map(Into::into)
        .collect();
    Conversation {
        turns,
        drafts,
        unreadable,
    }
}

/// A setting's value from its record.
pub fn setting(json: &str) -> Result<Value, StoreError> {
    match records::read::<SettingRecord>(json) {
        Ok(record) => Ok(record.value),
        Err(ReadError::Newer { found, known }) => Err(StoreError::Newer { found, known }),
        Err(error @ ReadError::Malformed(_)) => {
            Err(StoreError::Failed(describe::<SettingRecord>(&error)))
        }
    }
}

/// The settings whose keys begin with `prefix`, from their records. What cannot be read is left out.
pub fn settings(jsons: &[String], prefix: &str) -> Vec<(String, Value)> {
    jsons
        .iter()
        .filter_map(|json| records::read::<SettingRecord>(json).ok())
        .filter(|record| record.key.starts_with(prefix))
        .map(|record| (record.key, record.value))
        .collect()
}

fn read_all<R: Record>(jsons: &[String], unreadable: &mut Vec<String>) -> impl Iterator<Item = R> {
    jsons
        .iter()
        .filter_map(|json| match records::read::<R>(json) {
            Ok(record) => Some(record),
            Err(error) => {
                unreadable.push(describe::<R>(&error));
                None
            }
        })
}

fn describe<R: Record>(error: &ReadError) -> String {
    format!("One {} cannot be read: {error}", R::NAME)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::contract::{full, puts};

    #[test]
    fn a_conversation_does_not_depend_on_the_order_of_its_rows() {
        let (session, expected) = full("shuffled");
        let mut rows = SessionRows::default();
        for change in changes(puts(&session, &expected)).unwrap() {
            let Change::Put { table, row, .. } = change else {
                panic!("only puts are asked for");
            };
            match table {
                SESSIONS => rows.session = Some(row.json),
                TURNS => rows.turns.push(row.json),
                ROUNDS => rows.rounds.push(row.json),
                _ => rows.drafts.push(row.json),
            }
        }
        assert_eq!(conversation(&rows), expected);
        rows.turns.reverse();
        rows.rounds.reverse();
        assert_eq!(conversation(&rows), expected);
        rows.rounds.rotate_left(3);
        assert_eq!(conversation(&rows), expected);
    }
}
