//! What stands in an agent's form.

use crate::agent::schema::{DEFAULT_ROUNDS, ROUNDS};
use crate::agent::{AgentKind, AgentSchema, AgentTool};
use crate::chat::ModelConfigId;
use crate::ui::settings::validate;
use leptos::prelude::*;

/// An agent with its fields as they are typed.
#[derive(Clone, Copy)]
pub struct Entry {
    /// As it was when the form was opened.
    pub before: StoredValue<AgentSchema>,
    pub is_new: bool,
    pub name: RwSignal<String>,
    pub icon: RwSignal<String>,
    pub description: RwSignal<String>,
    pub kind: RwSignal<AgentKind>,
    /// The id of the preferred model; empty for none.
    pub model: RwSignal<String>,
    pub template: RwSignal<String>,
    pub tools: RwSignal<Vec<AgentTool>>,
    pub max_rounds: RwSignal<String>,
    pub time_limit: RwSignal<String>,
    /// One in each line.
    pub starters: RwSignal<String>,
}

impl Entry {
    pub fn new(agent: AgentSchema, is_new: bool) -> Self {
        let seconds = agent.time_limit.map(|seconds| seconds.to_string());
        let model = agent.model.as_ref().map(|model| model.0.clone());
        Self {
            is_new,
            name: RwSignal::new(agent.name.clone()),
            icon: RwSignal::new(agent.icon.clone()),
            description: RwSignal::new(agent.description.clone()),
            kind: RwSignal::new(agent.kind),
            model: RwSignal::new(model.unwrap_or_default()),
            template: RwSignal::new(agent.template.clone()),
            tools: RwSignal::new(agent.tools.clone()),
            max_rounds: RwSignal::new(agent.max_rounds.to_string()),
            time_limit: RwSignal::new(seconds.unwrap_or_default()),
            starters: RwSignal::new(agent.starters.join("\n")),
            before: StoredValue::new(agent),
        }
    }

    /// The agent, if nothing is wrong. `others` are the names that are taken. The first error stands for all:
    /// each field shows its own.
    pub fn read(self, others: &[String]) -> Result<AgentSchema, String> {
        Ok(AgentSchema {
            name: self.checked_name(others)?,
            icon: self.checked_icon()?,
            max_rounds: self.checked_rounds()?,
            time_limit: self.checked_time_limit()?,
            ..self.draft()
        })
    }

    /// The agent as far as it can be read; what is wrong counts as unchanged.
    pub fn draft(self) -> AgentSchema {
        let before = self.before.get_value();
        let starters = self.starters.get();
        let starters = starters.lines().map(str::trim);
        let model = Some(self.model.get()).filter(|model| !model.is_empty());
        AgentSchema {
            name: self.name.get().trim().to_owned(),
            icon: self.icon.get().trim().to_owned(),
            description: self.description.get().trim().to_owned(),
            kind: self.kind.get(),
            model: model.map(ModelConfigId),
            template: self.template.get(),
            tools: self.tools.get(),
            max_rounds: self.checked_rounds().unwrap_or(before.max_rounds),
            time_limit: self.checked_time_limit().unwrap_or(before.time_limit),
            starters: starters
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect(),
            id: before.id,
        }
    }

    /// Whether leaving the form would lose something.
    pub fn is_changed(self) -> bool {
        untrack(|| {
            let limits = self.checked_rounds().is_err() || self.checked_time_limit().is_err();
            limits || self.draft() != self.before.get_value()
        })
    }

    pub fn checked_name(self, others: &[String]) -> Result<String, String> {
        let name = validate::required(&self.name.get(), "a name")?;
        match others.contains(&name) {
            true => Err("Another agent has this name.".to_owned()),
            false => Ok(name),
        }
    }

    pub fn checked_icon(self) -> Result<String, String> {
        let icon = self.icon.get().trim().to_owned();
        // One emoji may be made of several characters: a family of seven.
        match icon.chars().count() <= 7 && !icon.contains(char::is_whitespace) {
            true => Ok(icon),
            false => Err("Enter one emoji, or nothing.".to_owned()),
        }
    }

    pub fn checked_rounds(self) -> Result<u32, String> {
        let text = self.max_rounds.get();
        match text.trim() {
            "" => Ok(DEFAULT_ROUNDS),
            text => text
                .parse()
                .ok()
                .filter(|rounds| ROUNDS.contains(rounds))
                .ok_or_else(|| {
                    format!(
                        "Enter a whole number from {} to {}.",
                        ROUNDS.start(),
                        ROUNDS.end()
                    )
                }),
        }
    }

    pub fn checked_time_limit(self) -> Result<Option<u32>, String> {
        validate::whole_number(&self.time_limit.get())
    }
}
