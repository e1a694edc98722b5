//! The world around an agent, as far as its effects tell: what is open, and what it answers.

use super::*;
use std::collections::BTreeSet;

/// Hands inputs to an agent and watches what it asks for.
pub struct World {
    agent: Agent,
    /// Milliseconds.
    pub at: Millis,
    /// Everything the agent asked for so far.
    pub effects: Vec<Effect>,
    stream: bool,
    /// When each timer goes off.
    timers: Vec<(Millis, Timer)>,
    running: Vec<String>,
    asked: Vec<String>,
    /// The calls that the person allowed.
    allowed: BTreeSet<String>,
    ended: bool,
}

/// What the world does about whatever is open.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// The model has said everything, tools succeed, the person allows.
    Succeed,
    /// The model calls tools, tools succeed, the person changes what is called.
    CallMore,
    /// The connection breaks, tools fail, the person refuses.
    Fail,
    /// Nothing comes but the time. The person allows.
    KeepSilent,
}

/// An agent that has not ended by then never ends: three rounds of eight calls and four attempts take less.
const LONGEST_DRAIN: usize = 100;

impl World {
    pub fn new(plan: Plan) -> Self {
        Self {
            agent: Agent::new(plan),
            at: 0.0,
            effects: vec![],
            stream: false,
            timers: vec![],
            running: vec![],
            asked: vec![],
            allowed: BTreeSet::new(),
            ended: false,
        }
    }

    pub fn give(&mut self, input: Input) {
        let mut expected = None;
        match &input {
            Input::BodyEnded | Input::NetFailed(..) => self.stream = false,
            Input::Elapsed(timer) => self.timers.retain(|(_, pending)| pending != timer),
            Input::ToolFinished { id, result } if self.running.contains(id) => {
                self.running.retain(|running| running != id);
                expected = Some((id.clone(), result.status));
            }
            Input::Decided { id, decision } if self.asked.contains(id) => {
                self.asked.retain(|asked| asked != id);
                match decision {
                    Decision::Allow | Decision::AllowEdited { .. } => {
                        self.allowed.insert(id.clone());
                    }
                    Decision::Refuse { .. } => expected = Some((id.clone(), ToolStatus::Refused)),
                }
            }
            Input::Start
            | Input::Head(_)
            | Input::Chunk(_)
            | Input::ToolFinished { .. }
            | Input::Decided { .. }
            | Input::Checkpoint
            | Input::Stop => {}
        }
        let effects = self.agent.handle(self.at, input);
        effects.iter().for_each(|effect| self.note(effect));
        if let Some((wanted, status)) = expected {
            let heard = effects.iter().any(|effect| {
                matches!(effect, Effect::Show(Change::ToolAnswered { id, result, .. })
                    if *id == wanted && result.status == status)
            });
            assert!(heard, "the answer to {wanted} got lost");
        }
        self.effects.extend(effects);
    }

    fn note(&mut self, effect: &Effect) {
        assert!(!self.ended, "{effect:?} after the end");
        match effect {
            Effect::OpenStream(_) => {
                assert!(!self.stream, "two requests at once");
                self.stream = true;
            }
            Effect::CloseStream => self.stream = false,
            Effect::Wait { timer, after } => self.timers.push((self.at + after, *timer)),
            Effect::AskApproval(call) => self.asked.push(call.id.clone()),
            Effect::CallTool(call) => {
                let allowed = match call.name.as_str() {
                    "add" | "write" => true,
                    "ask" => self.allowed.contains(&call.id),
                    _ => false,
                };
                assert!(allowed, "{call:?} was not allowed");
                self.running.push(call.id.clone());
            }
            Effect::CancelTool { id } => {
                assert!(self.running.contains(id), "{id} does not run");
                self.running.retain(|running| running != id);
            }
            Effect::Show(Change::ToolAnswered { id, .. }) => {
                assert!(
                    !self.running.contains(id),
                    "{id} is answered while it still runs"
                );
                self.asked.retain(|asked| asked != id);
            }
            Effect::Persist(_) | Effect::Show(_) => {}
            Effect::End(_) => {
                assert!(!self.stream && self.running.is_empty() && self.asked.is_empty());
                self.ended = true;
            }
        }
    }

    /// Answers what is open in these ways, in turn and over again, until the agent ends. Nobody presses Stop.
    pub fn drain(&mut self, ways: &[Way]) {
        for way in ways.iter().cycle().take(LONGEST_DRAIN) {
            if self.ended {
                return;
            }
            let answered = self.answer_all(*way);
            if !answered {
                let timers = std::mem::take(&mut self.timers);
                assert!(
                    !timers.is_empty(),
                    "nothing is open, and the agent has not ended"
                );
                self.let_go_off(timers);
            }
        }
        assert!(self.ended, "the agent does not end");
    }

    /// False if all there was to do is to wait.
    fn answer_all(&mut self, way: Way) -> bool {
        let mut inputs = vec![];
        if self.stream {
            match way {
                Way::Succeed => inputs.extend([head(200), says("so"), finishes("stop")]),
                Way::CallMore => inputs.extend([
                    head(200),
                    calls(8, "more", "write", "{}"),
                    calls(9, "asks", "ask", "{\"more\":1}"),
                    finishes("tool_calls"),
                ]),
                Way::Fail => inputs.push(Input::NetFailed("gone".to_owned(), None)),
                Way::KeepSilent => {}
            }
            if !inputs.is_empty() {
                inputs.extend([done(), Input::BodyEnded]);
            }
        }
        for id in self.asked.clone() {
            let decision = match way {
                Way::Succeed | Way::KeepSilent => Decision::Allow,
                Way::CallMore => Decision::AllowEdited {
                    arguments: "{\"edited\":true}".to_owned(),
                },
                Way::Fail => Decision::Refuse {
                    reason: "no".to_owned(),
                },
            };
            inputs.push(Input::Decided { id, decision });
        }
        for id in self.running.clone() {
            let result = match way {
                Way::Succeed | Way::CallMore => ToolResult::new(ToolStatus::Done, "result"),
                Way::Fail => ToolResult::new(ToolStatus::Failed, "broken"),
                Way::KeepSilent => continue,
            };
            inputs.push(Input::ToolFinished { id, result });
        }
        let answered = !inputs.is_empty();
        for input in inputs {
            self.at += 1.0;
            self.give(input);
        }
        answered
    }

    fn let_go_off(&mut self, mut timers: Vec<(Millis, Timer)>) {
        timers.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (at, timer) in timers {
            self.at = self.at.max(at);
            self.give(Input::Elapsed(timer));
        }
    }
}
