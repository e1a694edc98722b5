use super::check;
use expect_test::expect;

#[test]
fn thinking_then_text() {
    check(
        "thinking_then_text.sse",
        expect![[r#"
            model gpt-5.2
            0 started Thinking
            0 text "**Plan**" " it." "\n\n" "Do it."
            0 opaque {"encrypted_content":"gAAAlate","id":"rs_1","summary":[{"text":"**Plan** it.","type":"summary_text"},{"text":"Do it.","type":"summary_text"}],"type":"reasoning"}
            0 ended
            1 started Text
            1 text "Hi"
            1 ended
            usage in 19 (8 cached) out 10 (4 reasoning)
            stopped End"#]],
    );
}

#[test]
fn thinking_without_a_summary() {
    check(
        "thinking_without_a_summary.sse",
        expect![[r#"
            0 started Thinking
            0 opaque {"encrypted_content":"gAAA","id":"rs_1","summary":[],"type":"reasoning"}
            0 ended
            1 started Text
            1 text "Hi"
            model gpt-5.2
            1 ended
            stopped End"#]],
    );
}

#[test]
fn thinking_without_anything() {
    check(
        "thinking_without_anything.sse",
        expect![[r#"
            0 started Thinking
            0 ended
            1 started Text
            1 text "Hi"
            model gpt-5.2
            1 ended
            stopped End"#]],
    );
}

#[test]
fn thinking_in_the_item_alone() {
    check(
        "thinking_in_the_item_alone.sse",
        expect![[r#"
            0 started Thinking
            0 text "One.\n\nTwo."
            0 opaque {"encrypted_content":"gAAA","id":"rs_1","summary":[{"text":"One.","type":"summary_text"},{"text":"Two.","type":"summary_text"}],"type":"reasoning"}
            0 ended
            1 started Text
            1 text "Hi"
            model gpt-5.2
            1 ended
            stopped End"#]],
    );
}

#[test]
fn reasoning_text() {
    check(
        "reasoning_text.sse",
        expect![[r#"
            0 started Thinking
            0 text "Raw" " thoughts" "."
            0 ended
            1 started Text
            1 text "Hi"
            model gpt-5.2
            1 ended
            stopped End"#]],
    );
}

#[test]
fn thinking_without_an_answer() {
    check(
        "thinking_without_an_answer.sse",
        expect![[r#"
            0 started Thinking
            0 text "Hm"
            0 opaque {"encrypted_content":"gAAA","id":"rs_1","summary":[{"text":"Hm","type":"summary_text"}],"type":"reasoning"}
            0 ended
            model gpt-5.2
            stopped End
            FAILED Empty: The model thought and gave no answer."#]],
    );
}

#[test]
fn length_reached_while_thinking() {
    check(
        "length_reached_while_thinking.sse",
        expect![[r#"
            0 started Thinking
            model gpt-5.2
            0 ended
            stopped Length
            FAILED Empty: The limit of output tokens was reached while the model was thinking."#]],
    );
}
