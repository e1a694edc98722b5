use super::check;
use expect_test::expect;

#[test]
fn finish_reason_max_tokens() {
    check(
        "finish_reason_max_tokens.sse",
        expect![[r#"
        0 started Text
        0 text "Once upon a"
        stopped Length
        0 ended"#]],
    );
}

#[test]
fn length_reached_while_thinking() {
    check(
        "length_reached_while_thinking.sse",
        expect![[r#"
        0 started Thinking
        0 text "Hm"
        usage in 3 (- cached) out 64 (64 reasoning)
        stopped Length
        0 ended
        FAILED Empty: The limit of output tokens was reached while the model was thinking."#]],
    );
}

/// There is no mark of a refusal (<https://ai.google.dev/api/generate-content#FinishReason>): the model's own words are
/// all there is.
#[test]
fn refusal() {
    check(
        "refusal.sse",
        expect![[r#"
        model gemini-2.5-flash
        0 started Text
        0 text "I'm sorry, I can't help with that."
        stopped End
        0 ended"#]],
    );
}

#[test]
fn finish_reason_safety() {
    check(
        "finish_reason_safety.sse",
        expect![[r#"
        0 started Text
        0 text "Once upon"
        stopped ContentFilter
        0 ended"#]],
    );
}

#[test]
fn finish_reason_recitation() {
    check(
        "finish_reason_recitation.sse",
        expect![[r#"
        stopped ContentFilter
        FAILED ContentFilter: A filter stopped the answer before it began."#]],
    );
}

#[test]
fn finish_reason_image_safety() {
    check(
        "finish_reason_image_safety.sse",
        expect![[r#"
        stopped ContentFilter
        FAILED ContentFilter: A filter stopped the answer before it began."#]],
    );
}

#[test]
fn finish_reason_unknown() {
    check(
        "finish_reason_unknown.sse",
        expect![[r#"
        0 started Text
        0 text "Once"
        stopped Other("BORED")
        0 ended"#]],
    );
}

#[test]
fn finish_reason_language() {
    check(
        "finish_reason_language.sse",
        expect![[r#"
        stopped Other("LANGUAGE")
        FAILED Empty: The model stopped with the reason “LANGUAGE” and gave no answer."#]],
    );
}

#[test]
fn finish_reason_in_every_chunk() {
    check(
        "finish_reason_in_every_chunk.sse",
        expect![[r#"
        0 started Text
        0 text "Loo"
        stopped End
        0 text "king."
        0 ended
        1 started ToolCall { id: "call_0", name: "look" }
        1 args "{}"
        1 ended
        stopped ToolCalls"#]],
    );
}

#[test]
fn blocked_prompt() {
    check(
        "blocked_prompt.sse",
        expect![[r#"
        model gemini-2.5-flash
        usage in 8 (- cached) out - (- reasoning)
        FAILED ContentFilter [PROHIBITED_CONTENT]: A filter blocked the request before the model saw it."#]],
    );
}

#[test]
fn blocked_prompt_with_words() {
    check(
        "blocked_prompt_with_words.sse",
        expect![
            "FAILED ContentFilter [SAFETY]: A filter blocked the request before the model saw it. It is not safe."
        ],
    );
}

#[test]
fn empty_answer() {
    check(
        "empty_answer.sse",
        expect![[r#"
        usage in 5 (- cached) out - (- reasoning)
        stopped End
        FAILED Empty: The answer ended and holds nothing."#]],
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
fn no_bytes() {
    check(
        "no_bytes.sse",
        expect!["FAILED Empty: The answer holds no data at all."],
    );
}
