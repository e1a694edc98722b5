//! The API key: typed once, never shown again.

use super::field::unique_id;
use super::keys::destination;
use crate::browser::{Keeping, Manager};
use crate::provider::Secret;
use leptos::html;
use leptos::prelude::*;

/// What saving the form does to the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// None is stored: a typed one is stored.
    Add,
    Keep,
    Replace,
    Remove,
}

/// The state of a key field. The key itself is held by the input element alone, and only until the form
/// goes away.
#[derive(Clone, Copy)]
pub struct KeyEntry {
    change: RwSignal<Change>,
    input: NodeRef<html::Input>,
}

impl KeyEntry {
    pub fn new(stored: bool) -> Self {
        let change = if stored { Change::Keep } else { Change::Add };
        Self {
            change: RwSignal::new(change),
            input: NodeRef::new(),
        }
    }

    /// What to save: `None` leaves the stored key alone, an empty secret removes it.
    pub fn to_save(self) -> Option<Secret> {
        match self.change.get_untracked() {
            Change::Keep => None,
            Change::Add | Change::Replace => self.typed(),
            Change::Remove => Some(Secret::new("")),
        }
    }

    fn typed(self) -> Option<Secret> {
        let secret = Secret::new(&self.input.get_untracked()?.value());
        (!secret.is_empty()).then_some(secret)
    }
}

#[component]
pub fn KeyField(
    entry: KeyEntry,
    #[prop(into)] hint: Signal<&'static str>,
    #[prop(default = "API key")] label: &'static str,
) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let change = entry.change;
    let id = StoredValue::new(unique_id());
    let state = move |text: &'static str, buttons: Vec<(&'static str, Change)>| {
        view! {
            <div class="field" role="group" aria-label=label>
                <span class="field-label">{label}</span>
                <div class="key-state">
                    <p>{text}</p>
                    {buttons
                        .into_iter()
                        .map(|(name, to)| {
                            view! {
                                <button
                                    type="button"
                                    class="button"
                                    on:click=move |_| change.set(to)
                                >
                                    {name}
                                </button>
                            }
                        })
                        .collect_view()}
                </div>
            </div>
        }
    };
    let input = move || {
        view! {
            <div class="field">
                <label for=id.get_value()>{label}</label>
                <input
                    id=id.get_value()
                    type="password"
                    autocomplete="off"
                    spellcheck="false"
                    aria-describedby=format!("{}-note", id.get_value())
                    node_ref=entry.input
                />
                <p class="field-note" id=format!("{}-note", id.get_value())>
                    {hint}
                    " "
                    {move || destination(manager.vault.get())}
                </p>
            </div>
        }
    };
    move || match change.get() {
        Change::Add => input().into_any(),
        Change::Keep => state(
            match manager.vault.get().keeping {
                Keeping::Browser | Keeping::Passphrase => "A key is stored in this browser.",
                Keeping::Tab => "This tab has a key.",
            },
            vec![("Replace", Change::Replace), ("Remove", Change::Remove)],
        )
        .into_any(),
        Change::Replace => view! {
            {input()}
            <button type="button" class="text-button" on:click=move |_| change.set(Change::Keep)>
                "Keep the stored key"
            </button>
        }
        .into_any(),
        Change::Remove => state(
            "The stored key goes when you save.",
            vec![("Keep the stored key", Change::Keep)],
        )
        .into_any(),
    }
}
