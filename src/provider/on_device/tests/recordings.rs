//! Lines as the client makes them out of what the browser does.

use super::requests::endpoint;
use crate::provider::testing::Recordings;
use expect_test::{Expect, expect};

pub(super) fn recordings() -> Recordings {
    Recordings::of("on_device")
}

fn check(name: &str, expected: Expect) {
    recordings().check(&endpoint(), name, expected);
}

#[test]
fn every_recording_is_replayed() {
    recordings().assert_all_replayed(include_str!("recordings.rs"));
    assert_eq!(recordings().all().len(), 22);
}

#[test]
fn aborted_by_the_browser() {
    check(
        "aborted_by_the_browser.jsonl",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED CutOff [AbortError]: The session was destroyed."#]],
    );
}

#[test]
fn answer_held_back() {
    check(
        "answer_held_back.jsonl",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED ContentFilter [NotReadableError]: The response was blocked."#]],
    );
}

#[test]
fn context_too_long() {
    check(
        "context_too_long.jsonl",
        expect!["FAILED ContextTooLong [QuotaExceededError]: The input is too large."],
    );
}

#[test]
fn cut_off_in_a_line() {
    check(
        "cut_off_in_a_line.jsonl",
        expect![[r#"
        0 started Text
        0 text "Half an"
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn cut_off_in_the_text() {
    check(
        "cut_off_in_the_text.jsonl",
        expect![[r#"
        0 started Text
        0 text "Half an" " answer"
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn download_breaks_off() {
    check(
        "download_breaks_off.jsonl",
        expect![[r#"
        downloading 0.42
        FAILED Unavailable [NetworkError]: The download failed."#]],
    );
}

#[test]
fn download_needs_a_click() {
    check(
        "download_needs_a_click.jsonl",
        expect![[
            r#"FAILED NeedsClick [NotAllowedError]: Requires a user gesture when availability is "downloading" or "downloadable"."#
        ]],
    );
}

#[test]
fn download_then_text() {
    check(
        "download_then_text.jsonl",
        expect![[r#"
        downloading 0
        downloading 0.42
        downloading 1
        0 started Text
        0 text "Hello"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn empty_answer() {
    check(
        "empty_answer.jsonl",
        expect![[r#"
        usage in 26 (- cached) out 0 (- reasoning)
        stopped End
        FAILED Empty: The answer ended and holds nothing."#]],
    );
}

#[test]
fn error_of_unknown_name() {
    check(
        "error_of_unknown_name.jsonl",
        expect!["FAILED Server [UnknownError]: Something else."],
    );
}

#[test]
fn error_without_words() {
    check("error_without_words.jsonl", expect!["FAILED Server: "]);
}

#[test]
fn language_not_supported() {
    check(
        "language_not_supported.jsonl",
        expect![
            "FAILED BadRequest [NotSupportedError]: The model was asked in a language it does not know."
        ],
    );
}

#[test]
fn lines_after_the_end() {
    check(
        "lines_after_the_end.jsonl",
        expect![[r#"
        0 started Text
        0 text "Hello"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn no_bytes() {
    check(
        "no_bytes.jsonl",
        expect!["FAILED Empty: The answer holds no data at all."],
    );
}

#[test]
fn text() {
    check(
        "text.jsonl",
        expect![[r#"
        0 started Text
        0 text "Hel" "lo, world! 😀"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn text_and_usage() {
    check(
        "text_and_usage.jsonl",
        expect![[r#"
        0 started Text
        0 text "Hello"
        usage in 26 (- cached) out 5 (- reasoning)
        stopped End
        0 ended"#]],
    );
}

#[test]
fn thinking_then_text() {
    check(
        "thinking_then_text.jsonl",
        expect![[r#"
        0 started Thinking
        0 text "Let me" " see."
        0 ended
        1 started Text
        1 text "Done."
        stopped End
        1 ended"#]],
    );
}

#[test]
fn thinking_without_an_answer() {
    check(
        "thinking_without_an_answer.jsonl",
        expect![[r#"
        0 started Thinking
        0 text "Hm."
        stopped End
        0 ended
        FAILED Empty: The model thought and gave no answer."#]],
    );
}

#[test]
fn unavailable() {
    check(
        "unavailable.jsonl",
        expect!["FAILED Unavailable [Unavailable]: availability: unavailable"],
    );
}

#[test]
fn unknown_lines() {
    check(
        "unknown_lines.jsonl",
        expect![[r#"
        0 started Text
        0 text "Hel" "lo"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn unreadable_line() {
    check(
        "unreadable_line.jsonl",
        expect![[r#"
        0 started Text
        0 text "Hel"
        0 ended
        FAILED Malformed: An event could not be read: not JSON"#]],
    );
}

#[test]
fn usage_of_other_types() {
    check(
        "usage_of_other_types.jsonl",
        expect![[r#"
        0 started Text
        0 text "Hello"
        stopped End
        0 ended"#]],
    );
}
