use super::check;
use expect_test::expect;

#[test]
fn refusal() {
    check(
        "refusal.sse",
        expect![[r#"
            0 started Refusal
            0 text "I'm sorry" ", no."
            0 ended
            model gpt-5.2
            stopped Refusal"#]],
    );
}

#[test]
fn incomplete_max_output_tokens() {
    check(
        "incomplete_max_output_tokens.sse",
        expect![[r#"
            0 started Text
            0 text "Once upon a"
            model gpt-5.2
            usage in 19 (8 cached) out 10 (4 reasoning)
            0 ended
            stopped Length"#]],
    );
}

#[test]
fn incomplete_content_filter() {
    check(
        "incomplete_content_filter.sse",
        expect![[r#"
            0 started Text
            0 text "Once"
            model gpt-5.2
            0 ended
            stopped ContentFilter"#]],
    );
}

#[test]
fn content_filter_before_anything() {
    check(
        "content_filter_before_anything.sse",
        expect![[r#"
            model gpt-5.2
            stopped ContentFilter
            FAILED ContentFilter: A filter stopped the answer before it began."#]],
    );
}

#[test]
fn incomplete_for_another_reason() {
    check(
        "incomplete_for_another_reason.sse",
        expect![[r#"
            0 started Text
            0 text "Once"
            model gpt-5.2
            0 ended
            stopped Other("bored")"#]],
    );
}

#[test]
fn response_cancelled() {
    check(
        "response_cancelled.sse",
        expect![[r#"
            0 started Text
            0 text "Half"
            model gpt-5.2
            0 ended
            FAILED CutOff: The provider says that the response was cancelled."#]],
    );
}

#[test]
fn empty_answer() {
    check(
        "empty_answer.sse",
        expect![[r#"
            model gpt-5.2
            usage in 5 (- cached) out 0 (- reasoning)
            stopped End
            FAILED Empty: The answer ended and holds nothing."#]],
    );
}

#[test]
fn empty_message() {
    check(
        "empty_message.sse",
        expect![[r#"
            model gpt-5.2
            stopped End
            FAILED Empty: The answer ended and holds nothing."#]],
    );
}

#[test]
fn cut_off_in_the_text() {
    check(
        "cut_off_in_the_text.sse",
        expect![[r#"
            model gpt-5.2
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
        0 started Text
        0 text "Half an"
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn cut_off_in_a_tool_call() {
    check(
        "cut_off_in_a_tool_call.sse",
        expect![[r#"
        0 started ToolCall { id: "call_a", name: "look" }
        0 args "{\"at\""
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn no_bytes() {
    check(
        "no_bytes.sse",
        expect!["FAILED Empty: The answer holds no data at all."],
    );
}
