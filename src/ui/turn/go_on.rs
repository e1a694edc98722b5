//! Takes a turn up where it ended, or lets the person choose what becomes of calls that a reload cut off.

use crate::agent::Unanswered;
use crate::browser::{CallState, Manager};
use crate::chat::TurnId;
use crate::ui::icon::Icon;
use icondata_lu as lu;
use leptos::prelude::*;

/// Nothing where the turn cannot go on.
#[component]
pub fn GoOn(id: StoredValue<TurnId>, #[prop(optional)] primary: bool) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let can = Memo::new(move |_| {
        // The rows change when the turn stops being the last one.
        manager.rows.track();
        id.with_value(|id| manager.can_go_on(id))
    });
    let open = Memo::new(move |_| {
        manager.rows.with(|rows| {
            let row = id.with_value(|id| rows.iter().find(|row| row.id == *id));
            row.is_some_and(|row| {
                row.parts.with(|parts| {
                    let mut calls = parts.iter().filter_map(|part| part.call.as_ref());
                    calls.any(|call| call.state.with(|state| *state == CallState::Open))
                })
            })
        })
    });
    let go_on = move |choice| id.with_value(|id| manager.go_on(id, choice));
    view! {
        <Show when=move || can.get() && open.get()>
            <button
                type="button"
                class="button"
                disabled=manager.running
                on:click=move |_| go_on(Unanswered::RunAgain)
            >
                <Icon icon=lu::LuPlay />
                "Run again"
            </button>
            <button
                type="button"
                class="button"
                disabled=manager.running
                on:click=move |_| go_on(Unanswered::LeaveOut)
            >
                "Continue without it"
            </button>
        </Show>
        <Show when=move || can.get() && !open.get()>
            <button
                type="button"
                class="button"
                class:primary=primary
                disabled=manager.running
                on:click=move |_| go_on(Unanswered::LeaveOut)
            >
                <Icon icon=lu::LuPlay />
                "Continue"
            </button>
        </Show>
    }
}
