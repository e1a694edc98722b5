//! The settings dialog.

mod agents;
mod appearance;
mod combobox;
mod data;

pub mod field;
mod file_chooser;
mod form_end;
mod header_rows;
mod import;
mod key_field;
mod keys;
mod kinds;
mod mcp;
mod model_form;
mod model_line;
mod permission;
mod provider_card;
mod provider_form;
mod providers;
mod sign_in;
mod switch;
mod test_result;
mod thinking_field;
mod time_limit;
mod tools;
mod validate;
mod wire;

use super::icon::{Icon, IconButton};
use super::lazy::Lazy;
use super::notices::Notices;
use super::screen::{Screen, Section};
use crate::browser::Parts;
use agents::Agents;
use appearance::Appearance;
use data::Data;
use icondata_core::IconData;
use icondata_lu as lu;
use keys::Keys;
use leptos::html;
use leptos::prelude::*;
use providers::Providers;
use tools::Tools;
use web_sys::MouseEvent;
use wire::Wire;

const SECTIONS: [(Section, &str, &IconData); 7] = [
    (Section::Providers, "Providers & models", lu::LuPlug),
    (Section::Agents, "Agents", lu::LuBot),
    (Section::Keys, "Keys", lu::LuKeyRound),
    (Section::Tools, "Tools", lu::LuWrench),
    (Section::Appearance, "Appearance", lu::LuContrast),
    (Section::Data, "Your data", lu::LuHardDriveDownload),
    (Section::Wire, "Wire log", lu::LuActivity),
];

/// Stays mounted when closed, so that a form left half-filled is still so when it is opened again.
#[component]
pub fn SettingsDialog() -> impl IntoView {
    let screen = expect_context::<Screen>();
    let parts = expect_context::<Parts>();
    let dialog = NodeRef::<html::Dialog>::new();
    let opened = RwSignal::new(false);
    Effect::new(move || {
        let Some(dialog) = dialog.get() else {
            return;
        };
        if screen.settings.get() {
            opened.set(true);
            if !dialog.open() {
                // Fails only on a dialog that is open or detached.
                let _ = dialog.show_modal();
            }
        } else {
            dialog.close();
        }
    });
    let on_click = move |event: MouseEvent| {
        // A click on the dialog itself, and on nothing in it, is one on its backdrop.
        if event.target() == event.current_target() {
            screen.settings.set(false);
        }
    };
    view! {
        <dialog
            class="settings"
            aria-labelledby="settings-title"
            node_ref=dialog
            on:close=move |_| screen.settings.set(false)
            on:click=on_click
        >
            <Show when=move || opened.get()>
                <div class="settings-frame">
                    <header class="settings-top">
                        <h2 id="settings-title">"Settings"</h2>
                        <IconButton
                            label="Close"
                            icon=lu::LuX
                            on_press=move || screen.settings.set(false)
                        />
                    </header>
                    <Sections />
                    <div class="settings-body">
                        <Lazy part=parts.settings />
                    </div>
                </div>
                <Show when=move || screen.settings.get()>
                    <Notices />
                </Show>
            </Show>
        </dialog>
    }
}

#[component]
fn Sections() -> impl IntoView {
    let screen = expect_context::<Screen>();
    view! {
        <div class="settings-sections" role="group" aria-label="Sections">
            {SECTIONS
                .into_iter()
                .map(|(section, name, icon)| {
                    view! {
                        <button
                            type="button"
                            aria-current=move || (screen.section.get() == section).then_some("true")
                            on:click=move |_| screen.section.set(section)
                        >
                            <Icon icon />
                            {name}
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
}

/// The section that is chosen. It is a lazy part: only `src/bin/colloquy/lazy.rs` may name it.
pub fn body() -> AnyView {
    let screen = expect_context::<Screen>();
    provide_context(agents::Editing::new());
    provide_context(tools::Editing::new());
    let section = move || match screen.section.get() {
        Section::Providers => view! { <Providers /> }.into_any(),
        Section::Agents => view! { <Agents /> }.into_any(),
        Section::Keys => view! { <Keys /> }.into_any(),
        Section::Tools => view! { <Tools /> }.into_any(),
        Section::Appearance => view! { <Appearance /> }.into_any(),
        Section::Data => view! { <Data /> }.into_any(),
        Section::Wire => view! { <Wire /> }.into_any(),
    };
    section.into_any()
}
