//! Drives one agent: inputs from the network, the clock and the person go in; effects are carried out.

use super::client::{self, OpenRequest, Piece};
use super::clock::{now, sleep};
use super::manager::Inner;
use super::view::{LiveText, PartView, TurnState, TurnView};
use crate::agent::{Agent, Change, Effect, Input, Plan};
use crate::chat::round::ToolStatus;
use crate::chat::{Failure, Millis, Outcome, SessionId, ToolResult};
use crate::store::Write;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender};
use futures_util::StreamExt;
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// A request in flight, as the manager keeps it.
pub struct Run {
    pub inputs: UnboundedSender<Input>,
}

/// Runs the agent to its end.
pub async fn drive(
    inner: Rc<Inner>,
    plan: Result<Plan, Failure>,
    view: TurnView,
    inputs: UnboundedSender<Input>,
    received: UnboundedReceiver<Input>,
) {
    let session = inner.session_of(&view.id);
    let mut screen = Screen {
        view,
        touched: Vec::new(),
    };
    match plan {
        Ok(plan) => agent(&inner, plan, &mut screen, inputs, received).await,
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
    plan: Plan,
    screen: &mut Screen,
    inputs: UnboundedSender<Input>,
    mut received: UnboundedReceiver<Input>,
) {
    let session = plan.session.id.clone();
    let mut agent = Agent::new(plan);
    let mut request: Option<OpenRequest> = None;
    let _ = inputs.unbounded_send(Input::Start);
    while let Some(input) = received.next().await {
        let mut ended = false;
        for effect in agent.handle(now(), input) {
            match effect {
                Effect::Persist(batch) => inner.persist(batch).await,
                Effect::Show(change) => screen.show(change),
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
                Effect::CallTool(call) | Effect::AskApproval(call) => {
                    // No tool is registered, so the agent answers every call itself. Should one come
                    // through all the same, it gets its one answer.
                    let content = format!("The tool {:?} cannot run here.", call.name);
                    let result = ToolResult {
                        status: ToolStatus::Failed,
                        content,
                    };
                    let _ = inputs.unbounded_send(Input::ToolFinished {
                        id: call.id,
                        result,
                    });
                }
                Effect::CancelTool { .. } => {}
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

/// Turns changes into signals of one turn's view.
struct Screen {
    view: TurnView,
    /// Texts that grew since the last publish.
    touched: Vec<LiveText>,
}

impl Screen {
    fn show(&mut self, change: Change) {
        match change {
            Change::Waiting { .. } => self.set_state(TurnState::Waiting),
            Change::Downloading { part } => {
                let percent = (part * 100.0).floor() as u8;
                self.set_state(TurnState::Downloading { percent });
            }
            Change::Retrying {
                attempt,
                after,
                failure,
            } => {
                self.set_state(TurnState::Retrying {
                    attempt,
                    at: now() + after,
                    failure,
                });
            }
            Change::PartStarted { round, part, kind } => {
                self.set_state(TurnState::Streaming);
                let part = PartView::growing(round, part, kind);
                self.view.parts.update(|parts| parts.push(part));
            }
            Change::PartText { round, part, text }
            | Change::PartArgs {
                round,
                part,
                json: text,
            } => {
                if let Some(growing) = self.text(round, part) {
                    growing.append(&text);
                    self.touched.push(growing);
                }
            }
            Change::PartRetyped { round, part, kind } => self.view.parts.update(|parts| {
                let view = parts
                    .iter_mut()
                    .find(|view| view.round == round && view.part == part);
                if let Some(view) = view {
                    view.kind = kind;
                }
            }),
            Change::PartCited {
                round,
                part,
                citation,
            } => {
                if let Some(view) = self.part(round, part) {
                    view.citations.update(|citations| citations.push(citation));
                }
            }
            Change::PartEnded {
                round,
                part,
                duration,
            } => self.end_part(round, part, duration),
            Change::ToolAnswered { .. } => {}
            Change::RoundEnded {
                model, usage, stop, ..
            } => {
                self.view.model.set(model);
                self.view.usage.set(usage);
                self.view.stop.set(stop);
            }
            Change::Ended(outcome) => {
                let open: Vec<_> = self.view.parts.with_untracked(|parts| {
                    let open = parts
                        .iter()
                        .filter(|part| part.duration.get_untracked().is_none());
                    open.map(|part| (part.round, part.part)).collect()
                });
                for (round, part) in open {
                    self.end_part(round, part, 0.0);
                }
                self.set_state(TurnState::Ended(outcome));
            }
        }
    }

    /// Fires the signals of the texts that grew. The client delivers thirty times a second at most, so this
    /// happens no more often.
    fn publish(&mut self) {
        for text in self.touched.drain(..) {
            text.publish();
        }
    }

    fn end_part(&mut self, round: u32, part: usize, duration: Millis) {
        if let Some(view) = self.part(round, part) {
            view.text.finish();
            view.duration.set(Some(duration));
        }
    }

    fn part(&self, round: u32, part: usize) -> Option<PartView> {
        self.view.parts.with_untracked(|parts| {
            let mut views = parts.iter().rev();
            views
                .find(|view| view.round == round && view.part == part)
                .cloned()
        })
    }

    fn text(&self, round: u32, part: usize) -> Option<LiveText> {
        self.part(round, part).map(|view| view.text)
    }

    fn set_state(&self, state: TurnState) {
        if self.view.state.with_untracked(|now| *now != state) {
            self.view.state.set(state);
        }
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
