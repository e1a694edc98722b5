//! Choosing a passphrase, changing it, and locking.

use crate::browser::{Change, Manager, VaultError};
use crate::ui::icon::Icon;
use crate::ui::passphrase::{PassphraseEntry, PassphraseField, PassphraseOwner};
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;
use web_sys::SubmitEvent;

/// Shorter ones are guessed in no time by whoever has a copy of the encrypted keys.
const SHORTEST: usize = 8;

const HINT: &str =
    "At least 8 characters; four or more random words are better. Nobody can recover it for you.";

/// Puts the keys under a first passphrase. `settle` is called when nothing is left to be asked.
#[component]
pub fn SetPassphrase(settle: impl Fn() + Copy + 'static) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let (new, again) = (PassphraseEntry::new(), PassphraseEntry::new());
    let busy = RwSignal::new(false);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() || !is_chosen(new, again) {
            return;
        }
        busy.set(true);
        leptos::task::spawn_local(async move {
            let change = Change::Passphrase(new.passphrase());
            let changed = manager.keep_keys(&change).await;
            // The section may be gone by now.
            busy.try_set(false);
            match changed {
                Ok(()) => settle(),
                Err(error) => new.refuse(format!("{error}. Everything is as it was.")),
            }
        });
    };
    new.focus_when_shown();
    view! {
        <form class="form card" aria-label="Passphrase" novalidate on:submit=save>
            <PassphraseOwner />
            <PassphraseField
                label="New passphrase"
                entry=new
                autocomplete="new-password"
                hint=HINT
            />
            <PassphraseField label="New passphrase again" entry=again autocomplete="new-password" />
            <div class="buttons">
                <button type="submit" class="button primary" aria-disabled=move || busy.get().to_string()>
                    {move || if busy.get() { "Encrypting…" } else { "Set passphrase" }}
                </button>
                <button type="button" class="button" on:click=move |_| settle()>
                    "Cancel"
                </button>
            </div>
        </form>
    }
}

/// What can be done while the keys are under a passphrase.
#[component]
pub fn Lockable() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let locked = Memo::new(move |_| manager.vault.get().locked);
    let changing = RwSignal::new(false);
    let toggle = move |_| {
        if locked.get_untracked() {
            leptos::task::spawn_local(async move {
                manager.unlocked().await;
            });
        } else {
            manager.lock();
        }
    };
    let change = NodeRef::<html::Button>::new();
    // The form is gone, and the focus must not be lost with it.
    Effect::new(move |was: Option<bool>| {
        let is = changing.get();
        if was == Some(true) && !is {
            request_animation_frame(move || {
                // The section may be gone by the time the browser draws the next frame.
                if let Some(button) = change.try_get_untracked().flatten() {
                    let _ = button.focus();
                }
            });
        }
        is
    });
    let state = move || {
        view! {
            <div class="card">
                {move || {
                    let icon = if locked.get() { lu::LuLock } else { lu::LuLockOpen };
                    view! { <Icon icon /> }
                }}
                <div class="card-text">
                    <p role="status">
                        {move || {
                            if locked.get() {
                                "Locked in this tab. You are asked for the passphrase when a key is needed."
                            } else {
                                "Unlocked in this tab, until you lock it or reload. Other tabs ask for themselves."
                            }
                        }}
                    </p>
                    <div class="buttons">
                        <button type="button" class="button" on:click=toggle>
                            {move || if locked.get() { "Unlock" } else { "Lock" }}
                        </button>
                        <button
                            type="button"
                            class="button"
                            node_ref=change
                            on:click=move |_| changing.set(true)
                        >
                            "Change passphrase"
                        </button>
                    </div>
                </div>
            </div>
        }
    };
    view! {
        <Show when=move || changing.get() fallback=state>
            <ChangePassphrase changing />
        </Show>
    }
}

#[component]
fn ChangePassphrase(changing: RwSignal<bool>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let old = PassphraseEntry::new();
    let (new, again) = (PassphraseEntry::new(), PassphraseEntry::new());
    let busy = RwSignal::new(false);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() || !is_chosen(new, again) {
            return;
        }
        old.accept();
        busy.set(true);
        leptos::task::spawn_local(async move {
            let changed = manager
                .change_passphrase(&old.passphrase(), new.passphrase())
                .await;
            // The section may be gone by now.
            busy.try_set(false);
            match changed {
                Ok(()) => {
                    changing.try_set(false);
                }
                Err(VaultError::WrongPassphrase) => {
                    old.refuse("This is not the current passphrase. Nothing was changed.");
                }
                Err(error) => new.refuse(format!("{error}. Everything is as it was.")),
            }
        });
    };
    old.focus_when_shown();
    view! {
        <form class="form card" aria-label="Change passphrase" novalidate on:submit=save>
            <PassphraseOwner />
            <PassphraseField
                label="Current passphrase"
                entry=old
                autocomplete="current-password"
            />
            <PassphraseField
                label="New passphrase"
                entry=new
                autocomplete="new-password"
                hint=HINT
            />
            <PassphraseField label="New passphrase again" entry=again autocomplete="new-password" />
            <div class="buttons">
                <button type="submit" class="button primary" aria-disabled=move || busy.get().to_string()>
                    {move || if busy.get() { "Encrypting…" } else { "Save" }}
                </button>
                <button type="button" class="button" on:click=move |_| changing.set(false)>
                    "Cancel"
                </button>
            </div>
        </form>
    }
}

/// Whether the new passphrase can be used; the fields say why not.
fn is_chosen(new: PassphraseEntry, again: PassphraseEntry) -> bool {
    new.accept();
    again.accept();
    let text = new.text();
    if text.chars().count() < SHORTEST {
        new.refuse("This is too short. Use at least 8 characters.");
        return false;
    }
    if text != again.text() {
        again.refuse("The two are not the same.");
        return false;
    }
    true
}
