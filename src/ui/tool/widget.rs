//! What an agent does on its way to an answer, in one line that opens in place.

use super::approval::Waiting;
use super::call::Call;
use super::shown::ShownResult;
use super::{Steps, tool_title};
use crate::browser::{CallState, PartView};
use crate::chat::ToolStatus;
use crate::provider::PartKind;
use crate::ui::icon::Icon;
use crate::ui::live::LiveMarkdown;
use crate::ui::turn::Part;
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn Widget(steps: Steps) -> impl IntoView {
    let Steps {
        keys: steps,
        parts,
        running,
        activity,
    } = steps;
    let open = RwSignal::new(false);
    let calls = Memo::new(move |_| Calls(calls_of(&steps.get(), &parts.read())));
    let summary = Memo::new(move |_| Summary::of(&calls.read().0, running.get()));
    let label = move || {
        let said = activity.get().filter(|text| !text.trim().is_empty());
        match &*summary.read() {
            Summary::Thinking => said.unwrap_or_else(|| Summary::Thinking.label()),
            other @ (Summary::Running(_) | Summary::Waiting | Summary::Done { .. }) => {
                other.label()
            }
        }
    };
    let find = move |key: (u32, usize)| {
        parts.with_untracked(|parts| {
            let mut parts = parts.iter();
            parts.find(|part| (part.round, part.part) == key).cloned()
        })
    };
    // What waits for the person is in sight, whether or not the steps are.
    let waiting = Memo::new(move |_| {
        let all = with_those_below(&calls.read().0);
        let waiting = all.iter().filter(|part| waits(part));
        let keys = waiting.filter_map(|part| Some(part.call.as_ref()?.key.clone()));
        keys.collect::<Vec<_>>()
    });
    let find_call = move |key: &str| {
        let mut all = untrack(|| with_those_below(&calls.read().0)).into_iter();
        all.find(|part| part.call.as_ref().is_some_and(|call| call.key == key))
    };
    // What is made for the person to look at is in sight, too.
    let exhibits = Memo::new(move |_| {
        let all = with_those_below(&calls.read().0);
        all.iter().flat_map(exhibits_of).collect::<Vec<_>>()
    });
    let find_exhibit = move |(key, at): (String, usize)| {
        let call = find_call(&key)?.call?;
        call.state.with_untracked(|state| match state {
            CallState::Ended(result) => result.shown.get(at).cloned(),
            CallState::Writing
            | CallState::Queued
            | CallState::Asked
            | CallState::Running(_)
            | CallState::Open => None,
        })
    };
    view! {
        <div class="tools" class:live=running>
            <button
                type="button"
                class="tools-button"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {move || summary.read().icon()}
                <span class="tools-label">{label}</span>
                <Icon icon=lu::LuChevronRight />
            </button>
            <Show when=move || open.get()>
                <div class="steps">
                    <For each=move || steps.get() key=|key| *key let(key)>
                        {find(key).map(|part| view! { <Step part /> })}
                    </For>
                </div>
            </Show>
            // The person may be elsewhere on the page, or not looking at it.
            <p class="visually-hidden" role="status">
                {move || {
                    (*summary.read() == Summary::Waiting).then_some("The agent is waiting for you.")
                }}
            </p>
            <For each=move || waiting.get() key=|key| key.clone() let(key)>
                {find_call(&key)
                    .and_then(|part| Some((part.call?, part.text)))
                    .map(|(call, arguments)| {
                        view! { <Waiting call arguments cards=waiting /> }
                    })}
            </For>
            <For each=move || exhibits.get() key=|exhibit| exhibit.clone() let(exhibit)>
                {find_exhibit(exhibit)
                    .map(|shown| {
                        view! {
                            <div class="exhibit">
                                <ShownResult shown />
                            </div>
                        }
                    })}
            </For>
        </div>
    }
}

#[component]
fn Step(part: PartView) -> impl IntoView {
    match (&part.kind, part.call.clone()) {
        (PartKind::ToolCall { .. }, Some(call)) => {
            view! { <Call call arguments=part.text /> }.into_any()
        }
        (PartKind::Text, _) => view! {
            <div class="commentary">
                <LiveMarkdown text=part.text />
            </div>
        }
        .into_any(),
        (
            PartKind::ToolCall { .. }
            | PartKind::Thinking
            | PartKind::Refusal
            | PartKind::ServerTool { .. },
            _,
        ) => view! { <Part part /> }.into_any(),
    }
}

/// The calls among the steps. They are the same while their keys are.
#[derive(Clone)]
struct Calls(Vec<PartView>);

impl PartialEq for Calls {
    fn eq(&self, other: &Self) -> bool {
        let key = |part: &PartView| part.call.as_ref().map(|call| call.key.clone());
        self.0.iter().map(key).eq(other.0.iter().map(key))
    }
}

fn calls_of(steps: &[(u32, usize)], parts: &[PartView]) -> Vec<PartView> {
    let among = |part: &&PartView| steps.contains(&(part.round, part.part));
    let calls = parts.iter().filter(among);
    calls.filter(|part| part.call.is_some()).cloned().collect()
}

/// The calls, each followed by those that an agent makes below it.
fn with_those_below(calls: &[PartView]) -> Vec<PartView> {
    let mut all = vec![];
    for part in calls {
        all.push(part.clone());
        if let Some(call) = &part.call {
            let below = call.steps.get();
            let below: Vec<_> = below
                .into_iter()
                .filter(|part| part.call.is_some())
                .collect();
            all.extend(with_those_below(&below));
        }
    }
    all
}

/// What a call shows that stands in the turn itself: the call's key, and the place in its result.
fn exhibits_of(part: &PartView) -> Vec<(String, usize)> {
    let Some(call) = &part.call else {
        return vec![];
    };
    call.state.with(|state| match state {
        CallState::Ended(result) => {
            let shown = result.shown.iter().enumerate();
            let exhibits = shown.filter(|(_, shown)| shown.is_exhibit());
            exhibits.map(|(at, _)| (call.key.clone(), at)).collect()
        }
        CallState::Writing
        | CallState::Queued
        | CallState::Asked
        | CallState::Running(_)
        | CallState::Open => vec![],
    })
}

/// Whether a call waits for the person.
fn waits(part: &PartView) -> bool {
    part.call.as_ref().is_some_and(|call| {
        call.question.with(Option::is_some) || call.state.with(|state| *state == CallState::Asked)
    })
}

/// The widget's one line.
#[derive(Clone, PartialEq)]
enum Summary {
    /// The model is at work, no tool is.
    Thinking,
    /// These tools run.
    Running(Vec<String>),
    /// The person is waited for.
    Waiting,
    Done {
        calls: usize,
        failed: usize,
        /// The tools that were interrupted: what never began is none of them.
        stopped: Vec<String>,
    },
}

impl Summary {
    fn of(calls: &[PartView], running: bool) -> Self {
        let mut at_work = Vec::new();
        let mut failed = 0;
        let mut waiting = false;
        let mut stopped = Vec::new();
        for call in calls.iter().filter_map(|part| part.call.as_ref()) {
            waiting |= call.question.with(Option::is_some);
            call.state.with(|state| match state {
                CallState::Writing | CallState::Queued | CallState::Running(_) => {
                    waiting |= with_those_below(&call.steps.get()).iter().any(waits);
                    let title = tool_title(&call.name);
                    if !at_work.contains(&title) {
                        at_work.push(title);
                    }
                }
                CallState::Asked => waiting = true,
                CallState::Ended(result) => {
                    failed += usize::from(result.status != ToolStatus::Done);
                    let title = tool_title(&call.name);
                    let began = result.duration > 0.0;
                    let is_stopped = result.status == ToolStatus::Stopped && began;
                    if is_stopped && !stopped.contains(&title) {
                        stopped.push(title);
                    }
                }
                CallState::Open => failed += 1,
            });
        }
        if running && waiting {
            Self::Waiting
        } else if running && !at_work.is_empty() {
            Self::Running(at_work)
        } else if running {
            Self::Thinking
        } else {
            let calls = calls.len();
            Self::Done {
                calls,
                failed,
                stopped,
            }
        }
    }

    fn label(&self) -> String {
        match self {
            Self::Thinking => "Thinking…".to_owned(),
            Self::Running(tools) => format!("{}…", tools.join(", ")),
            Self::Waiting => "Waiting for you".to_owned(),
            Self::Done {
                calls,
                failed,
                stopped,
            } => {
                let tools = match calls {
                    1 => "Used 1 tool".to_owned(),
                    calls => format!("Used {calls} tools"),
                };
                match failed {
                    _ if !stopped.is_empty() => {
                        format!("{tools}, stopped in {}", stopped.join(", "))
                    }
                    0 => tools,
                    failed => format!("{tools}, {failed} without a result"),
                }
            }
        }
    }

    fn icon(&self) -> AnyView {
        match self {
            Self::Thinking => view! { <span class="pulse" aria-hidden="true"></span> }.into_any(),
            Self::Running(_) => {
                view! { <span class="spinner" aria-hidden="true"></span> }.into_any()
            }
            Self::Waiting => view! { <Icon icon=lu::LuHand /> }.into_any(),
            Self::Done { .. } => view! { <Icon icon=lu::LuCheck /> }.into_any(),
        }
    }
}
