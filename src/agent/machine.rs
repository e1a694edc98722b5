//! The loop: request, stream, tools, again, until the turn has an outcome.

use super::excuse::{Halt, broken_off};
use super::partial::PartialRound;
use super::retry::wait_before_retry;
use super::timers::TurnClock;
use super::tools::{Calling, close_calls};
use super::{Change, Effect, Input, Plan, Timer};
use crate::chat::{Millis, Outcome, Round, RoundKey, ToolSpec, Turn};
use crate::provider::{Decode, ErrorKind, Event, ProviderError, ResponseHead, error::classify};
use crate::store::{Draft, Write};
use crate::tool::Rule;
use std::collections::{BTreeMap, BTreeSet};

/// One request in flight. Made with a [`Plan`], started with [`Input::Start`], over with [`Effect::End`].
pub struct Agent {
    pub(super) plan: Plan,
    pub(super) phase: Phase,
    /// The round being made, counted from 0 within the turn.
    pub(super) round: u32,
    /// Requests made for this round.
    pub(super) attempt: u32,
    /// The number of the newest timer; older ones are stale.
    pub(super) timer: u32,
    /// The number of the newest call's time-out.
    pub(super) call_timer: u32,
    /// Ids of all calls of complete rounds.
    pub(super) call_ids: BTreeSet<String>,
    /// Model responses that may still be asked for, the present one included.
    pub(super) rounds_left: u32,
    pub(super) clock: TurnClock,
}

pub(super) enum Phase {
    New,
    /// The request is out.
    Requesting {
        last_heard: Millis,
    },
    Streaming(Box<Streaming>),
    /// The provider answered with an error status; its body is being collected.
    Refused {
        head: ResponseHead,
        body: Vec<u8>,
        last_heard: Millis,
    },
    BackingOff,
    /// The round is stored; some of its calls are not answered yet.
    Calling(Box<Calling>),
    Ended,
}

pub(super) struct Streaming {
    pub(super) decoder: Box<dyn Decode>,
    pub(super) partial: PartialRound,
    pub(super) last_heard: Millis,
    draft_saved: Millis,
    draft_size: usize,
    /// The terminal event came; only the end of the body is awaited.
    pub(super) closing: bool,
}

/// An error's body is read up to here, in bytes.
const ERROR_BODY_LIMIT: usize = 64 * 1024;

/// Some servers keep the connection open after their terminal event; it is closed for them after so many
/// milliseconds. Until then late usage is still heard, and a connection that ends by itself can be reused.
const CLOSING: Millis = 500.0;

/// A draft is saved at most so often, in milliseconds.
const DRAFT_INTERVAL: Millis = 1_000.0;

/// Long drafts are saved less often: one more millisecond between saves per so many bytes.
const DRAFT_BYTES_PER_MILLISECOND: f64 = 64.0;

impl Agent {
    pub fn new(plan: Plan) -> Self {
        let open = plan.unanswered.as_ref().map(|(round, _)| round);
        let before = plan.turn.rounds.iter().chain(open);
        let call_ids = before.flat_map(Round::tool_calls);
        Self {
            phase: Phase::New,
            round: plan.turn.rounds.len() as u32,
            attempt: 0,
            timer: 0,
            call_timer: 0,
            call_ids: call_ids.map(|call| call.id.clone()).collect(),
            rounds_left: plan.max_rounds.max(1),
            clock: TurnClock::default(),
            plan,
        }
    }

    /// From now on this is what the model is told and offered, and how its calls are run. A call that runs is left
    /// alone.
    pub fn renew(&mut self, system: String, tools: Vec<ToolSpec>, rules: BTreeMap<String, Rule>) {
        self.plan.input.system = system;
        self.plan.input.tools = tools;
        self.plan.rules = rules;
    }

    /// Takes one input that happened at `now` and returns what to do about it, in order. Inputs that do
    /// not fit the phase (a late chunk, a stale timer) are ignored.
    pub fn handle(&mut self, now: Millis, input: Input) -> Vec<Effect> {
        let mut effects = Vec::new();
        let out = &mut effects;
        match (std::mem::replace(&mut self.phase, Phase::Ended), input) {
            (Phase::New, Input::Start) => {
                out.push(self.persist_beginning());
                self.start(now, out);
            }
            // Stopped while the request was being prepared: the turn is kept like any other.
            (Phase::New, Input::Stop) => {
                out.push(self.persist_beginning());
                self.stop(now, Phase::New, out);
            }
            (Phase::Ended, _) => {}
            (phase, Input::Stop) => self.stop(now, phase, out),
            (phase, Input::Elapsed(timer)) => self.elapsed(now, phase, timer, out),
            (Phase::Requesting { .. }, Input::Head(head)) => self.head(now, head),
            (
                Phase::Requesting { .. } | Phase::Refused { .. },
                Input::NetFailed(message, circumstances),
            ) => {
                let error = ProviderError::unanswered(&self.plan.endpoint, message, circumstances);
                self.fail(now, None, error, out);
            }
            (Phase::Requesting { .. }, Input::BodyEnded) => {
                let message = "the connection closed without an answer".to_owned();
                self.fail(now, None, self.error(ErrorKind::Network, message), out);
            }
            (Phase::Refused { head, mut body, .. }, Input::Chunk(bytes)) => {
                let room = ERROR_BODY_LIMIT.saturating_sub(body.len());
                body.extend_from_slice(&bytes[..bytes.len().min(room)]);
                self.phase = Phase::Refused {
                    head,
                    body,
                    last_heard: now,
                };
            }
            (Phase::Refused { head, body, .. }, Input::BodyEnded) => {
                self.refused(now, &head, &body, out);
            }
            (Phase::Streaming(streaming), Input::Chunk(bytes)) => {
                self.chunk(now, streaming, &bytes, out)
            }
            (Phase::Streaming(streaming), Input::BodyEnded) => {
                self.body_ended(now, *streaming, out)
            }
            (Phase::Streaming(streaming), Input::NetFailed(message, _)) => {
                self.broke_off(now, *streaming, message, out)
            }
            (Phase::Streaming(streaming), Input::Checkpoint) => {
                self.save_draft(now, streaming, out);
            }
            (Phase::Calling(calling), Input::ToolFinished { id, result }) => {
                self.finished(now, calling, &id, result, out);
            }
            (Phase::Calling(calling), Input::Decided { id, decision }) => {
                self.decided(now, calling, &id, decision, out);
            }
            (
                phase,
                Input::Start
                | Input::Head(_)
                | Input::Chunk(_)
                | Input::BodyEnded
                | Input::NetFailed(..)
                | Input::ToolFinished { .. }
                | Input::Decided { .. }
                | Input::Checkpoint,
            ) => self.phase = phase,
        }
        let waiting = matches!(&self.phase, Phase::Calling(calling) if calling.waits_for_person());
        self.clock.note(now, waiting);
        effects
    }

    fn persist_beginning(&self) -> Effect {
        let mut batch = vec![
            Write::PutSession(self.plan.session.clone()),
            Write::PutTurn(self.plan.turn.clone()),
        ];
        if !self.plan.turn.rounds.is_empty() || self.plan.unanswered.is_some() {
            // What broke off is asked for once more.
            batch.push(Write::DeleteDraft(self.plan.turn.id.clone()));
        }
        Effect::Persist(batch)
    }

    /// Begins with a request, or with the calls that a turn taken up again has left open.
    fn start(&mut self, now: Millis, out: &mut Vec<Effect>) {
        self.clock.start(now);
        self.wait_turn(now, out);
        match self.plan.unanswered.take() {
            Some((round, choice)) => self.resume_calls(now, round, choice, out),
            None => self.request(now, out),
        }
    }

    pub(super) fn request(&mut self, now: Millis, out: &mut Vec<Effect>) {
        self.attempt += 1;
        self.phase = Phase::Requesting { last_heard: now };
        out.push(Effect::Show(Change::Waiting { round: self.round }));
        out.push(Effect::OpenStream((self.plan.codec.encode)(
            &self.plan.endpoint,
            &self.plan.config,
            &self.plan.input,
        )));
        let after = self.idle_timeout();
        self.wait_idle(after, out);
    }

    fn head(&mut self, now: Millis, head: ResponseHead) {
        self.phase = if (200..300).contains(&head.status) {
            let key = RoundKey {
                turn: self.plan.turn.id.clone(),
                index: self.round,
            };
            Phase::Streaming(Box::new(Streaming {
                decoder: (self.plan.codec.decoder)(&self.plan.endpoint),
                partial: PartialRound::new(
                    key,
                    &self.plan.endpoint.origin_of(&self.plan.config.model),
                    &self.plan.config.model,
                    self.call_ids.clone(),
                    now,
                ),
                last_heard: now,
                draft_saved: now,
                draft_size: 0,
                closing: false,
            }))
        } else {
            Phase::Refused {
                head,
                body: Vec::new(),
                last_heard: now,
            }
        };
    }

    fn chunk(
        &mut self,
        now: Millis,
        mut streaming: Box<Streaming>,
        bytes: &[u8],
        out: &mut Vec<Effect>,
    ) {
        streaming.last_heard = now;
        let mut events = Vec::new();
        streaming.decoder.push(bytes, &mut events);
        if let Err(error) = apply(&mut streaming.partial, events, now, out) {
            out.push(Effect::CloseStream);
            return self.fail(now, Some(streaming.partial), error, out);
        }
        if streaming.decoder.is_done() && !streaming.closing {
            streaming.closing = true;
            self.wait_idle(CLOSING, out);
        }
        let size = streaming.partial.size() as f64;
        if now - streaming.draft_saved >= DRAFT_INTERVAL + size / DRAFT_BYTES_PER_MILLISECOND {
            return self.save_draft(now, streaming, out);
        }
        self.phase = Phase::Streaming(streaming);
    }

    fn save_draft(&mut self, now: Millis, mut streaming: Box<Streaming>, out: &mut Vec<Effect>) {
        if streaming.partial.size() > streaming.draft_size {
            streaming.draft_saved = now;
            streaming.draft_size = streaming.partial.size();
            out.push(Effect::Persist(vec![Write::PutDraft(Draft {
                turn: self.plan.turn.id.clone(),
                session: self.plan.turn.session.clone(),
                round: streaming.partial.index(),
                parts: streaming.partial.parts().to_vec(),
                saved: now,
            })]));
        }
        self.phase = Phase::Streaming(streaming);
    }

    pub(super) fn body_ended(
        &mut self,
        now: Millis,
        mut streaming: Streaming,
        out: &mut Vec<Effect>,
    ) {
        let mut events = Vec::new();
        streaming.decoder.finish(&mut events);
        match apply(&mut streaming.partial, events, now, out) {
            Ok(()) => self.round_complete(now, streaming.partial.into_round(now), out),
            Err(error) => self.fail(now, Some(streaming.partial), error, out),
        }
    }

    /// The connection broke in mid-stream. What the decoder still held is kept; a stream that had already
    /// said it was finished is complete.
    fn broke_off(
        &mut self,
        now: Millis,
        mut streaming: Streaming,
        message: String,
        out: &mut Vec<Effect>,
    ) {
        let mut events = Vec::new();
        streaming.decoder.finish(&mut events);
        match apply(&mut streaming.partial, events, now, out) {
            Ok(()) => self.round_complete(now, streaming.partial.into_round(now), out),
            Err(_) => {
                let error = self.error(ErrorKind::CutOff, message);
                self.fail(now, Some(streaming.partial), error, out);
            }
        }
    }

    pub(super) fn refused(
        &mut self,
        now: Millis,
        head: &ResponseHead,
        body: &[u8],
        out: &mut Vec<Effect>,
    ) {
        let error = classify(
            &self.plan.endpoint,
            Some(head),
            &String::from_utf8_lossy(body),
            now,
        );
        self.fail(now, None, error, out);
    }

    fn stop(&mut self, now: Millis, phase: Phase, out: &mut Vec<Effect>) {
        self.break_off(now, phase, Halt::Person, Outcome::Stopped, out);
    }

    /// Ends the turn at whatever point it is.
    pub(super) fn break_off(
        &mut self,
        now: Millis,
        phase: Phase,
        halt: Halt,
        outcome: Outcome,
        out: &mut Vec<Effect>,
    ) {
        let round = match phase {
            Phase::New | Phase::BackingOff | Phase::Ended => None,
            Phase::Requesting { .. } | Phase::Refused { .. } => {
                out.push(Effect::CloseStream);
                None
            }
            Phase::Streaming(mut streaming) => {
                out.push(Effect::CloseStream);
                let mut events = Vec::new();
                streaming.decoder.finish(&mut events);
                // A missing end is what stopping means.
                let _ = apply(&mut streaming.partial, events, now, out);
                Some(close_calls(
                    streaming.partial.into_round(now),
                    &halt.not_run(),
                    out,
                ))
            }
            Phase::Calling(calling) => Some(calling.abandon(now, halt, out)),
        };
        self.end(round, outcome, out);
    }

    /// A request failed. Nothing said yet and worth another try: back off. Else the turn ends, and what
    /// was said so far stays.
    pub(super) fn fail(
        &mut self,
        now: Millis,
        partial: Option<PartialRound>,
        error: ProviderError,
        out: &mut Vec<Effect>,
    ) {
        let failure = error.failure();
        let said_nothing = partial.as_ref().is_none_or(PartialRound::is_empty);
        if said_nothing
            && let Some(after) = wait_before_retry(&error, self.attempt, self.plan.jitter)
        {
            self.timer += 1;
            self.phase = Phase::BackingOff;
            out.push(Effect::Show(Change::Retrying {
                attempt: self.attempt + 1,
                after,
                failure,
            }));
            out.push(Effect::Wait {
                timer: Timer::Retry(self.timer),
                after,
            });
            return;
        }
        let round = partial.map(|partial| close_calls(partial.into_round(now), &broken_off(), out));
        self.end(round, Outcome::Failed { failure }, out);
    }

    pub(super) fn end(&mut self, round: Option<Round>, outcome: Outcome, out: &mut Vec<Effect>) {
        let mut batch = Vec::new();
        if let Some(round) = round.filter(|round| !round.parts.is_empty()) {
            batch.push(Write::PutRound {
                session: self.plan.turn.session.clone(),
                round,
            });
        }
        let turn = Turn {
            outcome: Some(outcome.clone()),
            ..self.plan.turn.clone()
        };
        batch.push(Write::PutTurn(turn));
        batch.push(Write::DeleteDraft(self.plan.turn.id.clone()));
        out.push(Effect::Persist(batch));
        out.push(Effect::Show(Change::Ended(outcome.clone())));
        out.push(Effect::End(outcome));
        self.phase = Phase::Ended;
    }

    pub(super) fn error(&self, kind: ErrorKind, message: String) -> ProviderError {
        ProviderError::new(&self.plan.endpoint.name, kind, message)
    }
}

/// Runs events through the round; what they change on screen goes out before anything else.
pub(super) fn apply(
    partial: &mut PartialRound,
    events: Vec<Event>,
    now: Millis,
    out: &mut Vec<Effect>,
) -> Result<(), ProviderError> {
    let mut shown = Vec::new();
    let mut result = Ok(());
    for event in events {
        result = partial.apply(event, now, &mut shown);
        if result.is_err() {
            break;
        }
    }
    out.extend(shown.into_iter().map(Effect::Show));
    result
}
