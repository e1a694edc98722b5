//! How an answer ended, where that needs saying, and what can be done about it.

use super::draft::{DraftButtons, DraftText};
use super::go_on::GoOn;
use crate::browser::{Manager, TurnState, TurnView};
use crate::chat::{AddressMend, Failure, Outcome, StopReason, TurnId};
use crate::ui::failure::{FailureText, MendButton};
use crate::ui::format;
use crate::ui::icon::Icon;
use crate::ui::screen::Screen;
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn Ended(turn: TurnView) -> impl IntoView {
    let id = StoredValue::new(turn.id);
    let state = RwSignal::from(turn.state);
    let stop = RwSignal::from(turn.stop);
    let draft = RwSignal::from(turn.draft);
    move || match state.get() {
        TurnState::Waiting
        | TurnState::Downloading { .. }
        | TurnState::Streaming
        | TurnState::Retrying { .. } => ().into_any(),
        TurnState::Elsewhere => note("Another tab is writing this answer.").into_any(),
        TurnState::Ended(outcome) => match outcome {
            Outcome::Done => {
                view! { {move || stop.get().as_ref().and_then(explain).map(note)} }.into_any()
            }
            Outcome::Stopped => view! {
                {note("You stopped this answer.")}
                <div class="buttons">
                    <GoOn id />
                </div>
            }
            .into_any(),
            Outcome::LimitReached { max_rounds } => {
                let text = format!("Reached maximum tool call rounds ({max_rounds})");
                view! { <Limit id text /> }.into_any()
            }
            Outcome::TimedOut { limit } => {
                let text = format!("Reached the time limit ({})", format::duration(limit));
                view! { <Limit id text /> }.into_any()
            }
            Outcome::Interrupted => view! { <Interrupted id draft /> }.into_any(),
            Outcome::Failed { failure } => view! { <FailureCard id failure /> }.into_any(),
        },
    }
}

fn note(text: impl Into<String>) -> impl IntoView {
    view! { <p class="ending">{text.into()}</p> }
}

/// What a stop reason means for the person; a normal end means nothing.
fn explain(reason: &StopReason) -> Option<String> {
    match reason {
        StopReason::End | StopReason::ToolCalls => None,
        StopReason::Length => Some(
            "The answer was cut off at the token limit. A higher “Max tokens” lets it go on longer."
                .to_owned(),
        ),
        StopReason::ContentFilter => {
            Some("The provider's content filter cut this answer off.".to_owned())
        }
        StopReason::Refusal => Some("The model declined to answer.".to_owned()),
        StopReason::Other(raw) => Some(format!("The model stopped with the reason “{raw}”.")),
    }
}

/// The agent used up what it may take; the person can let it go on.
#[component]
fn Limit(id: StoredValue<TurnId>, text: String) -> impl IntoView {
    view! {
        <section class="card limit" aria-label="Limit reached">
            <Icon icon=lu::LuTimer />
            <div class="card-text">
                <p>{text}</p>
                <div class="buttons">
                    <GoOn id primary=true />
                </div>
            </div>
        </section>
    }
}

#[component]
fn FailureCard(id: StoredValue<TurnId>, failure: Failure) -> impl IntoView {
    let screen = expect_context::<Screen>();
    let manager = expect_context::<Manager>();
    let mend = StoredValue::new(failure.mend.clone());
    // Once it is taken there is nothing left to mend.
    let mendable = Memo::new(move |_| {
        mend.with_value(|mend| {
            let mend = mend.as_ref()?;
            let is_there = manager
                .settings
                .with(|settings| settings.providers.iter().any(|it| it.is_at(&mend.from)));
            is_there.then(|| mend.clone())
        })
    });
    let take = move |mend: &AddressMend| {
        manager.mend_address(mend);
        id.with_value(|id| manager.retry(id));
    };
    view! {
        <section class="card failure" aria-label="Error">
            <Icon icon=lu::LuCircleAlert />
            <div class="card-text">
                <FailureText failure />
                <div class="buttons">
                    {move || {
                        mendable
                            .get()
                            .map(|mend| {
                                let to = mend.to.clone();
                                view! {
                                    <MendButton
                                        to
                                        disabled=manager.running
                                        on_press=move || take(&mend)
                                    />
                                }
                            })
                    }}
                    <Retry id primary=Signal::derive(move || mendable.with(Option::is_none)) />
                    <GoOn id />
                    <button type="button" class="button" on:click=move |_| screen.open_settings()>
                        "Open settings"
                    </button>
                </div>
            </div>
        </section>
    }
}

#[component]
fn Interrupted(id: StoredValue<TurnId>, draft: RwSignal<Option<String>>) -> impl IntoView {
    view! {
        <section class="card interrupted" aria-label="Interrupted">
            <Icon icon=lu::LuUnplug />
            <div class="card-text">
                <h3>"Interrupted"</h3>
                <p>"The page went away before this answer was finished."</p>
                {move || draft.get().map(|text| view! { <DraftText text /> })}
                <div class="buttons">
                    <Retry id primary=true />
                    <GoOn id />
                    {move || draft.get().map(|_| view! { <DraftButtons id /> })}
                </div>
            </div>
        </section>
    }
}

#[component]
fn Retry(id: StoredValue<TurnId>, #[prop(into)] primary: Signal<bool>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    view! {
        <button
            type="button"
            class="button"
            class:primary=primary
            disabled=manager.running
            on:click=move |_| id.with_value(|id| manager.retry(id))
        >
            <Icon icon=lu::LuRotateCcw />
            "Retry"
        </button>
    }
}
