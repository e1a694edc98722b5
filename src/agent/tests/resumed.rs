//! A turn whose last round had calls without an answer when the page went away.

use super::tools::plan_of_runners;
use super::*;
use crate::chat::{Round, RoundKey, StopReason, ToolCall};
use expect_test::{Expect, expect};

type Call<'a> = (&'a str, &'a str, &'a str);

/// A turn whose first round stopped with `stop` and has these calls open, each `(id, name, arguments)`.
fn interrupted(stop: Option<StopReason>, open: &[Call<'_>], choice: Unanswered) -> Plan {
    let mut plan = plan_of_runners();
    let call = |&(id, name, arguments): &Call<'_>| {
        Part::from(PartBody::ToolCall(ToolCall {
            id: id.to_owned(),
            name: name.to_owned(),
            arguments: arguments.to_owned(),
            result: None,
        }))
    };
    let round = Round {
        key: RoundKey {
            turn: plan.turn.id.clone(),
            index: 0,
        },
        parts: open.iter().map(call).collect(),
        usage: None,
        model: "gpt".to_owned(),
        stop,
        summary: None,
        started: 0.0,
        ended: 0.0,
    };
    plan.unanswered = Some((round, choice));
    plan
}

fn check_resumed(
    stop: Option<StopReason>,
    open: &[Call<'_>],
    choice: Unanswered,
    then: Vec<(Millis, Input)>,
    expected: Expect,
) {
    let mut inputs = vec![(0.0, Input::Start)];
    inputs.extend(then);
    check(interrupted(stop, open, choice), inputs, expected);
}

fn decides(id: &str, decision: Decision) -> Input {
    Input::Decided {
        id: id.to_owned(),
        decision,
    }
}

#[test]
fn calls_run_again_only_if_the_person_says_so() {
    check_resumed(
        Some(StopReason::ToolCalls),
        &[("b", "write", "{}"), ("c", "ask", "{}")],
        Unanswered::LeaveOut,
        vec![(1.0, tool_answer("b", "late"))],
        expect![[r#"
            0 persist session s + turn(open) + no draft
            0 answer b Interrupted after 0: "Interrupted: the page went away before this call had a result. It is not known whether it was carried out."
            0 answer c Interrupted after 0: "Interrupted: the page went away before this call had a result. It is not known whether it was carried out."
            0 persist round 0[write({}) = Interrupted, ask({}) = Interrupted] + no draft
            0 show Waiting { round: 1 }
            0 open https://prov.test/v1/chat/completions [user assistant tool tool]
            0 Wait { timer: Idle(1), after: 60000.0 }
        "#]],
    );
}

#[test]
fn a_call_that_runs_again_is_ruled_like_a_new_one() {
    check_resumed(
        Some(StopReason::ToolCalls),
        &[
            ("a", "fast", "{}"),
            ("b", "ask", "{}"),
            ("c", "never", "{}"),
            ("d", "ask", "{\"n\":1}"),
            ("e", "gone", "{}"),
            ("f", "slow", ""),
        ],
        Unanswered::RunAgain,
        vec![
            (1.0, tool_answer("b", "unasked")),
            (2.0, decides("b", Decision::Allow)),
            (
                3.0,
                decides(
                    "d",
                    Decision::Refuse {
                        reason: String::new(),
                    },
                ),
            ),
            (4.0, tool_answer("b", "b")),
        ],
        expect![[r#"
            0 persist session s + turn(open) + no draft
            0 persist round 0[fast({}) = ?, ask({}) = ?, never({}) = Refused, ask({"n":1}) = ?, gone({}) = Failed, slow() = ?] + no draft
            0 show ToolAsked { round: 0, id: "b" }
            0 ask b ask {}
            0 answer c Refused after 0: "The person does not allow this tool. (This call was open when the page went away, and may have been carried out then.)"
            0 show ToolAsked { round: 0, id: "d" }
            0 ask d ask {"n":1}
            0 answer e Failed after 0: "There is no tool named \"gone\". The tools here are: add, write, ask, never, fast, slow, question. (This call was open when the page went away, and may have been carried out then.)"
            0 show ToolStarted { round: 0, id: "a" }
            0 call a fast {}
            0 Wait { timer: Call(1), after: 1000.0 }
            0 show ToolStarted { round: 0, id: "f" }
            0 call f slow 
            0 Wait { timer: Call(2), after: 60000.0 }
            2 show ToolStarted { round: 0, id: "b" }
            2 call b ask {}
            2 Wait { timer: Call(3), after: 60000.0 }
            3 answer d Refused after 0: "The person refused this call. (This call was open when the page went away, and may have been carried out then.)"
            3 persist round 0[fast({}) = ?, ask({}) = ?, never({}) = Refused, ask({"n":1}) = Refused, gone({}) = Failed, slow() = ?] + no draft
            4 answer b Done after 2: "b"
            4 persist round 0[fast({}) = ?, ask({}) = Done, never({}) = Refused, ask({"n":1}) = Refused, gone({}) = Failed, slow() = ?] + no draft
        "#]],
    );
}

#[test]
fn a_call_of_a_draft_that_broke_off_runs_only_if_it_is_whole() {
    check_resumed(
        None,
        &[
            ("a", "fast", ""),
            ("b", "fast", "null"),
            ("c", "fast", "{\"path\":\"/ho"),
            ("d", "fast", "[]"),
            ("e", "ask", "{\"n\":"),
            ("f", "fast", " {\"n\":1} "),
            ("g", "ask", "{}"),
        ],
        Unanswered::RunAgain,
        vec![
            (1.0, tool_answer("f", "f")),
            (
                2.0,
                decides(
                    "g",
                    Decision::AllowEdited {
                        arguments: String::new(),
                    },
                ),
            ),
        ],
        expect![[r#"
            0 persist session s + turn(open) + no draft
            0 persist round 0[fast() = Interrupted, fast(null) = Interrupted, fast({"path":"/ho) = Interrupted, fast([]) = Interrupted, ask({"n":) = Interrupted, fast( {"n":1} ) = ?, ask({}) = ?] + no draft
            0 answer a Interrupted after 0: "Not run: the response broke off before this call was complete."
            0 answer b Interrupted after 0: "Not run: the response broke off before this call was complete."
            0 answer c Interrupted after 0: "Not run: the response broke off before this call was complete."
            0 answer d Interrupted after 0: "Not run: the response broke off before this call was complete."
            0 answer e Interrupted after 0: "Not run: the response broke off before this call was complete."
            0 show ToolAsked { round: 0, id: "g" }
            0 ask g ask {}
            0 show ToolStarted { round: 0, id: "f" }
            0 call f fast  {"n":1} 
            0 Wait { timer: Call(1), after: 1000.0 }
            1 answer f Done after 1: "f"
            1 persist round 0[fast() = Interrupted, fast(null) = Interrupted, fast({"path":"/ho) = Interrupted, fast([]) = Interrupted, ask({"n":) = Interrupted, fast( {"n":1} ) = Done, ask({}) = ?] + no draft
            2 show ToolEdited { round: 0, id: "g", arguments: "" }
            2 persist round 0[fast() = Interrupted, fast(null) = Interrupted, fast({"path":"/ho) = Interrupted, fast([]) = Interrupted, ask({"n":) = Interrupted, fast( {"n":1} ) = Done, ask() = ?] + no draft
            2 show ToolStarted { round: 0, id: "g" }
            2 call g ask 
            2 Wait { timer: Call(2), after: 60000.0 }
        "#]],
    );
}

#[test]
fn a_call_that_is_not_run_again_may_have_run_before() {
    check_resumed(
        Some(StopReason::ToolCalls),
        &[
            ("a", "slow", "{}"),
            ("b", "ask", "{}"),
            ("c", "write", "{}"),
        ],
        Unanswered::RunAgain,
        vec![(1.0, Input::Stop)],
        expect![[r#"
            0 persist session s + turn(open) + no draft
            0 persist round 0[slow({}) = ?, ask({}) = ?, write({}) = ?] + no draft
            0 show ToolAsked { round: 0, id: "b" }
            0 ask b ask {}
            0 show ToolStarted { round: 0, id: "a" }
            0 call a slow {}
            0 Wait { timer: Call(1), after: 60000.0 }
            1 CancelTool { id: "a" }
            1 answer a Stopped after 1: "Stopped by the person before it finished. It may have taken effect, in whole or in part."
            1 answer b Stopped after 0: "Not run: the person stopped this turn first. (This call was open when the page went away, and may have been carried out then.)"
            1 answer c Stopped after 0: "Not run: the person stopped this turn first. (This call was open when the page went away, and may have been carried out then.)"
            1 persist round 0[slow({}) = Stopped, ask({}) = Stopped, write({}) = Stopped] + turn(Stopped) + no draft
            1 show Ended(Stopped)
            1 End(Stopped)
        "#]],
    );
}

#[test]
fn half_a_call_that_is_left_out_is_known_not_to_have_run() {
    check_resumed(
        None,
        &[("a", "fast", "{\"path\":\"/ho"), ("b", "fast", "{}")],
        Unanswered::LeaveOut,
        vec![],
        expect![[r#"
            0 persist session s + turn(open) + no draft
            0 answer a Interrupted after 0: "Not run: the response broke off before this call was complete."
            0 answer b Interrupted after 0: "Interrupted: the page went away before this call had a result. It is not known whether it was carried out."
            0 persist round 0[fast({"path":"/ho) = Interrupted, fast({}) = Interrupted] + no draft
            0 show Waiting { round: 1 }
            0 open https://prov.test/v1/chat/completions [user assistant tool tool]
            0 Wait { timer: Idle(1), after: 60000.0 }
        "#]],
    );
}

/// The person may choose once more: nothing has become of the calls.
#[test]
fn a_stop_before_the_start_leaves_the_calls_open() {
    check(
        interrupted(
            Some(StopReason::ToolCalls),
            &[("a", "fast", "{}")],
            Unanswered::RunAgain,
        ),
        vec![(1.0, Input::Stop), (2.0, Input::Start)],
        expect![[r#"
            1 persist session s + turn(open) + no draft
            1 persist turn(Stopped) + no draft
            1 show Ended(Stopped)
            1 End(Stopped)
        "#]],
    );
}
