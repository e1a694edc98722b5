//! Title, who answers, and the way to the settings.

use super::icon::{Icon, IconButton};
use super::options::Choice;
use super::picker::Picker;
use super::screen::Screen;
use super::shell::session_title;
use crate::agent::AgentSchema;
use crate::browser::{Keeping, Manager};
use crate::chat::{AgentId, ModelConfigId};
use crate::provider::ModelConfig;
use crate::settings::{Settings, Theme};
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

#[component]
fn ModelPicker() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let screen = expect_context::<Screen>();
    let choices = Memo::new(move |_| manager.settings.with(offered));
    let chosen = Memo::new(move |_| manager.model.get().map(|model| model.id.0));
    let value = Signal::derive(move || {
        manager.model.with(|model| match model {
            Some(model) => model.label().to_owned(),
            None => "none".to_owned(),
        })
    });
    view! {
        <Picker
            name="Model"
            choices
            chosen
            value
            search="Search models"
            empty="No model to choose from. Add one, or switch its provider on."
            on_choose=move |id: String| manager.choose_model(&ModelConfigId(id))
            more="Manage models…"
            on_more=move || screen.manage_models()
        />
    }
}

/// Who can be asked: first the models used last, then the others by provider.
fn offered(settings: &Settings) -> Vec<Choice> {
    let mut choices = vec![];
    let recent = settings.recent.iter().filter_map(|id| settings.model(id));
    for model in recent.filter(|model| settings.is_offered(model)) {
        let provider = settings.provider(&model.provider);
        choices.push(Choice {
            note: provider
                .map(|provider| provider.name.clone())
                .unwrap_or_default(),
            group: "Recent".to_owned(),
            ..choice(model)
        });
    }
    for provider in settings.providers.iter().filter(|known| known.enabled) {
        let others = settings
            .models
            .iter()
            .filter(|model| model.provider == provider.id && !settings.recent.contains(&model.id));
        choices.extend(others.map(|model| Choice {
            group: provider.name.clone(),
            ..choice(model)
        }));
    }
    choices
}

fn choice(model: &ModelConfig) -> Choice {
    let is_named = model.label() != model.model;
    Choice {
        id: model.id.0.clone(),
        label: model.label().to_owned(),
        note: if is_named {
            model.model.clone()
        } else {
            String::new()
        },
        group: String::new(),
    }
}

#[component]
fn AgentPicker() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let choices = Memo::new(move |_| {
        let agents = manager.agents().into_iter();
        let choice = |agent: AgentSchema| Choice {
            id: agent.id.0,
            label: format!("{} {}", agent.icon, agent.name).trim().to_owned(),
            note: agent.description,
            ..Choice::default()
        };
        agents.map(choice).collect::<Vec<_>>()
    });
    let chosen = Memo::new(move |_| Some(manager.agent.get().id.0));
    let value = Signal::derive(move || manager.agent.with(|agent| agent.name.clone()));
    view! {
        <Picker
            name="Agent"
            choices
            chosen
            value
            search="Search agents"
            on_choose=move |id: String| {
                manager.choose_agent(&AgentId(id));
            }
        />
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
