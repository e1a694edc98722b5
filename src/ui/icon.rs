//! Icons from the Lucide set. They are decoration: the control that holds one carries the name.

use icondata_core::IconData;
use leptos::prelude::*;

#[component]
pub fn Icon(icon: &'static IconData) -> impl IntoView {
    view! {
        <svg
            class="icon"
            viewBox="0 0 24 24"
            aria-hidden="true"
            focusable="false"
            inner_html=icon.data
        ></svg>
    }
}

/// A button that shows only an icon; `label` is its name and its tooltip.
#[component]
pub fn IconButton(
    #[prop(into)] label: Signal<String>,
    icon: &'static IconData,
    on_press: impl FnMut() + 'static,
    #[prop(optional, into)] id: Option<String>,
    #[prop(optional, into)] disabled: MaybeProp<bool>,
) -> impl IntoView {
    let mut on_press = on_press;
    view! {
        <button
            type="button"
            class="icon-button"
            id=id
            disabled=move || disabled.get().unwrap_or(false)
            aria-label=label
            title=label
            on:click=move |_| on_press()
        >
            <Icon icon />
        </button>
    }
}
