//! What can be done with an answer once it has ended.

use super::steps_of;
use crate::browser::{LiveText, Manager, PartView, TurnState, TurnView};
use crate::chat::{Outcome, TurnId, Usage};
use crate::provider::PartKind;
use crate::ui::clipboard;
use crate::ui::format;
use crate::ui::icon::{Icon, IconButton};
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::Element;

#[component]
pub fn Actions(turn: TurnView, body: NodeRef<html::Div>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let id = StoredValue::new(turn.id.clone());
    let state = RwSignal::from(turn.state.clone());
    let usage = RwSignal::from(turn.usage.clone());
    let alternatives = RwSignal::from(turn.alternatives.clone());
    let parts = RwSignal::from(turn.parts.clone());

    let ended = Memo::new(move |_| state.with(|state| matches!(state, TurnState::Ended(_))));
    // What was said on the way belongs to the steps.
    let texts = |parts: &[PartView]| {
        let steps = steps_of(parts);
        let is_answer = |part: &&PartView| {
            part.kind == PartKind::Text && !steps.contains(&(part.round, part.part))
        };
        let texts = parts.iter().filter(is_answer);
        texts.map(|part| part.text.clone()).collect::<Vec<_>>()
    };
    let has_text = Memo::new(move |_| {
        ended.get() && parts.with(|parts| texts(parts).iter().any(|text| text.progress().len > 0))
    });
    // Failed and interrupted answers carry their own Retry.
    let whole = Memo::new(move |_| {
        state.with(|state| {
            matches!(
                state,
                TurnState::Ended(
                    Outcome::Done
                        | Outcome::Stopped
                        | Outcome::LimitReached { .. }
                        | Outcome::TimedOut { .. }
                )
            )
        })
    });
    let markdown = move || {
        let texts = parts.with_untracked(|parts| texts(parts));
        let texts = texts.iter().map(LiveText::to_text);
        texts.collect::<Vec<_>>().join("\n\n")
    };
    let content = move || {
        (
            markdown(),
            body.get_untracked().map(|body| rich_text(&body)),
        )
    };
    view! {
        <footer class="actions">
            <Show when=move || has_text.get()>
                <CopyButton content />
            </Show>
            <Show when=move || whole.get() && !manager.running.get()>
                <IconButton
                    label="Regenerate"
                    icon=lu::LuRefreshCw
                    on_press=move || id.with_value(|id| manager.retry(id))
                />
            </Show>
            <Alternatives alternatives />
            {move || {
                usage
                    .get()
                    .filter(|_| ended.get())
                    .and_then(|usage| describe(&usage))
                    .map(|text| view! { <span class="usage">{text}</span> })
            }}
        </footer>
    }
}

/// Copies what `content` gives: plain text, and HTML where there is any.
#[component]
pub fn CopyButton(
    content: impl Fn() -> (String, Option<String>) + Copy + Send + Sync + 'static,
    #[prop(default = "Copy")] label: &'static str,
) -> impl IntoView {
    #[derive(Clone, Copy, PartialEq)]
    enum Shown {
        Copy,
        Copied,
        Refused,
    }
    let shown = RwSignal::new(Shown::Copy);
    let copy = move |_| {
        let (text, html) = content();
        leptos::task::spawn_local(async move {
            let copied = clipboard::copy(text, html).await;
            // The answer may have left the screen meanwhile; there is no one to tell then.
            shown.try_set(if copied {
                Shown::Copied
            } else {
                Shown::Refused
            });
            set_timeout(
                move || {
                    shown.try_set(Shown::Copy);
                },
                Duration::from_secs(2),
            );
        });
    };
    view! {
        <button
            type="button"
            class="icon-button"
            title=label
            aria-label=move || match shown.get() {
                Shown::Copy => label,
                Shown::Copied => "Copied",
                Shown::Refused => "Not copied",
            }
            on:click=copy
        >
            {move || match shown.get() {
                Shown::Copy => view! { <Icon icon=lu::LuCopy /> }.into_any(),
                Shown::Copied => {
                    view! {
                        <Icon icon=lu::LuCheck />
                        <span class="icon-text">"Copied"</span>
                    }
                        .into_any()
                }
                Shown::Refused => {
                    view! { <span class="icon-text">"The browser refused to copy"</span> }
                        .into_any()
                }
            }}
        </button>
    }
}

/// Steps through the answers that were asked for in this place.
#[component]
fn Alternatives(alternatives: RwSignal<(usize, Vec<TurnId>)>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let many = Memo::new(move |_| alternatives.with(|(_, ids)| ids.len() > 1));
    let position = move || alternatives.with(|(at, ids)| format!("{}/{}", at + 1, ids.len()));
    let is_first = move || alternatives.with(|(at, _)| *at == 0);
    let is_last = move || alternatives.with(|(at, ids)| at + 1 >= ids.len());
    let show = move |step: isize| {
        let target = alternatives.with_untracked(|(at, ids)| {
            at.checked_add_signed(step)
                .and_then(|at| ids.get(at).cloned())
        });
        if let Some(target) = target {
            manager.show_alternative(&target);
        }
    };
    view! {
        <Show when=move || many.get()>
            <span class="alternatives" role="group" aria-label="Alternatives">
                <button
                    type="button"
                    class="icon-button"
                    aria-label="Previous answer"
                    title="Previous answer"
                    disabled=is_first
                    on:click=move |_| show(-1)
                >
                    <Icon icon=lu::LuChevronLeft />
                </button>
                <span class="alternatives-position">{position}</span>
                <button
                    type="button"
                    class="icon-button"
                    aria-label="Next answer"
                    title="Next answer"
                    disabled=is_last
                    on:click=move |_| show(1)
                >
                    <Icon icon=lu::LuChevronRight />
                </button>
            </span>
        </Show>
    }
}

/// What the answer's markdown looks like, without the page's own controls and classes.
fn rich_text(body: &Element) -> String {
    let mut html = String::new();
    let Ok(texts) = body.query_selector_all(".text > .markdown") else {
        return html;
    };
    for at in 0..texts.length() {
        let Some(copy) = texts
            .get(at)
            .and_then(|node| node.clone_node_with_deep(true).ok())
            .and_then(|node| node.dyn_into::<Element>().ok())
        else {
            continue;
        };
        if let Ok(controls) = copy.query_selector_all("figcaption, button") {
            for at in 0..controls.length() {
                if let Some(control) = controls
                    .get(at)
                    .and_then(|node| node.dyn_into::<Element>().ok())
                {
                    control.remove();
                }
            }
        }
        html.push_str(&copy.inner_html());
    }
    html
}

/// Only what the provider reported; unknown stays unsaid.
fn describe(usage: &Usage) -> Option<String> {
    let mut said = vec![];
    if let Some(input) = usage.input {
        said.push(match usage.cached.filter(|cached| *cached > 0) {
            Some(cached) => format!(
                "{} tokens in ({} cached)",
                format::count(input),
                format::count(cached)
            ),
            None => format!("{} tokens in", format::count(input)),
        });
    }
    if let Some(output) = usage.output {
        said.push(format!("{} out", format::count(output)));
    }
    if let Some(reasoning) = usage.reasoning.filter(|reasoning| *reasoning > 0) {
        said.push(format!("{} thinking", format::count(reasoning)));
    }
    (!said.is_empty()).then(|| said.join(" · "))
}
