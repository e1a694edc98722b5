//! Says what a change does to the keys that there are, before it does it.

use super::count;
use crate::browser::{Change, Keeping, Manager};
use leptos::prelude::*;

/// For the ways that need no passphrase. `settle` is called when nothing is left to be asked.
#[component]
pub fn Confirm(to: Keeping, settle: impl Fn() + Copy + 'static) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let error = RwSignal::new(None::<String>);
    let text = move || {
        let vault = manager.vault.get();
        let keys = count(manager.keys.with(Vec::len));
        match to {
            Keeping::Tab => format!(
                "{keys} will be taken out of the browser's storage and held by this tab alone. After a reload every key has to be entered again; other tabs have none."
            ),
            Keeping::Browser | Keeping::Passphrase if vault.keeping == Keeping::Tab => format!(
                "{keys} of this tab will be stored in this browser. What other tabs hold is dropped."
            ),
            Keeping::Browser | Keeping::Passphrase => format!(
                "{keys} will be readable in this browser without the passphrase, which is then forgotten."
            ),
        }
    };
    let button = match to {
        Keeping::Tab => "Keep keys in this tab only",
        Keeping::Browser | Keeping::Passphrase => "Keep keys in this browser",
    };
    let apply = move |_| {
        let change = match to {
            Keeping::Tab => Change::Tab,
            Keeping::Browser | Keeping::Passphrase => Change::Browser,
        };
        leptos::task::spawn_local(async move {
            if !manager.unlocked().await {
                return;
            }
            match manager.keep_keys(&change).await {
                Ok(()) => settle(),
                // The section may be gone by now.
                Err(why) => {
                    error.try_set(Some(format!("{why}. Everything is as it was.")));
                }
            }
        });
    };
    view! {
        <div class="card">
            <div class="card-text">
                <p>{text}</p>
                <p class="bad" role="alert">
                    {error}
                </p>
                <div class="buttons">
                    <button type="button" class="button primary" on:click=apply>
                        {button}
                    </button>
                    <button type="button" class="button" on:click=move |_| settle()>
                        "Cancel"
                    </button>
                </div>
            </div>
        </div>
    }
}
