use super::check;
use expect_test::expect;

#[test]
fn text() {
    check(
        "text.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Hello" ", wor" "ld! 😀"
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn text_in_crlf_lines() {
    check(
        "text_in_crlf_lines.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Hello"
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn text_in_the_last_line() {
    check(
        "text_in_the_last_line.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Hel" "lo"
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn thinking() {
    check(
        "thinking.jsonl",
        expect![[r#"
        model llama3.2
        0 started Thinking
        0 text "Let me" " see."
        0 ended
        1 started Text
        1 text "Done."
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        0 opaque {"thinking":"Let me see."}
        1 ended"#]],
    );
}

#[test]
fn thinking_in_tags() {
    check(
        "thinking_in_tags.jsonl",
        expect![[r#"
        model llama3.2
        0 started Thinking
        0 text "Let me see.\n"
        0 ended
        1 started Text
        1 text "Done."
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        1 ended"#]],
    );
}

#[test]
fn tool_call() {
    check(
        "tool_call.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Looking."
        1 started ToolCall { id: "call_0", name: "look" }
        1 args "{\"at\":\"the sky\"}"
        stopped ToolCalls
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended
        1 ended"#]],
    );
}

#[test]
fn tool_calls_in_parallel() {
    check(
        "tool_calls_in_parallel.jsonl",
        expect![[r#"
        model llama3.2
        0 started ToolCall { id: "call_0", name: "look" }
        0 args "{\"at\":\"a\"}"
        1 started ToolCall { id: "call_1", name: "look" }
        1 args "{\"at\":\"b\"}"
        2 started ToolCall { id: "call_2", name: "look" }
        2 args "{\"at\":\"b\"}"
        3 started ToolCall { id: "call_3", name: "now" }
        stopped ToolCalls
        usage in 26 (- cached) out 5 (- reasoning)
        3 args "{}"
        0 ended
        1 ended
        2 ended
        3 ended"#]],
    );
}

#[test]
fn tool_calls_with_ids() {
    check(
        "tool_calls_with_ids.jsonl",
        expect![[r#"
        model llama3.2
        0 started ToolCall { id: "call_x1", name: "look" }
        0 args "{\"at\":\"a\"}"
        1 started ToolCall { id: "call_x2", name: "look" }
        1 args "{\"at\":\"b\"}"
        stopped ToolCalls
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended
        1 ended"#]],
    );
}

#[test]
fn tool_calls_of_other_types() {
    check(
        "tool_calls_of_other_types.jsonl",
        expect![[r#"
        model llama3.2
        0 started ToolCall { id: "call_0", name: "one" }
        0 args "{\"x\":1}"
        1 started ToolCall { id: "call_1", name: "two" }
        2 started ToolCall { id: "call_2", name: "" }
        3 started ToolCall { id: "call_3", name: "three" }
        3 args "[1]"
        stopped ToolCalls
        usage in 26 (- cached) out 5 (- reasoning)
        1 args "{}"
        2 args "{}"
        0 ended
        1 ended
        2 ended
        3 ended"#]],
    );
}

#[test]
fn thinking_and_tool_call() {
    check(
        "thinking_and_tool_call.jsonl",
        expect![[r#"
        model llama3.2
        0 started Thinking
        0 text "I need to look."
        0 ended
        1 started ToolCall { id: "call_0", name: "look" }
        1 args "{\"at\":1}"
        stopped ToolCalls
        usage in 26 (- cached) out 5 (- reasoning)
        0 opaque {"thinking":"I need to look."}
        1 ended"#]],
    );
}

#[test]
fn usage() {
    check(
        "usage.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Hi"
        stopped End
        usage in 1200 (- cached) out 34 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn usage_without_the_prompt() {
    check(
        "usage_without_the_prompt.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Hi"
        stopped End
        usage in - (- cached) out 34 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn unknown_lines() {
    check(
        "unknown_lines.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Hi" " there"
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn complete_json_response() {
    check(
        "complete_json_response.json",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Hello"
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended"#]],
    );
}
