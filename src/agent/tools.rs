//! What becomes of a round's tool calls: decided, run, answered exactly once, then the next round.

use super::calls::Calls;
use super::excuse::{Halt, left_open, note_earlier};
use super::fate::{Fate, cut_off, fate, not_allowed};
use super::machine::{Agent, Phase};
use super::partial::answer_open_calls;
use super::result::cut;
use super::{Change, Decision, Effect, Timer, Unanswered};
use crate::chat::{Message, Millis, Outcome, PartBody, Round, ToolCall, ToolResult, ToolStatus};
use crate::store::Write;
use crate::tool::Permission;

/// A round whose calls are being answered.
pub(super) struct Calling {
    round: Round,
    calls: Calls,
    /// The calls were open when the page went away.
    resumed: bool,
}

impl Agent {
    pub(super) fn round_complete(&mut self, now: Millis, round: Round, out: &mut Vec<Effect>) {
        out.push(Effect::Show(Change::RoundEnded {
            round: round.key.index,
            model: round.model.clone(),
            usage: round.usage,
            stop: round.stop.clone(),
        }));
        if round.tool_calls().next().is_none() {
            return self.end(Some(round), Outcome::Done, out);
        }
        let ids = round.tool_calls().map(|call| call.id.clone());
        self.call_ids.extend(ids);
        self.begin_calls(now, round, false, out);
    }

    /// Takes a turn up again whose last round has calls without an answer.
    pub(super) fn resume_calls(
        &mut self,
        now: Millis,
        mut round: Round,
        choice: Unanswered,
        out: &mut Vec<Effect>,
    ) {
        if choice == Unanswered::LeaveOut {
            let open: Vec<ToolCall> = open_calls(&round).cloned().collect();
            for call in open {
                let result = cut_off(&call, round.stop.as_ref()).unwrap_or_else(left_open);
                answer(&mut round, &call.id, &result, out);
            }
        }
        self.begin_calls(now, round, true, out);
    }

    /// What was allowed before a reload is not remembered: a call that asks then asks again.
    fn begin_calls(&mut self, now: Millis, mut round: Round, resumed: bool, out: &mut Vec<Effect>) {
        let mut calls = Calls::default();
        let mut acts = Vec::new();
        let open: Vec<ToolCall> = open_calls(&round).cloned().collect();
        for call in open {
            if let Some(result) = cut_off(&call, round.stop.as_ref()) {
                answer(&mut round, &call.id, &result, &mut acts);
                continue;
            }
            let (rule, ask, arguments) = match fate(&self.plan, &call) {
                Fate::Answer(mut result) => {
                    if resumed {
                        note_earlier(&mut result);
                    }
                    answer(&mut round, &call.id, &result, &mut acts);
                    continue;
                }
                Fate::Run(rule, arguments) => (rule, false, arguments),
                Fate::Ask(rule, arguments) => (rule, true, arguments),
            };
            if calls.push(&call.id, &call.name, arguments, &rule, ask) && ask {
                ask_person(round.key.index, call, &mut acts);
            }
        }
        // Persist before acting: a call that runs is on disk first.
        out.push(self.persist_round(&round));
        out.append(&mut acts);
        self.go_on(
            now,
            Box::new(Calling {
                round,
                calls,
                resumed,
            }),
            out,
        );
    }

    /// A tool came back. One that was given up meanwhile is not heard any more.
    pub(super) fn finished(
        &mut self,
        now: Millis,
        calling: Box<Calling>,
        id: &str,
        mut result: ToolResult,
        out: &mut Vec<Effect>,
    ) {
        if !calling.calls.is_running(id) {
            self.phase = Phase::Calling(calling);
            return;
        }
        cut(&mut result, self.max_result(&calling.round, id));
        self.answered(now, calling, id, result, out);
    }

    fn answered(
        &mut self,
        now: Millis,
        mut calling: Box<Calling>,
        id: &str,
        result: ToolResult,
        out: &mut Vec<Effect>,
    ) {
        self.close(now, &mut calling, id, result, out);
        self.go_on(now, calling, out);
    }

    fn close(
        &self,
        now: Millis,
        calling: &mut Calling,
        id: &str,
        mut result: ToolResult,
        out: &mut Vec<Effect>,
    ) {
        if let Some(closed) = calling.calls.close(id, now) {
            result.duration = closed.duration;
            for id in &closed.ids {
                answer(&mut calling.round, id, &result, out);
                // It was done once: the person sees what came of it once, and pays for it once.
                result.shown.clear();
            }
            out.push(self.persist_round(&calling.round));
        }
    }

    pub(super) fn decided(
        &mut self,
        now: Millis,
        mut calling: Box<Calling>,
        id: &str,
        decision: Decision,
        out: &mut Vec<Effect>,
    ) {
        if !calling.calls.is_asked(id) {
            self.phase = Phase::Calling(calling);
            return;
        }
        let mut edited = false;
        match decision {
            Decision::Allow => {}
            Decision::AllowEdited { arguments } => {
                // What runs once is written the same wherever its answer goes.
                for id in calling.calls.ids_with(id) {
                    if let Some(call) = open_call(&mut calling.round, &id) {
                        call.arguments.clone_from(&arguments);
                        out.push(Effect::Show(Change::ToolEdited {
                            round: calling.round.key.index,
                            id,
                            arguments: arguments.clone(),
                        }));
                    }
                }
                edited = true;
            }
            Decision::Refuse { reason } => {
                let content = match reason.trim() {
                    "" => "The person refused this call.".to_owned(),
                    reason => format!("The person refused this call: {reason}"),
                };
                let mut result = ToolResult::new(ToolStatus::Refused, content);
                if calling.resumed {
                    note_earlier(&mut result);
                }
                return self.answered(now, calling, id, result, out);
            }
        }
        // The edit may have made it wrong, and the person may have forbidden the tool since.
        if let Some(call) = open_call(&mut calling.round, id)
            && let Fate::Answer(mut result) = fate(&self.plan, call)
        {
            if calling.resumed {
                note_earlier(&mut result);
            }
            return self.answered(now, calling, id, result, out);
        }
        if edited {
            out.push(self.persist_round(&calling.round));
        }
        calling.calls.allow(id);
        self.go_on(now, calling, out);
    }

    /// A call took too long.
    pub(super) fn call_elapsed(
        &mut self,
        now: Millis,
        calling: Box<Calling>,
        number: u32,
        out: &mut Vec<Effect>,
    ) {
        let Some(id) = calling.calls.timed_by(number).map(str::to_owned) else {
            self.phase = Phase::Calling(calling);
            return;
        };
        out.push(Effect::CancelTool { id: id.clone() });
        let result = ToolResult::new(
            ToolStatus::TimedOut,
            "Timed out: the tool gave no answer in its time.",
        );
        self.answered(now, calling, &id, result, out);
    }

    /// Holds what waits for its turn to the permissions of now, which need not be those of when the model called it.
    fn reconsider(&self, now: Millis, calling: &mut Calling, out: &mut Vec<Effect>) {
        let is = |permission: Permission| {
            let rule = |name: &str| self.plan.rules.get(name).cloned().unwrap_or_default();
            move |name: &str| rule(name).permission == permission
        };
        for id in calling.calls.ready(is(Permission::Never)) {
            let mut result = not_allowed();
            if calling.resumed {
                note_earlier(&mut result);
            }
            self.close(now, calling, &id, result, out);
        }
        for id in calling.calls.ask(is(Permission::Ask)) {
            let index = calling.round.key.index;
            if let Some(call) = open_call(&mut calling.round, &id) {
                ask_person(index, call.clone(), out);
            }
        }
    }

    /// Starts what may start; when everything is answered, asks the model again.
    fn go_on(&mut self, now: Millis, mut calling: Box<Calling>, out: &mut Vec<Effect>) {
        self.reconsider(now, &mut calling, out);
        if !calling.calls.is_empty() {
            for start in calling.calls.start(now, &mut self.call_timer) {
                let Some(call) = open_call(&mut calling.round, &start.id).cloned() else {
                    continue;
                };
                out.push(Effect::Show(Change::ToolStarted {
                    round: calling.round.key.index,
                    id: call.id.clone(),
                }));
                out.push(Effect::CallTool(call));
                if let Some(after) = start.timeout {
                    let timer = Timer::Call(start.timer);
                    out.push(Effect::Wait { timer, after });
                }
            }
            self.phase = Phase::Calling(calling);
            return;
        }
        self.rounds_left -= 1;
        if self.rounds_left == 0 {
            let max_rounds = self.plan.max_rounds;
            return self.end(None, Outcome::LimitReached { max_rounds }, out);
        }
        let parts = calling.round.parts;
        self.plan.input.messages.push(Message::Assistant { parts });
        self.round += 1;
        self.attempt = 0;
        self.request(now, out);
    }

    fn max_result(&self, round: &Round, id: &str) -> usize {
        let name = round.tool_calls().find(|call| call.id == id);
        let rule = name.and_then(|call| self.plan.rules.get(&call.name));
        rule.cloned().unwrap_or_default().max_result
    }

    fn persist_round(&self, round: &Round) -> Effect {
        Effect::Persist(vec![
            Write::PutRound {
                session: self.plan.turn.session.clone(),
                round: round.clone(),
            },
            Write::DeleteDraft(self.plan.turn.id.clone()),
        ])
    }
}

impl Calling {
    pub(super) fn waits_for_person(&self) -> bool {
        self.calls.wait_for_person()
    }

    /// Gives up: what runs is cancelled, and every call is answered.
    pub(super) fn abandon(mut self, now: Millis, halt: Halt, out: &mut Vec<Effect>) -> Round {
        let running: Vec<String> = self.calls.running().map(str::to_owned).collect();
        for id in running {
            out.push(Effect::CancelTool { id: id.clone() });
            let Some(closed) = self.calls.close(&id, now) else {
                continue;
            };
            let result = ToolResult {
                duration: closed.duration,
                ..halt.halted()
            };
            for id in &closed.ids {
                answer(&mut self.round, id, &result, out);
            }
        }
        let mut rest = halt.not_run();
        if self.resumed {
            note_earlier(&mut rest);
        }
        close_calls(self.round, &rest, out)
    }
}

fn open_calls(round: &Round) -> impl Iterator<Item = &ToolCall> {
    round.tool_calls().filter(|call| call.result.is_none())
}

fn open_call<'a>(round: &'a mut Round, id: &str) -> Option<&'a mut ToolCall> {
    round
        .parts
        .iter_mut()
        .find_map(|part| match &mut part.body {
            PartBody::ToolCall(call) if call.id == id && call.result.is_none() => Some(call),
            PartBody::ToolCall(_)
            | PartBody::Thinking { .. }
            | PartBody::Text { .. }
            | PartBody::Refusal { .. }
            | PartBody::ServerTool { .. } => None,
        })
}

fn ask_person(round: u32, call: ToolCall, out: &mut Vec<Effect>) {
    let id = call.id.clone();
    out.push(Effect::Show(Change::ToolAsked { round, id }));
    out.push(Effect::AskApproval(call));
}

fn answer(round: &mut Round, id: &str, result: &ToolResult, out: &mut Vec<Effect>) {
    let Some(call) = open_call(round, id) else {
        return;
    };
    call.result = Some(result.clone());
    out.push(Effect::Show(Change::ToolAnswered {
        round: round.key.index,
        id: id.to_owned(),
        result: result.clone(),
    }));
}

pub(super) fn close_calls(mut round: Round, result: &ToolResult, out: &mut Vec<Effect>) -> Round {
    for id in answer_open_calls(&mut round, result) {
        out.push(Effect::Show(Change::ToolAnswered {
            round: round.key.index,
            id,
            result: result.clone(),
        }));
    }
    round
}
