//! What the person says to tools: whether a call may run, and what a tool wants to know.
//!
//! These are called from presses of buttons and from nowhere else.

use super::{Inner, Manager};
use crate::agent::{Decision, Input};
use crate::browser::clock::now;
use crate::browser::tools::Toolset;
use crate::chat::{SessionId, ToolCall};
use crate::tool::{Grant, Scope};
use leptos::prelude::*;
use std::rc::Rc;

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

impl Manager {
    /// Lets a call of the open session run, with other arguments if some are given, and remembers that as far as
    /// `extent` says.
    pub fn allow_call(&self, id: &str, arguments: Option<String>, extent: Extent) {
        let inner = self.inner();
        let Some(session) = self.current.get_untracked() else {
            return;
        };
        if let Some(scope) = self.call_scope(id, arguments.as_deref()) {
            let limited = match extent {
                Extent::Once => None,
                Extent::Session => Some(Some(session.clone())),
                Extent::Always => Some(None),
            };
            if let Some(limited) = limited {
                let at = now();
                inner.change_settings(|settings| {
                    settings.tools.grant(Grant {
                        scope,
                        session: limited,
                        at,
                    });
                });
            }
        }
        let decision = match arguments {
            Some(arguments) => Decision::AllowEdited { arguments },
            None => Decision::Allow,
        };
        inner.decide(&session, id, decision);
        // Others that wait may be covered by now.
        for call in inner.asked(&session) {
            if inner.is_granted(&session, &call) {
                inner.decide(&session, &call.id, Decision::Allow);
            }
        }
    }

    /// Refuses a call; the model reads the reason, which may be empty.
    pub fn refuse_call(&self, id: &str, reason: String) {
        if let Some(session) = self.current.get_untracked() {
            self.inner()
                .decide(&session, id, Decision::Refuse { reason });
        }
    }

    /// What allowing a call that waits would cover, beyond the call itself. `None` if it can be allowed only once.
    pub fn call_scope(&self, id: &str, arguments: Option<&str>) -> Option<Scope> {
        let session = self.current.get_untracked()?;
        let inner = self.inner();
        let runs = inner.runs.borrow();
        let run = runs.get(&session)?;
        let mut call = run.asked.borrow().get(id)?.clone();
        if let Some(arguments) = arguments {
            call.arguments = arguments.to_owned();
        }
        run.tools.borrow().scope(&call)
    }

    /// Takes back what was allowed.
    pub fn revoke(&self, grant: &Grant) {
        self.inner().change_settings(|settings| {
            settings.tools.grants.retain(|known| known != grant);
        });
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
    /// The person is to be asked about a call. True if it was allowed before.
    pub fn ask_approval(&self, session: &SessionId, call: &ToolCall) -> bool {
        if self.is_granted(session, call) {
            return true;
        }
        if let Some(run) = self.runs.borrow().get(session) {
            let mut asked = run.asked.borrow_mut();
            asked.insert(call.id.clone(), call.clone());
        }
        false
    }

    pub fn no_longer_asked(&self, session: &SessionId, id: &str) {
        if let Some(run) = self.runs.borrow().get(session) {
            run.asked.borrow_mut().remove(id);
        }
    }

    pub fn set_tools(&self, session: &SessionId, tools: &Rc<Toolset>) {
        if let Some(run) = self.runs.borrow().get(session) {
            run.tools.replace(tools.clone());
        }
    }

    fn asked(&self, session: &SessionId) -> Vec<ToolCall> {
        let runs = self.runs.borrow();
        let run = runs.get(session);
        run.map(|run| run.asked.borrow().values().cloned().collect())
            .unwrap_or_default()
    }

    fn is_granted(&self, session: &SessionId, call: &ToolCall) -> bool {
        let runs = self.runs.borrow();
        let scope = runs
            .get(session)
            .and_then(|run| run.tools.borrow().scope(call));
        let settings = self.signals.settings;
        scope.is_some_and(|scope| {
            settings.with_untracked(|settings| settings.tools.covers(&scope, session))
        })
    }

    fn decide(&self, session: &SessionId, id: &str, decision: Decision) {
        self.no_longer_asked(session, id);
        self.tell(
            session,
            Input::Decided {
                id: id.to_owned(),
                decision,
            },
        );
    }
}
