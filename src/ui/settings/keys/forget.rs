//! Deletes all keys: the way out where a passphrase is forgotten or a computer is given away.

use super::count;
use crate::browser::{Keeping, Manager};
use crate::ui::icon::Icon;
use crate::ui::modal::Modal;
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn Forget() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let asking = RwSignal::new(false);
    let nothing = move || {
        manager.keys.with(Vec::is_empty) && manager.vault.get().keeping != Keeping::Passphrase
    };
    view! {
        <div class="forget">
            <p>
                {move || {
                    if nothing() {
                        "No key is kept.".to_owned()
                    } else {
                        format!("{} kept.", count(manager.keys.with(Vec::len)))
                    }
                }}
            </p>
            <Show when=move || !nothing()>
                <button type="button" class="button danger" on:click=move |_| asking.set(true)>
                    <Icon icon=lu::LuTrash2 />
                    "Forget keys"
                </button>
            </Show>
        </div>
        <Modal title="Forget your keys?" open=asking on_close=move || asking.set(false)>
            <Question asking />
        </Modal>
    }
}

#[component]
fn Question(asking: RwSignal<bool>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let error = RwSignal::new(None::<String>);
    let names = move || {
        let keys = manager.keys.get();
        manager.settings.with(|settings| {
            let of = |id| settings.providers.iter().find(|provider| provider.id == id);
            let names = keys.iter().map(|id| match of(id.clone()) {
                Some(provider) => provider.name.clone(),
                None => {
                    let mut servers = settings.tools.servers.iter();
                    let server = servers.find(|server| server.id.0 == id.0);
                    server.map_or_else(|| id.0.clone(), |server| server.name.clone())
                }
            });
            names.collect::<Vec<_>>()
        })
    };
    let passphrase = move || manager.vault.get().keeping == Keeping::Passphrase;
    let forget = move |_| {
        leptos::task::spawn_local(async move {
            match manager.forget_keys().await {
                Ok(()) => {
                    asking.try_set(false);
                }
                // The dialog may be gone by now.
                Err(why) => {
                    error.try_set(Some(format!("{why}.")));
                }
            }
        });
    };
    view! {
        <div class="form">
            <p>"These keys are deleted from this browser and cannot be brought back:"</p>
            <ul class="lost">
                {move || names().into_iter().map(|name| view! { <li>{name}</li> }).collect_view()}
            </ul>
            <Show when=passphrase>
                <p>
                    "The passphrase goes with them: keys that you enter later are kept in this browser without one, until you set it again."
                </p>
            </Show>
            <p>"Conversations and settings stay. To stop a key from being used at all, revoke it at its provider."</p>
            <p class="bad" role="alert">
                {error}
            </p>
            <div class="buttons form-buttons">
                <button type="button" class="button danger" on:click=forget>
                    "Forget"
                </button>
                <button type="button" class="button" on:click=move |_| asking.set(false)>
                    "Cancel"
                </button>
            </div>
        </div>
    }
}
