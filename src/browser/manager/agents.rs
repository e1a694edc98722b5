//! What the manager does to agents.

use super::{Inner, Manager};
use crate::agent::AgentSchema;
use crate::chat::{AgentId, SessionId};
use crate::store::Write;
use leptos::prelude::*;

impl Manager {
    /// The registered agents; never empty, the default one first.
    pub fn agents(&self) -> Vec<AgentSchema> {
        self.registry.with(|registry| registry.all())
    }

    /// Has another agent answer in the open session from now on; a new chat begins with it too. Returns false,
    /// and does nothing, while a request runs there.
    pub fn choose_agent(&self, agent: &AgentId) -> bool {
        if self.running.get_untracked() {
            return false;
        }
        let inner = self.inner();
        inner.change_settings(|settings| settings.agent = Some(agent.clone()));
        let prefers = self
            .registry
            .with_untracked(|registry| registry.get(agent))
            .is_some_and(|agent| agent.model.is_some());
        let mut write = None;
        if let Some(id) = self.current.get_untracked()
            && let Some(open) = inner.open.borrow_mut().get_mut(&id)
        {
            open.session.agent = agent.clone();
            // What the agent prefers counts until the person chooses again.
            if prefers {
                open.session.model = None;
            }
            write = Some(Write::PutSession(open.session.clone()));
        }
        if prefers {
            inner.signals.chosen.set(None);
        }
        inner.signals.chosen_agent.set(Some(agent.clone()));
        inner.persist_later(write.into_iter().collect());
        true
    }
}

impl Inner {
    /// The agent that answers in an open session.
    pub(super) fn agent_of(&self, session: &SessionId) -> AgentSchema {
        let open = self.open.borrow();
        let id = open.get(session).map(|open| &open.session.agent);
        self.signals
            .registry
            .with_untracked(|registry| registry.get_or_default(id))
    }
}
