//! Has a turn answered, or goes on with one.

use super::{Inner, Manager};
use crate::agent::{AgentSchema, Plan, Unanswered};
use crate::browser::circumstances;
use crate::browser::clock::now;
use crate::browser::lazy::Unavailable;
use crate::browser::locks;
use crate::browser::run::{Asked, Prepared, Run, Standing, drive};
use crate::browser::tools::Toolset;
use crate::browser::view::{TurnState, TurnView};
use crate::chat::{
    AgentId, Answerer, Failure, ModelInput, Session, SessionId, ToolSpec, Turn, TurnId, UserMessage,
};
use crate::prompt::template::{Filled, fill};
use crate::prompt::{Context, history};
use crate::provider::{Codec, Dialect};
use crate::store::Write;
use crate::tool::asked_agent;
use futures_channel::mpsc::unbounded;
use leptos::prelude::*;
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
        let agent = self.agent_of(id);
        let turn = Turn {
            id: TurnId(Uuid::now_v7().to_string()),
            session: id.clone(),
            parent,
            created: now(),
            agent: Answerer {
                id: agent.id.clone(),
                name: agent.name.clone(),
            },
            user: UserMessage { text },
            rounds: vec![],
            outcome: None,
        };
        let begun = self.open.borrow_mut().get_mut(id).map(|open| {
            let model = self.signals.settings.with_untracked(|settings| {
                let model = settings.model_for(open.session.model.as_ref(), agent.model.as_ref());
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
                asked: Asked::default(),
            },
        );
        self.list(&session);
        self.show_rows();
        let inner = self.clone();
        spawn_local(async move {
            let lock = locks::hold(&locks::turn(&view.id));
            let turn = view.id.clone();
            let preparing = inner.prepare(&session.id, &turn, unanswered);
            drive(inner.clone(), preparing, view, sender, receiver).await;
            inner.run_ended(&session.id);
            drop(lock);
        });
    }

    /// Resolves everything the request needs, or says what is missing.
    async fn prepare(
        self: &Rc<Self>,
        session: &SessionId,
        turn: &TurnId,
        choice: Unanswered,
    ) -> Result<Prepared, Failure> {
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
        // A turn that goes on keeps its agent.
        let agent = self.agent_or_default(&turn.agent.id);
        let mut prepared = self.plan(&agent, session, turn, &visible).await?;
        prepared.plan.unanswered = unanswered;
        Ok(prepared)
    }

    /// What an agent with these tools is told at this moment; outside of a session there are no files.
    pub fn prompt_of(
        &self,
        agent: &AgentSchema,
        session: Option<&SessionId>,
        tools: &[ToolSpec],
    ) -> Filled {
        let context = Context {
            workspace_files: session.map_or_else(Vec::new, |session| self.files_of(session)),
            ..circumstances::context(agent)
        };
        fill(&agent.template, &context.values(tools))
    }

    /// The paths of the files of a session's project.
    fn files_of(&self, session: &SessionId) -> Vec<String> {
        let projects = self.projects.borrow();
        let files = projects
            .get(session)
            .and_then(|project| project.list("").ok());
        let files = files.into_iter().flatten();
        files.map(|(path, _)| path.to_owned()).collect()
    }

    /// What an agent needs that another one asks: it knows nothing of the conversation but the turn's message.
    pub async fn prepare_task(
        self: &Rc<Self>,
        session: &SessionId,
        agent: &AgentId,
        turn: &Turn,
    ) -> Result<Prepared, Failure> {
        let open = self
            .open
            .borrow()
            .get(session)
            .map(|open| open.session.clone());
        let mut session = open.ok_or_else(gone)?;
        let agent = self.agent_or_default(agent);
        // The person chose the session's model for the agent they talk with; this one may have its own.
        let preferred = agent.model.as_ref().filter(|id| {
            self.signals.settings.with_untracked(|settings| {
                let model = settings.model(id);
                model.is_some_and(|model| settings.is_offered(model))
            })
        });
        if let Some(preferred) = preferred {
            session.model = Some(preferred.clone());
        }
        let visible = std::slice::from_ref(turn);
        let mut prepared = self.plan(&agent, session, turn.clone(), visible).await?;
        // Nobody else ends it: the call has no time-out, which would run while the person thinks.
        let limit = prepared.plan.time_limit.unwrap_or(asked_agent::TIME_LIMIT);
        prepared.plan.time_limit = Some(limit);
        Ok(prepared)
    }

    pub(super) async fn codec(&self, dialect: Dialect) -> Result<Codec, Failure> {
        match dialect {
            Dialect::OpenAiChat => Ok(Codec::OPENAI_CHAT),
            Dialect::OpenAiResponses
            | Dialect::Anthropic
            | Dialect::Gemini
            | Dialect::Ollama
            | Dialect::OnDevice => (self.parts.dialects)().await.map_err(|Unavailable| Failure {
                title: "A part of Colloquy could not be loaded".to_owned(),
                advice: "It is needed to speak with this provider. Check the connection and retry. If that does not help, the page has been updated in the meantime: reload it.".to_owned(),
                ..Failure::default()
            }),
        }
    }

    async fn plan(
        self: &Rc<Self>,
        agent: &AgentSchema,
        session: Session,
        turn: Turn,
        visible: &[Turn],
    ) -> Result<Prepared, Failure> {
        let (mut config, endpoint) = self
            .resolve(session.model.as_ref(), agent.model.as_ref())
            .await?;
        config.thinking = session.thinking.unwrap_or(config.thinking);
        let toolset = match agent.tools.is_empty() {
            true => |_: &Self, agent: &AgentSchema| Toolset::none(agent.id.clone()),
            false => {
                let kit = (self.parts.tools)().await;
                let kit = kit.map_err(|Unavailable| no_tools(String::new()))?;
                (kit.load)().await.map_err(no_tools)?;
                kit.toolset
            }
        };
        let standing = Standing {
            agent: agent.clone(),
            session: session.id.clone(),
            toolset,
            takes_tools: endpoint.dialect.takes_tools(),
        };
        let (tools, system) = standing.now(self);
        let plan = Plan {
            input: ModelInput {
                system,
                messages: history(visible),
                tools: tools.specs(),
            },
            session,
            turn,
            unanswered: None,
            codec: self.codec(endpoint.dialect).await?,
            endpoint,
            config,
            rules: tools.rules(),
            check: tools.check,
            max_rounds: agent.max_rounds,
            time_limit: agent.time_limit.map(|seconds| f64::from(seconds) * 1_000.0),
            jitter: js_sys::Math::random(),
        };
        Ok(Prepared {
            plan,
            tools,
            standing,
        })
    }
}

fn no_tools(why: String) -> Failure {
    Failure {
        title: "This agent's tools could not be loaded".to_owned(),
        advice: "Check the connection and retry. If Colloquy was updated meanwhile, reload the page first. An agent \
                 without tools can answer now."
            .to_owned(),
        detail: why,
        ..Failure::default()
    }
}

fn gone() -> Failure {
    Failure {
        title: "This chat was deleted".to_owned(),
        ..Failure::default()
    }
}
