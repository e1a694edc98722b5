//! Everything that decides what the model reads.

mod history;

pub use history::history;

use crate::chat::{ModelInput, ToolSpec, Turn};

/// Builds what one request says: the agent's template, then the visible conversation, whose last turn
/// is the new message, or the one that goes on. Made afresh for every request.
pub fn build(template: &str, visible: &[Turn], tools: Vec<ToolSpec>) -> ModelInput {
    ModelInput {
        system: template.trim().to_owned(),
        messages: history(visible),
        tools,
    }
}
