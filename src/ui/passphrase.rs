//! A field for a passphrase.

use super::settings::field::unique_id;
use crate::browser::Passphrase;
use crate::ui::focus::into_view;
use leptos::html;
use leptos::prelude::*;

/// The field's state. What is typed is held by the input element alone.
#[derive(Clone, Copy)]
pub struct PassphraseEntry {
    input: NodeRef<html::Input>,
    error: RwSignal<Option<String>>,
}

impl PassphraseEntry {
    pub fn new() -> Self {
        Self {
            input: NodeRef::new(),
            error: RwSignal::new(None),
        }
    }

    /// What is typed.
    pub fn text(self) -> String {
        let input = self.input.get_untracked();
        input.map(|input| input.value()).unwrap_or_default()
    }

    pub fn passphrase(self) -> Passphrase {
        Passphrase::new(&self.text())
    }

    pub fn accept(self) {
        self.error.set(None);
    }

    /// Says what is wrong, and leaves the person in the field with the text selected.
    pub fn refuse(self, error: impl Into<String>) {
        // The field may be gone by now.
        self.error.try_set(Some(error.into()));
        if let Some(input) = self.input.try_get_untracked().flatten() {
            let _ = input.focus();
            input.select();
        }
    }

    /// Takes the focus as soon as it is on screen.
    pub fn focus_when_shown(self) {
        self.input.on_load(|input| {
            request_animation_frame(move || {
                let _ = input.focus();
                // The focus brings the field into view, but what belongs to it may lie below the edge.
                if let Ok(Some(form)) = input.closest("form") {
                    into_view(&form);
                }
            });
        });
    }
}

/// `autocomplete` tells password managers whether it is the one they know or one to come.
#[component]
pub fn PassphraseField(
    label: &'static str,
    entry: PassphraseEntry,
    autocomplete: &'static str,
    #[prop(optional)] hint: &'static str,
) -> impl IntoView {
    let id = unique_id();
    let (note, problem) = (format!("{id}-note"), format!("{id}-error"));
    let error = entry.error;
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <input
                id=id
                type="password"
                autocomplete=autocomplete
                autocapitalize="off"
                spellcheck="false"
                aria-invalid=move || error.get().is_some().to_string()
                aria-describedby=format!("{problem} {note}")
                node_ref=entry.input
            />
            <p class="field-note error" id=problem role="alert">
                {error}
            </p>
            <p class="field-note" id=note>
                {hint}
            </p>
        </div>
    }
}

/// Password managers file a passphrase under a name; nobody has to see it.
#[component]
pub fn PassphraseOwner() -> impl IntoView {
    view! { <input type="text" autocomplete="username" value="Colloquy keys" readonly hidden /> }
}
