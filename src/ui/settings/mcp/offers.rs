//! What a server has beside tools, asked for when it is looked at.

use super::prompts::Prompts;
use super::resources::Resources;
use crate::chat::{Failure, McpServerId};
use crate::ui::failure::FailureText;
use crate::ui::icon::Icon;
use icondata_lu as lu;
use leptos::prelude::*;

/// Something that is asked for.
#[derive(Clone, PartialEq)]
pub enum Asked<T> {
    Not,
    Running,
    Here(T),
    Failed(Failure),
}

impl<T> From<Result<T, Failure>> for Asked<T> {
    fn from(result: Result<T, Failure>) -> Self {
        match result {
            Ok(value) => Self::Here(value),
            Err(failure) => Self::Failed(failure),
        }
    }
}

#[component]
pub fn Offers(id: StoredValue<McpServerId>) -> impl IntoView {
    let resources = RwSignal::new(false);
    let prompts = RwSignal::new(false);
    view! {
        <details
            class="more mcp-list"
            on:toggle:target=move |event| resources.set(event.target().open())
        >
            <summary>"Resources"</summary>
            <Show when=move || resources.get()>
                <Resources id />
            </Show>
        </details>
        <details
            class="more mcp-list"
            on:toggle:target=move |event| prompts.set(event.target().open())
        >
            <summary>"Prompts"</summary>
            <Show when=move || prompts.get()>
                <Prompts id />
            </Show>
        </details>
    }
}

/// A list that the server is asked for.
#[component]
pub fn Listed<T: Clone + Send + Sync + 'static>(
    found: impl Future<Output = Result<Vec<T>, Failure>> + 'static,
    line: impl Fn(T) -> AnyView + Copy + Send + 'static,
) -> impl IntoView {
    let listed = RwSignal::new(Asked::Running);
    leptos::task::spawn_local(async move {
        let found = found.await;
        // The card may be gone by now.
        listed.try_set(found.into());
    });
    move || match listed.get() {
        Asked::Not | Asked::Running => view! { <Missing failure=None /> }.into_any(),
        Asked::Failed(failure) => view! { <Missing failure=Some(failure) /> }.into_any(),
        Asked::Here(all) if all.is_empty() => {
            view! { <p class="field-note">"It has none."</p> }.into_any()
        }
        Asked::Here(all) => {
            view! { <ul>{all.into_iter().map(line).collect_view()}</ul> }.into_any()
        }
    }
}

/// What stands in place of something that is not here.
#[component]
pub fn Missing(failure: Option<Failure>) -> impl IntoView {
    match failure {
        None => view! { <p class="field-note">"Asking the server…"</p> }.into_any(),
        Some(failure) => view! {
            <div class="card failure" role="alert">
                <Icon icon=lu::LuCircleAlert />
                <div class="card-text">
                    <FailureText failure />
                </div>
            </div>
        }
        .into_any(),
    }
}
