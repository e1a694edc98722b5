//! One tool call: what was asked, what came back.

use super::shown::ShownResult;
use super::tool_title;
use crate::browser::{CallState, CallView, LiveText, PartView};
use crate::chat::{Shown, ToolResult, ToolStatus};
use crate::tool::readable;
use crate::ui::format;
use crate::ui::icon::Icon;
use crate::ui::turn::{CopyButton, Part};
use icondata_lu as lu;
use leptos::prelude::*;
use serde_json::{Value, json};

/// The most characters of a hint; the style sheet cuts what has no room.
const HINT: usize = 120;

#[component]
pub fn Call(call: CallView, arguments: LiveText) -> impl IntoView {
    let open = RwSignal::new(false);
    let state = RwSignal::from(call.state.clone());
    let progress = RwSignal::from(call.progress.clone());
    let steps = RwSignal::from(call.steps.clone());
    let title = tool_title(&call.name);
    let label = title.clone();
    let arguments = StoredValue::new_local(arguments);
    let name = StoredValue::new(call.name.clone());
    let hint = move || {
        arguments.with_value(|text| {
            text.progress();
            hint(&text.to_text())
        })
    };
    let copied = move || {
        (
            as_json(
                &name.get_value(),
                &arguments.get_value(),
                &state.get_untracked(),
            ),
            None,
        )
    };
    view! {
        <section class="call" aria-label=label data-state=move || state.read().slug()>
            <button
                type="button"
                class="call-button"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {move || state.read().icon()}
                <span class="call-title">{title}</span>
                <span class="call-state">{move || state.read().words()}</span>
                <span class="call-hint">{hint}</span>
                <Icon icon=lu::LuChevronRight />
            </button>
            <Show when=move || open.get()>
                <div class="call-body">
                    <h4>"Arguments"</h4>
                    <Arguments text=arguments.get_value() />
                    <Show when=move || {
                        matches!(*state.read(), CallState::Running(_)) && !progress.read().is_empty()
                    }>
                        <p class="call-progress">{progress}</p>
                    </Show>
                    <Show when=move || !steps.read().is_empty()>
                        <div class="steps">
                            <For
                                each=move || steps.get()
                                key=|part| (part.round, part.part)
                                let(part)
                            >
                                <NestedStep part />
                            </For>
                        </div>
                    </Show>
                    {move || match state.get() {
                        CallState::Ended(result) => Some(view! { <Outcome result /> }),
                        CallState::Writing
                        | CallState::Queued
                        | CallState::Asked
                        | CallState::Running(_)
                        | CallState::Open => None,
                    }}
                    <footer class="actions">
                        <CopyButton content=copied label="Copy as JSON" />
                    </footer>
                </div>
            </Show>
        </section>
    }
}

/// The argument that tells one call of a tool from another at a glance.
fn hint(arguments: &str) -> String {
    const TELLING: [&str; 9] = [
        "title",
        "path",
        "url",
        "query",
        "question",
        "expression",
        "time_zone",
        "name",
        "text",
    ];
    let Ok(Value::Object(arguments)) = serde_json::from_str(arguments) else {
        return String::new();
    };
    let named = TELLING.iter().filter_map(|name| arguments.get(*name));
    let mut texts = named.chain(arguments.values()).filter_map(Value::as_str);
    let text = texts.find(|text| !text.trim().is_empty());
    text.map_or_else(String::new, |text| text.trim().chars().take(HINT).collect())
}

#[component]
fn NestedStep(part: PartView) -> AnyView {
    match part.call.clone() {
        Some(call) => view! { <Call call arguments=part.text /> }.into_any(),
        None => view! { <Part part /> }.into_any(),
    }
}

/// Arguments as they grow, readable before they are complete.
#[component]
fn Arguments(text: LiveText) -> impl IntoView {
    let text = StoredValue::new_local(text);
    let shown = move || {
        text.with_value(|text| {
            let done = text.progress().done;
            let shown = readable(&text.to_text());
            match shown.is_empty() && done {
                true => "none".to_owned(),
                false => shown,
            }
        })
    };
    view! {
        <pre class="call-arguments" tabindex="0" aria-label="Arguments">
            {shown}
        </pre>
    }
}

#[component]
fn Outcome(result: ToolResult) -> impl IntoView {
    let heading = match result.status {
        ToolStatus::Done => "Result",
        ToolStatus::Failed => "Error",
        ToolStatus::Refused => "Refused",
        ToolStatus::TimedOut => "Timed out",
        ToolStatus::Stopped => "Stopped",
        ToolStatus::Interrupted => "Interrupted",
    };
    let shown = match result.shown.is_empty() {
        true => vec![Shown::of(result.content)],
        false => result.shown,
    };
    view! {
        <h4>{heading}</h4>
        {shown.into_iter().map(|shown| view! { <ShownResult shown /> }).collect_view()}
    }
}

/// The call and its answer, for pasting into a report.
fn as_json(name: &str, arguments: &LiveText, state: &CallState) -> String {
    let raw = arguments.to_text();
    let arguments = serde_json::from_str(&raw).unwrap_or(Value::String(raw));
    let mut call = json!({ "name": name, "arguments": arguments, "state": state.slug() });
    if let CallState::Ended(result) = state {
        call["result"] = serde_json::to_value(result).unwrap_or_default();
    }
    format!("{call:#}")
}

impl CallState {
    /// For style sheets and reports.
    fn slug(&self) -> &'static str {
        match self {
            Self::Writing | Self::Queued => "pending",
            Self::Asked => "asked",
            Self::Running(_) => "running",
            Self::Ended(result) => match result.status {
                ToolStatus::Done => "done",
                ToolStatus::Failed => "failed",
                ToolStatus::Refused => "refused",
                ToolStatus::TimedOut => "timed-out",
                ToolStatus::Stopped => "stopped",
                ToolStatus::Interrupted => "interrupted",
            },
            Self::Open => "interrupted",
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Writing => "Writing arguments".to_owned(),
            Self::Queued => "Waiting its turn".to_owned(),
            Self::Asked => "Waiting for you".to_owned(),
            Self::Running(_) => "Running".to_owned(),
            Self::Open => "Interrupted".to_owned(),
            Self::Ended(result) => {
                let words = match result.status {
                    ToolStatus::Done => "Done",
                    ToolStatus::Failed => "Failed",
                    ToolStatus::Refused => "Refused",
                    ToolStatus::TimedOut => "Timed out",
                    ToolStatus::Stopped => "Stopped",
                    ToolStatus::Interrupted => "Interrupted",
                };
                match result.duration > 0.0 {
                    true => format!("{words} · {}", format::exact_duration(result.duration)),
                    false => words.to_owned(),
                }
            }
        }
    }

    fn icon(&self) -> AnyView {
        let icon = match self {
            Self::Running(_) => {
                return view! { <span class="spinner" aria-hidden="true"></span> }.into_any();
            }
            Self::Writing | Self::Queued => lu::LuEllipsis,
            Self::Asked => lu::LuHand,
            Self::Open => lu::LuUnplug,
            Self::Ended(result) => match result.status {
                ToolStatus::Done => lu::LuCheck,
                ToolStatus::Failed => lu::LuCircleAlert,
                ToolStatus::Refused => lu::LuBan,
                ToolStatus::TimedOut => lu::LuTimer,
                ToolStatus::Stopped => lu::LuSquare,
                ToolStatus::Interrupted => lu::LuUnplug,
            },
        };
        view! { <Icon icon /> }.into_any()
    }
}
