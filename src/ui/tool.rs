//! Tools in the transcript: the widget of a turn, its calls, what they ask.

mod approval;
mod call;
mod chart;
mod question;
mod shown;
mod widget;

pub use widget::Widget;

use crate::tool::built_in;

/// What a tool is called on screen.
pub fn tool_title(name: &str) -> String {
    let tools = built_in::ALL.into_iter().map(|tool| tool.tool());
    let mut known = tools.filter(|tool| tool.spec.name == name);
    match known.next() {
        Some(tool) => tool.title,
        None => name.replace('_', " "),
    }
}
