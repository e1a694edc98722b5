use super::{check, endpoint, recordings};
use crate::provider::Event;
use crate::provider::testing::run;
use expect_test::expect;

#[test]
fn error_in_the_stream() {
    check(
        "error_in_the_stream.sse",
        expect![[r#"
            0 started Text
            0 text "Half" " an"
            0 ended
            FAILED Overloaded [503]: The model is overloaded. Please try again later."#]],
    );
}

#[test]
fn bare_json_error_after_events() {
    check(
        "bare_json_error_after_events.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED Server [500]: An internal error has occurred."#]],
    );
}

#[test]
fn json_error_in_a_list() {
    check(
        "json_error_in_a_list.json",
        expect!["FAILED RateLimit [429]: Resource has been exhausted (e.g. check quota)."],
    );
}

#[test]
fn json_error_instead_of_events() {
    check(
        "json_error_instead_of_events.json",
        expect!["FAILED Auth [400]: API key not valid. Please pass a valid API key."],
    );
}

#[test]
fn web_page_instead_of_events() {
    check(
        "web_page_instead_of_events.html",
        expect!["FAILED NotApi: The answer is a web page: “Sign in – Campus”."],
    );
}

#[test]
fn plain_words_instead_of_events() {
    check(
        "plain_words_instead_of_events.txt",
        expect!["FAILED NotApi: Hello from the proxy"],
    );
}

#[test]
fn foreign_json() {
    check(
        "foreign_json.json",
        expect![[r#"FAILED NotApi: {"status":"ok","version":"1.2"}"#]],
    );
}

#[test]
fn unreadable_event() {
    check(
        "unreadable_event.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED Malformed: An event could not be read: {"candidates":[{"content""#]],
    );
}

#[test]
fn the_wait_that_is_asked_for_is_kept() {
    let all = recordings().all();
    let list = all
        .iter()
        .find(|(name, _)| name == "json_error_in_a_list.json");
    let events = run(&endpoint(), &[&list.unwrap().1]);
    let Some(Event::Failed(error)) = events.last() else {
        panic!("{events:?}");
    };
    assert_eq!(error.retry_after, Some(34_000.0));
}
