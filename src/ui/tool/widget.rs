//! What an agent does on its way to an answer, in one line that opens in place.

use super::call::Call;
use super::tool_title;
use crate::browser::{CallState, CallView, PartView};
use crate::chat::ToolStatus;
use crate::provider::PartKind;
use crate::ui::icon::Icon;
use crate::ui::live::LiveMarkdown;
use crate::ui::turn::Part;
use icondata_lu as lu;
use leptos::prelude::*;

/// `steps` are the parts of rounds that called tools; `running` is whether the turn still runs.
#[component]
pub fn Widget(
    steps: Memo<Vec<(u32, usize)>>,
    parts: RwSignal<Vec<PartView>>,
    running: Memo<bool>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let calls = Memo::new(move |_| Calls(calls_of(&steps.get(), &parts.read())));
    let summary = Memo::new(move |_| Summary::of(&calls.read().0, running.get()));
    let find = move |key: (u32, usize)| {
        parts.with_untracked(|parts| {
            parts
                .iter()
                .find(|part| (part.round, part.part) == key)
                .cloned()
        })
    };
    // What waits for the person is in sight, whether or not the steps are.
    let waiting = move || {
        let calls = calls.read();
        let waiting = calls.0.iter().filter(|call| {
            call.question.with(Option::is_some)
                || call.state.with(|state| *state == CallState::Asked)
        });
        waiting.map(|call| call.id.clone()).collect::<Vec<_>>()
    };
    let find_call = move |id: &str| {
        calls.with_untracked(|calls| calls.0.iter().find(|call| call.id == id).cloned())
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
                <span class="tools-label">{move || summary.read().label()}</span>
                <Icon icon=lu::LuChevronRight />
            </button>
            <Show when=move || open.get()>
                <div class="steps">
                    <For each=move || steps.get() key=|key| *key let(key)>
                        {find(key).map(|part| view! { <Step part /> })}
                    </For>
                </div>
            </Show>
            <For each=waiting key=|id| id.clone() let(id)>
                {find_call(&id).map(|call| view! { <super::approval::Waiting call parts /> })}
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

/// The calls among the steps. They are the same while their ids are.
#[derive(Clone)]
struct Calls(Vec<CallView>);

impl PartialEq for Calls {
    fn eq(&self, other: &Self) -> bool {
        self.0
            .iter()
            .map(|call| &call.id)
            .eq(other.0.iter().map(|call| &call.id))
    }
}

fn calls_of(steps: &[(u32, usize)], parts: &[PartView]) -> Vec<CallView> {
    let among = |part: &&PartView| steps.contains(&(part.round, part.part));
    let calls = parts.iter().filter(among);
    calls.filter_map(|part| part.call.clone()).collect()
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
    },
}

impl Summary {
    fn of(calls: &[CallView], running: bool) -> Self {
        let mut at_work = Vec::new();
        let mut failed = 0;
        let mut waiting = false;
        for call in calls {
            waiting |= call.question.with(Option::is_some);
            call.state.with(|state| match state {
                CallState::Writing | CallState::Queued | CallState::Running(_) => {
                    let title = tool_title(&call.name);
                    if !at_work.contains(&title) {
                        at_work.push(title);
                    }
                }
                CallState::Asked => waiting = true,
                CallState::Ended(result) => {
                    failed += usize::from(result.status != ToolStatus::Done)
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
            Self::Done { calls, failed }
        }
    }

    fn label(&self) -> String {
        match self {
            Self::Thinking => "Thinking…".to_owned(),
            Self::Running(tools) => format!("{}…", tools.join(", ")),
            Self::Waiting => "Waiting for you".to_owned(),
            Self::Done { calls, failed } => {
                let tools = match calls {
                    1 => "Used 1 tool".to_owned(),
                    calls => format!("Used {calls} tools"),
                };
                match failed {
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
