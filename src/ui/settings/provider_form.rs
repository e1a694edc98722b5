//! Adds or changes a provider.

use super::combobox::Combobox;
use super::field::{Field, focus_first_error, focus_first_field};
use super::header_rows::{HeaderEntries, HeaderRows};
use super::key_field::{KeyEntry, KeyField};
use super::kinds;
use super::providers::{Editing, Offers, return_to_list};
use super::sign_in::SignInButton;
use super::test_result::{TestResult, Testing};
use super::validate;
use crate::browser::{ConnectionTest, Manager};
use crate::chat::ProviderId;
use crate::provider::preset::{self, DEMO, ON_DEVICE, PRESETS};
use crate::provider::{CredentialsChange, Provider};
use crate::ui::icon::Icon;
use icondata_lu as lu;
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
    let headers = HeaderEntries::new(&provider.headers);
    let body = RwSignal::new(validate::pretty_json(&provider.body));
    let has_more = !headers.is_empty() || !provider.body.is_empty();
    let kind_name = preset::preset(&provider.preset).map_or("", |row| row.name);
    let kind_text = RwSignal::new(kind_name.to_owned());
    let kinds = Memo::new(|_| kinds::choices());

    let form = NodeRef::<html::Form>::new();
    focus_first_field(form);
    // Nothing is called wrong before the person has finished typing.
    let tried = RwSignal::new(false);
    let checked_name = move || validate::required(&name.get(), "a name for this provider");
    let checked_url = move || validate::base_url(&base_url.get(), page_is_https());
    let checked_body = move || validate::json_object(&body.get());
    let headers_error = Signal::derive(move || headers.names().err().filter(|_| tried.get()));
    let body_error = Signal::derive(move || checked_body().err().filter(|_| tried.get()));
    let name_error = Signal::derive(move || checked_name().err().filter(|_| tried.get()));
    let url_error = Signal::derive(move || checked_url().err().filter(|_| tried.get()));
    let filled = move || {
        Some(Provider {
            id: id.get_value(),
            name: untrack(checked_name).ok()?,
            preset: kind.get_untracked(),
            base_url: untrack(checked_url).ok()?,
            enabled,
            headers: untrack(|| headers.names()).ok()?,
            body: untrack(checked_body).ok()?,
        })
    };
    let change = move || CredentialsChange {
        key: entry.to_save(),
        headers: headers.to_save(),
    };
    let more = NodeRef::<html::Details>::new();
    let show_error = move || {
        // An error under "More" can only be seen, and take the focus, where that is open.
        if untrack(|| headers_error.get().or(body_error.get())).is_some()
            && let Some(more) = more.get_untracked()
        {
            more.set_open(true);
        }
        focus_first_error(form);
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

    let testing = RwSignal::new(Testing::Not);
    let test = move || {
        tried.set(true);
        let Some(provider) = filled() else {
            show_error();
            return;
        };
        testing.set(Testing::Running);
        let change = change();
        leptos::task::spawn_local(async move {
            let result = manager.test_connection(provider.clone(), change).await;
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
                let change = change();
                leptos::task::spawn_local(async move {
                    // A key cannot be kept before its place is open; until then the form stays as it is.
                    if change.is_empty() || manager.unlocked().await {
                        let id = provider.id.clone();
                        manager.save_provider(provider, change).await;
                        // The person may have left the form meanwhile.
                        if !tried.is_disposed() {
                            return_to_list(editing, &id);
                        }
                    }
                });
            }
            None => show_error(),
        }
    };
    let row = move || kind.with(|kind| preset::preset(kind));
    let can_sign_in = Memo::new(move |_| row().is_some_and(|row| row.sign_in));
    let kind_name_now = Signal::derive(move || row().map_or("", |row| row.name).to_owned());
    let to_sign_in = move || {
        tried.set(true);
        let filled = filled();
        if filled.is_none() {
            show_error();
        }
        filled
    };
    // The browser itself needs neither an address nor a key.
    let has_address = Memo::new(move |_| kind.with(|kind| kind != ON_DEVICE));
    let key_hint = Signal::derive(move || kind.with(|kind| kinds::key_hint(kind)));
    let key_url = Memo::new(move |_| {
        let row = kind.with(|kind| preset::preset(kind));
        row.map(|row| row.key_url).filter(|url| !url.is_empty())
    });
    let key_link = move || {
        key_url.get().map(|url| {
            view! {
                <a class="key-link" href=url target="_blank" rel="noopener noreferrer">
                    "Get a key"
                    <Icon icon=lu::LuExternalLink />
                </a>
            }
        })
    };
    view! {
        <form class="form" novalidate node_ref=form on:submit=save>
            <h3 id="providers-title">{if is_new { "New provider" } else { "Edit provider" }}</h3>
            <Combobox
                label="Type"
                text=kind_text
                choices=kinds
                chosen=kind
                on_choose=choose_kind
            />
            <Field label="Name" value=name error=name_error />
            <Show
                when=move || has_address.get()
                fallback=|| {
                    view! {
                        <p class="field-note">
                            "The browser runs the model itself: there is no address and no key to enter."
                        </p>
                    }
                }
            >
                <Field
                    label="Base URL"
                    value=base_url
                    error=url_error
                    inputmode="url"
                    placeholder="https://example.com/v1"
                    hint=Signal::derive(move || kind.with(|kind| kinds::base_url_hint(kind)))
                />
                <div class="key-and-link">
                    <KeyField entry hint=key_hint />
                    {key_link}
                </div>
                <Show when=move || can_sign_in.get()>
                    <SignInButton name=kind_name_now provider=to_sign_in />
                </Show>
            </Show>
            <details class="more" open=has_more node_ref=more>
                <summary>"More"</summary>
                <Show when=move || has_address.get()>
                    <HeaderRows entries=headers error=headers_error />
                </Show>
                <Field
                    label="Extra JSON"
                    value=body
                    multiline=true
                    placeholder="{\"user\": \"me\"}"
                    hint="Merged into every request to this provider, before what its models add."
                    error=body_error
                />
            </details>
            <TestResult
                state=testing
                on_mend=move |to| {
                    base_url.set(to);
                    test();
                }
            />
            <div class="buttons form-buttons">
                <button type="submit" class="button primary">
                    "Save"
                </button>
                <button
                    type="button"
                    class="button"
                    disabled=move || testing.get() == Testing::Running
                    on:click=move |_| test()
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
