//! One turn: the person's message and its answer.

mod actions;
mod draft;
mod ended;
mod retrying;
mod server_tool;
mod sources;
mod thinking;
mod waiting;

use super::live::LiveMarkdown;
use super::screen::Screen;
use crate::browser::{PartView, TurnState, TurnView};
use crate::provider::PartKind;
use actions::Actions;
pub use actions::CopyButton;
use ended::Ended;
use leptos::html;
use leptos::prelude::*;
use retrying::Retrying;
use server_tool::ServerTool;
use sources::Sources;
use std::mem::discriminant;
use thinking::Thinking;
use waiting::Waiting;

/// From this many bytes on, a message is shown folded.
const LONG_MESSAGE: usize = 4_000;

#[component]
pub fn Turn(turn: TurnView) -> impl IntoView {
    view! {
        <div class="turn">
            <Question text=turn.user.text.clone() />
            <Answer turn />
        </div>
    }
}

#[component]
fn Question(text: String) -> impl IntoView {
    let long = text.len() > LONG_MESSAGE;
    let folded = RwSignal::new(long);
    let copied = StoredValue::new(text.clone());
    view! {
        <article class="message you" aria-label="You">
            <header class="speaker">"You"</header>
            <div class="said">
                <p class="plain" class:folded=folded>
                    {text}
                </p>
                <footer class="actions">
                    <Show when=move || long>
                        <button
                            type="button"
                            class="text-button"
                            aria-expanded=move || (!folded.get()).to_string()
                            on:click=move |_| folded.update(|folded| *folded = !*folded)
                        >
                            {move || if folded.get() { "Show all" } else { "Show less" }}
                        </button>
                    </Show>
                    <CopyButton content=move || (copied.get_value(), None) />
                </footer>
            </div>
        </article>
    }
}

#[component]
fn Answer(turn: TurnView) -> impl IntoView {
    let state = RwSignal::from(turn.state.clone());
    let parts = RwSignal::from(turn.parts.clone());
    let model = turn.model.clone();
    let body = NodeRef::<html::Div>::new();
    let follow = expect_context::<Screen>().follow;
    let streaming = Memo::new(move |_| state.with(TurnState::is_running));
    let waiting = Memo::new(move |_| {
        state.with(|state| matches!(state, TurnState::Waiting))
            && parts.with(|parts| parts.iter().all(|part| part.kind != PartKind::Text))
    });
    // A new answer is looked at from its end, also one that Retry asked for.
    if streaming.get_untracked() {
        follow.attach();
    }
    // A part whose kind is corrected is shown anew.
    let key = |part: &PartView| (part.round, part.part, discriminant(&part.kind));
    let keys = move || parts.with(|parts| parts.iter().map(key).collect::<Vec<_>>());
    view! {
        <article class="message assistant" class:streaming=streaming aria-label="Assistant">
            <header class="speaker">{move || model.get()}</header>
            <div class="said">
                <div class="parts" node_ref=body>
                    <For each=keys key=|key| *key let(wanted)>
                        {parts
                            .with_untracked(|parts| {
                                parts.iter().find(|part| key(part) == wanted).cloned()
                            })
                            .map(|part| view! { <Part part /> })}
                    </For>
                </div>
                <Show when=move || waiting.get()>
                    <Waiting />
                </Show>
                <Show when=move || matches!(state.get(), TurnState::Retrying { .. })>
                    <Retrying state />
                </Show>
                <Ended turn=turn.clone() />
                <Actions turn body />
            </div>
        </article>
    }
}

#[component]
fn Part(part: PartView) -> impl IntoView {
    let PartView {
        kind,
        text,
        duration,
        citations,
        ..
    } = part;
    match kind {
        PartKind::Thinking => view! { <Thinking text duration /> }.into_any(),
        PartKind::Text => view! {
            <div class="text">
                <LiveMarkdown text />
                <Sources citations />
            </div>
        }
        .into_any(),
        PartKind::Refusal => view! {
            <div class="text refusal">
                <LiveMarkdown text />
            </div>
        }
        .into_any(),
        PartKind::ServerTool { name } => view! { <ServerTool name text /> }.into_any(),
        PartKind::ToolCall { name, .. } => {
            view! { <p class="tool-call">"Tool: " <code>{name}</code></p> }.into_any()
        }
    }
}
