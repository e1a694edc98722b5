//! Tools in the transcript: the widget of a turn, its calls, what they ask.

mod approval;
mod call;
mod question;
pub mod shown;
mod widget;

pub use widget::Widget;

use crate::browser::Manager;
use crate::tool::built_in;
use leptos::prelude::*;

/// What a tool is called on screen.
pub fn tool_title(name: &str) -> String {
    let tools = built_in::ALL.into_iter().map(|tool| tool.tool());
    let mut known = tools.filter(|tool| tool.spec.name == name);
    match known.next() {
        Some(tool) => tool.title,
        None => use_context::<Manager>()
            .and_then(|manager| manager.server_tool_title(name))
            .unwrap_or_else(|| name.replace('_', " ")),
    }
}
