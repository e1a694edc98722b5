//! Settings as a file: out, and in after a look at what would change.

use crate::browser::Manager;
use crate::settings::file::Import;
use crate::ui::download;
use crate::ui::focus::into_view;
use crate::ui::icon::Icon;
use crate::ui::screen::Screen;
use crate::ui::settings::file_chooser::FileChooser;
use crate::ui::turn::CopyButton;
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;

#[component]
pub fn SettingsFile() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let screen = expect_context::<Screen>();
    // It stands with the screen, so that a look at another section does not lose it. What the address brought along
    // is looked at like a file.
    let offered = screen.offered_settings;
    let read = move |text: String| manager.read_settings_file(&text);
    let trouble = RwSignal::new(None::<String>);
    let has_any = Memo::new(move |_| {
        manager
            .settings
            .with(|settings| !settings.providers.is_empty())
    });
    let export = move |_| {
        let name = download::export_name().replace("colloquy-", "colloquy-settings-");
        if let Err(error) = download::json(&name, &manager.settings_file()) {
            trouble.set(Some(error));
        }
    };
    let look = move |text: Result<String, String>| match text {
        Ok(text) => {
            // The dialog may show another section by now.
            trouble.try_set(None);
            offered.set(Some(text));
        }
        Err(error) => {
            trouble.try_set(Some(error));
        }
    };
    view! {
        <h3>"Settings as a file"</h3>
        <p>
            "Providers and models, without keys: for another browser, or for someone else. The link holds them in its address, and whoever opens it is asked first."
        </p>
        <div class="buttons">
            <button type="button" class="button" on:click=export>
                <Icon icon=lu::LuDownload />
                "Export settings"
            </button>
            <FileChooser text="Import settings" label="Settings file" on_read=look />
            <Show when=move || has_any.get()>
                <span class="copy-as">
                    <CopyButton
                        label="Copy as a link"
                        content=move || (manager.settings_link(), None)
                    />
                    <span aria-hidden="true">"Copy as a link"</span>
                </span>
            </Show>
        </div>
        {move || {
            offered
                .get()
                .map(|text| match read(text) {
                    Ok(import) => view! { <Preview import /> }.into_any(),
                    Err(error) => view! { <Unreadable error /> }.into_any(),
                })
        }}
        {move || trouble.get().map(|error| view! { <p class="bad" role="alert">{error}</p> })}
    }
}

#[component]
fn Unreadable(error: String) -> impl IntoView {
    let offered = expect_context::<Screen>().offered_settings;
    view! {
        <p class="bad" role="alert">
            {error}
        </p>
        <button type="button" class="text-button" on:click=move |_| offered.set(None)>
            "Dismiss"
        </button>
    }
}

#[component]
fn Preview(import: Import) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let offered = expect_context::<Screen>().offered_settings;
    let nothing = import.changes.is_empty();
    let hosts = import.hosts.join(", ");
    let changes = import.changes.clone();
    let import = StoredValue::new(import);
    // What is asked must be seen, with its buttons.
    let card = NodeRef::<html::Section>::new();
    card.on_load(|card| request_animation_frame(move || into_view(&card)));
    let apply = move |_| {
        manager.import_settings(import.get_value());
        offered.set(None);
    };
    view! {
        <section class="card" aria-label="Import" node_ref=card>
            <div class="card-text" role="status">
                <h4>
                    {if nothing { "This file changes nothing." } else { "Import these settings?" }}
                </h4>
                <ul class="changes">
                    {changes
                        .into_iter()
                        .map(|change| view! { <li>{change}</li> })
                        .collect_view()}
                </ul>
                {(!hosts.is_empty() && !nothing)
                    .then(|| {
                        view! {
                            <p>
                                "Your messages would go to: " <strong>{hosts}</strong>
                                ". Import only what you trust. No key is part of it: you enter your own."
                            </p>
                        }
                    })}
                <div class="buttons">
                    {(!nothing)
                        .then(|| {
                            view! {
                                <button type="button" class="button primary" on:click=apply>
                                    "Import"
                                </button>
                            }
                        })}
                    <button type="button" class="button" on:click=move |_| offered.set(None)>
                        {if nothing { "Close the preview" } else { "Cancel" }}
                    </button>
                </div>
            </div>
        </section>
    }
}
