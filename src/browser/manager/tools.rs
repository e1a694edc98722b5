//! Which tools an agent has.

use super::{Inner, Manager};
use crate::agent::AgentSchema;
use crate::browser::tools::Toolset;
use crate::chat::AgentId;
use crate::tool::{Permission, Tool, asked_agent, built_in};
use leptos::prelude::*;

impl Manager {
    /// What the person reads as the name of a server's tool; `None` for one of no server.
    pub fn server_tool_title(&self, name: &str) -> Option<String> {
        let mut tools = self.inner().server_tools().into_iter();
        tools
            .find(|tool| tool.spec.name == name)
            .map(|tool| tool.title)
    }
}

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
        let built_in = built_in::ALL.into_iter().map(|tool| tool.tool());
        let agents = self
            .signals
            .registry
            .with_untracked(|registry| registry.all());
        let servers = self.server_tools();
        built_in
            .chain(agents.iter().map(agent_tool))
            .chain(servers)
            .collect()
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
    asked_agent::tool(&agent.id, &agent.name, &agent.description, agent.time_limit)
}
