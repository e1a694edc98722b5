//! What becomes of a round's tool calls: decided, run, answered exactly once, then the next round.

use super::machine::{Agent, Phase};
use super::partial::answer_open_calls;
use super::{Change, Decision, Effect, Permission, Plan};
use crate::chat::round::ToolStatus;
use crate::chat::{Message, Millis, Outcome, PartBody, Round, StopReason, ToolCall, ToolResult};
use crate::store::Write;

impl Agent {
    pub(super) fn round_complete(&mut self, now: Millis, mut round: Round, out: &mut Vec<Effect>) {
        out.push(Effect::Show(Change::RoundEnded {
            round: round.key.index,
            model: round.model.clone(),
            usage: round.usage,
            stop: round.stop.clone(),
        }));
        let calls: Vec<ToolCall> = round.tool_calls().cloned().collect();
        if calls.is_empty() {
            return self.end(Some(round), Outcome::Done, out);
        }
        self.call_ids
            .extend(calls.iter().map(|call| call.id.clone()));
        let fates: Vec<_> = calls
            .into_iter()
            .map(|call| (fate(&self.plan, &call, round.stop.as_ref()), call))
            .collect();
        let mut acts = Vec::new();
        for (fate, call) in fates {
            match fate {
                Fate::Answer(result) => answer(&mut round, &call.id, result, &mut acts),
                Fate::Run => acts.push(Effect::CallTool(call)),
                Fate::Ask => acts.push(Effect::AskApproval(call)),
            }
        }
        // Persist before acting: a call that runs is on disk first.
        out.push(self.persist_round(&round));
        out.append(&mut acts);
        self.go_on_if_answered(now, round, out);
    }

    pub(super) fn answered(
        &mut self,
        now: Millis,
        mut round: Round,
        id: &str,
        result: ToolResult,
        out: &mut Vec<Effect>,
    ) {
        let open = round
            .tool_calls()
            .any(|call| call.id == id && call.result.is_none());
        if open {
            answer(&mut round, id, result, out);
            out.push(self.persist_round(&round));
        }
        self.go_on_if_answered(now, round, out);
    }

    pub(super) fn decided(
        &mut self,
        now: Millis,
        mut round: Round,
        id: &str,
        decision: Decision,
        out: &mut Vec<Effect>,
    ) {
        let open = round
            .parts
            .iter_mut()
            .find_map(|part| match &mut part.body {
                PartBody::ToolCall(call) if call.id == id && call.result.is_none() => Some(call),
                _ => None,
            });
        let Some(call) = open else {
            self.phase = Phase::Calling { round };
            return;
        };
        match decision {
            Decision::Allow => out.push(Effect::CallTool(call.clone())),
            Decision::AllowEdited { arguments } => {
                call.arguments = arguments;
                let call = call.clone();
                out.push(self.persist_round(&round));
                out.push(Effect::CallTool(call));
            }
            Decision::Refuse { reason } => {
                let content = match reason.trim() {
                    "" => "The person refused this call.".to_owned(),
                    reason => format!("The person refused this call: {reason}"),
                };
                return self.answered(
                    now,
                    round,
                    id,
                    ToolResult {
                        status: ToolStatus::Refused,
                        content,
                    },
                    out,
                );
            }
        }
        self.phase = Phase::Calling { round };
    }

    fn go_on_if_answered(&mut self, now: Millis, round: Round, out: &mut Vec<Effect>) {
        if round.tool_calls().any(|call| call.result.is_none()) {
            self.phase = Phase::Calling { round };
            return;
        }
        if self.round + 1 >= self.plan.max_rounds {
            let max_rounds = self.plan.max_rounds;
            return self.end(None, Outcome::LimitReached { max_rounds }, out);
        }
        self.plan
            .input
            .messages
            .push(Message::Assistant { parts: round.parts });
        self.round += 1;
        self.attempt = 0;
        self.request(now, out);
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

/// What to do with one call.
enum Fate {
    /// Answered without running.
    Answer(ToolResult),
    Run,
    Ask,
}

/// Decides on a call. Everything that is wrong with it becomes a result that the model reads.
fn fate(plan: &Plan, call: &ToolCall, stop: Option<&StopReason>) -> Fate {
    let failed = |content: String| {
        Fate::Answer(ToolResult {
            status: ToolStatus::Failed,
            content,
        })
    };
    if stop == Some(&StopReason::Length) {
        return failed("Not run: the call was cut off at the limit of output tokens.".to_owned());
    }
    if !plan.input.tools.iter().any(|tool| tool.name == call.name) {
        return failed(format!("There is no tool named {:?}.", call.name));
    }
    if let Err(error) = parse_arguments(&call.arguments) {
        return failed(format!(
            "Not run: the arguments are not a JSON object: {error}"
        ));
    }
    match plan
        .permissions
        .get(&call.name)
        .copied()
        .unwrap_or(Permission::Ask)
    {
        Permission::Always => Fate::Run,
        Permission::Ask => Fate::Ask,
        Permission::Never => Fate::Answer(ToolResult {
            status: ToolStatus::Refused,
            content: "The person does not allow this tool.".to_owned(),
        }),
    }
}

/// Every way to say "no arguments" means an empty object.
fn parse_arguments(text: &str) -> Result<serde_json::Map<String, serde_json::Value>, String> {
    match text.trim() {
        "" | "null" | "\"\"" => Ok(serde_json::Map::new()),
        text => serde_json::from_str(text).map_err(|error| error.to_string()),
    }
}

fn answer(round: &mut Round, id: &str, result: ToolResult, out: &mut Vec<Effect>) {
    for part in &mut round.parts {
        if let PartBody::ToolCall(call) = &mut part.body
            && call.id == id
            && call.result.is_none()
        {
            call.result = Some(result.clone());
        }
    }
    let round = round.key.index;
    out.push(Effect::Show(Change::ToolAnswered {
        round,
        id: id.to_owned(),
        result,
    }));
}

pub(super) fn close_calls(mut round: Round, result: &ToolResult, out: &mut Vec<Effect>) -> Round {
    for id in answer_open_calls(&mut round, result) {
        let round = round.key.index;
        out.push(Effect::Show(Change::ToolAnswered {
            round,
            id,
            result: result.clone(),
        }));
    }
    round
}
