//! Tells screen readers where an answer begins and ends. The transcript itself is silent: hearing every
//! token is worse than hearing none.

use crate::browser::{Manager, TurnState};
use crate::chat::{Outcome, TurnId};
use leptos::prelude::*;

#[component]
pub fn Announcer() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let newest = Memo::new(move |_| {
        manager.rows.with(|rows| {
            rows.last()
                .map(|row| (row.id.clone(), row.state.with(announcement)))
        })
    });
    let text = RwSignal::new(String::new());
    Effect::new(
        move |before: Option<Option<(TurnId, Option<&'static str>)>>| {
            let now = newest.get();
            if let Some((turn, Some(words))) = &now {
                let was = before.flatten();
                // A turn seen for the first time is news only while it runs: opening an old session
                // announces nothing.
                let same = was.as_ref().is_some_and(|(id, _)| id == turn);
                if same || *words == ANSWERING {
                    text.set((*words).to_owned());
                }
            }
            now
        },
    );
    view! {
        <p class="visually-hidden" role="status">
            {text}
        </p>
    }
}

const ANSWERING: &str = "Assistant is answering";

fn announcement(state: &TurnState) -> Option<&'static str> {
    match state {
        TurnState::Waiting | TurnState::Streaming => Some(ANSWERING),
        TurnState::Downloading { .. } => Some("The model is being downloaded"),
        TurnState::Retrying { .. } => Some("The provider did not answer; trying again soon"),
        TurnState::Elsewhere => None,
        TurnState::Ended(outcome) => Some(match outcome {
            Outcome::Done => "Answer complete",
            Outcome::Stopped => "Answer stopped",
            Outcome::Interrupted => "Answer interrupted",
            Outcome::Failed { .. } => "The answer failed",
            Outcome::LimitReached { .. } => "The answer reached its limit of steps",
            Outcome::TimedOut { .. } => "The answer reached its time limit",
        }),
    }
}
