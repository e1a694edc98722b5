//! Random schedules: whatever happens in whatever order, the agent ends once and every call has exactly
//! one answer.

use super::world::{Way, World};
use super::*;
use crate::chat::{Outcome, Round, RoundKey, StopReason, ToolCall};
use proptest::prelude::*;
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
enum Step {
    Head(u16),
    Says,
    Calls(u32),
    Finishes(bool),
    Done,
    BodyEnded,
    NetFailed,
    Answers(u32, ToolStatus),
    Decides(u32, Decision),
    Idle,
    Retry,
    CallElapsed(u32),
    TurnElapsed,
    Checkpoint,
    Stop,
}

/// The turn as it is found.
#[derive(Clone, Debug)]
enum Beginning {
    New,
    /// The person stops it while it is being prepared.
    StoppedAtOnce,
    /// A reload left these calls open, each a place in [`TOOLS`] and one in [`ARGUMENTS`].
    Resumed(Vec<(usize, usize)>, Option<StopReason>, Unanswered),
}

/// Several say the same.
const TOOLS: [&str; 8] = [
    "add", "ask", "never", "none", "write", "add", "write", "ask",
];

const ARGUMENTS: [&str; 4] = ["{}", "{\"n\":1}", "", "{\"n\":"];

fn beginning() -> impl Strategy<Value = Beginning> {
    let calls = proptest::collection::vec((0..TOOLS.len(), 0..ARGUMENTS.len()), 1..6);
    let stop = prop_oneof![Just(None), Just(Some(StopReason::ToolCalls))];
    let choice = prop_oneof![
        3 => Just(Unanswered::RunAgain),
        1 => Just(Unanswered::LeaveOut),
    ];
    prop_oneof![
        6 => Just(Beginning::New),
        1 => Just(Beginning::StoppedAtOnce),
        4 => (calls, stop, choice)
            .prop_map(|(calls, stop, choice)| Beginning::Resumed(calls, stop, choice)),
    ]
}

fn decision() -> impl Strategy<Value = Decision> {
    let edited = prop_oneof![
        3 => Just("{\"n\":9}"),
        1 => Just("{\"n\":"),
        1 => Just(""),
    ];
    prop_oneof![
        2 => Just(Decision::Allow),
        2 => edited.prop_map(|arguments| Decision::AllowEdited {
            arguments: arguments.to_owned(),
        }),
        1 => Just(Decision::Refuse { reason: String::new() }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let status = prop_oneof![Just(ToolStatus::Done), Just(ToolStatus::Failed)];
    prop_oneof![
        6 => prop_oneof![Just(200u16), Just(200), Just(503), Just(401)].prop_map(Step::Head),
        6 => Just(Step::Says),
        6 => (0..TOOLS.len() as u32).prop_map(Step::Calls),
        4 => any::<bool>().prop_map(Step::Finishes),
        4 => Just(Step::Done),
        2 => Just(Step::BodyEnded),
        1 => Just(Step::NetFailed),
        8 => (0..4u32, status).prop_map(|(call, status)| Step::Answers(call, status)),
        4 => (0..4u32, decision()).prop_map(|(call, decision)| Step::Decides(call, decision)),
        1 => Just(Step::Idle),
        1 => (0..6u32).prop_map(Step::CallElapsed),
        1 => Just(Step::TurnElapsed),
        2 => Just(Step::Retry),
        1 => Just(Step::Checkpoint),
        1 => Just(Step::Stop),
    ]
}

fn ways() -> impl Strategy<Value = Vec<Way>> {
    let way = prop_oneof![
        Just(Way::Succeed),
        Just(Way::CallMore),
        Just(Way::Fail),
        Just(Way::KeepSilent),
    ];
    proptest::collection::vec(way, 1..6)
}

fn plan_of(beginning: &Beginning, limited: bool) -> Plan {
    let mut plan = plan_with_tools();
    plan.time_limit = limited.then_some(20_000.0);
    if let Beginning::Resumed(open, stop, choice) = beginning {
        let calls = open.iter().enumerate().map(|(at, (tool, arguments))| {
            Part::from(PartBody::ToolCall(ToolCall {
                id: format!("r{at}"),
                name: TOOLS[*tool].to_owned(),
                arguments: ARGUMENTS[*arguments].to_owned(),
                result: None,
            }))
        });
        let round = Round {
            key: RoundKey {
                turn: plan.turn.id.clone(),
                index: 0,
            },
            parts: calls.collect(),
            usage: None,
            model: String::new(),
            stop: stop.clone(),
            summary: None,
            started: 0.0,
            ended: 0.0,
        };
        plan.unanswered = Some((round, *choice));
    }
    plan
}

/// The ids of the calls that effects have put before the world, newest round last.
fn open_ids(effects: &[Effect]) -> Vec<String> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::CallTool(call) | Effect::AskApproval(call) => Some(call.id.clone()),
            _ => None,
        })
        .collect()
}

fn input(step: &Step, effects: &[Effect]) -> Input {
    let ids = open_ids(effects);
    let id = |n: u32| {
        ids.iter()
            .rev()
            .nth(n as usize)
            .cloned()
            .unwrap_or_else(|| "none".to_owned())
    };
    let newest = |wanted: fn(&Timer) -> bool| {
        let mut timers = effects.iter().filter_map(|effect| match effect {
            Effect::Wait { timer, .. } if wanted(timer) => Some(*timer),
            _ => None,
        });
        timers.next_back().unwrap_or(Timer::Idle(0))
    };
    match step {
        Step::Head(status) => head(*status),
        Step::Says => says("word "),
        Step::Calls(n) => calls(
            *n,
            &format!("c{n}"),
            TOOLS[*n as usize],
            // The sixth says the same as the first, and the eighth as the second.
            if *n == 6 { "{\"n\":6}" } else { "{}" },
        ),
        Step::Finishes(tools) => finishes(if *tools { "tool_calls" } else { "stop" }),
        Step::Done => done(),
        Step::BodyEnded => Input::BodyEnded,
        Step::NetFailed => Input::NetFailed("gone".to_owned(), None),
        Step::Answers(n, status) => Input::ToolFinished {
            id: id(*n),
            result: ToolResult::new(*status, "result"),
        },
        Step::Decides(n, decision) => Input::Decided {
            id: id(*n),
            decision: decision.clone(),
        },
        Step::Idle => Input::Elapsed(newest(|timer| matches!(timer, Timer::Idle(_)))),
        Step::Retry => Input::Elapsed(newest(|timer| matches!(timer, Timer::Retry(_)))),
        Step::CallElapsed(back) => {
            let timers = effects.iter().rev().filter_map(|effect| match effect {
                Effect::Wait { timer, .. } if matches!(timer, Timer::Call(_)) => Some(*timer),
                _ => None,
            });
            let timer = timers.into_iter().nth(*back as usize);
            Input::Elapsed(timer.unwrap_or(Timer::Call(0)))
        }
        Step::TurnElapsed => Input::Elapsed(Timer::Turn),
        Step::Checkpoint => Input::Checkpoint,
        Step::Stop => Input::Stop,
    }
}

fn object(arguments: &str) -> serde_json::Value {
    serde_json::from_str(arguments).unwrap_or_else(|_| serde_json::json!({}))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn every_schedule_ends_once_with_every_call_answered(
        beginning in beginning(),
        limited in any::<bool>(),
        steps in proptest::collection::vec(step(), 0..60),
        ways in ways(),
    ) {
        let mut world = World::new(plan_of(&beginning, limited));
        if matches!(beginning, Beginning::StoppedAtOnce) {
            world.give(Input::Stop);
        }
        world.give(Input::Start);
        for step in &steps {
            world.at += 1_000.0;
            let input = input(step, &world.effects);
            world.give(input);
        }
        world.drain(&ways);
        world.give(says("late"));
        let effects = world.effects;

        let ends = effects.iter().filter(|effect| matches!(effect, Effect::End(_))).count();
        prop_assert_eq!(ends, 1);
        prop_assert!(matches!(effects.last(), Some(Effect::End(_))));

        // What is stored last for each round holds an answer for every call.
        let mut rounds = BTreeMap::new();
        let mut outcomes: Vec<Outcome> = vec![];
        let mut sessions = 0;
        for effect in &effects {
            let Effect::Persist(batch) = effect else { continue };
            for write in batch {
                match write {
                    Write::PutRound { round, .. } => {
                        rounds.insert(round.key.index, round.clone());
                    }
                    Write::PutTurn(turn) => outcomes.extend(turn.outcome.clone()),
                    Write::PutSession(_) => sessions += 1,
                    _ => {}
                }
            }
        }
        prop_assert_eq!((sessions, outcomes.len()), (1, 1));
        let called: Vec<_> = rounds.values().flat_map(Round::tool_calls).collect();
        for call in &called {
            prop_assert!(call.result.is_some(), "{:?}", call);
        }
        let answered: Vec<_> = effects.iter().filter_map(|effect| match effect {
            Effect::Show(Change::ToolAnswered { id, .. }) => Some(id.clone()),
            _ => None,
        }).collect();
        prop_assert_eq!(called.len(), answered.len());
        prop_assert_eq!(answered.iter().collect::<BTreeSet<_>>().len(), answered.len());
        // No call runs twice, and one that must not run beside others does not.
        let mut ran = BTreeSet::new();
        let mut running: Vec<(String, String)> = vec![];
        for effect in &effects {
            match effect {
                Effect::CallTool(call) => {
                    prop_assert!(ran.insert(call.id.clone()), "{:?} ran twice", call);
                    running.push((call.id.clone(), call.name.clone()));
                    let alone = running.len() == 1;
                    prop_assert!(alone || running.iter().all(|(_, name)| name != "write"), "{:?}", running);
                }
                Effect::Show(Change::ToolAnswered { id, .. }) => {
                    running.retain(|(running, _)| running != id);
                }
                _ => {}
            }
        }
        prop_assert!(running.is_empty());
        // What the model reads a result of is what ran.
        let read = |call: &ToolCall| (call.name.clone(), object(&call.arguments));
        let runs: Vec<_> = effects.iter().filter_map(|effect| match effect {
            Effect::CallTool(call) => Some(read(call)),
            _ => None,
        }).collect();
        for call in &called {
            let done = call.result.as_ref().is_some_and(|result| result.status == ToolStatus::Done);
            prop_assert!(!done || runs.contains(&read(call)), "{:?} never ran", call);
        }
        // The model reads that a call was stopped if it ran, or if the one did that says the same.
        for call in &called {
            let content = call.result.as_ref().map_or("", |result| result.content.as_str());
            let ran = ran.contains(&call.id);
            prop_assert!(!(ran && content.starts_with("Not run")), "{:?} ran", call);
            let stopped = content.contains("may have taken effect");
            prop_assert!(!stopped || runs.contains(&read(call)), "{:?} never ran", call);
        }
        // A call that a reload left open runs only if the person says so, and only if it is whole.
        if let Beginning::Resumed(open, stop, choice) = &beginning {
            for (at, (_, arguments)) in open.iter().enumerate() {
                let whole = match stop {
                    Some(_) => *arguments < 3,
                    None => *arguments < 2,
                };
                let may = *choice == Unanswered::RunAgain && whole;
                prop_assert!(may || !ran.contains(&format!("r{at}")), "r{} ran", at);
            }
        }
        // A stored round precedes every call.
        for (at, effect) in effects.iter().enumerate() {
            if let Effect::CallTool(call) = effect {
                let stored = effects[..at].iter().any(|effect| match effect {
                    Effect::Persist(batch) => batch.iter().any(|write| match write {
                        Write::PutRound { round, .. } => round.tool_calls().any(|c| c.id == call.id),
                        _ => false,
                    }),
                    _ => false,
                });
                prop_assert!(stored, "{:?} ran before it was stored", call);
            }
        }
    }
}
