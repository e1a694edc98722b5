//! Adds or changes a provider.

use super::field::{Field, focus_first_error, focus_first_field};
use super::key_field::{KeyEntry, KeyField};
use super::providers::{Editing, Offers, return_to_list};
use super::test_result::{TestResult, Testing};
use super::validate;
use crate::browser::{ConnectionTest, Manager};
use crate::chat::ProviderId;
use crate::provider::Provider;
use crate::provider::preset::{self, DEMO, PRESETS};
use leptos::html;
use leptos::prelude::*;
use web_sys::SubmitEvent;

#[component]
pub fn ProviderForm(
    /// The one to change; `None` adds one.
    provider: Option<Provider>,
    editing: RwSignal<Editing>,
    offers: Offers,
) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let is_new = provider.is_none();
    let provider = provider.unwrap_or_else(|| blank(&manager));
    let entry = KeyEntry::new(
        manager
            .keys
            .with_untracked(|keys| keys.contains(&provider.id)),
    );
    let kind = RwSignal::new(provider.preset.clone());
    let name = RwSignal::new(provider.name.clone());
    let base_url = RwSignal::new(provider.base_url.clone());
    let id = StoredValue::new(provider.id);
    let enabled = provider.enabled;
    // Have no fields yet, and are kept as they are.
    let headers = StoredValue::new(provider.headers);
    let body = StoredValue::new(provider.body);

    // Nothing is called wrong before the person has finished typing.
    let tried = RwSignal::new(false);
    let checked_name = move || validate::required(&name.get(), "a name for this provider");
    let checked_url = move || validate::base_url(&base_url.get(), page_is_https());
    let name_error = Signal::derive(move || checked_name().err().filter(|_| tried.get()));
    let url_error = Signal::derive(move || checked_url().err().filter(|_| tried.get()));
    let filled = move || {
        Some(Provider {
            id: id.get_value(),
            name: untrack(checked_name).ok()?,
            preset: kind.get_untracked(),
            base_url: untrack(checked_url).ok()?,
            enabled,
            headers: headers.get_value(),
            body: body.get_value(),
        })
    };

    let choose_kind = move |new: String| {
        let (Some(old), Some(row)) = (preset::preset(&kind.get_untracked()), preset::preset(&new))
        else {
            return;
        };
        // What the person typed stays; what the old type filled in follows the new one.
        if name.with_untracked(|name| name.is_empty() || name == old.name) {
            name.set(row.name.to_owned());
        }
        if base_url.with_untracked(|url| url.is_empty() || url == old.base_url) {
            base_url.set(row.base_url.to_owned());
        }
        kind.set(new);
    };

    let form = NodeRef::<html::Form>::new();
    focus_first_field(form);
    let testing = RwSignal::new(Testing::Not);
    let test = move |_| {
        tried.set(true);
        let Some(provider) = filled() else {
            focus_first_error(form);
            return;
        };
        testing.set(Testing::Running);
        leptos::task::spawn_local(async move {
            let result = manager
                .test_connection(provider.clone(), entry.to_save())
                .await;
            if let ConnectionTest::Works { models } = &result {
                offers.try_update(|offers| offers.insert(provider.id, models.clone()));
            }
            // The form may be closed by now.
            testing.try_set(Testing::Done(result));
        });
    };
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        tried.set(true);
        match filled() {
            Some(provider) => {
                let key = entry.to_save();
                leptos::task::spawn_local(async move {
                    // A key cannot be kept before its place is open; until then the form stays as it is.
                    if key.is_none() || manager.unlocked().await {
                        let id = provider.id.clone();
                        manager.save_provider(provider, key);
                        return_to_list(editing, &id);
                    }
                });
            }
            None => focus_first_error(form),
        }
    };
    let key_hint = Signal::derive(move || {
        let needs_key = kind.with(|kind| preset::preset(kind).is_some_and(|row| row.needs_key));
        if needs_key {
            "Sent to this provider only."
        } else {
            "Leave empty if the server needs none. Sent to this provider only."
        }
    });
    view! {
        <form class="form" novalidate node_ref=form on:submit=save>
            <h3 id="providers-title">{if is_new { "New provider" } else { "Edit provider" }}</h3>
            <div class="field">
                <label for="provider-type">"Type"</label>
                <select
                    id="provider-type"
                    prop:value=kind
                    on:change:target=move |event| choose_kind(event.target().value())
                >
                    {PRESETS
                        .iter()
                        .filter(|row| row.id != DEMO)
                        .map(|row| {
                            view! {
                                <option
                                    value=row.id
                                    selected=kind.with_untracked(|kind| kind == row.id)
                                >
                                    {row.name}
                                </option>
                            }
                        })
                        .collect_view()}
                </select>
            </div>
            <Field label="Name" value=name error=name_error />
            <Field
                label="Base URL"
                value=base_url
                error=url_error
                inputmode="url"
                placeholder="http://localhost:11434/v1"
                hint="The address up to, but without, /chat/completions."
            />
            <KeyField entry hint=key_hint />
            <TestResult state=testing />
            <div class="buttons form-buttons">
                <button type="submit" class="button primary">
                    "Save"
                </button>
                <button
                    type="button"
                    class="button"
                    disabled=move || testing.get() == Testing::Running
                    on:click=test
                >
                    "Test connection"
                </button>
                <button
                    type="button"
                    class="text-button"
                    on:click=move |_| id.with_value(|id| return_to_list(editing, id))
                >
                    "Cancel"
                </button>
            </div>
        </form>
    }
}

/// A provider of the first type that is not the demo.
fn blank(manager: &Manager) -> Provider {
    let row = PRESETS.iter().find(|row| row.id != DEMO);
    Provider {
        id: ProviderId(manager.new_id()),
        name: row.map(|row| row.name).unwrap_or_default().to_owned(),
        preset: row.map(|row| row.id).unwrap_or_default().to_owned(),
        base_url: row.map(|row| row.base_url).unwrap_or_default().to_owned(),
        enabled: true,
        headers: vec![],
        body: serde_json::Map::new(),
    }
}

fn page_is_https() -> bool {
    location()
        .protocol()
        .is_ok_and(|protocol| protocol == "https:")
}
