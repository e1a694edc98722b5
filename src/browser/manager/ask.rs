//! Has a turn answered, or goes on with one.

use super::{Inner, Manager};
use crate::agent::schema::built_in;
use crate::agent::{Plan, Unanswered};
use crate::browser::clock::now;
use crate::browser::locks;
use crate::browser::run::{Prepared, Run, drive};
use crate::browser::toolbox;
use crate::browser::view::{TurnState, TurnView};
use crate::chat::{Failure, Session, SessionId, Turn, TurnId, UserMessage};
use crate::prompt;
use crate::store::Write;
use futures_channel::mpsc::unbounded;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use uuid::Uuid;
use wasm_bindgen_futures::spawn_local;

impl Manager {
    /// Asks again: a new turn beside this one, with the same message.
    pub fn retry(&self, turn: &TurnId) {
        let inner = self.inner();
        let Some(id) = inner.session_of(turn) else {
            return;
        };
        let again = inner.open.borrow().get(&id).and_then(|open| {
            open.turn(turn)
                .map(|turn| (turn.parent.clone(), turn.user.text.clone()))
        });
        if let Some((parent, text)) = again {
            inner.ask(&id, parent, text);
        }
    }

    /// Takes up a turn where it ended, with everything its tools have found out. `unanswered` says what becomes of
    /// calls without an answer; without such calls it means nothing.
    pub fn go_on(&self, turn: &TurnId, unanswered: Unanswered) {
        let inner = self.inner();
        if let Some(session) = inner.session_of(turn) {
            inner.take_up(&session, turn, unanswered);
        }
    }

    /// Whether a turn can be taken up: it is the last one, and its last round called tools.
    pub fn can_go_on(&self, turn: &TurnId) -> bool {
        let inner = self.inner();
        let open = inner.open.borrow();
        open.values().any(|open| {
            open.session.tip.as_ref() == Some(turn)
                && open
                    .turn(turn)
                    .and_then(|turn| turn.rounds.last())
                    .is_some_and(|round| round.tool_calls().next().is_some())
        })
    }
}

impl Inner {
    /// Begins a turn and asks for its answer. False while the session has a request in flight.
    pub fn ask(self: &Rc<Self>, id: &SessionId, parent: Option<TurnId>, text: String) -> bool {
        if self.runs.borrow().contains_key(id) {
            return false;
        }
        let turn = Turn {
            id: TurnId(Uuid::now_v7().to_string()),
            session: id.clone(),
            parent,
            created: now(),
            user: UserMessage { text },
            rounds: vec![],
            outcome: None,
        };
        let begun = self.open.borrow_mut().get_mut(id).map(|open| {
            let model = self.signals.settings.with_untracked(|settings| {
                let model = settings.model_for(open.session.model.as_ref());
                model.map(|model| model.label().to_owned())
            });
            let view = open.begin(turn, &model.unwrap_or_default());
            (view, open.session.clone())
        });
        let Some((view, session)) = begun else {
            return false;
        };
        // No call of a new turn is open.
        self.run(session, view, Unanswered::LeaveOut);
        true
    }

    fn take_up(self: &Rc<Self>, id: &SessionId, turn: &TurnId, unanswered: Unanswered) {
        if self.runs.borrow().contains_key(id) {
            return;
        }
        let taken = self.open.borrow_mut().get_mut(id).and_then(|open| {
            let view = open.reopen(turn)?;
            Some((view, open.session.clone()))
        });
        if let Some((view, session)) = taken {
            view.state.set(TurnState::Waiting);
            self.run(session, view, unanswered);
        }
    }

    fn run(self: &Rc<Self>, session: Session, view: TurnView, unanswered: Unanswered) {
        let (sender, receiver) = unbounded();
        self.runs.borrow_mut().insert(
            session.id.clone(),
            Run {
                inputs: sender.clone(),
                tools: RefCell::default(),
                asked: RefCell::default(),
            },
        );
        self.list(&session);
        self.show_rows();
        let inner = self.clone();
        spawn_local(async move {
            let lock = locks::hold(&locks::turn(&view.id));
            let prepared = inner.prepare(&session.id, &view.id, unanswered).await;
            drive(inner, prepared, view, sender, receiver).await;
            drop(lock);
        });
    }

    /// Resolves everything the request needs, or says what is missing.
    async fn prepare(
        &self,
        session: &SessionId,
        turn: &TurnId,
        choice: Unanswered,
    ) -> Result<Prepared, Failure> {
        let gone = || Failure {
            title: "This chat was deleted".to_owned(),
            advice: String::new(),
            detail: String::new(),
            fix: String::new(),
        };
        let (session, mut turn, mut visible) = {
            let open = self.open.borrow();
            let open = open.get(session).ok_or_else(gone)?;
            let turn = open.turn(turn).ok_or_else(gone)?;
            (open.session.clone(), turn.clone(), open.visible())
        };
        if self.signals.vault.get_untracked().locked {
            // The person may be asked for the passphrase, and the page closed over that.
            let writes: Option<Vec<Write>> = self.unasked_writes(&turn.id, None);
            self.persist(writes.unwrap_or_default()).await;
        }
        let (config, endpoint) = self.resolve(session.model.as_ref()).await?;
        let mut agents = built_in();
        let at = agents
            .iter()
            .position(|agent| agent.id == session.agent)
            .unwrap_or_default();
        let agent = agents.swap_remove(at);
        let tools = Rc::new(self.toolset(&agent));
        if !tools.tools.is_empty() {
            toolbox::load().await.map_err(no_toolbox)?;
        }
        // A round with open calls is not history yet: what becomes of them is decided first.
        let open = turn
            .rounds
            .last()
            .is_some_and(|round| round.tool_calls().any(|call| call.result.is_none()));
        let unanswered = match open {
            true => turn.rounds.pop().map(|round| (round, choice)),
            false => None,
        };
        if let Some(last) = visible.last_mut() {
            last.rounds = turn.rounds.clone();
        }
        let plan = Plan {
            input: prompt::build(&agent.template, &visible, tools.specs()),
            session,
            turn,
            unanswered,
            endpoint,
            config,
            rules: tools.rules(),
            check: toolbox::check,
            max_rounds: agent.max_rounds,
            time_limit: agent.time_limit.map(|seconds| f64::from(seconds) * 1_000.0),
            jitter: js_sys::Math::random(),
        };
        Ok(Prepared { plan, tools })
    }
}

fn no_toolbox(why: String) -> Failure {
    Failure {
        title: "This agent's tools could not be loaded".to_owned(),
        advice: "Check the connection and retry. If Colloquy was updated meanwhile, reload the page first. An agent \
                 without tools can answer now."
            .to_owned(),
        detail: why,
        fix: String::new(),
    }
}
