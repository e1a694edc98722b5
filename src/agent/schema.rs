//! Persistent agent definitions.

use crate::chat::{AgentId, ModelConfigId};
use crate::tool::Permission;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Who answers: a name, what the model is told, and what it may call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentSchema {
    pub id: AgentId,
    pub name: String,
    /// An emoji; may be empty.
    #[serde(default)]
    pub icon: String,
    /// One sentence for the person; the model reads it too where the template asks for an introduction.
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub kind: AgentKind,
    /// What the system prompt is made from, see [`crate::prompt::template`].
    pub template: String,
    /// The tools it has, in order.
    #[serde(default)]
    pub tools: Vec<AgentTool>,
    /// The model that answers where the session has no choice of its own.
    #[serde(default)]
    pub model: Option<ModelConfigId>,
    /// Model responses one turn may take before it ends with a limit, see [`ROUNDS`].
    #[serde(default = "default_rounds")]
    pub max_rounds: u32,
    /// How long one turn may take, in seconds, not counting the time that the person, or another agent, is waited for.
    #[serde(default)]
    pub time_limit: Option<u32>,
    /// Messages to begin a chat with.
    #[serde(default)]
    pub starters: Vec<String>,
}

/// How an agent's answers are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentKind {
    #[default]
    Chat,
    /// It makes something that runs.
    App,
}

/// A tool as one agent has it. One that does not exist is left out of requests and kept here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentTool {
    pub name: String,
    /// The person's choice for the tool in this agent; `None` leaves it to the choice for the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission: Option<Permission>,
    /// How long a call may take in this agent, in seconds; `None` leaves it to the choice for the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<u32>,
}

impl From<&str> for AgentTool {
    fn from(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            permission: None,
            time_limit: None,
        }
    }
}

/// What [`AgentSchema::max_rounds`] may be.
pub const ROUNDS: RangeInclusive<u32> = 1..=100;

pub const DEFAULT_ROUNDS: u32 = 10;

fn default_rounds() -> u32 {
    DEFAULT_ROUNDS
}

impl AgentSchema {
    /// An agent with nothing but a name.
    pub fn new(id: AgentId, name: &str) -> Self {
        Self {
            id,
            name: name.to_owned(),
            icon: String::new(),
            description: String::new(),
            kind: AgentKind::Chat,
            template: String::new(),
            tools: vec![],
            model: None,
            max_rounds: DEFAULT_ROUNDS,
            time_limit: None,
            starters: vec![],
        }
    }

    /// The tools that are to ask here, or never to run, and were not before.
    pub fn narrowed_since(&self, before: &Self) -> impl Iterator<Item = &str> {
        let narrowed = self.tools.iter().filter(|tool| {
            let known = before.tools.iter().find(|known| known.name == tool.name);
            tool.permission.is_some_and(Permission::is_narrow)
                && known.is_none_or(|known| known.permission != tool.permission)
        });
        narrowed.map(|tool| tool.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_narrowed_is_told_from_what_was_narrow() {
        let agent = |permissions: [Option<Permission>; 4]| {
            let tools = ["a", "b", "c", "d"].into_iter().zip(permissions);
            let tool = |(name, permission): (&str, _)| AgentTool {
                permission,
                ..name.into()
            };
            AgentSchema {
                tools: tools.map(tool).collect(),
                ..AgentSchema::new("x".into(), "X")
            }
        };
        use Permission::{Always, Ask, Never};
        let before = agent([Some(Always), None, Some(Ask), Some(Ask)]);
        let after = agent([Some(Ask), Some(Never), Some(Ask), Some(Always)]);
        assert_eq!(
            after.narrowed_since(&before).collect::<Vec<_>>(),
            ["a", "b"]
        );
        assert_eq!(before.narrowed_since(&before).count(), 0);
    }
}
