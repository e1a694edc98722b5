//! Drives one agent: inputs from the network, the clock, the tools and the person go in; effects are carried
//! out.

mod calls;
mod screen;

use super::client::{self, OpenRequest, Piece};
use super::clock::{now, sleep};
use super::manager::Inner;
use super::tools::Toolset;
use super::view::TurnView;
use crate::agent::{Agent, Change, Decision, Effect, Input, Plan};
use crate::chat::{Failure, Outcome, SessionId, ToolCall};
use crate::store::Write;
use calls::Running;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender};
use futures_util::StreamExt;
use screen::Screen;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// A request in flight, as the manager keeps it.
pub struct Run {
    pub inputs: UnboundedSender<Input>,
    /// The tools of the agent that answers; set once it is known.
    pub tools: RefCell<Rc<Toolset>>,
    /// The calls that the person is asked about, by id.
    pub asked: RefCell<BTreeMap<String, ToolCall>>,
}

/// What a request needs.
pub struct Prepared {
    pub plan: Plan,
    pub tools: Rc<Toolset>,
}

/// Runs the agent to its end.
pub async fn drive(
    inner: Rc<Inner>,
    prepared: Result<Prepared, Failure>,
    view: TurnView,
    inputs: UnboundedSender<Input>,
    received: UnboundedReceiver<Input>,
) {
    let session = inner.session_of(&view.id);
    let mut screen = Screen::new(view);
    match prepared {
        Ok(prepared) => agent(&inner, prepared, &mut screen, inputs, received).await,
        Err(failure) => refuse(&inner, failure, &mut screen).await,
    }
    if let Some(session) = session {
        inner.run_ended(&session);
    }
}

/// The turn cannot even be asked: it is kept with its failure, so that Retry works once it is mended.
async fn refuse(inner: &Rc<Inner>, failure: Failure, screen: &mut Screen) {
    let outcome = Outcome::Failed { failure };
    if let Some(writes) = inner.unasked_writes(&screen.view.id, Some(&outcome)) {
        inner.persist(writes).await;
    }
    screen.show(Change::Ended(outcome));
}

async fn agent(
    inner: &Rc<Inner>,
    Prepared { plan, tools }: Prepared,
    screen: &mut Screen,
    inputs: UnboundedSender<Input>,
    mut received: UnboundedReceiver<Input>,
) {
    let session = plan.session.id.clone();
    inner.set_tools(&session, &tools);
    let mut running = Running::new(inner, &session, tools, inputs.clone());
    let mut agent = Agent::new(plan);
    let mut request: Option<OpenRequest> = None;
    let _ = inputs.unbounded_send(Input::Start);
    while let Some(input) = received.next().await {
        let mut ended = false;
        for effect in agent.handle(now(), input) {
            match effect {
                Effect::Persist(batch) => inner.persist(batch).await,
                Effect::Show(change) => {
                    if let Change::ToolAnswered { id, .. } = &change {
                        inner.no_longer_asked(&session, id);
                    }
                    screen.show(change);
                }
                Effect::OpenStream(http) => {
                    let inputs = inputs.clone();
                    let recorder = inner.signals.wire.record(&session, &http);
                    request = Some(client::open(http, move |piece| {
                        if let Some(recorder) = &recorder {
                            recorder.note(&piece);
                        }
                        let _ = inputs.unbounded_send(match piece {
                            Piece::Head(head) => Input::Head(head),
                            Piece::Bytes(bytes) => Input::Chunk(bytes),
                            Piece::Ended => Input::BodyEnded,
                            Piece::Failed(message, seen) => Input::NetFailed(message, seen),
                        });
                    }));
                }
                Effect::CloseStream => request = None,
                Effect::AskApproval(call) => {
                    // What was allowed for longer is not asked again.
                    let granted = inner.ask_approval(&session, &call);
                    if granted {
                        let decision = Decision::Allow;
                        let _ = inputs.unbounded_send(Input::Decided {
                            id: call.id,
                            decision,
                        });
                    }
                }
                Effect::CallTool(call) => {
                    inner.no_longer_asked(&session, &call.id);
                    if let Some(view) = screen.call(&call.id) {
                        running.start(call, view);
                    }
                }
                Effect::CancelTool { id } => running.cancel(&id),
                Effect::Wait { timer, after } => {
                    let inputs = inputs.clone();
                    spawn_local(async move {
                        sleep(after).await;
                        let _ = inputs.unbounded_send(Input::Elapsed(timer));
                    });
                }
                Effect::End(_) => ended = true,
            }
        }
        screen.publish();
        if ended {
            break;
        }
    }
    drop(request);
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
