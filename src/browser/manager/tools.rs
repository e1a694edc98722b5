//! Which tools an agent has.

use super::Inner;
use crate::agent::AgentSchema;
use crate::browser::tools::Toolset;
use crate::chat::AgentId;
use crate::tool::{OwnTool, Tool, asked_agent, built_in};
use leptos::prelude::*;

impl Inner {
    /// The tools of an agent, each with the permission that holds for it there. One that is not there any more is
    /// left out.
    pub fn toolset(&self, agent: &AgentSchema) -> Toolset {
        let chosen = self
            .signals
            .settings
            .with_untracked(|settings| settings.tools.clone());
        let known = self.all_tools();
        let tools = agent.tools.iter().filter_map(|wanted| {
            let tool = known.iter().find(|tool| tool.spec.name == wanted.name)?;
            let mut tool = tool.clone();
            chosen.apply(&mut tool, wanted.permission, wanted.time_limit);
            Some(tool)
        });
        Toolset::new(agent.id.clone(), tools.collect())
    }

    /// Every tool there is.
    pub fn all_tools(&self) -> Vec<Tool> {
        let built_in = built_in::ALL.into_iter().map(|tool| tool.tool());
        let agents = self
            .signals
            .registry
            .with_untracked(|registry| registry.all());
        let own = self
            .signals
            .settings
            .with_untracked(|settings| settings.tools.own.clone());
        let mut all: Vec<Tool> = built_in.chain(agents.iter().map(agent_tool)).collect();
        for tool in own.iter().map(OwnTool::tool).chain(self.server_tools()) {
            // A later Colloquy may bring a tool of the same name; that one is meant then.
            if all.iter().all(|known| known.spec.name != tool.spec.name) {
                all.push(tool);
            }
        }
        all
    }

    /// The tools of the servers, as they were listed last.
    fn server_tools(&self) -> Vec<Tool> {
        self.signals.catalogs.with_untracked(|catalogs| {
            self.signals.settings.with_untracked(|settings| {
                let servers = settings.tools.servers.iter();
                servers
                    .filter_map(|server| Some(server.tools(catalogs.get(&server.id)?)))
                    .flatten()
                    .collect()
            })
        })
    }

    /// The agent with this id; one that is gone is stood in for by the one that is always there.
    pub fn agent_or_default(&self, id: &AgentId) -> AgentSchema {
        let registry = self.signals.registry;
        registry.with_untracked(|registry| registry.get_or_default(Some(id)))
    }
}

fn agent_tool(agent: &AgentSchema) -> Tool {
    asked_agent::tool(&agent.id, &agent.name, &agent.description)
}
