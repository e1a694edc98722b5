//! A turn's record: the person's message and how it ended. Its rounds are records of their own.

use super::{Record, Upgrade, finite};
use crate::chat::{
    AddressMend, AgentId, Answerer, Failure, Outcome, SessionId, Turn, TurnId, UserMessage,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnRecord {
    pub id: String,
    pub session: String,
    pub parent: Option<String>,
    pub created: f64,
    /// Missing where a build wrote that had one agent only.
    pub agent: Option<AnswererRecord>,
    pub user: UserRecord,
    pub outcome: Option<OutcomeRecord>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswererRecord {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UserRecord {
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OutcomeRecord {
    Done,
    Stopped,
    Interrupted,
    Failed {
        title: String,
        advice: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        checks: Vec<String>,
        detail: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        fix: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mend: Option<MendRecord>,
    },
    LimitReached {
        max_rounds: u32,
    },
    TimedOut {
        limit: f64,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MendRecord {
    pub from: String,
    pub to: String,
}

impl Record for TurnRecord {
    const NAME: &'static str = "message";
    /// Version 2 knows turns that ran out of time.
    const UPGRADES: &'static [Upgrade] = &[|_| {}];
}

impl From<Turn> for TurnRecord {
    fn from(turn: Turn) -> Self {
        let Turn {
            id,
            session,
            parent,
            created,
            agent: Answerer { id: agent, name },
            user: UserMessage { text },
            rounds: _,
            outcome,
        } = turn;
        Self {
            id: id.0,
            session: session.0,
            parent: parent.map(|parent| parent.0),
            created: finite(created),
            agent: Some(AnswererRecord { id: agent.0, name }),
            user: UserRecord { text },
            outcome: outcome.map(Into::into),
        }
    }
}

impl From<TurnRecord> for Turn {
    /// Without rounds.
    fn from(record: TurnRecord) -> Self {
        Self {
            id: TurnId(record.id),
            session: SessionId(record.session),
            parent: record.parent.map(TurnId),
            created: record.created,
            agent: record
                .agent
                .map(|AnswererRecord { id, name }| Answerer {
                    id: AgentId(id),
                    name,
                })
                .unwrap_or_default(),
            user: UserMessage {
                text: record.user.text,
            },
            rounds: vec![],
            outcome: record.outcome.map(Into::into),
        }
    }
}

impl From<Outcome> for OutcomeRecord {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::Done,
            Outcome::Stopped => Self::Stopped,
            Outcome::Interrupted => Self::Interrupted,
            Outcome::Failed {
                failure:
                    Failure {
                        title,
                        advice,
                        checks,
                        detail,
                        fix,
                        mend,
                    },
            } => Self::Failed {
                title,
                advice,
                checks,
                detail,
                fix,
                mend: mend.map(|AddressMend { from, to }| MendRecord { from, to }),
            },
            Outcome::LimitReached { max_rounds } => Self::LimitReached { max_rounds },
            Outcome::TimedOut { limit } => Self::TimedOut {
                limit: finite(limit),
            },
        }
    }
}

impl From<OutcomeRecord> for Outcome {
    fn from(record: OutcomeRecord) -> Self {
        match record {
            OutcomeRecord::Done => Self::Done,
            OutcomeRecord::Stopped => Self::Stopped,
            OutcomeRecord::Interrupted => Self::Interrupted,
            OutcomeRecord::Failed {
                title,
                advice,
                checks,
                detail,
                fix,
                mend,
            } => Self::Failed {
                failure: Failure {
                    title,
                    advice,
                    checks,
                    detail,
                    fix,
                    mend: mend.map(|MendRecord { from, to }| AddressMend { from, to }),
                },
            },
            OutcomeRecord::LimitReached { max_rounds } => Self::LimitReached { max_rounds },
            OutcomeRecord::TimedOut { limit } => Self::TimedOut { limit },
        }
    }
}
