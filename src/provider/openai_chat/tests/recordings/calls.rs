use super::check;
use expect_test::expect;

#[test]
fn tool_calls_in_parallel() {
    check(
        "tool_calls_in_parallel.sse",
        expect![[r#"
        0 started Text
        0 text "Looking."
        1 started ToolCall { id: "call_a", name: "get_weather" }
        1 args "{\"ci" "ty\":\"Bern\"}"
        2 started ToolCall { id: "call_b", name: "get_time" }
        2 args "{\"zone\":\"CET\"}"
        stopped ToolCalls
        usage in 19 (8 cached) out 10 (4 reasoning)
        0 ended
        1 ended
        2 ended"#]],
    );
}

#[test]
fn tool_calls_interleaved() {
    check(
        "tool_calls_interleaved.sse",
        expect![[r#"
        0 started ToolCall { id: "call_a", name: "one" }
        1 started ToolCall { id: "call_b", name: "two" }
        0 args "{\"x\""
        1 args "{\"y\"" ":2}"
        0 args ":1}"
        stopped ToolCalls
        0 ended
        1 ended"#]],
    );
}

#[test]
fn tool_calls_all_at_index_0() {
    check(
        "tool_calls_all_at_index_0.sse",
        expect![[r#"
        0 started ToolCall { id: "call_a", name: "one" }
        0 args "{\"x\":1}"
        1 started ToolCall { id: "call_b", name: "one" }
        1 args "{\"x\":" "2}"
        stopped ToolCalls
        0 ended
        1 ended"#]],
    );
}

#[test]
fn tool_calls_without_index() {
    check(
        "tool_calls_without_index.sse",
        expect![[r#"
        0 started ToolCall { id: "call_a", name: "one" }
        0 args "{\"x\":" "1}"
        1 started ToolCall { id: "call_b", name: "two" }
        stopped ToolCalls
        1 args "{}"
        0 ended
        1 ended"#]],
    );
}

#[test]
fn tool_calls_without_id_or_index() {
    check(
        "tool_calls_without_id_or_index.sse",
        expect![[r#"
        0 started ToolCall { id: "call_0", name: "one" }
        0 args "{\"x\":1}"
        1 started ToolCall { id: "call_1", name: "one" }
        1 args "{\"x\":2}"
        2 started ToolCall { id: "call_2", name: "two" }
        2 args "{\"y\":3}"
        stopped ToolCalls
        0 ended
        1 ended
        2 ended"#]],
    );
}

#[test]
fn tool_calls_from_index_1() {
    check(
        "tool_calls_from_index_1.sse",
        expect![[r#"
        0 started ToolCall { id: "call_a", name: "one" }
        0 args "{\"x\":1}"
        1 started ToolCall { id: "call_b", name: "two" }
        1 args "{\"y\"" ":2}"
        stopped ToolCalls
        0 ended
        1 ended"#]],
    );
}

#[test]
fn tool_call_index_only_at_first_absent() {
    check(
        "tool_call_index_only_at_first_absent.sse",
        expect![[r#"
        0 started ToolCall { id: "call_a", name: "one" }
        0 args "{\"x\":1}"
        stopped ToolCalls
        0 ended"#]],
    );
}

#[test]
fn tool_call_name_and_id_in_every_delta() {
    check(
        "tool_call_name_and_id_in_every_delta.sse",
        expect![[r#"
        0 started ToolCall { id: "call_a", name: "one" }
        0 args "{\"x\"" ":1}"
        stopped ToolCalls
        0 ended"#]],
    );
}

#[test]
fn tool_call_name_in_every_delta() {
    check(
        "tool_call_name_in_every_delta.sse",
        expect![[r#"
        0 started ToolCall { id: "call_0", name: "one" }
        0 args "{\"x\"" ":1}"
        stopped ToolCalls
        0 ended"#]],
    );
}

#[test]
fn tool_call_with_empty_names_and_ids_later() {
    check(
        "tool_call_with_empty_names_and_ids_later.sse",
        expect![[r#"
            0 started ToolCall { id: "call_a", name: "one" }
            0 args "{\"x\"" ":1}"
            stopped ToolCalls
            0 ended"#]],
    );
}

#[test]
fn tool_call_with_a_new_id_in_every_delta() {
    check(
        "tool_call_with_a_new_id_in_every_delta.sse",
        expect![[r#"
            0 started ToolCall { id: "chatcmpl-tool-1", name: "one" }
            0 args "{\"x\"" ":1}"
            stopped ToolCalls
            0 ended"#]],
    );
}

#[test]
fn tool_calls_with_one_id() {
    check(
        "tool_calls_with_one_id.sse",
        expect![[r#"
        0 started ToolCall { id: "call_0", name: "one" }
        0 args "{\"x\":1}"
        1 started ToolCall { id: "call_0_2", name: "two" }
        1 args "{\"y\":2}"
        stopped ToolCalls
        0 ended
        1 ended"#]],
    );
}

#[test]
fn tool_calls_of_other_types() {
    check(
        "tool_calls_of_other_types.sse",
        expect![[r#"
        0 started ToolCall { id: "17", name: "one" }
        0 args "{\"s\":\"é\",\"x\":1}"
        1 started ToolCall { id: "18", name: "two" }
        2 started ToolCall { id: "19", name: "three" }
        stopped ToolCalls
        1 args "{}"
        2 args "{}"
        0 ended
        1 ended
        2 ended"#]],
    );
}

#[test]
fn tool_calls_without_arguments() {
    check(
        "tool_calls_without_arguments.sse",
        expect![[r#"
        0 started ToolCall { id: "a", name: "one" }
        1 started ToolCall { id: "b", name: "two" }
        2 started ToolCall { id: "c", name: "three" }
        3 started ToolCall { id: "d", name: "four" }
        4 started ToolCall { id: "e", name: "five" }
        stopped ToolCalls
        0 args "{}"
        1 args "{}"
        2 args "{}"
        3 args "{}"
        4 args "{}"
        0 ended
        1 ended
        2 ended
        3 ended
        4 ended"#]],
    );
}

#[test]
fn tool_call_placeholder_arguments() {
    check(
        "tool_call_placeholder_arguments.sse",
        expect![[r#"
        0 started ToolCall { id: "a", name: "one" }
        0 args "{\"x\"" ":1}"
        stopped ToolCalls
        0 ended"#]],
    );
}

#[test]
fn tool_call_repeated_whole_at_the_end() {
    check(
        "tool_call_repeated_whole_at_the_end.sse",
        expect![[r#"
        0 started ToolCall { id: "a", name: "one" }
        0 args "{\"x\"" ":1}"
        stopped ToolCalls
        0 ended"#]],
    );
}

#[test]
fn tool_call_as_an_object() {
    check(
        "tool_call_as_an_object.sse",
        expect![[r#"
        0 started ToolCall { id: "a", name: "one" }
        0 args "{\"x\":1}"
        stopped ToolCalls
        0 ended"#]],
    );
}

#[test]
fn tool_call_cut_by_length() {
    check(
        "tool_call_cut_by_length.sse",
        expect![[r#"
        0 started ToolCall { id: "a", name: "one" }
        0 args "{\"x\":1}"
        1 started ToolCall { id: "b", name: "two" }
        stopped Length
        0 ended
        1 ended"#]],
    );
}

#[test]
fn tool_call_cut_by_length_in_the_middle() {
    check(
        "tool_call_cut_by_length_in_the_middle.sse",
        expect![[r#"
            0 started ToolCall { id: "a", name: "one" }
            1 started ToolCall { id: "b", name: "two" }
            1 args "{\"te"
            stopped Length
            0 args "{}"
            0 ended
            1 ended"#]],
    );
}

#[test]
fn function_call_of_old() {
    check(
        "function_call_of_old.sse",
        expect![[r#"
        0 started ToolCall { id: "call_0", name: "one" }
        0 args "{\"x\"" ":1}"
        stopped ToolCalls
        0 ended"#]],
    );
}

#[test]
fn text_beside_tool_calls() {
    check(
        "text_beside_tool_calls.sse",
        expect![[r#"
        0 started Text
        0 text "Let me look"
        1 started ToolCall { id: "a", name: "one" }
        1 args "{\"x\":"
        0 text " it up."
        1 args "1}"
        stopped ToolCalls
        0 ended
        1 ended"#]],
    );
}
