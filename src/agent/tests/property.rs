//! Random schedules: whatever happens in whatever order, the agent ends once and every call has exactly
//! one answer.

use super::*;
use crate::chat::Outcome;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    Head(u16),
    Says,
    Calls(u32),
    Finishes(bool),
    Done,
    BodyEnded,
    NetFailed,
    Answers(u32),
    Decides(u32, bool),
    Idle,
    Retry,
    CallElapsed(u32),
    TurnElapsed,
    Checkpoint,
    Stop,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => prop_oneof![Just(200u16), Just(200), Just(503), Just(401)].prop_map(Step::Head),
        6 => Just(Step::Says),
        6 => (0..7u32).prop_map(Step::Calls),
        4 => any::<bool>().prop_map(Step::Finishes),
        4 => Just(Step::Done),
        2 => Just(Step::BodyEnded),
        1 => Just(Step::NetFailed),
        8 => (0..4u32).prop_map(Step::Answers),
        4 => (0..4u32, any::<bool>()).prop_map(|(call, yes)| Step::Decides(call, yes)),
        1 => Just(Step::Idle),
        1 => (0..6u32).prop_map(Step::CallElapsed),
        1 => Just(Step::TurnElapsed),
        2 => Just(Step::Retry),
        1 => Just(Step::Checkpoint),
        1 => Just(Step::Stop),
    ]
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
            ["add", "ask", "never", "none", "write", "add", "write"][*n as usize],
            // The sixth says the same as the first.
            if *n == 6 { "{\"n\":6}" } else { "{}" },
        ),
        Step::Finishes(tools) => finishes(if *tools { "tool_calls" } else { "stop" }),
        Step::Done => done(),
        Step::BodyEnded => Input::BodyEnded,
        Step::NetFailed => Input::NetFailed("gone".to_owned(), None),
        Step::Answers(n) => tool_answer(&id(*n), "result"),
        Step::Decides(n, yes) => Input::Decided {
            id: id(*n),
            decision: if *yes {
                Decision::Allow
            } else {
                Decision::Refuse {
                    reason: String::new(),
                }
            },
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn every_schedule_ends_once_with_every_call_answered(
        steps in proptest::collection::vec(step(), 0..60),
    ) {
        let mut plan = plan_with_tools();
        plan.time_limit = Some(20_000.0);
        let mut agent = Agent::new(plan);
        let mut effects = agent.handle(0.0, Input::Start);
        let mut at = 0.0;
        for step in &steps {
            at += 1_000.0;
            let input = input(step, &effects);
            effects.extend(agent.handle(at, input));
        }
        effects.extend(agent.handle(at + 1.0, Input::Stop));
        prop_assert!(agent.handle(at + 2.0, says("late")).is_empty());

        let ends = effects.iter().filter(|effect| matches!(effect, Effect::End(_))).count();
        prop_assert_eq!(ends, 1);
        prop_assert!(matches!(effects.last(), Some(Effect::End(_))));

        // What is stored last for each round holds an answer for every call.
        let mut rounds = BTreeMap::new();
        let mut outcomes: Vec<Outcome> = vec![];
        for effect in &effects {
            let Effect::Persist(batch) = effect else { continue };
            for write in batch {
                match write {
                    Write::PutRound { round, .. } => {
                        rounds.insert(round.key.index, round.clone());
                    }
                    Write::PutTurn(turn) => outcomes.extend(turn.outcome.clone()),
                    _ => {}
                }
            }
        }
        prop_assert_eq!(outcomes.len(), 1);
        let mut called = 0;
        for round in rounds.values() {
            for call in round.tool_calls() {
                called += 1;
                prop_assert!(call.result.is_some(), "{:?}", call);
            }
        }
        let answered = effects.iter().filter(|effect| {
            matches!(effect, Effect::Show(Change::ToolAnswered { .. }))
        }).count();
        prop_assert_eq!(called, answered);
        // No call runs twice, and one that must not run beside others does not.
        let mut ran = std::collections::BTreeSet::new();
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
        // A request goes out only when the one before it is over: opened and closed alternate, and a
        // stored round precedes every call.
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
