//! What is chosen for the open conversation: model, thinking, agent.

use super::format;
use super::options::Choice;
use super::picker::Picker;
use super::screen::Screen;
use crate::agent::AgentSchema;
use crate::browser::Manager;
use crate::chat::{AgentId, ModelConfigId, Thinking};
use crate::provider::ModelConfig;
use crate::settings::Settings;
use leptos::prelude::*;

#[component]
pub fn ModelPicker() -> impl IntoView {
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
        sign: String::new(),
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
pub fn AgentPicker() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let screen = expect_context::<Screen>();
    let choices = Memo::new(move |_| {
        let agents = manager.agents().into_iter();
        let choice = |agent: AgentSchema| Choice {
            id: agent.id.0,
            sign: agent.icon,
            label: agent.name,
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
            more="Manage agents…"
            on_more=move || screen.manage_agents()
            blocked=Signal::derive(move || {
                manager
                    .running
                    .get()
                    .then_some("An answer is being written. Stop it to switch to another agent.")
            })
            on_choose=move |id: String| {
                manager.choose_agent(&AgentId(id));
            }
        />
    }
}

/// Only where the model can be told how much to think.
#[component]
pub fn ThinkingPicker() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let levels = RwSignal::new(Vec::<Thinking>::new());
    // The dialect may have to be fetched first, and the model be another one by then.
    let asked_for = Memo::new(move |_| {
        let model = manager.model.get()?;
        let provider = manager
            .settings
            .with(|settings| settings.provider(&model.provider).cloned());
        Some((model, provider))
    });
    Effect::new(move || {
        let Some((model, _)) = asked_for.get() else {
            levels.set(vec![]);
            return;
        };
        leptos::task::spawn_local(async move {
            let found = manager.thinking_levels(&model).await;
            let is_current = asked_for.with_untracked(|now| {
                let now = now.as_ref();
                now.is_some_and(|(now, _)| *now == model)
            });
            if is_current {
                levels.set(found);
            }
        });
    });
    let choices = Memo::new(move |_| {
        let levels = levels.get().into_iter();
        let choice = |level: Thinking| Choice {
            id: level.word(),
            label: format::thinking(level),
            ..Choice::default()
        };
        levels.map(choice).collect::<Vec<_>>()
    });
    let now = Memo::new(move |_| {
        let own = manager
            .model
            .with(|model| model.as_ref().map(|model| model.thinking));
        manager.thinking.get().or(own).unwrap_or_default()
    });
    let chosen = Memo::new(move |_| Some(now.get().word()));
    view! {
        <Show when=move || levels.with(|levels| levels.len() > 1)>
            <Picker
                name="Thinking"
                choices
                chosen
                value=Signal::derive(move || format::thinking(now.get()))
                on_choose=move |word: String| {
                    if let Some(level) = Thinking::from_word(&word) {
                        manager.choose_thinking(level);
                    }
                }
            />
        </Show>
    }
}
