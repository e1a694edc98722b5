//! Tools in the transcript: the widget of a turn, its calls, what they ask. It is a lazy part: what stands around it
//! in the page reaches it through [`ShownSteps`] alone.

mod approval;
mod call;
mod chart;
mod question;
pub mod shown;
mod widget;

use super::lazy::Lazy;
use crate::browser::{Manager, PartView, Parts};
use leptos::context::Provider;
use leptos::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use widget::Widget;

/// What a turn does on the way to its answer.
#[derive(Clone, Copy)]
pub struct Steps {
    /// The parts of rounds that called tools, by round and place in it.
    pub keys: Memo<Vec<(u32, usize)>>,
    pub parts: RwSignal<Vec<PartView>>,
    /// Whether the turn still runs.
    pub running: Memo<bool>,
    /// What the model is saying while it is not known whether it belongs to a call.
    pub activity: Memo<Option<String>>,
}

#[component]
pub fn ShownSteps(steps: Steps) -> impl IntoView {
    let parts = expect_context::<Parts>();
    view! {
        <Provider value=steps>
            <Lazy part=parts.steps />
        </Provider>
    }
}

/// The lazy part: shows the [`Steps`] of the context.
pub fn body() -> AnyView {
    let manager = expect_context::<Manager>();
    let tools = manager.tools().into_iter();
    let steps = expect_context::<Steps>();
    let titles = tools.map(|tool| (tool.spec.name, tool.title)).collect();
    view! {
        <Provider value=Titles(Arc::new(titles))>
            <Widget steps />
        </Provider>
    }
    .into_any()
}

/// What tools are called on screen, by name.
#[derive(Clone)]
struct Titles(Arc<BTreeMap<String, String>>);

fn tool_title(name: &str) -> String {
    let titles = use_context::<Titles>();
    let known = titles.and_then(|Titles(titles)| titles.get(name).cloned());
    known.unwrap_or_else(|| name.replace('_', " "))
}
