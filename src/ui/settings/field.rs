//! Labelled fields that say what is wrong with them.

use leptos::html;
use leptos::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// An element id that no other element of the page has.
pub fn unique_id() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("field-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// One line of text. `error` stands below it and is read out with it.
#[component]
pub fn Field(
    #[prop(into)] label: String,
    value: RwSignal<String>,
    #[prop(optional, into)] hint: Signal<String>,
    #[prop(optional)] placeholder: &'static str,
    #[prop(optional, into)] error: MaybeProp<String>,
    #[prop(default = "text")] inputmode: &'static str,
    /// A taller field for several lines.
    #[prop(optional)]
    multiline: bool,
) -> impl IntoView {
    let id = unique_id();
    let note_id = format!("{id}-note");
    let note = note_id.clone();
    let invalid = move || error.get().is_some().to_string();
    let described =
        move || (error.get().is_some() || !hint.with(String::is_empty)).then(|| note.clone());
    let input = if multiline {
        view! {
            <textarea
                id=id.clone()
                rows="4"
                spellcheck="false"
                placeholder=placeholder
                aria-invalid=invalid
                aria-describedby=described
                prop:value=value
                on:input:target=move |event| value.set(event.target().value())
            ></textarea>
        }
        .into_any()
    } else {
        view! {
            <input
                id=id.clone()
                type="text"
                inputmode=inputmode
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                placeholder=placeholder
                aria-invalid=invalid
                aria-describedby=described
                prop:value=value
                on:input:target=move |event| value.set(event.target().value())
            />
        }
        .into_any()
    };
    view! {
        <div class="field">
            <label for=id>{label}</label>
            {input}
            <p class="field-note" id=note_id class:error=move || error.get().is_some()>
                {move || error.get().unwrap_or_else(|| hint.get())}
            </p>
        </div>
    }
}

/// Puts the focus on the first field of a form that is wrong, once its error is on screen.
pub fn focus_first_error(form: NodeRef<html::Form>) {
    request_animation_frame(move || {
        let wrong = form
            .get_untracked()
            .and_then(|form| form.query_selector("[aria-invalid=true]").ok().flatten());
        if let Some(field) = wrong {
            // A field that cannot take the focus still shows its error.
            let _ = field.unchecked_ref::<HtmlElement>().focus();
        }
    });
}

/// Puts the focus on the first field of a form that has just come on screen.
pub fn focus_first_field(form: NodeRef<html::Form>) {
    form.on_load(|form| {
        request_animation_frame(move || {
            if let Ok(Some(field)) = form.query_selector("input, select, textarea") {
                // The form is on screen, so its field can take the focus.
                let _ = field.unchecked_ref::<HtmlElement>().focus();
            }
        });
    });
}
