//! When things go wrong.

use super::*;
use expect_test::expect;

const OVERLOADED: &str =
    r#"{"error":{"message":"The engine is overloaded","type":"server_error"}}"#;

#[test]
fn an_error_status_ends_the_turn_with_advice() {
    check(
        plan(),
        vec![
            (0.0, Input::Start),
            (1.0, head(401)),
            (
                2.0,
                bytes(r#"{"error":{"message":"Incorrect API key provided: sk-can"#),
            ),
            (3.0, bytes(r#"ary","code":"invalid_api_key"}}"#)),
            (4.0, Input::BodyEnded),
        ],
        expect![[r#"
            0 persist session s + turn(open)
            0 show Waiting { round: 0 }
            0 open https://prov.test/v1/chat/completions [user]
            0 Wait { timer: Idle(1), after: 60000.0 }
            4 persist turn(Failed) + no draft
            4 show Ended(Failed { failure: Failure { title: "Prov did not accept the API key.", advice: "Enter the key again under Settings → Prov → API key. If it is right, see in your account there whether it is still active.", checks: [], fix: "", detail: "HTTP 401 · invalid_api_key · Incorrect API key provided: •••", mend: None } })
            4 End(Failed { failure: Failure { title: "Prov did not accept the API key.", advice: "Enter the key again under Settings → Prov → API key. If it is right, see in your account there whether it is still active.", checks: [], fix: "", detail: "HTTP 401 · invalid_api_key · Incorrect API key provided: •••", mend: None } })
        "#]],
    );
}

#[test]
fn a_transient_error_is_retried_and_the_retries_end() {
    let mut inputs = vec![(0.0, Input::Start)];
    for attempt in 0..5u32 {
        let at = f64::from(attempt) * 10_000.0;
        inputs.push((at + 1.0, head(503)));
        inputs.push((at + 2.0, bytes(OVERLOADED)));
        inputs.push((at + 3.0, Input::BodyEnded));
        // Idle timers and retries share one count: 1 is the first request's idle timer.
        inputs.push((at + 9_000.0, Input::Elapsed(Timer::Retry(2 * attempt + 2))));
    }
    let log = log(plan(), inputs);
    assert_eq!(log.matches(" open ").count(), 4, "{log}");
    assert_eq!(log.matches("Retrying").count(), 3, "{log}");
    assert!(log.lines().last().unwrap().contains("End(Failed"), "{log}");
}

#[test]
fn retry_after_is_honoured() {
    let limited = Input::Head(ResponseHead {
        status: 429,
        content_type: "application/json".to_owned(),
        retry_after: Some("7".to_owned()),
    });
    let log = log(
        plan(),
        vec![
            (0.0, Input::Start),
            (1.0, limited),
            (
                2.0,
                bytes(r#"{"error":{"message":"slow down","code":"rate_limit_exceeded"}}"#),
            ),
            (3.0, Input::BodyEnded),
        ],
    );
    assert!(
        log.contains("Wait { timer: Retry(2), after: 7000.0 }"),
        "{log}"
    );
}

#[test]
fn stop_ends_a_back_off() {
    let log = log(
        plan(),
        vec![
            (0.0, Input::Start),
            (1.0, head(503)),
            (2.0, bytes(OVERLOADED)),
            (3.0, Input::BodyEnded),
            (4.0, Input::Stop),
            (5.0, Input::Elapsed(Timer::Retry(2))),
        ],
    );
    assert!(log.ends_with("4 End(Stopped)\n"), "{log}");
    assert_eq!(log.matches(" open ").count(), 1, "{log}");
}

#[test]
fn a_dropped_connection_keeps_what_was_said() {
    check(
        plan(),
        vec![
            (0.0, Input::Start),
            (1.0, head(200)),
            (2.0, says("half a ")),
            (3.0, Input::NetFailed("network error".to_owned(), None)),
        ],
        expect![[r#"
            0 persist session s + turn(open)
            0 show Waiting { round: 0 }
            0 open https://prov.test/v1/chat/completions [user]
            0 Wait { timer: Idle(1), after: 60000.0 }
            2 show PartStarted { round: 0, part: 0, kind: Text }
            2 show PartText { round: 0, part: 0, text: "half a " }
            3 show PartEnded { round: 0, part: 0, duration: 1.0 }
            3 persist round 0["half a "] + turn(Failed) + no draft
            3 show Ended(Failed { failure: Failure { title: "The answer broke off.", advice: "The connection to Prov ended before the model had finished. What it said so far is kept. Retry to ask again.", checks: [], fix: "", detail: "network error", mend: None } })
            3 End(Failed { failure: Failure { title: "The answer broke off.", advice: "The connection to Prov ended before the model had finished. What it said so far is kept. Retry to ask again.", checks: [], fix: "", detail: "network error", mend: None } })
        "#]],
    );
}

#[test]
fn a_body_that_ends_early_is_an_error() {
    let log = log(
        plan(),
        vec![
            (0.0, Input::Start),
            (1.0, head(200)),
            (2.0, says("half")),
            (3.0, Input::BodyEnded),
        ],
    );
    assert!(
        log.contains("persist round 0[\"half\"] + turn(Failed)"),
        "{log}"
    );
}

#[test]
fn an_error_in_mid_stream_keeps_what_was_said() {
    let log = log(
        plan(),
        vec![
            (0.0, Input::Start),
            (1.0, head(200)),
            (2.0, says("half")),
            (3.0, bytes(&format!("data: {OVERLOADED}\n\n"))),
            (4.0, says("never shown")),
        ],
    );
    assert!(
        log.contains("persist round 0[\"half\"] + turn(Failed) + no draft"),
        "{log}"
    );
    assert!(log.contains("3 CloseStream"), "{log}");
    assert!(!log.contains("never shown"), "{log}");
}

#[test]
fn no_network_is_not_retried() {
    let log = log(
        plan(),
        vec![
            (0.0, Input::Start),
            (1.0, Input::NetFailed("Failed to fetch".to_owned(), None)),
        ],
    );
    assert!(log.contains("turn(Failed)"), "{log}");
    assert!(!log.contains("Retrying"), "{log}");
}

#[test]
fn silence_is_a_stall_and_talk_postpones_it() {
    let log = log(
        plan(),
        vec![
            (0.0, Input::Start),
            (1.0, head(200)),
            (50_000.0, says("slow")),
            (60_000.0, Input::Elapsed(Timer::Idle(1))),
            (110_000.0, Input::Elapsed(Timer::Idle(1))), // Stale: number 2 is running.
            (110_000.0, Input::Elapsed(Timer::Idle(2))),
        ],
    );
    assert!(
        log.contains("60000 Wait { timer: Idle(2), after: 50000.0 }"),
        "{log}"
    );
    assert_eq!(log.matches("110000 CloseStream").count(), 1, "{log}");
    assert!(
        log.contains("persist round 0[\"slow\"] + turn(Failed)"),
        "{log}"
    );
    assert!(log.contains("60 seconds"), "{log}");
}

#[test]
fn a_finished_answer_whose_connection_stays_open_is_done() {
    let log = log(
        plan(),
        vec![
            (0.0, Input::Start),
            (1.0, head(200)),
            (2.0, says("all")),
            (3.0, finishes("stop")),
            (70_000.0, Input::Elapsed(Timer::Idle(1))),
        ],
    );
    assert!(log.ends_with("End(Done)\n"), "{log}");
}

#[test]
fn a_connection_left_open_after_the_terminal_event_is_closed() {
    let log = log(
        plan(),
        vec![
            (0.0, Input::Start),
            (1.0, head(200)),
            (2.0, says("all")),
            (3.0, finishes("stop")),
            (4.0, done()),
            (504.0, Input::Elapsed(Timer::Idle(2))),
        ],
    );
    assert!(
        log.contains("4 Wait { timer: Idle(2), after: 500.0 }"),
        "{log}"
    );
    assert!(log.contains("504 CloseStream"), "{log}");
    assert!(log.ends_with("504 End(Done)\n"), "{log}");
}

#[test]
fn an_empty_answer_is_an_error() {
    let log = log(
        plan(),
        vec![
            (0.0, Input::Start),
            (1.0, head(200)),
            (2.0, finishes("stop")),
            (3.0, done()),
            (4.0, Input::BodyEnded),
        ],
    );
    assert!(log.contains("turn(Failed)"), "{log}");
}

#[test]
fn no_effect_holds_the_key() {
    let mut agent = Agent::new(plan());
    let mut effects = agent.handle(0.0, Input::Start);
    effects.extend(agent.handle(1.0, head(401)));
    let echo =
        r#"{"error":{"message":"Incorrect API key provided: sk-canary","code":"invalid_api_key"}}"#;
    effects.extend(agent.handle(2.0, bytes(echo)));
    effects.extend(agent.handle(3.0, Input::BodyEnded));
    let text = format!("{effects:?}");
    assert!(text.contains("Failed"), "{text}");
    assert!(!text.contains("canary"), "{text}");
}
