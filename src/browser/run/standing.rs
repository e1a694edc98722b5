//! What holds for an agent at this moment. The person may change it, and its tools the session's files, while a turn is
//! under way.

use crate::agent::AgentSchema;
use crate::browser::manager::Inner;
use crate::browser::tools::Toolset;
use crate::chat::SessionId;
use leptos::prelude::*;

pub struct Standing {
    /// As the turn found it, which holds on if it is deleted.
    pub agent: AgentSchema,
    pub session: SessionId,
    /// Finds an agent's tools, each with the permission that holds now.
    pub toolset: fn(&Inner, &AgentSchema) -> Toolset,
    /// Whether the model can be offered tools; else it is not told of any.
    pub takes_tools: bool,
}

impl Standing {
    /// What the agent may call, and what the model is told.
    pub fn now(&self, inner: &Inner) -> (Toolset, String) {
        let registry = inner.signals.registry;
        let known = registry.with_untracked(|registry| registry.get(&self.agent.id));
        let agent = known.as_ref().unwrap_or(&self.agent);
        let tools = (self.toolset)(inner, agent);
        let mut offered = tools.specs();
        offered.retain(|_| self.takes_tools);
        let system = inner.prompt_of(agent, Some(&self.session), &offered);
        (tools, system.text)
    }
}
