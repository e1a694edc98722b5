//! Tools in the transcript: the widget of a turn, its calls, what they ask.

mod approval;
mod call;
mod question;
mod shown;
mod widget;

pub use widget::Widget;

use crate::browser::Manager;
use crate::tool::built_in;
use leptos::prelude::*;

/// What a tool is called on screen.
pub fn tool_title(name: &str) -> String {
    let tools = built_in::ALL.into_iter().map(|tool| tool.tool());
    let mut known = tools.filter(|tool| tool.spec.name == name);
    let title = known
        .next()
        .map(|tool| tool.title)
        .or_else(|| own_title(name));
    title.unwrap_or_else(|| name.replace('_', " "))
}

fn own_title(name: &str) -> Option<String> {
    let manager = use_context::<Manager>()?;
    manager.settings.with_untracked(|settings| {
        let mut own = settings.tools.own.iter();
        own.find(|tool| tool.name == name)
            .map(|tool| tool.title.clone())
    })
}
