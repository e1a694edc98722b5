//! What the model reads of a call whose tool gave no answer. It plans by this, so a call that may have taken effect
//! is told from one that never began.

use crate::chat::{ToolResult, ToolStatus};

/// What ends a turn before its calls are answered.
#[derive(Clone, Copy)]
pub(super) enum Halt {
    Person,
    TimeLimit,
}

impl Halt {
    /// For a call that was running.
    pub fn halted(self) -> ToolResult {
        let content = match self {
            Self::Person => {
                "Stopped by the person before it finished. It may have taken effect, in whole or in part."
            }
            Self::TimeLimit => {
                "Stopped before it finished: the turn reached its time limit. It may have taken effect, in whole or in part."
            }
        };
        ToolResult::new(ToolStatus::Stopped, content)
    }

    /// For a call that had not begun to run.
    pub fn not_run(self) -> ToolResult {
        let content = match self {
            Self::Person => "Not run: the person stopped this turn first.",
            Self::TimeLimit => "Not run: the turn reached its time limit first.",
        };
        ToolResult::new(ToolStatus::Stopped, content)
    }
}

/// For a call of a response that failed: none of its calls has begun.
pub(super) fn broken_off() -> ToolResult {
    ToolResult::new(ToolStatus::Interrupted, "Not run: the response broke off.")
}

/// For a call that was open when the page went away. Nothing stored says how far it was.
pub(super) fn left_open() -> ToolResult {
    ToolResult::new(
        ToolStatus::Interrupted,
        "Interrupted: the page went away before this call had a result. It is not known whether it was carried out.",
    )
}

/// Adds to the reason why a call that was open when the page went away does not run now.
pub(super) fn note_earlier(result: &mut ToolResult) {
    let earlier =
        " (This call was open when the page went away, and may have been carried out then.)";
    result.content.push_str(earlier);
}
