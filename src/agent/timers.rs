//! Waiting: the idle time-out and the pause before another attempt.

use super::excuse::Halt;
use super::machine::{Agent, Phase, apply};
use super::{Effect, Timer};
use crate::chat::{Millis, Outcome};
use crate::provider::{ErrorKind, ProviderError};

impl Agent {
    pub(super) fn elapsed(
        &mut self,
        now: Millis,
        phase: Phase,
        timer: Timer,
        out: &mut Vec<Effect>,
    ) {
        match (phase, timer) {
            (Phase::BackingOff, Timer::Retry(number)) if number == self.timer => {
                self.request(now, out);
            }
            (Phase::Calling(calling), Timer::Call(number)) => {
                self.call_elapsed(now, calling, number, out);
            }
            (phase, Timer::Turn) => self.turn_elapsed(now, phase, out),
            (phase, Timer::Idle(number)) if number == self.timer => {
                let last_heard = match &phase {
                    Phase::Requesting { last_heard } | Phase::Refused { last_heard, .. } => {
                        *last_heard
                    }
                    Phase::Streaming(streaming) => streaming.last_heard,
                    Phase::New | Phase::BackingOff | Phase::Calling(_) | Phase::Ended => {
                        self.phase = phase;
                        return;
                    }
                };
                let closing = matches!(&phase, Phase::Streaming(streaming) if streaming.closing);
                let left = self.idle_timeout() - (now - last_heard);
                if left > 0.0 && !closing {
                    self.phase = phase;
                    self.wait_idle(left, out);
                } else {
                    self.stalled(now, phase, out);
                }
            }
            // Left over from something that is past.
            (phase, Timer::Idle(_) | Timer::Retry(_) | Timer::Call(_)) => self.phase = phase,
        }
    }

    /// Asks to be told when the turn's time may be up.
    pub(super) fn wait_turn(&self, now: Millis, out: &mut Vec<Effect>) {
        if let Some(limit) = self.plan.time_limit {
            let after = (limit - self.clock.worked(now)).max(1.0);
            let timer = Timer::Turn;
            out.push(Effect::Wait { timer, after });
        }
    }

    fn turn_elapsed(&mut self, now: Millis, phase: Phase, out: &mut Vec<Effect>) {
        match self.plan.time_limit {
            Some(limit) if self.clock.worked(now) >= limit => {
                let outcome = Outcome::TimedOut { limit };
                self.break_off(now, phase, Halt::TimeLimit, outcome, out);
            }
            // The person was waited for meanwhile, which does not count.
            _ => {
                self.phase = phase;
                self.wait_turn(now, out);
            }
        }
    }

    fn stalled(&mut self, now: Millis, phase: Phase, out: &mut Vec<Effect>) {
        out.push(Effect::CloseStream);
        match phase {
            Phase::Streaming(streaming) if streaming.closing || streaming.partial.has_stopped() => {
                self.body_ended(now, *streaming, out);
            }
            Phase::Streaming(mut streaming) => {
                let mut events = Vec::new();
                streaming.decoder.finish(&mut events);
                // Its own complaint about the missing end says less than that nothing came.
                let _ = apply(&mut streaming.partial, events, now, out);
                self.fail(now, Some(streaming.partial), self.stall_error(), out);
            }
            Phase::Refused { head, body, .. } => self.refused(now, &head, &body, out),
            Phase::New
            | Phase::Requesting { .. }
            | Phase::BackingOff
            | Phase::Calling(_)
            | Phase::Ended => {
                self.fail(now, None, self.stall_error(), out);
            }
        }
    }

    pub(super) fn idle_timeout(&self) -> Millis {
        f64::from(self.plan.config.idle_timeout.max(1)) * 1_000.0
    }

    pub(super) fn wait_idle(&mut self, after: Millis, out: &mut Vec<Effect>) {
        self.timer += 1;
        out.push(Effect::Wait {
            timer: Timer::Idle(self.timer),
            after,
        });
    }

    fn stall_error(&self) -> ProviderError {
        let seconds = self.plan.config.idle_timeout.max(1);
        self.error(
            ErrorKind::Stalled,
            format!("nothing arrived for {seconds} seconds"),
        )
    }
}

/// How long a turn has worked: the time since it began, without the time the person, or another agent, was waited for.
#[derive(Default)]
pub(super) struct TurnClock {
    started: Millis,
    waited: Millis,
    waiting_since: Option<Millis>,
}

impl TurnClock {
    pub(super) fn start(&mut self, now: Millis) {
        self.started = now;
    }

    /// Says whether the person is waited for from now on.
    pub(super) fn note(&mut self, now: Millis, waiting: bool) {
        match (self.waiting_since, waiting) {
            (None, true) => self.waiting_since = Some(now),
            (Some(since), false) => {
                self.waited += now - since;
                self.waiting_since = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }

    fn worked(&self, now: Millis) -> Millis {
        let waiting = self.waiting_since.map_or(0.0, |since| now - since);
        now - self.started - self.waited - waiting
    }
}
