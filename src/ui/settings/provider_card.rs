//! One connected provider and its models.

use super::model_line::ModelLine;
use super::providers::{Editing, add_model_id};
use super::sign_in::SignInButton;
use super::switch::Switch;
use crate::browser::Manager;
use crate::provider::Provider;
use crate::provider::preset::{self, DEMO, ON_DEVICE};
use crate::ui::icon::{Icon, IconButton};
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn ProviderCard(provider: Provider, editing: RwSignal<Editing>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let Provider {
        id,
        name,
        preset,
        base_url,
        ..
    } = provider;
    let is_demo = preset == DEMO;
    let is_on_device = preset == ON_DEVICE;
    let row = preset::preset(&preset);
    let kind = row.map_or("Unknown type", |row| row.name);
    let can_sign_in = row.is_some_and(|row| row.sign_in);
    let has_key = {
        let id = id.clone();
        Memo::new(move |_| manager.keys.with(|keys| keys.contains(&id)))
    };
    let models = {
        let id = id.clone();
        Memo::new(move |_| {
            manager.settings.with(|settings| {
                settings
                    .models
                    .iter()
                    .filter(|model| model.provider == id)
                    .cloned()
                    .collect::<Vec<_>>()
            })
        })
    };
    let siblings = Memo::new(move |_| {
        models.with(|models| {
            models
                .iter()
                .map(|model| model.id.clone())
                .collect::<Vec<_>>()
        })
    });
    let enabled = {
        let id = id.clone();
        Memo::new(move |_| {
            manager
                .settings
                .with(|settings| settings.provider(&id).is_some_and(|known| known.enabled))
        })
    };
    let facts = move || {
        if is_demo {
            return "Built in. Answers are scripted and come from this page.".to_owned();
        }
        if is_on_device {
            return "The browser's own model, which runs on this device. It is downloaded with the first message, if it is not here yet.".to_owned();
        }
        let key = if has_key.get() {
            "key stored"
        } else {
            "no key"
        };
        format!("{kind} · {base_url} · {key}")
    };
    let id = StoredValue::new(id);
    view! {
        <section class="provider" class:off=move || !enabled.get() aria-label=name.clone()>
            <header class="provider-top">
                <div>
                    <h4>{name.clone()}</h4>
                    <p class="provider-facts">{facts}</p>
                    <Show when=move || !enabled.get()>
                        <p class="provider-facts">"Off: its models are not offered."</p>
                    </Show>
                </div>
                <div class="provider-tools">
                    <Switch
                        label=format!("Enable {name}")
                        on=enabled
                        on_switch=move |on| id.with_value(|id| manager.enable_provider(id, on))
                    />
                    {(!is_demo)
                        .then(|| {
                            view! {
                                <IconButton
                                    label=format!("Edit {name}")
                                    icon=lu::LuPencil
                                    on_press=move || {
                                        editing.set(Editing::Provider(Some(id.get_value())));
                                    }
                                />
                            }
                        })}
                    <IconButton
                        label=format!("Delete {name}")
                        icon=lu::LuTrash2
                        on_press=move || id.with_value(|id| manager.delete_provider(id))
                    />
                </div>
            </header>
            <Show when=move || can_sign_in && !has_key.get()>
                <SignInButton
                    name=kind.to_owned()
                    provider=move || {
                        manager
                            .settings
                            .with_untracked(|settings| {
                                id.with_value(|id| settings.provider(id).cloned())
                            })
                    }
                />
            </Show>
            <ul class="models">
                <For each=move || models.get() key=|model| format!("{model:?}") let(model)>
                    <ModelLine model siblings editing />
                </For>
            </ul>
            {(!is_demo)
                .then(|| {
                    view! {
                        <button
                            type="button"
                            class="button"
                            id=id.with_value(add_model_id)
                            on:click=move |_| editing.set(Editing::Model(id.get_value(), None))
                        >
                            <Icon icon=lu::LuPlus />
                            "Add model"
                        </button>
                    }
                })}
        </section>
    }
}
