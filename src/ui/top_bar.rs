//! Title, who answers, and the way to the settings.

use super::choosers::{AgentPicker, ModelPicker, ThinkingPicker};
use super::icon::{Icon, IconButton};
use super::screen::Screen;
use super::shell::session_title;
use crate::browser::{Keeping, Manager};
use crate::settings::Theme;
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn TopBar() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let screen = expect_context::<Screen>();
    let title = Memo::new(move |_| session_title(&manager));
    view! {
        <header class="top-bar">
            <button
                type="button"
                class="icon-button"
                aria-label="Show sessions"
                title="Show sessions"
                aria-controls="sessions"
                node_ref=screen.toggle
                aria-expanded=move || screen.sidebar.get().to_string()
                on:click=move |_| screen.sidebar.update(|open| *open = !*open)
            >
                <Icon icon=lu::LuPanelLeft />
            </button>
            <h1 class="top-title" title=title>{title}</h1>
            <div class="pickers">
                <ModelPicker />
                <ThinkingPicker />
                <AgentPicker />
            </div>
            <div class="top-tools">
                <LockButton />
                <ThemeButton />
                <IconButton
                    label="Settings"
                    icon=lu::LuSettings
                    on_press=move || screen.open_settings()
                />
            </div>
        </header>
    }
}

/// Only where there is a passphrase.
#[component]
fn LockButton() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let state = Memo::new(move |_| {
        let vault = manager.vault.get();
        (vault.keeping == Keeping::Passphrase).then_some(vault.locked)
    });
    let press = move || {
        if state.get_untracked() == Some(true) {
            leptos::task::spawn_local(async move {
                manager.unlocked().await;
            });
        } else {
            manager.lock();
        }
    };
    move || {
        state.get().map(|locked| {
            let (label, icon) = match locked {
                true => ("Unlock keys", lu::LuLock),
                false => ("Lock keys", lu::LuLockOpen),
            };
            view! { <IconButton label icon on_press=press /> }
        })
    }
}

/// Goes round: system, light, dark.
#[component]
fn ThemeButton() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let theme = Memo::new(move |_| manager.settings.with(|settings| settings.theme));
    let next = move || {
        manager.set_theme(match theme.get_untracked() {
            Theme::System => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::System,
        });
    };
    view! {
        {move || {
            let (label, icon) = match theme.get() {
                Theme::System => ("Theme: System", lu::LuMonitor),
                Theme::Light => ("Theme: Light", lu::LuSun),
                Theme::Dark => ("Theme: Dark", lu::LuMoon),
            };
            view! { <IconButton label icon on_press=next /> }
        }}
    }
}
