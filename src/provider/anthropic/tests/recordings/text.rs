use super::check;
use expect_test::expect;

#[test]
fn text() {
    check(
        "text.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Hello" ", wor" "ld!"
        0 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn text_with_escapes() {
    check(
        "text_with_escapes.sse",
        expect![[r#"
        0 started Text
        0 text "😀 \"café\"\n" "漢字"
        0 ended
        stopped End
        usage in - (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn stop_sequence() {
    check(
        "stop_sequence.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "One, two"
        0 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn white_space_before_the_answer() {
    check(
        "white_space_before_the_answer.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "\n\nHi"
        0 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn thinking() {
    check(
        "thinking.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Thinking
        0 text "Let me" " see."
        0 opaque {"signature":"sig/AbC+1==","type":"thinking"}
        0 ended
        1 started Text
        1 text "Done."
        1 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn thinking_of_a_signature_alone() {
    check(
        "thinking_of_a_signature_alone.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Thinking
        0 opaque {"signature":"sig-only==","type":"thinking"}
        0 ended
        1 started Text
        1 text "Done."
        1 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn thinking_redacted() {
    check(
        "thinking_redacted.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Thinking
        0 text "Hm."
        0 opaque {"signature":"sig1","type":"thinking"}
        0 ended
        1 started Thinking
        1 opaque {"data":"EncRyPtEd==","type":"redacted_thinking"}
        1 ended
        2 started Text
        2 text "Done."
        2 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn thinking_without_signature() {
    check(
        "thinking_without_signature.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Thinking
        0 text "Hm."
        0 ended
        1 started Text
        1 text "Done."
        1 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn thinking_between_texts() {
    check(
        "thinking_between_texts.sse",
        expect![[r#"
        model claude-opus-4-6
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Thinking
        0 text "First."
        0 opaque {"signature":"s1","type":"thinking"}
        0 ended
        1 started Text
        1 text "I look."
        1 ended
        2 started Thinking
        2 text "Then."
        2 opaque {"signature":"s2","type":"thinking"}
        2 ended
        3 started Text
        3 text "Found."
        3 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn thinking_without_an_answer() {
    check(
        "thinking_without_an_answer.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Thinking
        0 text "Hm"
        0 opaque {"signature":"s","type":"thinking"}
        0 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)
        FAILED Empty: The model thought and gave no answer."#]],
    );
}

#[test]
fn usage() {
    check(
        "usage.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 2103 (2000 cached) out 2 (- reasoning)
        0 started Text
        0 text "Hi"
        0 ended
        stopped End
        usage in 2105 (2000 cached) out 40 (30 reasoning)"#]],
    );
}

#[test]
fn usage_only_at_the_end() {
    check(
        "usage_only_at_the_end.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 0 (- cached) out 0 (- reasoning)
        0 started Text
        0 text "Hi"
        0 ended
        stopped End
        usage in 7 (- cached) out 2 (- reasoning)"#]],
    );
}
