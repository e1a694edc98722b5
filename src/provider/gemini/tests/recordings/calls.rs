use super::check;
use expect_test::expect;

#[test]
fn one_tool_call() {
    check(
        "one_tool_call.sse",
        expect![[r#"
        model gemini-2.5-flash
        0 started ToolCall { id: "call_0", name: "look" }
        0 args "{\"at\":\"sky\",\"deep\":[1,null]}"
        0 ended
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
        1 started ToolCall { id: "fc_1", name: "look" }
        1 opaque {"id":"fc_1","signature":"c2ln"}
        1 args "{\"at\":\"a\"}"
        1 ended
        2 started ToolCall { id: "fc_2", name: "look" }
        2 opaque {"id":"fc_2"}
        2 args "{\"at\":\"b\"}"
        2 ended
        3 started ToolCall { id: "call_2", name: "now" }
        3 args "{}"
        3 ended
        stopped ToolCalls"#]],
    );
}

#[test]
fn tool_call_without_arguments() {
    check(
        "tool_call_without_arguments.sse",
        expect![[r#"
        0 started ToolCall { id: "call_0", name: "now" }
        0 args "{}"
        0 ended
        1 started ToolCall { id: "call_1", name: "now" }
        1 args "{}"
        1 ended
        stopped ToolCalls"#]],
    );
}

#[test]
fn thinking_and_tool_calls() {
    check(
        "thinking_and_tool_calls.sse",
        expect![[r#"
        0 started Thinking
        0 text "Look first."
        0 ended
        1 started ToolCall { id: "call_0", name: "look" }
        1 opaque {"signature":"c2lnbmVk"}
        1 args "{\"at\":\"x\"}"
        1 ended
        stopped ToolCalls"#]],
    );
}

#[test]
fn malformed_function_call() {
    check(
        "malformed_function_call.sse",
        expect![[r#"
        0 started Text
        0 text "Let me"
        0 ended
        FAILED Server [MALFORMED_FUNCTION_CALL]: The model wrote a tool call that cannot be read. Malformed function call: print(look("#]],
    );
}

#[test]
fn unexpected_tool_call() {
    check(
        "unexpected_tool_call.sse",
        expect![
            "FAILED Server [UNEXPECTED_TOOL_CALL]: The model called a tool that it was not given."
        ],
    );
}

#[test]
fn too_many_tool_calls() {
    check(
        "too_many_tool_calls.sse",
        expect![
            "FAILED Server [TOO_MANY_TOOL_CALLS]: The model called tools too many times in a row."
        ],
    );
}

#[test]
fn missing_thought_signature() {
    check(
        "missing_thought_signature.sse",
        expect![
            "FAILED BadRequest [MISSING_THOUGHT_SIGNATURE]: A tool call of this conversation lacks the signature that the model wants."
        ],
    );
}
