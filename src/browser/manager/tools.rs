//! Which tools an agent has.

use super::Inner;
use crate::agent::AgentSchema;
use crate::browser::tools::Toolset;
use crate::tool::{Permission, Tool, built_in};
use leptos::prelude::*;

impl Inner {
    /// The tools of an agent, each with the permission that holds for it there. One that is not there any more is
    /// left out.
    pub fn toolset(&self, agent: &AgentSchema) -> Toolset {
        let chosen = self
            .signals
            .settings
            .with_untracked(|settings| settings.tools.permissions.clone());
        let known = self.all_tools();
        let tools = agent.tools.iter().filter_map(|wanted| {
            let tool = known.iter().find(|tool| tool.spec.name == wanted.name)?;
            let mut tool = tool.clone();
            let default = tool.rule.permission;
            let general = chosen.get(&wanted.name).copied();
            tool.rule.permission = Permission::resolve(default, general, wanted.permission);
            Some(tool)
        });
        Toolset {
            agent: Some(agent.id.clone()),
            tools: tools.collect(),
        }
    }

    /// Every tool there is.
    pub fn all_tools(&self) -> Vec<Tool> {
        built_in::ALL.into_iter().map(|tool| tool.tool()).collect()
    }
}
