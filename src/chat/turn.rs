//! A person's message and everything that answered it.

use super::{AgentId, Millis, Round, SessionId, TurnId};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    pub id: TurnId,
    pub session: SessionId,
    /// The turn this one follows; `None` for a first message. Children are derived, never stored.
    pub parent: Option<TurnId>,
    pub created: Millis,
    /// The agent that was asked.
    pub agent: Answerer,
    pub user: UserMessage,
    pub rounds: Vec<Round>,
    /// `None` while the answer is in flight. A turn found so after a reload is [`Outcome::Interrupted`].
    pub outcome: Option<Outcome>,
}

/// The id of the agent that is always there.
pub const JUST_ASK: &str = "just-ask";

/// An agent as it was when it was asked; it may have been renamed or deleted since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answerer {
    pub id: AgentId,
    pub name: String,
}

impl Default for Answerer {
    /// The agent of the time when there was only one.
    fn default() -> Self {
        Self {
            id: AgentId::from(JUST_ASK),
            name: "General Assistant".to_owned(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UserMessage {
    pub text: String,
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    Done,
    /// The person pressed Stop.
    Stopped,
    /// The page went away in the middle.
    Interrupted,
    Failed {
        failure: Failure,
    },
    /// The agent used up its rounds.
    LimitReached {
        max_rounds: u32,
    },
    /// The agent used up its time, in milliseconds.
    TimedOut {
        limit: Millis,
    },
}

/// A failure as it is kept and shown: plain text that never holds a secret.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    /// What happened, in one sentence.
    pub title: String,
    /// What the person can do about it.
    pub advice: String,
    /// What it may be, where that is not certain: the likeliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<String>,
    /// Lines to be copied somewhere to mend it, as they are; often empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fix: String,
    /// What the provider said, verbatim, for those who want to know.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// A base URL that may mend it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mend: Option<AddressMend>,
}

/// A base URL to take in the place of another. The providers that have the old one are the ones meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressMend {
    pub from: String,
    pub to: String,
}
