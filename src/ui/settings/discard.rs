//! Asks before changes are lost.

use leptos::html;
use leptos::prelude::*;

#[component]
pub fn Discard(
    /// For example "this agent".
    what: &'static str,
    on_discard: impl Fn() + 'static,
    on_stay: impl Fn() + 'static,
) -> impl IntoView {
    let stay = NodeRef::<html::Button>::new();
    stay.on_load(|button| {
        request_animation_frame(move || {
            // It has just come on screen, so it can take the focus.
            let _ = button.focus();
        });
    });
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
