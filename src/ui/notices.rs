//! Passing notes and alerts that belong to no turn.

use super::icon::IconButton;
use crate::browser::{Manager, Notice};
use icondata_lu as lu;
use leptos::prelude::*;
use std::time::Duration;

/// How long a note that is not urgent stays. Long enough to read it and reach for Undo.
const STAY: Duration = Duration::from_secs(12);

#[component]
pub fn Notices() -> impl IntoView {
    let manager = expect_context::<Manager>();
    view! {
        <div class="notices" role="region" aria-label="Notices">
            <For each=move || manager.notices.get() key=|notice| notice.id let(notice)>
                <Note notice />
            </For>
        </div>
    }
}

#[component]
fn Note(notice: Notice) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let Notice {
        id,
        text,
        undo,
        urgent,
    } = notice;
    // Nothing vanishes under the pointer or the focus.
    let held = RwSignal::new(false);
    if !urgent {
        Effect::new(move |timer: Option<Option<TimeoutHandle>>| {
            if let Some(timer) = timer.flatten() {
                timer.clear();
            }
            if held.get() {
                return None;
            }
            set_timeout_with_handle(move || manager.dismiss(id), STAY).ok()
        });
    }
    view! {
        <div
            class="notice"
            class:urgent=urgent
            role=if urgent { "alert" } else { "status" }
            on:pointerenter=move |_| held.set(true)
            on:pointerleave=move |_| held.set(false)
            on:focusin=move |_| held.set(true)
            on:focusout=move |_| held.set(false)
        >
            <p>{text}</p>
            {undo
                .map(|undo| {
                    view! {
                        <button type="button" class="text-button" on:click=move |_| manager.undo(&undo)>
                            "Undo"
                        </button>
                    }
                })}
            <IconButton label="Dismiss" icon=lu::LuX on_press=move || manager.dismiss(id) />
        </div>
    }
}
