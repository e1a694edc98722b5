//! Which calls run when, how they end, and how a turn goes on.

use super::*;
use crate::chat::Outcome;
use expect_test::{Expect, expect};

/// A plan that also has the tools `fast`, `slow` and `question`, which may run beside others and are allowed.
pub fn plan_of_runners() -> Plan {
    let mut plan = plan_with_tools();
    for (name, timeout) in [
        ("fast", Some(1_000.0)),
        ("slow", Some(60_000.0)),
        ("question", None),
    ] {
        plan.input.tools.push(ToolSpec {
            name: name.to_owned(),
            description: String::new(),
            parameters: serde_json::json!({"type": "object"}),
        });
        let rule = Rule {
            permission: Permission::Always,
            parallel: true,
            timeout,
            max_result: 10,
        };
        plan.rules.insert(name.to_owned(), rule);
    }
    plan
}

/// The inputs of a round that calls tools, each `(id, name, arguments)`, at time `at`.
fn round_of(at: Millis, wanted: &[(&str, &str, &str)]) -> Vec<(Millis, Input)> {
    let mut inputs = vec![(at, head(200))];
    for (index, (id, name, arguments)) in wanted.iter().enumerate() {
        inputs.push((at, calls(index as u32, id, name, arguments)));
    }
    inputs.push((at, finishes("tool_calls")));
    inputs.push((at, done()));
    inputs.push((at, Input::BodyEnded));
    inputs
}

/// Checks what happens once the calls are there.
fn check_calls(
    plan: Plan,
    wanted: &[(&str, &str, &str)],
    then: Vec<(Millis, Input)>,
    expected: Expect,
) {
    let mut inputs = vec![(0.0, Input::Start)];
    inputs.extend(round_of(1.0, wanted));
    inputs.extend(then);
    let log = log(plan, inputs);
    let tail: String = log
        .lines()
        .skip_while(|line| !line.contains("RoundEnded"))
        .skip(2)
        .map(|line| format!("{line}\n"))
        .collect();
    expected.assert_eq(&tail);
}

#[test]
fn a_call_that_stands_alone_waits_for_earlier_ones_and_holds_up_later_ones() {
    check_calls(
        plan_of_runners(),
        &[
            ("a", "fast", "{}"),
            ("b", "slow", "{}"),
            ("c", "write", "{}"),
            ("d", "slow", "{\"n\":1}"),
            ("e", "write", "{\"n\":1}"),
        ],
        vec![
            (2.0, tool_answer("b", "b")),
            (3.0, tool_answer("a", "a")),
            (4.0, tool_answer("d", "never ran")),
            (5.0, tool_answer("c", "c")),
            (6.0, tool_answer("d", "d")),
            (7.0, tool_answer("e", "e")),
        ],
        expect![[r#"
            1 show ToolStarted { round: 0, id: "a" }
            1 call a fast {}
            1 Wait { timer: Call(1), after: 1000.0 }
            1 show ToolStarted { round: 0, id: "b" }
            1 call b slow {}
            1 Wait { timer: Call(2), after: 60000.0 }
            2 answer b Done after 1: "b"
            2 persist round 0[fast({}) = ?, slow({}) = Done, write({}) = ?, slow({"n":1}) = ?, write({"n":1}) = ?] + no draft
            3 answer a Done after 2: "a"
            3 persist round 0[fast({}) = Done, slow({}) = Done, write({}) = ?, slow({"n":1}) = ?, write({"n":1}) = ?] + no draft
            3 show ToolStarted { round: 0, id: "c" }
            3 call c write {}
            3 Wait { timer: Call(3), after: 60000.0 }
            5 answer c Done after 2: "c"
            5 persist round 0[fast({}) = Done, slow({}) = Done, write({}) = Done, slow({"n":1}) = ?, write({"n":1}) = ?] + no draft
            5 show ToolStarted { round: 0, id: "d" }
            5 call d slow {"n":1}
            5 Wait { timer: Call(4), after: 60000.0 }
            6 answer d Done after 1: "d"
            6 persist round 0[fast({}) = Done, slow({}) = Done, write({}) = Done, slow({"n":1}) = Done, write({"n":1}) = ?] + no draft
            6 show ToolStarted { round: 0, id: "e" }
            6 call e write {"n":1}
            6 Wait { timer: Call(5), after: 60000.0 }
            7 answer e Done after 1: "e"
            7 persist round 0[fast({}) = Done, slow({}) = Done, write({}) = Done, slow({"n":1}) = Done, write({"n":1}) = Done] + no draft
            7 show Waiting { round: 1 }
            7 open https://prov.test/v1/chat/completions [user assistant tool tool tool tool tool]
            7 Wait { timer: Idle(3), after: 60000.0 }
        "#]],
    );
}

#[test]
fn identical_calls_run_once_and_both_get_the_answer() {
    check_calls(
        plan_of_runners(),
        &[
            ("a", "slow", "{\"x\":1,\"y\":2}"),
            ("b", "slow", "{ \"y\": 2, \"x\": 1 }"),
            ("c", "slow", "{\"x\":1}"),
            ("d", "ask", "{}"),
            ("e", "ask", ""),
        ],
        vec![
            (2.0, tool_answer("a", "3")),
            (3.0, tool_answer("c", "1")),
            (
                4.0,
                Input::Decided {
                    id: "d".to_owned(),
                    decision: Decision::Refuse {
                        reason: String::new(),
                    },
                },
            ),
        ],
        expect![[r#"
            1 show ToolAsked { round: 0, id: "d" }
            1 ask d ask {}
            1 show ToolStarted { round: 0, id: "a" }
            1 call a slow {"x":1,"y":2}
            1 Wait { timer: Call(1), after: 60000.0 }
            1 show ToolStarted { round: 0, id: "c" }
            1 call c slow {"x":1}
            1 Wait { timer: Call(2), after: 60000.0 }
            2 answer a Done after 1: "3"
            2 answer b Done after 1: "3"
            2 persist round 0[slow({"x":1,"y":2}) = Done, slow({ "y": 2, "x": 1 }) = Done, slow({"x":1}) = ?, ask({}) = ?, ask({}) = ?] + no draft
            3 answer c Done after 2: "1"
            3 persist round 0[slow({"x":1,"y":2}) = Done, slow({ "y": 2, "x": 1 }) = Done, slow({"x":1}) = Done, ask({}) = ?, ask({}) = ?] + no draft
            4 answer d Refused after 0: "The person refused this call."
            4 answer e Refused after 0: "The person refused this call."
            4 persist round 0[slow({"x":1,"y":2}) = Done, slow({ "y": 2, "x": 1 }) = Done, slow({"x":1}) = Done, ask({}) = Refused, ask({}) = Refused] + no draft
            4 show Waiting { round: 1 }
            4 open https://prov.test/v1/chat/completions [user assistant tool tool tool tool tool]
            4 Wait { timer: Idle(3), after: 60000.0 }
        "#]],
    );
}

#[test]
fn what_the_person_changes_in_a_call_is_changed_in_its_twin() {
    let edited = |arguments: &str| {
        vec![
            (
                2.0,
                Input::Decided {
                    id: "a".to_owned(),
                    decision: Decision::AllowEdited {
                        arguments: arguments.to_owned(),
                    },
                },
            ),
            (3.0, tool_answer("a", "2")),
        ]
    };
    let wanted = [
        ("a", "ask", "{\"n\":1}"),
        ("b", "ask", "{ \"n\": 1 }"),
        ("c", "ask", "{\"n\":3}"),
    ];
    check_calls(
        plan_of_runners(),
        &wanted,
        edited("{\"n\":2}"),
        expect![[r#"
            1 show ToolAsked { round: 0, id: "a" }
            1 ask a ask {"n":1}
            1 show ToolAsked { round: 0, id: "c" }
            1 ask c ask {"n":3}
            2 show ToolEdited { round: 0, id: "a", arguments: "{\"n\":2}" }
            2 show ToolEdited { round: 0, id: "b", arguments: "{\"n\":2}" }
            2 persist round 0[ask({"n":2}) = ?, ask({"n":2}) = ?, ask({"n":3}) = ?] + no draft
            2 show ToolStarted { round: 0, id: "a" }
            2 call a ask {"n":2}
            2 Wait { timer: Call(1), after: 60000.0 }
            3 answer a Done after 1: "2"
            3 answer b Done after 1: "2"
            3 persist round 0[ask({"n":2}) = Done, ask({"n":2}) = Done, ask({"n":3}) = ?] + no draft
        "#]],
    );
    check_calls(
        plan_of_runners(),
        &wanted,
        edited("2"),
        expect![[r#"
        1 show ToolAsked { round: 0, id: "a" }
        1 ask a ask {"n":1}
        1 show ToolAsked { round: 0, id: "c" }
        1 ask c ask {"n":3}
        2 show ToolEdited { round: 0, id: "a", arguments: "2" }
        2 show ToolEdited { round: 0, id: "b", arguments: "2" }
        2 answer a Failed after 0: "Not run: the arguments are not a JSON object: invalid type: integer `2`, expected a map at line 1 column 1"
        2 answer b Failed after 0: "Not run: the arguments are not a JSON object: invalid type: integer `2`, expected a map at line 1 column 1"
        2 persist round 0[ask(2) = Failed, ask(2) = Failed, ask({"n":3}) = ?] + no draft
    "#]],
    );
}

#[test]
fn a_call_has_its_time_and_a_late_answer_is_nothing() {
    check_calls(
        plan_of_runners(),
        &[("a", "fast", "{}"), ("b", "slow", "{}")],
        vec![
            (1_001.0, Input::Elapsed(Timer::Call(1))),
            (1_002.0, tool_answer("a", "late")),
            (1_003.0, Input::Elapsed(Timer::Call(1))),
            (1_004.0, tool_answer("b", "b")),
            (1_005.0, Input::Elapsed(Timer::Call(2))),
        ],
        expect![[r#"
            1 show ToolStarted { round: 0, id: "a" }
            1 call a fast {}
            1 Wait { timer: Call(1), after: 1000.0 }
            1 show ToolStarted { round: 0, id: "b" }
            1 call b slow {}
            1 Wait { timer: Call(2), after: 60000.0 }
            1001 CancelTool { id: "a" }
            1001 answer a TimedOut after 1000: "Timed out: the tool gave no answer in its time."
            1001 persist round 0[fast({}) = TimedOut, slow({}) = ?] + no draft
            1004 answer b Done after 1003: "b"
            1004 persist round 0[fast({}) = TimedOut, slow({}) = Done] + no draft
            1004 show Waiting { round: 1 }
            1004 open https://prov.test/v1/chat/completions [user assistant tool tool]
            1004 Wait { timer: Idle(3), after: 60000.0 }
        "#]],
    );
}

#[test]
fn a_long_result_is_cut_for_the_model() {
    check_calls(
        plan_of_runners(),
        &[("a", "fast", "{}")],
        vec![(2.0, tool_answer("a", "twelve bytes"))],
        expect![[r#"
            1 show ToolStarted { round: 0, id: "a" }
            1 call a fast {}
            1 Wait { timer: Call(1), after: 1000.0 }
            2 answer a Done after 1: "twelve byt\n\n[Cut here: these are the first 10 of 12 bytes. Ask for less, or for another part.]" (the person sees more)
            2 persist round 0[fast({}) = Done] + no draft
            2 show Waiting { round: 1 }
            2 open https://prov.test/v1/chat/completions [user assistant tool]
            2 Wait { timer: Idle(3), after: 60000.0 }
        "#]],
    );
}

#[test]
fn arguments_are_checked_also_after_the_person_changed_them() {
    let mut plan = plan_of_runners();
    plan.check = |_, arguments| match arguments.get("n") {
        Some(serde_json::Value::Number(_)) => Ok(()),
        _ => Err("\"n\" is a required property".to_owned()),
    };
    check_calls(
        plan,
        &[("a", "fast", "{}"), ("b", "ask", "{\"n\":1}")],
        vec![(
            2.0,
            Input::Decided {
                id: "b".to_owned(),
                decision: Decision::AllowEdited {
                    arguments: "{\"n\":\"one\"}".to_owned(),
                },
            },
        )],
        expect![[r#"
            1 answer a Failed after 0: "Not run: the arguments do not fit the tool's schema: \"n\" is a required property"
            1 show ToolAsked { round: 0, id: "b" }
            1 ask b ask {"n":1}
            2 show ToolEdited { round: 0, id: "b", arguments: "{\"n\":\"one\"}" }
            2 answer b Failed after 0: "Not run: the arguments do not fit the tool's schema: \"n\" is a required property"
            2 persist round 0[fast({}) = Failed, ask({"n":"one"}) = Failed] + no draft
            2 show Waiting { round: 1 }
            2 open https://prov.test/v1/chat/completions [user assistant tool tool]
            2 Wait { timer: Idle(3), after: 60000.0 }
        "#]],
    );
}

#[test]
fn a_call_that_never_began_is_told_from_one_that_was_stopped() {
    let then = |end: Input| vec![(25_000.0, end)];
    let calls = [
        ("a", "slow", "{}"),
        ("b", "slow", ""),
        ("c", "ask", "{}"),
        ("d", "write", "{}"),
    ];
    check_calls(
        plan_of_runners(),
        &calls,
        then(Input::Stop),
        expect![[r#"
            1 show ToolAsked { round: 0, id: "c" }
            1 ask c ask {}
            1 show ToolStarted { round: 0, id: "a" }
            1 call a slow {}
            1 Wait { timer: Call(1), after: 60000.0 }
            25000 CancelTool { id: "a" }
            25000 answer a Stopped after 24999: "Stopped by the person before it finished. It may have taken effect, in whole or in part."
            25000 answer b Stopped after 24999: "Stopped by the person before it finished. It may have taken effect, in whole or in part."
            25000 answer c Stopped after 0: "Not run: the person stopped this turn first."
            25000 answer d Stopped after 0: "Not run: the person stopped this turn first."
            25000 persist round 0[slow({}) = Stopped, slow({}) = Stopped, ask({}) = Stopped, write({}) = Stopped] + turn(Stopped) + no draft
            25000 show Ended(Stopped)
            25000 End(Stopped)
        "#]],
    );
    let mut limited = plan_of_runners();
    limited.time_limit = Some(10_000.0);
    check_calls(
        limited,
        &[("a", "slow", "{}"), ("d", "write", "{}")],
        then(Input::Elapsed(Timer::Turn)),
        expect![[r#"
            1 show ToolStarted { round: 0, id: "a" }
            1 call a slow {}
            1 Wait { timer: Call(1), after: 60000.0 }
            25000 CancelTool { id: "a" }
            25000 answer a Stopped after 24999: "Stopped before it finished: the turn reached its time limit. It may have taken effect, in whole or in part."
            25000 answer d Stopped after 0: "Not run: the turn reached its time limit first."
            25000 persist round 0[slow({}) = Stopped, write({}) = Stopped] + turn(TimedOut) + no draft
            25000 show Ended(TimedOut { limit: 10000.0 })
            25000 End(TimedOut { limit: 10000.0 })
        "#]],
    );
}

#[test]
fn the_time_the_person_takes_does_not_count() {
    let mut plan = plan_of_runners();
    plan.time_limit = Some(10_000.0);
    check_calls(
        plan,
        &[("a", "question", "{}"), ("b", "write", "{}")],
        vec![
            (10_000.0, Input::Elapsed(Timer::Turn)),
            (20_001.0, tool_answer("a", "yes")),
            (25_000.0, Input::Elapsed(Timer::Turn)),
            (30_000.0, Input::Elapsed(Timer::Turn)),
        ],
        expect![[r#"
            1 show ToolStarted { round: 0, id: "a" }
            1 call a question {}
            10000 Wait { timer: Turn, after: 9999.0 }
            20001 answer a Done after 20000: "yes"
            20001 persist round 0[question({}) = Done, write({}) = ?] + no draft
            20001 show ToolStarted { round: 0, id: "b" }
            20001 call b write {}
            20001 Wait { timer: Call(2), after: 60000.0 }
            25000 Wait { timer: Turn, after: 5000.0 }
            30000 CancelTool { id: "b" }
            30000 answer b Stopped after 9999: "Stopped before it finished: the turn reached its time limit. It may have taken effect, in whole or in part."
            30000 persist round 0[question({}) = Done, write({}) = Stopped] + turn(TimedOut) + no draft
            30000 show Ended(TimedOut { limit: 10000.0 })
            30000 End(TimedOut { limit: 10000.0 })
        "#]],
    );
}

#[test]
fn a_turn_at_its_limit_goes_on_with_its_next_round() {
    let mut plan = plan_of_runners();
    plan.max_rounds = 1;
    let mut first = vec![(0.0, Input::Start)];
    first.extend(round_of(1.0, &[("a", "fast", "{}")]));
    first.push((2.0, tool_answer("a", "1")));
    let mut agent = Agent::new(plan.clone());
    let mut effects = Vec::new();
    for (at, input) in first {
        effects.extend(agent.handle(at, input));
    }
    let rounds = effects.iter().filter_map(|effect| match effect {
        Effect::Persist(batch) => Some(batch),
        _ => None,
    });
    let mut stored = rounds.flatten().filter_map(|write| match write {
        Write::PutRound { round, .. } => Some(round.clone()),
        _ => None,
    });
    let round = stored.next_back().unwrap();
    assert_eq!(
        effects.last(),
        Some(&Effect::End(Outcome::LimitReached { max_rounds: 1 }))
    );

    let parts = round.parts.clone();
    plan.input.messages.push(Message::Assistant { parts });
    plan.turn.rounds.push(round);
    let mut again = vec![(10.0, Input::Start)];
    // The model may reuse an id of the round before.
    again.extend(round_of(11.0, &[("a", "fast", "{}")]));
    check(
        plan,
        again,
        expect![[r#"
            10 persist session s + turn(open) + no draft
            10 show Waiting { round: 1 }
            10 open https://prov.test/v1/chat/completions [user assistant tool]
            10 Wait { timer: Idle(1), after: 60000.0 }
            11 show PartStarted { round: 1, part: 0, kind: ToolCall { id: "a-1", name: "fast" } }
            11 show PartArgs { round: 1, part: 0, json: "{}" }
            11 show PartEnded { round: 1, part: 0, duration: 0.0 }
            11 Wait { timer: Idle(2), after: 500.0 }
            11 show RoundEnded { round: 1, model: "gpt", usage: None, stop: Some(ToolCalls) }
            11 persist round 1[fast({}) = ?] + no draft
            11 show ToolStarted { round: 1, id: "a-1" }
            11 call a-1 fast {}
            11 Wait { timer: Call(1), after: 1000.0 }
        "#]],
    );
}

/// What went out to tools, and whether every call of every stored round is answered.
fn run_rounds(mut plan: Plan, rounds: u32, calls_per_round: u32) -> (usize, Vec<Effect>) {
    plan.max_rounds = rounds;
    let mut agent = Agent::new(plan);
    let mut effects = agent.handle(0.0, Input::Start);
    for round in 0..rounds {
        let wanted: Vec<_> = (0..calls_per_round)
            .map(|n| (format!("c{n}"), format!("{{\"n\":{n},\"round\":{round}}}")))
            .collect();
        let wanted: Vec<_> = wanted
            .iter()
            .map(|(id, arguments)| (id.as_str(), "slow", arguments.as_str()))
            .collect();
        let from = effects.len();
        for (at, input) in round_of(f64::from(round), &wanted) {
            effects.extend(agent.handle(at, input));
        }
        let started: Vec<_> = effects[from..]
            .iter()
            .filter_map(|effect| match effect {
                Effect::CallTool(call) => Some(call.id.clone()),
                _ => None,
            })
            .collect();
        assert_eq!(started.len() as u32, calls_per_round);
        for id in started.iter().rev() {
            effects.extend(agent.handle(f64::from(round), tool_answer(id, "ok")));
        }
    }
    let requests = effects
        .iter()
        .filter(|effect| matches!(effect, Effect::OpenStream(_)));
    (requests.count(), effects)
}

#[test]
fn a_hundred_rounds() {
    let (requests, effects) = run_rounds(plan_of_runners(), 100, 1);
    assert_eq!(requests, 100);
    assert_eq!(
        effects.last(),
        Some(&Effect::End(Outcome::LimitReached { max_rounds: 100 }))
    );
}

#[test]
fn fifty_calls_at_once() {
    let (requests, effects) = run_rounds(plan_of_runners(), 2, 50);
    assert_eq!(requests, 2);
    let answers = effects
        .iter()
        .filter(|effect| matches!(effect, Effect::Show(Change::ToolAnswered { .. })));
    assert_eq!(answers.count(), 100);
    // The second request holds each of the first round's answers once.
    let body = effects.iter().rev().find_map(|effect| match effect {
        Effect::OpenStream(request) => Some(&request.body),
        _ => None,
    });
    let body: serde_json::Value = serde_json::from_str(body.unwrap()).unwrap();
    let answered: Vec<_> = body["messages"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|message| message["role"] == "tool")
        .map(|message| message["tool_call_id"].as_str().unwrap())
        .collect();
    let distinct: std::collections::BTreeSet<_> = answered.iter().collect();
    assert_eq!((answered.len(), distinct.len()), (50, 50));
}
