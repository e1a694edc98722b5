//! Waiting: the idle time-out and the pause before another attempt.

use super::machine::{Agent, Phase, apply};
use super::{Effect, Timer};
use crate::chat::Millis;
use crate::provider::{ErrorKind, ProviderError};

impl Agent {
    pub(super) fn elapsed(
        &mut self,
        now: Millis,
        phase: Phase,
        timer: Timer,
        out: &mut Vec<Effect>,
    ) {
        let (Timer::Idle(number) | Timer::Retry(number)) = timer;
        if number != self.timer {
            self.phase = phase;
            return;
        }
        match (phase, timer) {
            (Phase::BackingOff, Timer::Retry(_)) => self.request(now, out),
            (phase, Timer::Retry(_)) => self.phase = phase,
            (phase, Timer::Idle(_)) => {
                let last_heard = match &phase {
                    Phase::Requesting { last_heard } | Phase::Refused { last_heard, .. } => {
                        *last_heard
                    }
                    Phase::Streaming(streaming) => streaming.last_heard,
                    Phase::New | Phase::BackingOff | Phase::Calling { .. } | Phase::Ended => {
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
            | Phase::Calling { .. }
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
