//! Which of a round's calls may run now: those that can run beside others do, the rest keep their order.

use crate::chat::Millis;
use crate::tool::Rule;
use serde_json::{Map, Value};

/// The calls of one round that have no answer yet, in the round's order.
#[derive(Default)]
pub struct Calls {
    open: Vec<Open>,
}

struct Open {
    id: String,
    name: String,
    arguments: Map<String, Value>,
    /// Later calls that say the same: they get this one's answer.
    twins: Vec<String>,
    parallel: bool,
    timeout: Option<Millis>,
    state: State,
}

impl Open {
    fn ids(&self) -> Vec<String> {
        let mut ids = vec![self.id.clone()];
        ids.extend_from_slice(&self.twins);
        ids
    }
}

enum State {
    /// The person is being asked.
    Asked,
    Ready {
        /// The person allowed this very call.
        allowed: bool,
    },
    Running {
        since: Millis,
        timer: u32,
    },
}

/// A call that begins to run.
pub struct Start {
    pub id: String,
    /// After so many milliseconds the call has timed out; the timer has this number.
    pub timeout: Option<Millis>,
    pub timer: u32,
}

/// A call that is over.
pub struct Closed {
    /// Its own id, then those of its twins.
    pub ids: Vec<String>,
    /// How long it ran; 0 if it never did.
    pub duration: Millis,
}

impl Calls {
    /// Takes in a call. False if an open one says the same, whose answer it will share.
    pub fn push(
        &mut self,
        id: &str,
        name: &str,
        arguments: Map<String, Value>,
        rule: &Rule,
        asked: bool,
    ) -> bool {
        let twin = self
            .open
            .iter_mut()
            .find(|open| open.name == name && open.arguments == arguments);
        if let Some(first) = twin {
            first.twins.push(id.to_owned());
            return false;
        }
        self.open.push(Open {
            id: id.to_owned(),
            name: name.to_owned(),
            arguments,
            twins: vec![],
            parallel: rule.parallel,
            timeout: rule.timeout,
            state: match asked {
                true => State::Asked,
                false => State::Ready { allowed: false },
            },
        });
        true
    }

    /// The person allowed a call. False if it was not waiting for that.
    pub fn allow(&mut self, id: &str) -> bool {
        let asked = |open: &&mut Open| open.id == id && matches!(open.state, State::Asked);
        let found = self.open.iter_mut().find(asked);
        let allowed = found.is_some();
        if let Some(open) = found {
            open.state = State::Ready { allowed: true };
        }
        allowed
    }

    /// The calls that wait for their turn and whose tools this is true of.
    pub fn ready(&self, is_so: impl Fn(&str) -> bool) -> Vec<String> {
        let ready = |open: &&Open| matches!(open.state, State::Ready { .. }) && is_so(&open.name);
        let ready = self.open.iter().filter(ready);
        ready.map(|open| open.id.clone()).collect()
    }

    /// Has those of them wait for the person that the person has not allowed yet, and says which these are.
    pub fn ask(&mut self, is_so: impl Fn(&str) -> bool) -> Vec<String> {
        let mut asked = vec![];
        for open in &mut self.open {
            if matches!(open.state, State::Ready { allowed: false }) && is_so(&open.name) {
                open.state = State::Asked;
                asked.push(open.id.clone());
            }
        }
        asked
    }

    /// A call's own id, then those of its twins.
    pub fn ids_with(&self, id: &str) -> Vec<String> {
        let found = self.open.iter().find(|open| open.id == id);
        found.map(Open::ids).unwrap_or_default()
    }

    pub fn is_running(&self, id: &str) -> bool {
        self.running().any(|running| running == id)
    }

    pub fn is_asked(&self, id: &str) -> bool {
        let mut open = self.open.iter();
        open.any(|open| open.id == id && matches!(open.state, State::Asked))
    }

    /// Sets going every call whose turn it is. A call that must not run beside others waits until all
    /// earlier ones are answered, and later ones wait for it. `timer` numbers the time-outs.
    pub fn start(&mut self, now: Millis, timer: &mut u32) -> Vec<Start> {
        let mut started = Vec::new();
        for (at, open) in self.open.iter_mut().enumerate() {
            if !open.parallel && at > 0 {
                break;
            }
            if matches!(open.state, State::Ready { .. }) {
                *timer += 1;
                open.state = State::Running {
                    since: now,
                    timer: *timer,
                };
                started.push(Start {
                    id: open.id.clone(),
                    timeout: open.timeout,
                    timer: *timer,
                });
            }
            if !open.parallel {
                break;
            }
        }
        started
    }

    /// Takes a call out because its answer is there.
    pub fn close(&mut self, id: &str, now: Millis) -> Option<Closed> {
        let at = self.open.iter().position(|open| open.id == id)?;
        let open = self.open.remove(at);
        let duration = match open.state {
            State::Running { since, .. } => (now - since).max(0.0),
            State::Asked | State::Ready { .. } => 0.0,
        };
        Some(Closed {
            ids: open.ids(),
            duration,
        })
    }

    /// The running call whose time-out has this number.
    pub fn timed_by(&self, number: u32) -> Option<&str> {
        let timed =
            |open: &&Open| matches!(open.state, State::Running { timer, .. } if timer == number);
        self.open.iter().find(timed).map(|open| open.id.as_str())
    }

    pub fn running(&self) -> impl Iterator<Item = &str> {
        let running = |open: &&Open| matches!(open.state, State::Running { .. });
        self.open
            .iter()
            .filter(running)
            .map(|open| open.id.as_str())
    }

    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether it is the person who is waited for: to decide, or by a tool that may take any time. An agent that is
    /// asked is such a tool, too: it has a limit of its own, and may itself wait for the person.
    pub fn wait_for_person(&self) -> bool {
        self.open.iter().any(|open| match open.state {
            State::Asked => true,
            State::Running { .. } => open.timeout.is_none(),
            State::Ready { .. } => false,
        })
    }
}
