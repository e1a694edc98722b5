use super::check;
use expect_test::expect;

#[test]
fn finish_reason_twice() {
    check(
        "finish_reason_twice.sse",
        expect![[r#"
        0 started Text
        0 text "Hi"
        stopped End
        usage in 1 (- cached) out 2 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn finish_reason_corrected() {
    check(
        "finish_reason_corrected.sse",
        expect![[r#"
        0 started Text
        0 text "Hi"
        stopped End
        stopped Length
        0 ended"#]],
    );
}

#[test]
fn no_done() {
    check(
        "no_done.sse",
        expect![[r#"
        0 started Text
        0 text "Hi" " there"
        stopped End
        usage in 1 (- cached) out 2 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn no_blank_line_at_the_end() {
    check(
        "no_blank_line_at_the_end.sse",
        expect![[r#"
        0 started Text
        0 text "Hi"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn done_without_finish_reason() {
    check(
        "done_without_finish_reason.sse",
        expect![[r#"
        0 started Text
        0 text "Hi"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn usage_after_done() {
    check(
        "usage_after_done.sse",
        expect![[r#"
        0 started Text
        0 text "Hi"
        stopped End
        0 ended
        usage in 1 (- cached) out 2 (- reasoning)"#]],
    );
}

#[test]
fn text_after_the_finish_reason() {
    check(
        "text_after_the_finish_reason.sse",
        expect![[r#"
        0 started Text
        0 text "Hi"
        stopped End
        0 text " there"
        0 ended"#]],
    );
}

#[test]
fn cut_off_in_the_text() {
    check(
        "cut_off_in_the_text.sse",
        expect![[r#"
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
        0 started ToolCall { id: "a", name: "one" }
        0 args "{\"x\""
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn cut_off_before_the_arguments() {
    check(
        "cut_off_before_the_arguments.sse",
        expect![[r#"
        0 started ToolCall { id: "a", name: "one" }
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn refusal() {
    check(
        "refusal.sse",
        expect![[r#"
        0 started Refusal
        0 text "I'm sorry" ", no."
        stopped Refusal
        0 ended"#]],
    );
}

#[test]
fn content_filter_in_the_middle() {
    check(
        "content_filter_in_the_middle.sse",
        expect![[r#"
        0 started Text
        0 text "Once upon"
        stopped ContentFilter
        0 ended"#]],
    );
}

#[test]
fn content_filter_before_anything() {
    check(
        "content_filter_before_anything.sse",
        expect![[r#"
        stopped ContentFilter
        FAILED ContentFilter: A filter stopped the answer before it began."#]],
    );
}

#[test]
fn finish_reason_sensitive() {
    check(
        "finish_reason_sensitive.sse",
        expect![[r#"
        0 started Text
        0 text "Once"
        stopped ContentFilter
        0 ended"#]],
    );
}

#[test]
fn finish_reason_unknown() {
    check(
        "finish_reason_unknown.sse",
        expect![[r#"
        0 started Text
        0 text "Once"
        stopped Other("abort")
        0 ended"#]],
    );
}

#[test]
fn finish_reason_length() {
    check(
        "finish_reason_length.sse",
        expect![[r#"
        0 started Text
        0 text "Once upon a"
        stopped Length
        0 ended"#]],
    );
}

#[test]
fn empty_answer() {
    check(
        "empty_answer.sse",
        expect![[r#"
        stopped End
        usage in 5 (- cached) out 0 (- reasoning)
        FAILED Empty: The answer ended and holds nothing."#]],
    );
}

#[test]
fn white_space_answer() {
    check(
        "white_space_answer.sse",
        expect![[r#"
        stopped End
        FAILED Empty: The answer ended and holds nothing."#]],
    );
}

#[test]
fn only_done() {
    check(
        "only_done.sse",
        expect![[r#"
        stopped End
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
fn thinking_without_an_answer() {
    check(
        "thinking_without_an_answer.sse",
        expect![[r#"
        0 started Thinking
        0 text "Hm"
        stopped End
        0 ended
        FAILED Empty: The model thought and gave no answer."#]],
    );
}

#[test]
fn length_reached_while_thinking() {
    check(
        "length_reached_while_thinking.sse",
        expect![[r#"
        0 started Thinking
        0 text "Hm"
        stopped Length
        0 ended
        FAILED Empty: The limit of output tokens was reached while the model was thinking."#]],
    );
}

#[test]
fn length_reached_before_anything() {
    check(
        "length_reached_before_anything.sse",
        expect![[r#"
        stopped Length
        FAILED Empty: The limit of output tokens was reached before the answer began."#]],
    );
}
