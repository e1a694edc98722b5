use super::check;
use expect_test::expect;

#[test]
fn thinking_and_tool_calls() {
    check(
        "thinking_and_tool_calls.sse",
        expect![[r#"
            0 started Thinking
            0 opaque {"encrypted_content":"gAAA","id":"rs_1","summary":[],"type":"reasoning"}
            0 ended
            1 started ToolCall { id: "call_a", name: "look" }
            1 args "{\"at\":" "\"x\"}"
            1 ended
            model gpt-5.2
            usage in 19 (8 cached) out 10 (4 reasoning)
            stopped ToolCalls"#]],
    );
}

#[test]
fn one_tool_call_whole_in_the_item() {
    check(
        "one_tool_call_whole_in_the_item.sse",
        expect![[r#"
            0 started ToolCall { id: "call_a", name: "look" }
            0 args "{\"at\":\"x\"}"
            0 ended
            model gpt-5.2
            stopped ToolCalls"#]],
    );
}

#[test]
fn tool_calls_in_parallel() {
    check(
        "tool_calls_in_parallel.sse",
        expect![[r#"
            0 started Text
            0 text "Looking."
            0 ended
            1 started ToolCall { id: "call_a", name: "look" }
            2 started ToolCall { id: "call_b", name: "look" }
            2 args "{\"at\":2"
            1 args "{\"at\":1"
            2 args "}"
            1 args "}"
            2 ended
            1 ended
            model gpt-5.2
            stopped ToolCalls"#]],
    );
}

#[test]
fn tool_call_without_arguments() {
    check(
        "tool_call_without_arguments.sse",
        expect![[r#"
            0 started ToolCall { id: "call_a", name: "now" }
            0 args "{}"
            0 ended
            1 started ToolCall { id: "call_b", name: "now" }
            model gpt-5.2
            1 args "{}"
            1 ended
            stopped ToolCalls"#]],
    );
}

#[test]
fn tool_call_never_announced() {
    check(
        "tool_call_never_announced.sse",
        expect![[r#"
            0 started ToolCall { id: "call_a", name: "look" }
            0 args "{\"at\":1}"
            0 ended
            model gpt-5.2
            stopped ToolCalls"#]],
    );
}

#[test]
fn tool_call_cut_by_length() {
    check(
        "tool_call_cut_by_length.sse",
        expect![[r#"
            0 started ToolCall { id: "call_a", name: "look" }
            0 args "{\"at\":"
            0 ended
            1 started ToolCall { id: "call_b", name: "look" }
            model gpt-5.2
            1 ended
            stopped Length"#]],
    );
}

#[test]
fn web_search() {
    check(
        "web_search.sse",
        expect![[r#"
            0 started Thinking
            0 opaque {"encrypted_content":"gAAA","id":"rs_1","summary":[],"type":"reasoning"}
            0 ended
            1 started ServerTool { name: "web_search" }
            1 text "euro 2024"
            1 ended
            2 started ServerTool { name: "web_search" }
            2 text "https://a.test/"
            2 ended
            3 started Text
            3 text "Spain."
            model gpt-5.2
            3 ended
            stopped End"#]],
    );
}

#[test]
fn code_interpreter() {
    check(
        "code_interpreter.sse",
        expect![[r#"
            0 started ServerTool { name: "code_interpreter" }
            0 text "print(" "42)" "\n42"
            0 ended
            1 started Text
            1 text "42"
            model gpt-5.2
            1 ended
            stopped End"#]],
    );
}

#[test]
fn other_server_tools() {
    check(
        "other_server_tools.sse",
        expect![[r#"
            0 started ServerTool { name: "file_search" }
            0 text "a\nb"
            0 ended
            1 started ServerTool { name: "image_generation" }
            1 text "image/webp, 1 KB"
            1 ended
            2 started ServerTool { name: "mcp" }
            2 text "roll {}\n6"
            2 ended
            3 started ServerTool { name: "shell" }
            3 text "{\n  \"commands\": [\n    \"ls\"\n  ]\n}"
            3 ended
            4 started Text
            4 text "Done"
            model gpt-5.2
            4 ended
            stopped End"#]],
    );
}

#[test]
fn all_items_at_index_0() {
    check(
        "all_items_at_index_0.sse",
        expect![[r#"
        0 started ToolCall { id: "call_a", name: "look" }
        1 started ToolCall { id: "call_b", name: "look" }
        0 args "{\"at\":1}"
        1 args "{\"at\":2}"
        0 ended
        1 ended
        model gpt-5.2
        stopped ToolCalls"#]],
    );
}

#[test]
fn tool_call_never_named() {
    check(
        "tool_call_never_named.sse",
        expect![[r#"
        model gpt-5.2
        0 started ToolCall { id: "fc_1", name: "" }
        0 args "{\"at\":1}"
        0 ended
        stopped ToolCalls"#]],
    );
}
