//! How keys are kept: chosen once, for the whole browser.

mod confirm;
mod forget;
mod passphrase;

use crate::browser::{Keeping, Manager, VaultState};
use confirm::Confirm;
use forget::Forget;
use leptos::html;
use leptos::prelude::*;
use passphrase::{Lockable, SetPassphrase};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

const WAYS: [(Keeping, &str); 3] = [
    (Keeping::Browser, "In this browser"),
    (Keeping::Passphrase, "In this browser, under a passphrase"),
    (Keeping::Tab, "This tab only"),
];

#[component]
pub fn Keys() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let keeping = Memo::new(move |_| manager.vault.get().keeping);
    let wanted = RwSignal::new(keeping.get_untracked());
    let choices = NodeRef::<html::Fieldset>::new();
    // What was asked for has come true, here or in another tab.
    Effect::new(move || wanted.set(keeping.get()));
    let shown = Memo::new(move |_| (keeping.get(), wanted.get()));
    let settle = move || {
        // The section may be gone by the time a change is made.
        if let Some(now) = keeping.try_get_untracked() {
            wanted.try_set(now);
        }
        request_animation_frame(move || focus_choice(choices));
    };
    view! {
        <section aria-labelledby="keys-title">
            <h3 id="keys-title">"Keys"</h3>
            <p>
                "An API key goes to the provider it belongs to and nowhere else; no export holds one. Where keys wait in the meantime is your choice, for this browser and this address."
            </p>
            <fieldset class="choices" node_ref=choices>
                <legend>"Keep keys"</legend>
                {WAYS
                    .into_iter()
                    .map(|(way, name)| view! { <Way way name wanted /> })
                    .collect_view()}
            </fieldset>
            {move || match shown.get() {
                (Keeping::Passphrase, Keeping::Passphrase) => view! { <Lockable /> }.into_any(),
                (now, wanted) if now == wanted => ().into_any(),
                (_, Keeping::Passphrase) => view! { <SetPassphrase settle /> }.into_any(),
                (_, Keeping::Browser) => view! { <Confirm to=Keeping::Browser settle /> }.into_any(),
                (_, Keeping::Tab) => view! { <Confirm to=Keeping::Tab settle /> }.into_any(),
            }}
            <Forget />
        </section>
    }
}

#[component]
fn Way(way: Keeping, name: &'static str, wanted: RwSignal<Keeping>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let id = format!("keep-{way:?}");
    let note = format!("{id}-note");
    let possible = move || {
        let vault = manager.vault.get();
        match way {
            Keeping::Browser => vault.stores,
            Keeping::Passphrase => vault.stores && vault.encrypts,
            Keeping::Tab => true,
        }
    };
    view! {
        <label class="choice">
            <input
                type="radio"
                name="keeping"
                aria-labelledby=id.clone()
                aria-describedby=note.clone()
                disabled=move || !possible()
                prop:checked=move || wanted.get() == way
                on:change=move |_| wanted.set(way)
            />
            <span class="choice-name" id=id>
                {name}
            </span>
            <span class="choice-note" id=note>
                {move || note_of(way, manager.vault.get())}
            </span>
        </label>
    }
}

fn note_of(way: Keeping, vault: VaultState) -> &'static str {
    match way {
        Keeping::Browser | Keeping::Passphrase if !vault.stores => {
            "Not here: the browser gives this page no storage."
        }
        Keeping::Browser if vault.encrypts => {
            "Encrypted, and ready whenever you open the page. Whoever uses this browser can use them."
        }
        Keeping::Browser => {
            "As plain text: browsers offer no encryption to a page served by plain http. Whoever can read this browser's files can read your keys."
        }
        Keeping::Passphrase if vault.encrypts => {
            "Encrypted under what you alone know. You enter it once in each tab, when a key is needed."
        }
        Keeping::Passphrase => {
            "Not here: browsers offer no encryption to a page served by plain http."
        }
        Keeping::Tab => "In memory, never stored. Gone when you reload or close the tab.",
    }
}

/// Puts the focus on the way that holds, where a form about another one was.
fn focus_choice(choices: NodeRef<html::Fieldset>) {
    // The section may be gone by the time the browser draws the next frame.
    let checked = choices
        .try_get_untracked()
        .flatten()
        .and_then(|choices| choices.query_selector("input:checked").ok().flatten());
    if let Some(input) = checked {
        // It is on screen, so it can take the focus.
        let _ = input.unchecked_ref::<HtmlElement>().focus();
    }
}

/// Where a key that is entered now will be, for the hint below its field.
pub fn destination(vault: VaultState) -> &'static str {
    match vault.keeping {
        Keeping::Browser if vault.encrypts => "Kept encrypted in this browser.",
        Keeping::Browser => {
            "Kept in this browser as plain text: on a page served by plain http there is no encryption."
        }
        Keeping::Passphrase => "Kept in this browser under your passphrase.",
        Keeping::Tab => "Kept by this tab only: gone when you reload or close it.",
    }
}

/// "1 key", "2 keys".
fn count(keys: usize) -> String {
    match keys {
        1 => "1 key".to_owned(),
        many => format!("{many} keys"),
    }
}
