//! One connected provider and its models.

use super::providers::{Editing, add_model_id};
use crate::browser::Manager;
use crate::provider::preset::{self, DEMO};
use crate::provider::{ModelConfig, Provider};
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
    let kind = preset::preset(&preset).map_or("Unknown type", |row| row.name);
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
    let facts = move || {
        if is_demo {
            return "Built in. Answers are scripted and come from this page.".to_owned();
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
        <section class="provider" aria-label=name.clone()>
            <header class="provider-top">
                <div>
                    <h4>{name.clone()}</h4>
                    <p class="provider-facts">{facts}</p>
                </div>
                <div class="provider-tools">
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
            <ul class="models">
                <For each=move || models.get() key=|model| format!("{model:?}") let(model)>
                    <ModelLine model editing />
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

#[component]
fn ModelLine(model: ModelConfig, editing: RwSignal<Editing>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let label = model.label().to_owned();
    let facts = facts(&model);
    let ids = StoredValue::new((model.provider, model.id));
    view! {
        <li class="model">
            <span class="model-name">{label.clone()}</span>
            <span class="model-facts">{facts}</span>
            <IconButton
                label=format!("Edit {label}")
                icon=lu::LuPencil
                on_press=move || {
                    let (provider, model) = ids.get_value();
                    editing.set(Editing::Model(provider, Some(model)));
                }
            />
            <IconButton
                label=format!("Delete {label}")
                icon=lu::LuTrash2
                on_press=move || ids.with_value(|(_, model)| manager.delete_model(model))
            />
        </li>
    }
}

/// The settings that differ from the provider's own.
fn facts(model: &ModelConfig) -> String {
    let mut said = vec![];
    if !model.name.is_empty() {
        said.push(model.model.clone());
    }
    if let Some(temperature) = model.temperature {
        said.push(format!("temperature {temperature}"));
    }
    if let Some(max_tokens) = model.max_tokens {
        said.push(format!("at most {max_tokens} tokens"));
    }
    if let Some(top_p) = model.top_p {
        said.push(format!("top P {top_p}"));
    }
    said.join(" · ")
}
