use super::check;
use expect_test::expect;

#[test]
fn tool_call() {
    check(
        "tool_call.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Looking."
        0 ended
        1 started ToolCall { id: "toolu_01", name: "look" }
        1 args "{\"at\":" " \"the" " sky\"}"
        1 ended
        stopped ToolCalls
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn tool_call_cut_by_length() {
    check(
        "tool_call_cut_by_length.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started ToolCall { id: "toolu_01", name: "now" }
        0 args "{}"
        0 ended
        1 started ToolCall { id: "toolu_02", name: "look" }
        1 ended
        stopped Length
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn tool_call_cut_by_length_in_the_middle() {
    check(
        "tool_call_cut_by_length_in_the_middle.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started ToolCall { id: "toolu_01", name: "look" }
        0 args "{\"at\": \"th"
        0 ended
        stopped Length
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn tool_call_given_whole() {
    check(
        "tool_call_given_whole.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started ToolCall { id: "toolu_01", name: "look" }
        0 args "{\"at\":\"a\"}"
        0 ended
        1 started ToolCall { id: "toolu_02", name: "look" }
        1 args "{\"at\":\"b\"}"
        1 ended
        stopped ToolCalls
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn tool_call_without_arguments() {
    check(
        "tool_call_without_arguments.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started ToolCall { id: "toolu_01", name: "now" }
        0 args "{}"
        0 ended
        1 started ToolCall { id: "toolu_02", name: "now" }
        1 args "{}"
        1 ended
        stopped ToolCalls
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn tool_call_without_id() {
    check(
        "tool_call_without_id.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started ToolCall { id: "call_0", name: "look" }
        0 args "{}"
        0 ended
        stopped ToolCalls
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn tool_calls_in_parallel() {
    check(
        "tool_calls_in_parallel.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started ToolCall { id: "toolu_01", name: "look" }
        0 args "{\"at\":\"a\"}"
        0 ended
        1 started ToolCall { id: "toolu_02", name: "look" }
        1 args "{\"at\"" ":\"b\"}"
        1 ended
        stopped ToolCalls
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn thinking_and_tool_call() {
    check(
        "thinking_and_tool_call.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Thinking
        0 text "I need to look."
        0 opaque {"signature":"sig","type":"thinking"}
        0 ended
        1 started ToolCall { id: "toolu_01", name: "look" }
        1 args "{\"at\":1}"
        1 ended
        stopped ToolCalls
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}
