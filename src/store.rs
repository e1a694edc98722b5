//! Where conversations live: records, the schema's migrations, and the contract every store keeps.
//!
//! Records ([`records`]) are types of their own, apart from the domain types, so that a change of the
//! code is never silently a change of what is on disk. Nothing big is ever rewritten: a round is its own
//! record, written once when it ends.

#[cfg(any(test, feature = "testing"))]
pub mod contract;
pub mod export;
pub mod memory;
pub mod records;
pub mod rows;
pub mod schema;
pub mod tables;

use crate::chat::{Millis, Part, Round, Session, SessionId, Turn, TurnId};
use std::fmt;

/// One change. A batch of them is applied whole or not at all.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    PutSession(Session),
    /// Removes the session with its turns, rounds and drafts.
    DeleteSession(SessionId),
    /// Writes the turn itself; its rounds are left as they are.
    PutTurn(Turn),
    PutRound {
        session: SessionId,
        round: Round,
    },
    PutDraft(Draft),
    DeleteDraft(TurnId),
    /// A setting under its key; settings never hold secrets.
    PutSetting {
        key: String,
        value: serde_json::Value,
    },
    DeleteSetting {
        key: String,
    },
}

/// The unfinished answer of a turn in flight: a checkpoint, not history. It is offered to the person when
/// the page went away before the round could be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    pub turn: TurnId,
    pub session: SessionId,
    /// Which round of the turn was being written.
    pub round: u32,
    pub parts: Vec<Part>,
    pub saved: Millis,
}

/// A conversation as it is read back: turns in order of creation, each with its rounds in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conversation {
    pub turns: Vec<Turn>,
    pub drafts: Vec<Draft>,
    /// Records that could not be read, described for the person; they are left untouched.
    pub unreadable: Vec<String>,
}

/// What keeps the data. One contract suite runs on every implementation.
#[allow(
    async_fn_in_trait,
    reason = "the page has one thread: futures need not be Send"
)]
pub trait Store {
    /// Applies the whole batch in one transaction, in order.
    ///
    /// # Errors
    /// [`StoreError::Newer`] or [`StoreError::Failed`] where a session, turn or round would be written over
    /// a record that this build cannot read; nothing of the batch is applied then.
    async fn write(&self, batch: Vec<Write>) -> Result<(), StoreError>;
    /// All sessions, the most recently updated first. One whose record cannot be read is in the list too,
    /// with what is left of it; [`Conversation::unreadable`] says so.
    async fn sessions(&self) -> Result<Vec<Session>, StoreError>;
    /// One session's turns and drafts; empty for an unknown session.
    async fn conversation(&self, session: &SessionId) -> Result<Conversation, StoreError>;
    async fn setting(&self, key: &str) -> Result<Option<serde_json::Value>, StoreError>;
    /// The settings whose keys begin with `prefix`, in the order of their keys. One that cannot be read is left
    /// out.
    async fn settings(&self, prefix: &str) -> Result<Vec<(String, serde_json::Value)>, StoreError>;
    /// Every record as it is stored, table by table. Never a secret: those are kept elsewhere.
    async fn records(&self) -> Result<Vec<StoredRecord>, StoreError>;
}

/// A record as it is stored: JSON text, unless something went wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// One of [`schema::DATA`].
    pub table: &'static str,
    pub json: String,
}

/// Why the store could not do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The browser offers no storage here (some private windows) or the person forbids it.
    Unavailable(String),
    /// The disk or the origin's quota is full.
    Full,
    /// The data was written by a newer Colloquy; this one must not touch it.
    Newer { found: u32, known: u32 },
    /// Another tab holds an older version open.
    Blocked,
    /// Anything else, in the browser's words.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(why) => write!(f, "This browser gives the page no storage: {why}"),
            Self::Full => f.write_str("The browser's storage for this page is full"),
            Self::Newer { found, known } => write!(
                f,
                "The stored data has version {found}, this page knows {known}. Reload to get the newer page"
            ),
            Self::Blocked => f.write_str("Another tab runs an older Colloquy. Close or reload it"),
            Self::Failed(why) => write!(f, "The browser's storage failed: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}
