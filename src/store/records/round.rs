//! One model response, finished ([`RoundRecord`]) or not ([`DraftRecord`]).

use super::{PartRecord, Record, Upgrade, finite};
use crate::chat::{Round, RoundKey, SessionId, StopReason, TurnId, Usage};
use crate::store::Draft;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundRecord {
    pub turn: String,
    pub index: u32,
    pub session: String,
    pub parts: Vec<PartRecord>,
    pub usage: Option<UsageRecord>,
    pub model: String,
    pub stop: Option<StopRecord>,
    pub summary: Option<String>,
    pub started: f64,
    pub ended: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UsageRecord {
    pub input: Option<u64>,
    pub cached: Option<u64>,
    pub output: Option<u64>,
    pub reasoning: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "raw", rename_all = "snake_case")]
pub enum StopRecord {
    End,
    ToolCalls,
    Length,
    ContentFilter,
    Refusal,
    Other(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DraftRecord {
    pub turn: String,
    pub session: String,
    pub round: u32,
    pub parts: Vec<PartRecord>,
    pub saved: f64,
}

impl Record for RoundRecord {
    const NAME: &'static str = "answer";
    /// Version 2 keeps more of a tool's result.
    const UPGRADES: &'static [Upgrade] = &[|_| {}];
}

impl Record for DraftRecord {
    const NAME: &'static str = "unfinished answer";
    /// Version 2 keeps more of a tool's result.
    const UPGRADES: &'static [Upgrade] = &[|_| {}];
}

impl RoundRecord {
    pub fn new(session: SessionId, round: Round) -> Self {
        let Round {
            key: RoundKey { turn, index },
            parts,
            usage,
            model,
            stop,
            summary,
            started,
            ended,
        } = round;
        Self {
            turn: turn.0,
            index,
            session: session.0,
            parts: parts.into_iter().map(Into::into).collect(),
            usage: usage.map(Into::into),
            model,
            stop: stop.map(Into::into),
            summary,
            started: finite(started),
            ended: finite(ended),
        }
    }
}

impl From<RoundRecord> for Round {
    fn from(record: RoundRecord) -> Self {
        Self {
            key: RoundKey {
                turn: TurnId(record.turn),
                index: record.index,
            },
            parts: record.parts.into_iter().map(Into::into).collect(),
            usage: record.usage.map(Into::into),
            model: record.model,
            stop: record.stop.map(Into::into),
            summary: record.summary,
            started: record.started,
            ended: record.ended,
        }
    }
}

impl From<Draft> for DraftRecord {
    fn from(draft: Draft) -> Self {
        let Draft {
            turn,
            session,
            round,
            parts,
            saved,
        } = draft;
        Self {
            turn: turn.0,
            session: session.0,
            round,
            parts: parts.into_iter().map(Into::into).collect(),
            saved: finite(saved),
        }
    }
}

impl From<DraftRecord> for Draft {
    fn from(record: DraftRecord) -> Self {
        Self {
            turn: TurnId(record.turn),
            session: SessionId(record.session),
            round: record.round,
            parts: record.parts.into_iter().map(Into::into).collect(),
            saved: record.saved,
        }
    }
}

impl From<Usage> for UsageRecord {
    fn from(usage: Usage) -> Self {
        let Usage {
            input,
            cached,
            output,
            reasoning,
        } = usage;
        Self {
            input,
            cached,
            output,
            reasoning,
        }
    }
}

impl From<UsageRecord> for Usage {
    fn from(record: UsageRecord) -> Self {
        Self {
            input: record.input,
            cached: record.cached,
            output: record.output,
            reasoning: record.reasoning,
        }
    }
}

impl From<StopReason> for StopRecord {
    fn from(stop: StopReason) -> Self {
        match stop {
            StopReason::End => Self::End,
            StopReason::ToolCalls => Self::ToolCalls,
            StopReason::Length => Self::Length,
            StopReason::ContentFilter => Self::ContentFilter,
            StopReason::Refusal => Self::Refusal,
            StopReason::Other(raw) => Self::Other(raw),
        }
    }
}

impl From<StopRecord> for StopReason {
    fn from(record: StopRecord) -> Self {
        match record {
            StopRecord::End => Self::End,
            StopRecord::ToolCalls => Self::ToolCalls,
            StopRecord::Length => Self::Length,
            StopRecord::ContentFilter => Self::ContentFilter,
            StopRecord::Refusal => Self::Refusal,
            StopRecord::Other(raw) => Self::Other(raw),
        }
    }
}
