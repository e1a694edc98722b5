//! A conversation's own record.

use super::{Record, Upgrade, finite};
use crate::chat::{Session, Thinking};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionRecord {
    pub id: String,
    pub title: String,
    pub agent: String,
    pub model: Option<String>,
    /// A word of [`Thinking::word`]. One that this build does not know counts as none.
    pub thinking: Option<String>,
    pub created: f64,
    pub updated: f64,
    pub tip: Option<String>,
}

impl Record for SessionRecord {
    const NAME: &'static str = "conversation";
    const UPGRADES: &'static [Upgrade] = &[];
}

impl From<Session> for SessionRecord {
    fn from(session: Session) -> Self {
        let Session {
            id,
            title,
            agent,
            model,
            thinking,
            created,
            updated,
            tip,
        } = session;
        Self {
            id: id.0,
            title,
            agent: agent.0,
            model: model.map(|model| model.0),
            thinking: thinking.map(Thinking::word),
            created: finite(created),
            updated: finite(updated),
            tip: tip.map(|tip| tip.0),
        }
    }
}

impl From<SessionRecord> for Session {
    fn from(record: SessionRecord) -> Self {
        Self {
            id: crate::chat::SessionId(record.id),
            title: record.title,
            agent: crate::chat::AgentId(record.agent),
            model: record.model.map(crate::chat::ModelConfigId),
            thinking: record.thinking.as_deref().and_then(Thinking::from_word),
            created: record.created,
            updated: record.updated,
            tip: record.tip.map(crate::chat::TurnId),
        }
    }
}

/// What can be said of a conversation whose record cannot be read: it stays in the list under whatever
/// title is left, and can be opened and deleted, but [`super::replace`] refuses to overwrite it.
/// `None` if not even its id is there.
pub fn salvage_session(json: &str) -> Option<Session> {
    let value: Value = serde_json::from_str(json).ok()?;
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    let number = |key: &str| value.get(key).and_then(Value::as_f64).unwrap_or_default();
    Some(Session {
        id: text("id")?.into(),
        title: text("title")
            .unwrap_or("Unreadable conversation")
            .to_owned(),
        agent: text("agent").unwrap_or_default().into(),
        model: text("model").map(Into::into),
        thinking: None,
        created: number("created"),
        updated: number("updated"),
        tip: text("tip").map(Into::into),
    })
}
