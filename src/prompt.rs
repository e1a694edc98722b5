//! Everything that decides what the model reads.

mod context;
mod history;
pub mod template;

pub use context::{Context, PLACEHOLDERS};
pub use history::history;

use crate::chat::{ModelInput, ToolSpec, Turn};

/// Builds what one request says: the agent's template with its placeholders filled, then the visible
/// conversation, whose last turn is the new message, or the one that goes on. Made afresh for every request.
pub fn build(
    template: &str,
    context: &Context,
    visible: &[Turn],
    tools: Vec<ToolSpec>,
) -> ModelInput {
    ModelInput {
        system: template::fill(template, &context.values(&tools)).text,
        messages: history(visible),
        tools,
    }
}
