//! The way through when nothing breaks, and Stop at every point of it.

use super::*;
use expect_test::expect;

#[test]
fn an_answer_from_start_to_end() {
    check(
        plan(),
        vec![
            (0.0, Input::Start),
            (10.0, head(200)),
            (20.0, says("Hel")),
            (30.0, says("lo")),
            (40.0, finishes("stop")),
            (50.0, done()),
            (60.0, Input::BodyEnded),
        ],
        expect![[r#"
            0 persist session s + turn(open)
            0 show Waiting { round: 0 }
            0 open https://prov.test/v1/chat/completions [user]
            0 Wait { timer: Idle(1), after: 60000.0 }
            20 show PartStarted { round: 0, part: 0, kind: Text }
            20 show PartText { round: 0, part: 0, text: "Hel" }
            30 show PartText { round: 0, part: 0, text: "lo" }
            50 show PartEnded { round: 0, part: 0, duration: 30.0 }
            50 Wait { timer: Idle(2), after: 500.0 }
            60 show RoundEnded { round: 0, model: "gpt", usage: None, stop: Some(End) }
            60 persist round 0["Hello"] + turn(Done) + no draft
            60 show Ended(Done)
            60 End(Done)
        "#]],
    );
}

#[test]
fn a_download_of_the_model_is_shown_and_counts_as_a_sign_of_life() {
    let mut plan = plan();
    plan.endpoint = crate::provider::testing::endpoint_of("on-device");
    check(
        plan,
        vec![
            (0.0, Input::Start),
            (10.0, head(200)),
            (50_000.0, bytes("{\"downloading\":0.42}\n")),
            (60_000.0, Input::Elapsed(Timer::Idle(1))),
            (
                109_000.0,
                bytes("\n{\"text\":\"Hello\"}\n{\"done\":true}\n"),
            ),
            (109_010.0, Input::BodyEnded),
        ],
        expect![[r#"
            0 persist session s + turn(open)
            0 show Waiting { round: 0 }
            0 open on-device:/prompt [user]
            0 Wait { timer: Idle(1), after: 60000.0 }
            50000 show Downloading { part: 0.42 }
            60000 Wait { timer: Idle(2), after: 50000.0 }
            109000 show PartStarted { round: 0, part: 0, kind: Text }
            109000 show PartText { round: 0, part: 0, text: "Hello" }
            109000 show PartEnded { round: 0, part: 0, duration: 0.0 }
            109000 Wait { timer: Idle(3), after: 500.0 }
            109000 persist draft 0["Hello"]
            109010 show RoundEnded { round: 0, model: "gpt", usage: None, stop: Some(End) }
            109010 persist round 0["Hello"] + turn(Done) + no draft
            109010 show Ended(Done)
            109010 End(Done)
        "#]],
    );
}

#[test]
fn a_draft_is_saved_while_text_arrives_and_on_a_checkpoint() {
    check(
        plan(),
        vec![
            (0.0, Input::Start),
            (0.0, head(200)),
            (100.0, says("a")),
            (1_000.0, says("b")),
            (1_001.0, says("c")),
            (1_002.0, Input::Checkpoint),
            (1_003.0, Input::Checkpoint),
        ],
        expect![[r#"
            0 persist session s + turn(open)
            0 show Waiting { round: 0 }
            0 open https://prov.test/v1/chat/completions [user]
            0 Wait { timer: Idle(1), after: 60000.0 }
            100 show PartStarted { round: 0, part: 0, kind: Text }
            100 show PartText { round: 0, part: 0, text: "a" }
            1000 show PartText { round: 0, part: 0, text: "b" }
            1001 show PartText { round: 0, part: 0, text: "c" }
            1001 persist draft 0["abc"]
        "#]],
    );
}

#[test]
fn tools_run_and_the_next_round_follows() {
    check(
        plan_with_tools(),
        vec![
            (0.0, Input::Start),
            (0.0, head(200)),
            (1.0, says("Let me add.")),
            (2.0, calls(0, "c1", "add", "{\"a\":1}")),
            (3.0, calls(1, "c2", "add", "{\"a\":2}")),
            (4.0, finishes("tool_calls")),
            (5.0, done()),
            (5.0, Input::BodyEnded),
            (6.0, tool_answer("c2", "2")),
            (6.5, tool_answer("c2", "again")),
            (7.0, tool_answer("c1", "1")),
            (8.0, head(200)),
            (9.0, says("Done.")),
            (10.0, finishes("stop")),
            (11.0, Input::BodyEnded),
        ],
        expect![[r#"
            0 persist session s + turn(open)
            0 show Waiting { round: 0 }
            0 open https://prov.test/v1/chat/completions [user]
            0 Wait { timer: Idle(1), after: 60000.0 }
            1 show PartStarted { round: 0, part: 0, kind: Text }
            1 show PartText { round: 0, part: 0, text: "Let me add." }
            2 show PartStarted { round: 0, part: 1, kind: ToolCall { id: "c1", name: "add" } }
            2 show PartArgs { round: 0, part: 1, json: "{\"a\":1}" }
            3 show PartStarted { round: 0, part: 2, kind: ToolCall { id: "c2", name: "add" } }
            3 show PartArgs { round: 0, part: 2, json: "{\"a\":2}" }
            5 show PartEnded { round: 0, part: 0, duration: 4.0 }
            5 show PartEnded { round: 0, part: 1, duration: 3.0 }
            5 show PartEnded { round: 0, part: 2, duration: 2.0 }
            5 Wait { timer: Idle(2), after: 500.0 }
            5 show RoundEnded { round: 0, model: "gpt", usage: None, stop: Some(ToolCalls) }
            5 persist round 0["Let me add.", add({"a":1}) = ?, add({"a":2}) = ?] + no draft
            5 show ToolStarted { round: 0, id: "c1" }
            5 call c1 add {"a":1}
            5 Wait { timer: Call(1), after: 60000.0 }
            5 show ToolStarted { round: 0, id: "c2" }
            5 call c2 add {"a":2}
            5 Wait { timer: Call(2), after: 60000.0 }
            6 answer c2 Done after 1: "2"
            6 persist round 0["Let me add.", add({"a":1}) = ?, add({"a":2}) = Done] + no draft
            7 answer c1 Done after 2: "1"
            7 persist round 0["Let me add.", add({"a":1}) = Done, add({"a":2}) = Done] + no draft
            7 show Waiting { round: 1 }
            7 open https://prov.test/v1/chat/completions [user assistant tool tool]
            7 Wait { timer: Idle(3), after: 60000.0 }
            9 show PartStarted { round: 1, part: 0, kind: Text }
            9 show PartText { round: 1, part: 0, text: "Done." }
            11 show PartEnded { round: 1, part: 0, duration: 2.0 }
            11 show RoundEnded { round: 1, model: "gpt", usage: None, stop: Some(End) }
            11 persist round 1["Done."] + turn(Done) + no draft
            11 show Ended(Done)
            11 End(Done)
        "#]],
    );
}

#[test]
fn calls_that_must_not_run_are_answered_at_once() {
    check(
        plan_with_tools(),
        vec![
            (0.0, Input::Start),
            (0.0, head(200)),
            (1.0, calls(0, "c1", "nowhere", "{}")),
            (1.0, calls(1, "c2", "add", "{\"a\":")),
            (1.0, calls(2, "c3", "never", "{}")),
            (2.0, finishes("tool_calls")),
            (3.0, done()),
            (3.0, Input::BodyEnded),
        ],
        expect![[r#"
            0 persist session s + turn(open)
            0 show Waiting { round: 0 }
            0 open https://prov.test/v1/chat/completions [user]
            0 Wait { timer: Idle(1), after: 60000.0 }
            1 show PartStarted { round: 0, part: 0, kind: ToolCall { id: "c1", name: "nowhere" } }
            1 show PartStarted { round: 0, part: 1, kind: ToolCall { id: "c2", name: "add" } }
            1 show PartArgs { round: 0, part: 1, json: "{\"a\":" }
            1 show PartStarted { round: 0, part: 2, kind: ToolCall { id: "c3", name: "never" } }
            3 show PartArgs { round: 0, part: 0, json: "{}" }
            3 show PartArgs { round: 0, part: 2, json: "{}" }
            3 show PartEnded { round: 0, part: 0, duration: 2.0 }
            3 show PartEnded { round: 0, part: 1, duration: 2.0 }
            3 show PartEnded { round: 0, part: 2, duration: 2.0 }
            3 Wait { timer: Idle(2), after: 500.0 }
            3 show RoundEnded { round: 0, model: "gpt", usage: None, stop: Some(ToolCalls) }
            3 persist round 0[nowhere({}) = Failed, add({"a":) = Failed, never({}) = Refused] + no draft
            3 answer c1 Failed after 0: "There is no tool named \"nowhere\". The tools here are: add, write, ask, never."
            3 answer c2 Failed after 0: "Not run: the arguments are not a JSON object: EOF while parsing a value at line 1 column 5"
            3 answer c3 Refused after 0: "The person does not allow this tool."
            3 show Waiting { round: 1 }
            3 open https://prov.test/v1/chat/completions [user assistant tool tool tool]
            3 Wait { timer: Idle(3), after: 60000.0 }
        "#]],
    );
}

#[test]
fn a_call_cut_off_at_the_token_limit_does_not_run() {
    check(
        plan_with_tools(),
        vec![
            (0.0, Input::Start),
            (0.0, head(200)),
            (1.0, calls(0, "c1", "add", "")),
            (2.0, finishes("length")),
            (3.0, done()),
            (3.0, Input::BodyEnded),
        ],
        expect![[r#"
            0 persist session s + turn(open)
            0 show Waiting { round: 0 }
            0 open https://prov.test/v1/chat/completions [user]
            0 Wait { timer: Idle(1), after: 60000.0 }
            1 show PartStarted { round: 0, part: 0, kind: ToolCall { id: "c1", name: "add" } }
            3 show PartEnded { round: 0, part: 0, duration: 2.0 }
            3 Wait { timer: Idle(2), after: 500.0 }
            3 show RoundEnded { round: 0, model: "gpt", usage: None, stop: Some(Length) }
            3 persist round 0[add() = Failed] + no draft
            3 answer c1 Failed after 0: "Not run: the call was cut off at the limit of output tokens."
            3 show Waiting { round: 1 }
            3 open https://prov.test/v1/chat/completions [user assistant tool]
            3 Wait { timer: Idle(3), after: 60000.0 }
        "#]],
    );
}

#[test]
fn the_person_decides_on_a_call() {
    let ask = |decision| {
        vec![
            (0.0, Input::Start),
            (0.0, head(200)),
            (1.0, calls(0, "c1", "ask", "{\"x\":1}")),
            (2.0, finishes("tool_calls")),
            (3.0, done()),
            (3.0, Input::BodyEnded),
            (
                9.0,
                Input::Decided {
                    id: "c1".to_owned(),
                    decision,
                },
            ),
        ]
    };
    let last = |decision| {
        let log = log(plan_with_tools(), ask(decision));
        log.lines()
            .skip_while(|line| !line.contains(" ask "))
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    expect![[r#"
        3 ask c1 ask {"x":1}
        9 show ToolStarted { round: 0, id: "c1" }
        9 call c1 ask {"x":1}
        9 Wait { timer: Call(1), after: 60000.0 }
    "#]]
    .assert_eq(&last(Decision::Allow));
    expect![[r#"
        3 ask c1 ask {"x":1}
        9 show ToolEdited { round: 0, id: "c1", arguments: "{\"x\":2}" }
        9 persist round 0[ask({"x":2}) = ?] + no draft
        9 show ToolStarted { round: 0, id: "c1" }
        9 call c1 ask {"x":2}
        9 Wait { timer: Call(1), after: 60000.0 }
    "#]]
    .assert_eq(&last(Decision::AllowEdited {
        arguments: "{\"x\":2}".to_owned(),
    }));
    expect![[r#"
        3 ask c1 ask {"x":1}
        9 answer c1 Refused after 0: "The person refused this call: too risky"
        9 persist round 0[ask({"x":1}) = Refused] + no draft
        9 show Waiting { round: 1 }
        9 open https://prov.test/v1/chat/completions [user assistant tool]
        9 Wait { timer: Idle(3), after: 60000.0 }
    "#]]
    .assert_eq(&last(Decision::Refuse {
        reason: "too risky".to_owned(),
    }));
}

#[test]
fn the_last_round_ends_the_turn_with_its_limit() {
    let mut plan = plan();
    plan.max_rounds = 1;
    let log = log(
        plan,
        vec![
            (0.0, Input::Start),
            (0.0, head(200)),
            (1.0, calls(0, "c1", "x", "{}")),
            (2.0, finishes("tool_calls")),
            (3.0, done()),
            (3.0, Input::BodyEnded),
        ],
    );
    assert!(
        log.ends_with("End(LimitReached { max_rounds: 1 })\n"),
        "{log}"
    );
    assert!(log.contains("x({}) = Failed"), "{log}");
}

#[test]
fn ids_that_repeat_in_a_later_round_stay_apart() {
    let round = |at: Millis| {
        vec![
            (at, head(200)),
            (at, calls(0, "call_0", "x", "{}")),
            (at, finishes("tool_calls")),
            (at, done()),
            (at, Input::BodyEnded),
        ]
    };
    let mut inputs = vec![(0.0, Input::Start)];
    inputs.extend(round(1.0));
    inputs.extend(round(2.0));
    let log = log(plan(), inputs);
    assert!(
        log.contains("id: \"call_0\"") && log.contains("id: \"call_0-1\""),
        "{log}"
    );
}

#[test]
fn stop_at_every_point() {
    let mut whole = vec![
        (0.0, Input::Start),
        (1.0, head(200)),
        (2.0, says("wor")),
        (3.0, says("ld")),
        (4.0, calls(0, "c1", "add", "{\"a\":1}")),
        (5.0, finishes("tool_calls")),
        (6.0, done()),
        (7.0, Input::BodyEnded),
    ];
    let mut tails = String::new();
    while !whole.is_empty() {
        let mut inputs = whole.clone();
        inputs.push((9.0, Input::Stop));
        inputs.push((9.5, says("late")));
        inputs.push((9.6, tool_answer("c1", "late")));
        let log = log(plan_with_tools(), inputs);
        let tail = log
            .lines()
            .filter(|line| line.trim_start().starts_with('9'));
        let _ = writeln!(tails, "after {} inputs:", whole.len());
        tail.for_each(|line| tails.push_str(&format!("{line}\n")));
        whole.pop();
    }
    expect![[r#"
        after 8 inputs:
        9 CancelTool { id: "c1" }
        9 answer c1 Stopped after 2: "Stopped by the person before it finished. It may have taken effect, in whole or in part."
        9 persist round 0["world", add({"a":1}) = Stopped] + turn(Stopped) + no draft
        9 show Ended(Stopped)
        9 End(Stopped)
        after 7 inputs:
        9 CloseStream
        9 answer c1 Stopped after 0: "Not run: the person stopped this turn first."
        9 persist round 0["world", add({"a":1}) = Stopped] + turn(Stopped) + no draft
        9 show Ended(Stopped)
        9 End(Stopped)
        after 6 inputs:
        9 CloseStream
        9 show PartEnded { round: 0, part: 0, duration: 7.0 }
        9 show PartEnded { round: 0, part: 1, duration: 5.0 }
        9 answer c1 Stopped after 0: "Not run: the person stopped this turn first."
        9 persist round 0["world", add({"a":1}) = Stopped] + turn(Stopped) + no draft
        9 show Ended(Stopped)
        9 End(Stopped)
        after 5 inputs:
        9 CloseStream
        9 show PartEnded { round: 0, part: 0, duration: 7.0 }
        9 show PartEnded { round: 0, part: 1, duration: 5.0 }
        9 answer c1 Stopped after 0: "Not run: the person stopped this turn first."
        9 persist round 0["world", add({"a":1}) = Stopped] + turn(Stopped) + no draft
        9 show Ended(Stopped)
        9 End(Stopped)
        after 4 inputs:
        9 CloseStream
        9 show PartEnded { round: 0, part: 0, duration: 7.0 }
        9 persist round 0["world"] + turn(Stopped) + no draft
        9 show Ended(Stopped)
        9 End(Stopped)
        after 3 inputs:
        9 CloseStream
        9 show PartEnded { round: 0, part: 0, duration: 7.0 }
        9 persist round 0["wor"] + turn(Stopped) + no draft
        9 show Ended(Stopped)
        9 End(Stopped)
        after 2 inputs:
        9 CloseStream
        9 persist turn(Stopped) + no draft
        9 show Ended(Stopped)
        9 End(Stopped)
        after 1 inputs:
        9 CloseStream
        9 persist turn(Stopped) + no draft
        9 show Ended(Stopped)
        9 End(Stopped)
    "#]]
    .assert_eq(&tails);
}

#[test]
fn a_stop_before_the_start_keeps_the_turn() {
    check(
        plan(),
        vec![
            (1.0, Input::Checkpoint),
            (2.0, Input::Stop),
            (3.0, Input::Start),
            (3.0, says("late")),
        ],
        expect![[r#"
            2 persist session s + turn(open)
            2 persist turn(Stopped) + no draft
            2 show Ended(Stopped)
            2 End(Stopped)
        "#]],
    );
}
