//! One line of the list of agents, with what can be done to it.

use super::{Editing, edit_id};
use crate::agent::AgentSchema;
use crate::agent::registry::is_built_in;
use crate::browser::Manager;
use crate::ui::download;
use crate::ui::icon::IconButton;
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn AgentLine(agent: AgentSchema, editing: Editing) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let name = agent.name.clone();
    let named = move |verb: &str| format!("{verb} {name}");
    let label = format!("{} {}", agent.icon, agent.name).trim().to_owned();
    let is_own = !is_built_in(&agent.id);
    let is_changed = manager
        .registry
        .with_untracked(|registry| registry.is_changed(&agent.id));
    let badge = match (is_own, is_changed) {
        (true, _) => Some("Yours"),
        (false, true) => Some("Changed"),
        (false, false) => None,
    };
    let description = agent.description.clone();
    let agent = StoredValue::new(agent);
    let export = move || {
        let (name, text) =
            agent.with_value(|agent| (file_name(&agent.name), manager.agent_file(agent)));
        if let Err(error) = download::json(&name, &text) {
            manager.alert(error);
        }
    };
    let removal = match (is_own, is_changed) {
        (true, _) => Some(("Delete", lu::LuTrash2)),
        (false, true) => Some(("Reset", lu::LuRotateCcw)),
        (false, false) => None,
    };
    view! {
        <li class="model">
            <div class="model-text">
                <span class="model-name">{label}</span>
                {badge.map(|badge| view! { <span class="badge">{badge}</span> })}
                <span class="model-facts">{description}</span>
            </div>
            <div class="model-tools">
                <IconButton
                    label=named("Duplicate")
                    icon=lu::LuCopy
                    on_press=move || agent.with_value(|agent| manager.duplicate_agent(&agent.id))
                />
                <IconButton label=named("Export") icon=lu::LuDownload on_press=export />
                <IconButton
                    label=named("Edit")
                    icon=lu::LuPencil
                    id=agent.with_value(|agent| edit_id(&agent.id))
                    on_press=move || editing.begin(agent.get_value(), false)
                />
                {removal
                    .map(|(verb, icon)| {
                        view! {
                            <IconButton
                                label=named(verb)
                                icon
                                on_press=move || {
                                    agent.with_value(|agent| manager.remove_agent(&agent.id));
                                }
                            />
                        }
                    })}
            </div>
        </li>
    }
}

/// For example `colloquy-agent-code-assistant.json`.
fn file_name(agent: &str) -> String {
    let plain: String = agent
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    let words: Vec<String> = plain.split_whitespace().map(str::to_lowercase).collect();
    format!("colloquy-agent-{}.json", words.join("-"))
}
