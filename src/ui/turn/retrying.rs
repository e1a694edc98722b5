//! The wait before the next attempt, counted down.

use crate::browser::{Manager, TurnState};
use crate::chat::Millis;
use crate::ui::icon::Icon;
use icondata_lu as lu;
use leptos::prelude::*;
use std::time::Duration;

#[component]
pub fn Retrying(state: RwSignal<TurnState>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let now = RwSignal::new(js_sys::Date::now());
    let clock = set_interval_with_handle(
        move || now.set(js_sys::Date::now()),
        Duration::from_millis(250),
    );
    on_cleanup(move || {
        if let Ok(clock) = clock {
            clock.clear();
        }
    });
    let title = move || match state.get() {
        TurnState::Retrying { failure, .. } => failure.title,
        TurnState::Waiting
        | TurnState::Downloading { .. }
        | TurnState::Streaming
        | TurnState::Elsewhere
        | TurnState::Ended(_) => String::new(),
    };
    let wait = move || match state.get() {
        TurnState::Retrying { attempt, at, .. } => countdown(at - now.get(), attempt),
        TurnState::Waiting
        | TurnState::Downloading { .. }
        | TurnState::Streaming
        | TurnState::Elsewhere
        | TurnState::Ended(_) => String::new(),
    };
    view! {
        <section class="card retrying" aria-label="Trying again">
            <Icon icon=lu::LuClock />
            <div class="card-text">
                <h3>{title}</h3>
                <p class="countdown">{wait}</p>
                <div class="buttons">
                    <button type="button" class="button" on:click=move |_| manager.stop()>
                        "Stop trying"
                    </button>
                </div>
            </div>
        </section>
    }
}

fn countdown(left: Millis, attempt: u32) -> String {
    let seconds = (left / 1000.0).ceil();
    if seconds < 1.0 {
        return format!("Trying again now (attempt {attempt}).");
    }
    format!("Trying again in {seconds} s (attempt {attempt}).")
}
