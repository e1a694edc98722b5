//! The end of a form: save it, or leave it without losing changes by accident.

use crate::ui::focus::focus_when_shown;
use leptos::html;
use leptos::prelude::*;

#[component]
pub fn FormEnd(
    /// What is edited, for example "this agent".
    what: &'static str,
    /// Whether leaving would lose something.
    is_changed: impl Fn() -> bool + Copy + Send + Sync + 'static,
    on_leave: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let leaving = RwSignal::new(false);
    let leave = move || match is_changed() {
        true => leaving.set(true),
        false => on_leave(),
    };
    view! {
        <Show
            when=move || leaving.get()
            fallback=move || {
                view! {
                    <div class="buttons form-buttons">
                        <button type="submit" class="button primary">
                            "Save"
                        </button>
                        <button type="button" class="text-button" on:click=move |_| leave()>
                            "Cancel"
                        </button>
                    </div>
                }
            }
        >
            <Discard what on_discard=on_leave on_stay=move || leaving.set(false) />
        </Show>
    }
}

/// Asks before changes are lost.
#[component]
fn Discard(
    /// For example "this agent".
    what: &'static str,
    on_discard: impl Fn() + 'static,
    on_stay: impl Fn() + 'static,
) -> impl IntoView {
    let stay = NodeRef::<html::Button>::new();
    focus_when_shown(stay);
    view! {
        <div class="card" role="alertdialog" aria-label="Discard changes?">
            <div class="card-text">
                <p>"Your changes to " {what} " are not saved."</p>
                <div class="buttons">
                    <button
                        type="button"
                        class="button primary"
                        node_ref=stay
                        on:click=move |_| on_stay()
                    >
                        "Keep editing"
                    </button>
                    <button type="button" class="button" on:click=move |_| on_discard()>
                        "Discard changes"
                    </button>
                </div>
            </div>
        </div>
    }
}
