//! The unfinished text of an interrupted answer, which becomes part of the conversation only if the
//! person wants it.

use crate::browser::Manager;
use crate::chat::TurnId;
use leptos::prelude::*;

#[component]
pub fn DraftText(text: String) -> impl IntoView {
    view! {
        <p class="draft-name">"What had been written:"</p>
        <pre class="draft-text" tabindex="0" aria-label="Unfinished text">
            {text}
        </pre>
    }
}

#[component]
pub fn DraftButtons(id: StoredValue<TurnId>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    view! {
        <button
            type="button"
            class="button"
            on:click=move |_| id.with_value(|id| manager.keep_draft(id))
        >
            "Keep"
        </button>
        <button
            type="button"
            class="button"
            on:click=move |_| id.with_value(|id| manager.discard_draft(id))
        >
            "Discard"
        </button>
    }
}
