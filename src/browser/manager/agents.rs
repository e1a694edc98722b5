//! What the manager does to agents.

use super::inner::Undoing;
use super::{Inner, Manager};
use crate::agent::file::{self, Import};
use crate::agent::registry::is_built_in;
use crate::agent::{AgentSchema, Registry};
use crate::browser::storage::Storage;
use crate::chat::{AgentId, SessionId, Thinking};
use crate::prompt::PLACEHOLDERS;
use crate::prompt::template::Filled;
use crate::provider::{Credentials, Dialect, ModelConfig, levels};
use crate::store::{Store, Write};
use crate::tool::{Exchanged, Tool};
use leptos::prelude::*;
use std::rc::Rc;

/// The setting that holds the person's own agents.
const AGENTS: &str = "agents";

impl Manager {
    /// The registered agents; never empty, the default one first.
    pub fn agents(&self) -> Vec<AgentSchema> {
        self.registry.with(Registry::all)
    }

    /// Whether an agent may call something.
    pub fn has_tools(&self, agent: &AgentId) -> bool {
        let agent = self.inner().agent_or_default(agent);
        !agent.tools.is_empty()
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

    /// The ways of thinking that a model can be asked for; empty where they cannot be known now.
    pub async fn thinking_levels(&self, model: &ModelConfig) -> Vec<Thinking> {
        let provider = self
            .settings
            .with_untracked(|settings| settings.provider(&model.provider).cloned());
        let Some(provider) = provider else {
            return vec![];
        };
        let dialect = provider.endpoint(Credentials::default()).dialect;
        let codec = self.inner().codec(dialect).await;
        codec.map_or_else(|_| vec![], |codec| levels(codec, &provider, model))
    }

    /// Chooses how much the model thinks in the open session, from the next request on.
    pub fn choose_thinking(&self, thinking: Thinking) {
        let inner = self.inner();
        let mut write = None;
        if let Some(id) = self.current.get_untracked()
            && let Some(open) = inner.open.borrow_mut().get_mut(&id)
        {
            open.session.thinking = Some(thinking);
            write = Some(Write::PutSession(open.session.clone()));
        }
        self.thinking.set(Some(thinking));
        inner.persist_later(write.into_iter().collect());
    }

    /// Adds or replaces an agent. A tool that is to ask there from now on is not let through by what was allowed
    /// earlier.
    pub fn save_agent(&self, agent: AgentSchema) {
        let inner = self.inner();
        let before = self
            .registry
            .with_untracked(|registry| registry.get(&agent.id));
        for tool in before
            .iter()
            .flat_map(|before| agent.narrowed_since(before))
        {
            inner.change_settings(|settings| settings.tools.forget_grants(&agent.id, tool));
        }
        inner.change_agents(|registry| registry.put(agent));
    }

    pub fn duplicate_agent(&self, agent: &AgentId) {
        let id = AgentId(self.new_id());
        self.inner()
            .change_agents(|registry| drop(registry.duplicate(agent, id)));
    }

    /// Deletes an own agent, or makes a built-in one what it was; the notice offers Undo.
    pub fn remove_agent(&self, agent: &AgentId) {
        let before = self.registry.get_untracked();
        let Some(gone) = before.get(agent) else {
            return;
        };
        let verb = match is_built_in(agent) {
            true => "Reset",
            false => "Deleted",
        };
        let inner = self.inner();
        inner.change_agents(|registry| registry.remove(agent));
        if !is_built_in(agent) {
            // An Undo brings the agent back, not what it was allowed.
            inner.change_settings(|settings| settings.tools.forget_agent(agent));
        }
        let id = gone.id;
        inner.notify_undo(
            format!("{verb} “{}”", gone.name),
            Undoing::Agent { before, id },
        );
    }

    /// One agent as a file.
    pub fn agent_file(&self, agent: &AgentSchema) -> String {
        file::write(agent)
    }

    /// Reads an agent's file; nothing changes yet.
    ///
    /// # Errors
    /// Says why the text is no such file.
    pub fn read_agent_file(&self, text: &str) -> Result<Import, String> {
        let settings = self.settings.get_untracked();
        self.registry.with_untracked(|known| {
            let is_model = |id: &_| settings.model(id).is_some();
            file::read(text, known, || self.new_id(), is_model)
        })
    }

    /// Every tool there is.
    pub fn tools(&self) -> Vec<Tool> {
        self.inner().all_tools()
    }

    /// What the model would be told by an agent right now, in the open session.
    pub fn preview_prompt(&self, agent: &AgentSchema) -> Filled {
        let inner = self.inner();
        let mut specs = inner.toolset(agent).specs();
        let chosen = inner.signals.chosen.get_untracked();
        let dialect = self.settings.with_untracked(|settings| {
            let model = settings.model_for(chosen.as_ref(), agent.model.as_ref())?;
            let provider = settings.provider(&model.provider)?;
            Some(provider.endpoint(Credentials::default()).dialect)
        });
        specs.retain(|_| dialect.is_none_or(Dialect::takes_tools));
        let session = self.current.get_untracked();
        inner.prompt_of(agent, session.as_ref(), &specs)
    }

    /// What may stand in a template, with what it stands for.
    pub fn placeholders(&self) -> [(&'static str, &'static str); 9] {
        PLACEHOLDERS
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

    /// Reads the person's own agents. What cannot be read is never overwritten.
    pub(super) async fn read_agents(&self, storage: &Storage) {
        let read = match storage.setting(AGENTS).await {
            Ok(Some(value)) => Registry::read(value),
            Ok(None) => Ok(Registry::default()),
            Err(error) => return self.report(&error),
        };
        let unreadable = match read {
            Ok(registry) => {
                if self.signals.registry.with_untracked(|now| *now != registry) {
                    self.signals.registry.set(registry);
                }
                None
            }
            Err(why) => {
                let text =
                    format!("Your agents cannot be read ({why}). They are left as they are.");
                self.notify(text, None, true);
                Some(why)
            }
        };
        self.agents_unreadable.replace(unreadable);
    }

    /// Has agents ask again before they use what has become another tool.
    pub(super) fn narrow_agents(self: &Rc<Self>, exchanged: &Exchanged) {
        let registry = self.signals.registry;
        let mut always = registry.with_untracked(Registry::always);
        always.retain(|always| exchanged.has(&always.tool));
        if !always.is_empty() {
            self.change_agents(|registry| registry.take_back(&always));
        }
    }

    pub(super) fn change_agents(self: &Rc<Self>, change: impl FnOnce(&mut Registry)) {
        if let Some(why) = &*self.agents_unreadable.borrow() {
            let text = format!("This change is not kept: {why}. Reload this page.");
            self.notify(text, None, true);
            return;
        }
        self.signals.registry.update(change);
        let value = self.signals.registry.with_untracked(Registry::write);
        self.persist_later(vec![Write::PutSetting {
            key: AGENTS.to_owned(),
            value,
        }]);
    }
}
