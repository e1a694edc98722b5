//! Asks for the passphrase when a key is needed.

use super::lazy::Lazy;
use super::modal::Modal;
use super::passphrase::{PassphraseEntry, PassphraseField, PassphraseOwner};
use super::screen::Screen;
use crate::browser::{Manager, Parts, VaultError};
use leptos::prelude::*;
use web_sys::SubmitEvent;

#[component]
pub fn UnlockDialog() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let screen = expect_context::<Screen>();
    let parts = expect_context::<Parts>();
    // The button that led here may be gone; the focus must not be lost with it.
    Effect::new(move |was: Option<bool>| {
        let open = manager.unlocking.get();
        if was == Some(true) && !open {
            screen.rescue_caret();
        }
        open
    });
    view! {
        <Modal
            title="Unlock your keys"
            open=manager.unlocking
            on_close=move || manager.cancel_unlock()
        >
            <Lazy part=parts.unlock on_cancel=move |()| manager.cancel_unlock() />
        </Modal>
    }
}

/// What the dialog shows. It is a lazy part: only `src/bin/colloquy/lazy.rs` may name it.
pub fn body() -> AnyView {
    view! { <UnlockForm /> }.into_any()
}

#[component]
fn UnlockForm() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let entry = PassphraseEntry::new();
    entry.focus_when_shown();
    let busy = RwSignal::new(false);
    let unlock = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        if entry.text().is_empty() {
            entry.refuse("Enter your passphrase.");
            return;
        }
        entry.accept();
        busy.set(true);
        leptos::task::spawn_local(async move {
            let unlocked = manager.unlock(&entry.passphrase()).await;
            // Once it is unlocked, or cancelled, the form is gone.
            busy.try_set(false);
            match unlocked {
                Ok(()) => {}
                Err(VaultError::WrongPassphrase) => {
                    entry.refuse("This passphrase is wrong. Try again.");
                }
                Err(error) => entry.refuse(format!("{error}.")),
            }
        });
    };
    view! {
        <form class="form" novalidate on:submit=unlock>
            <p>
                "They stay unlocked in this tab until you lock them or reload. Other tabs ask for themselves."
            </p>
            <PassphraseOwner />
            <PassphraseField
                label="Passphrase"
                entry
                autocomplete="current-password"
                hint="Forgotten? Nobody can recover it, but in Settings, under Keys, you can delete the keys and start anew."
            />
            <div class="buttons form-buttons">
                <button type="submit" class="button primary" aria-disabled=move || busy.get().to_string()>
                    {move || if busy.get() { "Unlocking…" } else { "Unlock" }}
                </button>
                <button type="button" class="button" on:click=move |_| manager.cancel_unlock()>
                    "Cancel"
                </button>
            </div>
        </form>
    }
}
