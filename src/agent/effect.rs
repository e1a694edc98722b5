//! Everything an agent asks its surroundings to do.

use crate::chat::{Citation, Failure, Millis, Outcome, StopReason, ToolCall, ToolResult, Usage};
use crate::provider::{HttpRequest, PartKind};
use crate::store::Write;

/// To be carried out in the order given; `Persist` is awaited before what follows it.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Persist(Vec<Write>),
    Show(Change),
    OpenStream(HttpRequest),
    /// Abort the open stream. Nothing of it may arrive as an input afterwards.
    CloseStream,
    CallTool(ToolCall),
    CancelTool {
        id: String,
    },
    AskApproval(ToolCall),
    /// Give [`super::Input::Elapsed`] back after `after` milliseconds.
    Wait {
        timer: Timer,
        after: Millis,
    },
    /// The agent is done; nothing follows and no input is awaited.
    End(Outcome),
}

/// A timer with its number, so that one left over from an earlier attempt is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// Nothing may have arrived for too long.
    Idle(u32),
    /// Time to try again.
    Retry(u32),
    /// A call's time is up.
    Call(u32),
    /// The whole turn's time may be up.
    Turn,
}

/// What changes on screen. `round` counts from 0 within the turn, `part` within the round.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A request goes out and nothing is there yet.
    Waiting {
        round: u32,
    },
    /// The next attempt starts `after` milliseconds from now; `failure` says why.
    Retrying {
        attempt: u32,
        after: Millis,
        failure: Failure,
    },
    PartStarted {
        round: u32,
        part: usize,
        kind: PartKind,
    },
    PartText {
        round: u32,
        part: usize,
        text: String,
    },
    /// The part is of another kind than it seemed; what it said so far stays.
    PartRetyped {
        round: u32,
        part: usize,
        kind: PartKind,
    },
    PartArgs {
        round: u32,
        part: usize,
        json: String,
    },
    PartCited {
        round: u32,
        part: usize,
        citation: Citation,
    },
    /// `duration` is the time since the part started, in milliseconds.
    PartEnded {
        round: u32,
        part: usize,
        duration: Millis,
    },
    /// The person is asked whether the call may run.
    ToolAsked {
        round: u32,
        id: String,
    },
    ToolStarted {
        round: u32,
        id: String,
    },
    /// The person changed what the call says.
    ToolEdited {
        round: u32,
        id: String,
        arguments: String,
    },
    ToolAnswered {
        round: u32,
        id: String,
        result: ToolResult,
    },
    /// A round is complete.
    RoundEnded {
        round: u32,
        model: String,
        usage: Option<Usage>,
        stop: Option<StopReason>,
    },
    Ended(Outcome),
}
