//! Everything that can happen to an agent.

use super::Timer;
use crate::chat::ToolResult;
use crate::provider::ResponseHead;
use crate::provider::doctor::Circumstances;

#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Sent once, first.
    Start,
    /// The response's status and headers arrived.
    Head(ResponseHead),
    /// The next bytes of the body.
    Chunk(Vec<u8>),
    /// The body ended.
    BodyEnded,
    /// The request failed below HTTP, or the body broke off: the browser's words, and what the page found out
    /// about it.
    NetFailed(String, Option<Box<Circumstances>>),
    /// A tool came back. `id` is the call's.
    ToolFinished { id: String, result: ToolResult },
    /// The person answered an [`super::Effect::AskApproval`].
    Decided { id: String, decision: Decision },
    /// A [`super::Effect::Wait`] is over.
    Elapsed(Timer),
    /// The page may go away: save what there is.
    Checkpoint,
    /// The person pressed Stop.
    Stop,
}

/// What the person said to a tool call that needed asking.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    Allow,
    /// Run it with these arguments instead (JSON text).
    AllowEdited {
        arguments: String,
    },
    /// Don't; the model reads the reason.
    Refuse {
        reason: String,
    },
}
