//! Asks the person whether a call may run. Only a press of the person's own counts: an event that a script made is
//! not trusted.

use super::question::QuestionCard;
use super::tool_title;
use crate::browser::{CallState, CallView, Extent, LiveText, Manager};
use crate::ui::focus::focus_when_shown;
use crate::ui::icon::Icon;
use crate::ui::screen::Screen;
use icondata_lu as lu;
use leptos::html;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use serde_json::{Map, Value};
use std::time::Duration;
use web_sys::MouseEvent;

/// How long the cards must have stood still before one allows anything.
const STILL: Duration = Duration::from_millis(400);

/// A call that waits for the person.
#[component]
pub fn Waiting(
    call: CallView,
    arguments: LiveText,
    /// The keys of all calls that wait with it.
    cards: Memo<Vec<String>>,
) -> impl IntoView {
    let state = RwSignal::from(call.state.clone());
    let question = RwSignal::from(call.question.clone());
    let asked = Memo::new(move |_| state.with(|state| *state == CallState::Asked));
    let key = StoredValue::new(call.key);
    let name = StoredValue::new(call.name);
    let arguments = StoredValue::new(arguments.to_text());
    view! {
        <Show when=move || asked.get()>
            <Approval
                key=key.get_value()
                name=name.get_value()
                arguments=arguments.get_value()
                cards
            />
        </Show>
        {move || {
            question
                .get()
                .map(|question| view! { <QuestionCard call=key.get_value() question /> })
        }}
    }
}

#[component]
fn Approval(
    key: String,
    name: String,
    arguments: String,
    cards: Memo<Vec<String>>,
) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let title = tool_title(&name);
    let pretty = serde_json::from_str::<Value>(&arguments)
        .map_or_else(|_| arguments.clone(), |value| format!("{value:#}"));
    let original = StoredValue::new(pretty.clone());
    let text = RwSignal::new(pretty);
    let reason = RwSignal::new(String::new());
    let (editing, refusing) = (RwSignal::new(false), RwSignal::new(false));
    let key = StoredValue::new(key);
    // Only what differs from what the model wrote counts as an edit.
    let edited = move || {
        let text = text.get();
        (text != original.get_value()).then_some(text)
    };
    let problem = Memo::new(move |_| {
        let checked = edited().map(|text| serde_json::from_str::<Map<String, Value>>(&text));
        match checked {
            Some(Err(error)) => Some(format!("The arguments must be a JSON object: {error}.")),
            Some(Ok(_)) | None => None,
        }
    });
    // It may be one that the chat's agent has asked.
    let agent = StoredValue::new(key.with_value(|key| manager.calling_agent(key)));
    let covers = Memo::new(move |_| {
        let scope = key.with_value(|key| manager.call_scope(key, edited().as_deref()));
        let agent = agent.get_value();
        scope.map(|scope| match scope.host {
            Some(host) => format!("calls of this tool by {agent} to {host}"),
            None => format!("calls of this tool by {agent}"),
        })
    });
    let still = stands_still(cards);
    let not_yet = move || (!still.get()).then_some("true");
    let allow = move |event: MouseEvent, extent| {
        if event.is_trusted() && still.get_untracked() && problem.get_untracked().is_none() {
            key.with_value(|key| manager.allow_call(key, untrack(edited), extent));
        }
    };
    let refuse = move |event: MouseEvent| {
        if event.is_trusted() {
            key.with_value(|key| manager.refuse_call(key, reason.get_untracked()));
        }
    };
    let arguments = NodeRef::<html::Textarea>::new();
    let why = NodeRef::<html::Input>::new();
    focus_when_shown(arguments);
    focus_when_shown(why);
    // The buttons of the answer take their places back when it is taken back.
    let refuse_button = NodeRef::<html::Button>::new();
    let take_back = move |_| {
        refusing.set(false);
        request_animation_frame(move || {
            if let Some(button) = refuse_button.get_untracked() {
                let _ = button.focus();
            }
        });
    };
    let screen = expect_context::<Screen>();
    on_cleanup(move || screen.rescue_focus());
    view! {
        <section class="card approval" aria-label=format!("Allow “{title}”?")>
            <Icon icon=lu::LuHand />
            <div class="card-text">
                <h3>{format!("Allow “{title}”?")}</h3>
                <p class="hint">{format!("{} wants to call it with:", agent.get_value())}</p>
                <Show
                    when=move || editing.get()
                    fallback=move || {
                        view! {
                            <pre class="call-arguments" tabindex="0" aria-label="Arguments">
                                {text}
                            </pre>
                        }
                    }
                >
                    <textarea
                        class="input code"
                        aria-label="Arguments"
                        aria-invalid=move || problem.read().is_some().to_string()
                        rows="6"
                        node_ref=arguments
                        prop:value=text
                        on:input=move |event| text.set(event_target_value(&event))
                    ></textarea>
                </Show>
                {move || problem.get().map(|problem| view! { <p class="problem" role="alert">{problem}</p> })}
                <Show when=move || refusing.get()>
                    <input
                        class="input"
                        type="text"
                        aria-label="Reason"
                        node_ref=why
                        placeholder="Why not? The model reads this. It may stay empty."
                        prop:value=reason
                        on:input=move |event| reason.set(event_target_value(&event))
                    />
                </Show>
                <div class="buttons">
                    <Show
                        when=move || refusing.get()
                        fallback=move || {
                            view! {
                                <button
                                    type="button"
                                    class="button primary"
                                    aria-disabled=not_yet
                                    on:click=move |event| allow(event, Extent::Once)
                                >
                                    "Allow once"
                                </button>
                                <Show when=move || covers.read().is_some()>
                                    <button
                                        type="button"
                                        class="button"
                                        aria-disabled=not_yet
                                        on:click=move |event| allow(event, Extent::Session)
                                    >
                                        "Allow in this chat"
                                    </button>
                                    <button
                                        type="button"
                                        class="button"
                                        aria-disabled=not_yet
                                        on:click=move |event| allow(event, Extent::Always)
                                    >
                                        "Always allow"
                                    </button>
                                </Show>
                                <button
                                    type="button"
                                    class="button"
                                    aria-pressed=move || editing.get().to_string()
                                    on:click=move |_| editing.update(|editing| *editing = !*editing)
                                >
                                    "Edit"
                                </button>
                                <button
                                    type="button"
                                    class="button"
                                    node_ref=refuse_button
                                    on:click=move |_| refusing.set(true)
                                >
                                    "Refuse…"
                                </button>
                            }
                        }
                    >
                        <button type="button" class="button primary" on:click=refuse>
                            "Refuse"
                        </button>
                        <button
                            type="button"
                            class="button"
                            on:click=take_back
                        >
                            "Back"
                        </button>
                    </Show>
                </div>
                <p class="hint" hidden=refusing>
                    {move || match covers.get() {
                        Some(what) => {
                            format!(
                                "“In this chat” and “Always” cover {what}. You can take them back in Settings, Tools.",
                            )
                        }
                        None => "This call names no address that can be read, so it can be allowed only once.".to_owned(),
                    }}
                </p>
            </div>
        </section>
    }
}

/// Whether the cards have kept their places for a moment. When one goes, the next may come to stand under the pointer or
/// take the focus, and the second press of two was never meant for it.
fn stands_still(cards: Memo<Vec<String>>) -> RwSignal<bool> {
    let still = RwSignal::new(false);
    Effect::new(move |before: Option<Option<TimeoutHandle>>| {
        cards.track();
        if let Some(handle) = before.flatten() {
            handle.clear();
        }
        still.set(false);
        // The card may be gone by then.
        let settle = move || {
            let _ = still.try_set(true);
        };
        set_timeout_with_handle(settle, STILL).ok()
    });
    still
}
