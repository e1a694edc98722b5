//! Drives one agent: inputs from the network, the clock, the tools and the person go in; effects are carried
//! out.

mod asked;
mod below;
mod calls;
mod screen;
mod standing;
mod waiting;

pub use asked::{Asked, AskedCall};
pub use screen::Screen;
pub use standing::Standing;
pub use waiting::{OpenQuestions, Waiting};

use super::client::{self, OpenRequest, Piece};
use super::clock::{now, sleep};
use super::manager::Inner;
use super::tools::Toolset;
use super::view::{TurnView, call_key};
use super::wire::Recorder;
use crate::agent::{Agent, Change, Decision, Effect, Input, Plan};
use crate::chat::{AgentId, Failure, Outcome, Round, SessionId};
use crate::store::Write;
use calls::Running;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender};
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// A request in flight, as the manager keeps it.
pub struct Run {
    pub inputs: UnboundedSender<Input>,
    pub asked: Asked,
}

/// What a request needs.
pub struct Prepared {
    pub plan: Plan,
    pub tools: Toolset,
    pub standing: Standing,
}

/// Where an agent stands: at the top, asked by the person, or below a call of another agent.
#[derive(Clone, Default)]
pub struct Place {
    /// The agents above, the outermost first.
    pub above: Vec<AgentId>,
    /// The key of the call below which it works; empty at the top.
    pub key: String,
}

impl Place {
    /// The key of a call that an agent in this place makes: unlike its id, it is unique in the session.
    pub fn key_of(&self, call: &str) -> String {
        call_key(&self.key, call)
    }
}

/// Runs the agent to its end.
pub async fn drive(
    inner: Rc<Inner>,
    preparing: impl Future<Output = Result<Prepared, Failure>>,
    view: TurnView,
    inputs: UnboundedSender<Input>,
    mut received: UnboundedReceiver<Input>,
) {
    let place = Place::default();
    match unless_stopped(preparing, &mut received).await {
        Ok(prepared) => {
            let screen = Screen::new(view, place.clone());
            let worker = Worker::new(&inner, prepared, screen, place, inputs);
            worker.work(received).await;
        }
        Err(outcome) => give_up(&inner, outcome, view).await,
    }
}

/// What a request needs may have to be fetched; the person need not wait for that.
async fn unless_stopped(
    preparing: impl Future<Output = Result<Prepared, Failure>>,
    received: &mut UnboundedReceiver<Input>,
) -> Result<Prepared, Outcome> {
    let mut preparing = std::pin::pin!(preparing);
    loop {
        match select(preparing, received.next()).await {
            Either::Left((prepared, _)) => {
                return prepared.map_err(|failure| Outcome::Failed { failure });
            }
            Either::Right((Some(Input::Stop) | None, _)) => return Err(Outcome::Stopped),
            // Nothing else can be said of a request that is not made yet.
            Either::Right((Some(_), rest)) => preparing = rest,
        }
    }
}

/// The turn is not even asked: it is kept with the reason, so that Retry works.
async fn give_up(inner: &Rc<Inner>, outcome: Outcome, view: TurnView) {
    if let Some(writes) = inner.unasked_writes(&view.id, Some(&outcome)) {
        inner.persist(writes).await;
    }
    Screen::new(view, Place::default()).show(Change::Ended(outcome));
}

/// An agent at work, with everything it holds open. Dropping it closes all of that.
pub struct Worker {
    inner: Rc<Inner>,
    session: SessionId,
    agent: Agent,
    tools: Rc<Toolset>,
    standing: Standing,
    screen: Screen,
    place: Place,
    inputs: UnboundedSender<Input>,
    running: Running,
    /// Goes away with what records it.
    request: Option<(OpenRequest, Option<Recorder>)>,
    /// The rounds of an agent below another one, which are no records of their own.
    unstored: BTreeMap<u32, Round>,
}

impl Worker {
    pub fn new(
        inner: &Rc<Inner>,
        Prepared {
            plan,
            tools,
            standing,
        }: Prepared,
        screen: Screen,
        place: Place,
        inputs: UnboundedSender<Input>,
    ) -> Self {
        let session = plan.session.id.clone();
        let running = Running::new(inner, &session, &place, inputs.clone());
        Self {
            inner: inner.clone(),
            session,
            agent: Agent::new(plan),
            tools: Rc::new(tools),
            standing,
            screen,
            place,
            inputs,
            running,
            request: None,
            unstored: BTreeMap::new(),
        }
    }

    /// Works until the agent ends. Returns how it ended, and its rounds if they are stored nowhere else.
    pub async fn work(
        mut self,
        mut received: UnboundedReceiver<Input>,
    ) -> (Option<Outcome>, Vec<Round>) {
        self.tell(Input::Start);
        let mut outcome = None;
        while let Some(input) = received.next().await {
            if may_lead_on(&input) {
                self.renew();
            }
            for effect in self.agent.handle(now(), input) {
                match effect {
                    Effect::Persist(batch) => self.persist(batch).await,
                    Effect::End(how) => outcome = Some(how),
                    effect => self.carry_out(effect),
                }
            }
            self.screen.publish();
            if outcome.is_some() {
                break;
            }
        }
        let rounds = std::mem::take(&mut self.unstored);
        (outcome, rounds.into_values().collect())
    }

    /// What the model is told and may do is what holds now, not what held when the turn began.
    fn renew(&mut self) {
        let (tools, system) = self.standing.now(&self.inner);
        self.agent.renew(system, tools.specs(), tools.rules());
        self.tools = Rc::new(tools);
    }

    async fn persist(&mut self, mut batch: Vec<Write>) {
        for write in &mut batch {
            if let Write::PutRound { round, .. } = write {
                self.screen.keep_steps(round);
            }
        }
        if self.place.key.is_empty() {
            return self.inner.persist(batch).await;
        }
        for write in batch {
            if let Write::PutRound { round, .. } = write {
                self.unstored.insert(round.key.index, round);
            }
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            // Done where they can be waited for.
            Effect::Persist(_) | Effect::End(_) => {}
            Effect::Show(change) => {
                if let Change::ToolAnswered { id, .. } = &change {
                    self.not_asked(id);
                }
                self.screen.show(change);
            }
            Effect::OpenStream(http) => {
                let inputs = self.inputs.clone();
                let recorder = self.inner.signals.wire.record(&self.session, &http);
                let noting = recorder.clone();
                let request = client::open(http, move |piece| {
                    if let Some(recorder) = &noting {
                        recorder.note(&piece);
                    }
                    let _ = inputs.unbounded_send(match piece {
                        Piece::Head(head) => Input::Head(head),
                        Piece::Bytes(bytes) => Input::Chunk(bytes),
                        Piece::Ended => Input::BodyEnded,
                        Piece::Failed(message, seen) => Input::NetFailed(message, seen),
                    });
                });
                self.request = Some((request, recorder));
            }
            Effect::CloseStream => self.request = None,
            Effect::AskApproval(call) => {
                let id = call.id.clone();
                let asked = AskedCall {
                    call,
                    tools: self.tools.clone(),
                    inputs: self.inputs.clone(),
                    waiting: Rc::new(self.inner.waits(&self.session)),
                };
                // What was allowed for longer is not asked again.
                if self.inner.is_granted(&self.session, &asked) {
                    let decision = Decision::Allow;
                    return self.tell(Input::Decided { id, decision });
                }
                let key = self.place.key_of(&id);
                self.inner
                    .with_asked(&self.session, |all| all.insert(key, asked));
            }
            Effect::CallTool(call) => {
                self.not_asked(&call.id);
                if let Some(view) = self.screen.call(&call.id) {
                    self.running.start(call, view, &self.tools);
                }
            }
            Effect::CancelTool { id } => self.running.cancel(&id),
            Effect::Wait { timer, after } => {
                let inputs = self.inputs.clone();
                spawn_local(async move {
                    sleep(after).await;
                    let _ = inputs.unbounded_send(Input::Elapsed(timer));
                });
            }
        }
    }

    fn tell(&self, input: Input) {
        let _ = self.inputs.unbounded_send(input);
    }

    fn not_asked(&self, id: &str) {
        let key = self.place.key_of(id);
        self.inner.with_asked(&self.session, |all| all.remove(&key));
    }
}

impl Drop for Worker {
    /// An agent that another one gave up takes its questions with it.
    fn drop(&mut self) {
        if !self.place.key.is_empty() {
            let below = format!("{}/", self.place.key);
            self.inner
                .with_asked(&self.session, |all| all.remove_below(&below));
        }
    }
}

/// Whether a call's fate or another request may follow. A stream's pieces, of which there are many, lead to neither.
fn may_lead_on(input: &Input) -> bool {
    match input {
        Input::BodyEnded
        | Input::NetFailed(..)
        | Input::Elapsed(_)
        | Input::ToolFinished { .. }
        | Input::Decided { .. } => true,
        Input::Start | Input::Head(_) | Input::Chunk(_) | Input::Checkpoint | Input::Stop => false,
    }
}

/// The writes of a batch that still concern a session which exists.
pub fn session_of_write(write: &Write) -> Option<&SessionId> {
    match write {
        Write::PutSession(session) => Some(&session.id),
        Write::PutTurn(turn) => Some(&turn.session),
        Write::PutRound { session, .. } => Some(session),
        Write::PutDraft(draft) => Some(&draft.session),
        Write::DeleteSession(_)
        | Write::DeleteDraft(_)
        | Write::PutSetting { .. }
        | Write::DeleteSetting { .. } => None,
    }
}
