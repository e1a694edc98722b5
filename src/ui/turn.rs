//! One turn: the person's message and its answer.

mod actions;
mod activity;
mod draft;
mod ended;
mod go_on;
mod retrying;
mod server_tool;
mod sources;
mod thinking;
mod waiting;

use super::live::LiveMarkdown;
use super::screen::Screen;
use super::tool::{ShownSteps, Steps};
use crate::browser::{Manager, PartView, TurnState, TurnView};
use crate::provider::PartKind;
use actions::Actions;
pub use actions::CopyButton;
use ended::Ended;
use leptos::html;
use leptos::prelude::*;
use retrying::Retrying;
use server_tool::ServerTool;
use sources::Sources;
use std::collections::BTreeSet;
use std::mem::discriminant;
use thinking::Thinking;
use waiting::Waiting;

/// From this many bytes on, a message is shown folded.
const LONG_MESSAGE: usize = 4_000;

#[component]
pub fn Turn(turn: TurnView) -> impl IntoView {
    let switched = RwSignal::from(turn.switched.clone());
    let agent = StoredValue::new(turn.agent.name.clone());
    view! {
        <div class="turn">
            <Show when=move || switched.get()>
                <Switched to=agent.get_value() />
            </Show>
            <Question text=turn.user.text.clone() />
            <Answer turn />
        </div>
    }
}

/// Says that another agent answers from here on. It is for the person alone: the model never reads it.
#[component]
pub fn Switched(to: String) -> impl IntoView {
    let words = format!("Switched to {to}");
    view! {
        <p class="switched" role="note" aria-label=words.clone()>
            {words.clone()}
        </p>
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
    let manager = expect_context::<Manager>();
    let body = NodeRef::<html::Div>::new();
    let follow = expect_context::<Screen>().follow;
    let streaming = Memo::new(move |_| state.with(TurnState::is_running));
    let waiting = Memo::new(move |_| {
        state.with(|state| matches!(state, TurnState::Waiting))
            && parts.with(|parts| parts.iter().all(|part| part.kind != PartKind::Text))
    });
    let downloading = Memo::new(move |_| match state.get() {
        TurnState::Downloading { percent } => Some(percent),
        TurnState::Waiting
        | TurnState::Streaming
        | TurnState::Retrying { .. }
        | TurnState::Elsewhere
        | TurnState::Ended(_) => None,
    });
    // A new answer is looked at from its end, also one that Retry asked for.
    if streaming.get_untracked() {
        follow.attach();
    }
    // What a round says that calls tools belongs to its calls: only the rest is the answer.
    let steps = Memo::new(move |_| parts.with(|parts| steps_of(parts)));
    let has_steps = Memo::new(move |_| !steps.read().is_empty());
    let may_call = manager.has_tools(&turn.agent.id);
    let held = Memo::new(move |_| {
        let held = || parts.with(|parts| activity::held(parts));
        (may_call && streaming.get()).then(held).flatten()
    });
    let activity = Memo::new(move |_| {
        let (place, len) = held.get()?;
        parts.with_untracked(|parts| {
            let part = parts.iter().find(|part| (part.round, part.part) == place);
            part.map(|part| part.text.with_range(0, len, str::to_owned))
        })
    });
    // A part whose kind is corrected is shown anew.
    let key = |part: &PartView| (part.round, part.part, discriminant(&part.kind));
    let keys = move || {
        let steps = steps.read();
        let is_step = |part: &PartView| steps.contains(&(part.round, part.part));
        let held = held.get().map(|(place, _)| place);
        let is_held = |part: &PartView| held == Some((part.round, part.part));
        parts.with(|parts| {
            parts
                .iter()
                .filter(|part| !is_step(part) && !is_held(part))
                .map(key)
                .collect::<Vec<_>>()
        })
    };
    view! {
        <article class="message assistant" class:streaming=streaming aria-label="Assistant">
            <header class="speaker">{move || model.get()}</header>
            <div class="said">
                <Show when=move || has_steps.get()>
                    <ShownSteps steps=Steps { keys: steps, parts, running: streaming, activity } />
                </Show>
                <Show when=move || !has_steps.get() && activity.read().is_some()>
                    <p class="activity">
                        <span class="pulse" aria-hidden="true"></span>
                        <span>{activity}</span>
                    </p>
                </Show>
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
                {move || downloading.get().map(|percent| view! { <Downloading percent /> })}
                <Show when=move || matches!(state.get(), TurnState::Retrying { .. })>
                    <Retrying state />
                </Show>
                <Ended turn=turn.clone() />
                <Actions turn body />
            </div>
        </article>
    }
}

/// The parts of rounds that call tools.
fn steps_of(parts: &[PartView]) -> Vec<(u32, usize)> {
    let calling: BTreeSet<u32> = parts
        .iter()
        .filter(|part| part.call.is_some())
        .map(|part| part.round)
        .collect();
    let steps = parts.iter().filter(|part| calling.contains(&part.round));
    steps.map(|part| (part.round, part.part)).collect()
}

#[component]
fn Downloading(percent: u8) -> impl IntoView {
    let text = match percent {
        100.. => "The model is downloaded. The browser is loading it…".to_owned(),
        _ => format!("Downloading the model… {percent} %"),
    };
    view! {
        <p class="downloading">
            <progress max="100" value=percent.to_string() aria-label="Download of the model"></progress>
            {text}
        </p>
    }
}

#[component]
pub fn Part(part: PartView) -> AnyView {
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
        // Calls are steps, which the widget shows.
        PartKind::ToolCall { .. } => ().into_any(),
    }
}
