//! A switch: on or off, at once.

use leptos::prelude::*;

#[component]
pub fn Switch(label: String, on: Memo<bool>, on_switch: impl Fn(bool) + 'static) -> impl IntoView {
    view! {
        <button
            type="button"
            class="switch"
            role="switch"
            aria-checked=move || on.get().to_string()
            aria-label=label
            title=move || if on.get() { "On" } else { "Off" }
            on:click=move |_| on_switch(!on.get_untracked())
        ></button>
    }
}
