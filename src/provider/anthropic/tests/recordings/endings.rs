use super::check;
use expect_test::expect;

#[test]
fn length() {
    check(
        "length.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Once upon a"
        0 ended
        stopped Length
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn context_window_exceeded() {
    check(
        "context_window_exceeded.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Once upon a"
        0 ended
        stopped Length
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn length_reached_while_thinking() {
    check(
        "length_reached_while_thinking.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Thinking
        0 text "Hm"
        0 ended
        stopped Length
        usage in 9 (- cached) out 12 (- reasoning)
        FAILED Empty: The limit of output tokens was reached while the model was thinking."#]],
    );
}

#[test]
fn length_reached_before_anything() {
    check(
        "length_reached_before_anything.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        stopped Length
        usage in 9 (- cached) out 0 (- reasoning)
        FAILED Empty: The limit of output tokens was reached before the answer began."#]],
    );
}

/// There is no reason to stop for what a filter cuts off: it is an error of a request that was fine
/// (<https://github.com/anthropics/claude-code/issues/37547>), or a refusal.
#[test]
fn content_filter_in_the_middle() {
    check(
        "content_filter_in_the_middle.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "First, take"
        0 ended
        FAILED ContentFilter [invalid_request_error]: Output blocked by content filtering policy"#]],
    );
}

#[test]
fn refusal_in_the_middle() {
    check(
        "refusal_in_the_middle.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "First, take"
        0 was Refusal
        0 ended
        stopped Refusal
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn refusal_with_an_explanation() {
    check(
        "refusal_with_an_explanation.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Refusal
        0 text "This touches on biological weapons."
        0 ended
        stopped Refusal
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn refusal_before_anything() {
    check(
        "refusal_before_anything.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        stopped Refusal
        usage in 9 (- cached) out 0 (- reasoning)
        FAILED ContentFilter: The model declined to answer and did not say why."#]],
    );
}

#[test]
fn empty_answer() {
    check(
        "empty_answer.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        stopped End
        usage in 9 (- cached) out 0 (- reasoning)
        FAILED Empty: The answer ended and holds nothing."#]],
    );
}

#[test]
fn white_space_answer() {
    check(
        "white_space_answer.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)
        FAILED Empty: The answer ended and holds nothing."#]],
    );
}

#[test]
fn no_bytes() {
    check(
        "no_bytes.sse",
        expect!["FAILED Empty: The answer holds no data at all."],
    );
}

#[test]
fn no_message_stop() {
    check(
        "no_message_stop.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Hi"
        0 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn no_blank_line_at_the_end() {
    check(
        "no_blank_line_at_the_end.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Hi"
        0 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn message_stop_without_a_reason() {
    check(
        "message_stop_without_a_reason.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started ToolCall { id: "t", name: "now" }
        0 args "{}"
        0 ended
        stopped ToolCalls"#]],
    );
}

#[test]
fn done_added_by_a_gateway() {
    check(
        "done_added_by_a_gateway.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Hi"
        0 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn done_in_place_of_message_stop() {
    check(
        "done_in_place_of_message_stop.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Hi"
        0 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn cut_off_in_the_text() {
    check(
        "cut_off_in_the_text.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Half an" " answer"
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn cut_off_in_an_event() {
    check(
        "cut_off_in_an_event.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Half an"
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn cut_off_after_the_arguments() {
    check(
        "cut_off_after_the_arguments.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started ToolCall { id: "t", name: "look" }
        0 args "{\"at\":1}"
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn cut_off_before_the_arguments() {
    check(
        "cut_off_before_the_arguments.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started ToolCall { id: "t", name: "look" }
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}
