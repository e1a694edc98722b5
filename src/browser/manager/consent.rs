//! What the person says to tools: whether a call may run, and what a tool wants to know.
//!
//! These are called from presses of buttons and from nowhere else.

use super::inner::Undoing;
use super::{Inner, Manager};
use crate::agent::{Always, Decision, Registry};
use crate::browser::clock::now;
use crate::browser::run::{Asked, AskedCall, Waiting};
use crate::chat::SessionId;
use crate::tool::{Grant, Scope};
use leptos::prelude::*;

/// How far an "allow" reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// This call.
    Once,
    /// Calls of the same scope in this conversation.
    Session,
    /// Calls of the same scope everywhere.
    Always,
}

/// Something that runs without asking because the person allowed it.
#[derive(Clone, Debug, PartialEq)]
pub enum Allowed {
    /// When a call asked.
    Granted(Grant),
    /// In an agent's form.
    Always(Always),
}

impl Manager {
    /// Lets a call of the open session run, with other arguments if some are given, and remembers that as far as
    /// `extent` says.
    pub fn allow_call(&self, key: &str, arguments: Option<String>, extent: Extent) {
        let inner = self.inner();
        let Some(session) = self.current.get_untracked() else {
            return;
        };
        let limited = match extent {
            Extent::Once => None,
            Extent::Session => Some(Some(session.clone())),
            Extent::Always => Some(None),
        };
        let scope = self.call_scope(key, arguments.as_deref());
        if let (Some(session), Some(scope)) = (limited, scope) {
            let at = now();
            let grant = Grant { scope, session, at };
            inner.change_settings(|settings| settings.tools.grant(grant));
        }
        inner.decide(
            &session,
            key,
            match arguments {
                Some(arguments) => Decision::AllowEdited { arguments },
                None => Decision::Allow,
            },
        );
        // Others that wait may be covered by now.
        let covered = |call: &AskedCall| inner.is_granted(&session, call);
        let mut allowed = vec![];
        inner.with_asked(&session, |asked| allowed = asked.take(covered));
        for call in allowed {
            call.decide(Decision::Allow);
        }
    }

    /// Refuses a call; the model reads the reason, which may be empty.
    pub fn refuse_call(&self, key: &str, reason: String) {
        if let Some(session) = self.current.get_untracked() {
            let decision = Decision::Refuse { reason };
            self.inner().decide(&session, key, decision);
        }
    }

    /// What allowing a call that waits would cover, beyond the call itself. `None` if it can be allowed only once.
    pub fn call_scope(&self, key: &str, arguments: Option<&str>) -> Option<Scope> {
        let session = self.current.get_untracked()?;
        let mut found = None;
        self.inner()
            .with_asked(&session, |asked| found = asked.get(key).cloned());
        let mut asked = found?;
        if let Some(arguments) = arguments {
            asked.call.arguments = arguments.to_owned();
        }
        asked.scope()
    }

    /// The name of the agent whose call waits.
    pub fn calling_agent(&self, key: &str) -> String {
        let asked = self.current.get_untracked().and_then(|session| {
            let mut found = None;
            self.inner().with_asked(&session, |asked| {
                found = asked.get(key).map(|asked| asked.tools.agent.clone());
            });
            found
        });
        let known = asked.and_then(|id| self.registry.with_untracked(|known| known.get(&id)));
        known.map_or("An agent that was deleted".to_owned(), |agent| agent.name)
    }

    /// Takes back what was allowed; the notice offers Undo.
    pub fn revoke(&self, allowed: Allowed) {
        let text = "The permission was taken back";
        match allowed {
            Allowed::Granted(grant) => self.take_back(text, vec![grant], vec![]),
            Allowed::Always(always) => self.take_back(text, vec![], vec![always]),
        }
    }

    /// Takes back everything that was allowed; the notice offers Undo.
    pub fn revoke_all(&self) {
        let grants = self.settings.get_untracked().tools.grants;
        let always = self.registry.with_untracked(Registry::always);
        self.take_back("All permissions were taken back", grants, always);
    }

    /// What was allowed beyond single calls, the latest grants first, then what agents' forms say.
    pub fn allowed(&self) -> Vec<Allowed> {
        let grants = self.settings.with(|settings| settings.tools.grants.clone());
        let grants = grants.into_iter().rev().map(Allowed::Granted);
        let always = self.registry.with(Registry::always);
        grants
            .chain(always.into_iter().map(Allowed::Always))
            .collect()
    }

    fn take_back(&self, text: &str, grants: Vec<Grant>, always: Vec<Always>) {
        let inner = self.inner();
        inner.change_settings(|settings| {
            settings
                .tools
                .grants
                .retain(|known| !grants.contains(known));
        });
        if !always.is_empty() {
            inner.change_agents(|registry| registry.take_back(&always));
        }
        inner.notify_undo(text.to_owned(), Undoing::Allowed { grants, always });
    }

    /// Answers what a tool asks in the open session.
    pub fn answer_question(&self, call: &str, answer: String) {
        let Some(session) = self.current.get_untracked() else {
            return;
        };
        let waiting = self
            .inner()
            .questions
            .borrow_mut()
            .remove(&(session, call.to_owned()));
        if let Some(waiting) = waiting {
            let _ = waiting.send(answer);
        }
    }
}

impl Inner {
    /// Has the chat counted among those that wait for the person, as long as the answer lives.
    pub fn waits(&self, session: &SessionId) -> Waiting {
        Waiting::new(session, self.signals.waiting)
    }

    /// Does something to the calls of a session that wait for the person.
    pub fn with_asked<T>(&self, session: &SessionId, act: impl FnOnce(&mut Asked) -> T) {
        if let Some(run) = self.runs.borrow_mut().get_mut(session) {
            act(&mut run.asked);
        }
    }

    pub fn is_granted(&self, session: &SessionId, asked: &AskedCall) -> bool {
        let settings = self.signals.settings;
        asked.scope().is_some_and(|scope| {
            settings.with_untracked(|settings| settings.tools.covers(&scope, session))
        })
    }

    /// Whether something is allowed in this session alone.
    pub(super) fn allows_in(&self, session: &SessionId) -> bool {
        let settings = self.signals.settings;
        settings.with_untracked(|settings| {
            let mut grants = settings.tools.grants.iter();
            grants.any(|grant| grant.session.as_ref() == Some(session))
        })
    }

    fn decide(&self, session: &SessionId, key: &str, decision: Decision) {
        let mut found = None;
        self.with_asked(session, |asked| found = asked.remove(key));
        if let Some(asked) = found {
            asked.decide(decision);
        }
    }
}
