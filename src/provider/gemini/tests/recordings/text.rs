use super::check;
use expect_test::expect;

#[test]
fn text_and_usage() {
    check(
        "text_and_usage.sse",
        expect![[r#"
        model gemini-2.5-flash
        0 started Text
        0 text "Hel"
        usage in 4 (- cached) out - (- reasoning)
        0 text "lo, 世界"
        usage in 4 (- cached) out 3 (- reasoning)
        0 text "!"
        usage in 4 (- cached) out 5 (- reasoning)
        stopped End
        0 ended"#]],
    );
}

#[test]
fn picture() {
    check(
        "picture.sse",
        expect![[r#"
        0 started Text
        0 text "Here: "
        0 ended
        1 started ServerTool { name: "image" }
        1 text "image/png, 1 KB"
        1 ended
        2 started Text
        2 text "nice"
        stopped End
        2 ended"#]],
    );
}

#[test]
fn code_execution() {
    check(
        "code_execution.sse",
        expect![[r#"
        0 started ServerTool { name: "code_execution" }
        0 opaque {"part":{"executableCode":{"code":"print(6*7)","language":"PYTHON"}}}
        0 text "print(6*7)"
        0 ended
        1 started ServerTool { name: "code_result" }
        1 opaque {"part":{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"42\n"}}}
        1 text "42\n"
        1 ended
        2 started ServerTool { name: "code_result" }
        2 opaque {"part":{"codeExecutionResult":{"outcome":"OUTCOME_FAILED"}}}
        2 text "OUTCOME_FAILED"
        2 ended
        3 started Text
        3 text "It is 42."
        stopped End
        3 ended"#]],
    );
}

#[test]
fn sources() {
    check(
        "sources.sse",
        expect![[r#"
        0 started Text
        0 text "Spain won."
        0 cited https://a.test/1 "a.test"
        0 cited https://b.test/ ""
        0 cited https://c.test/ ""
        stopped End
        0 ended"#]],
    );
}

#[test]
fn complete_json_response() {
    check(
        "complete_json_response.json",
        expect![[r#"
        model gemini-2.5-flash
        0 started Thinking
        0 text "Hm"
        0 ended
        1 started Text
        1 text "Hi"
        1 ended
        2 started ToolCall { id: "call_0", name: "look" }
        2 args "{\"at\":1}"
        2 ended
        usage in 1 (- cached) out 2 (- reasoning)
        stopped ToolCalls"#]],
    );
}

#[test]
fn list_of_responses_instead_of_events() {
    check(
        "list_of_responses_instead_of_events.json",
        expect![[r#"
        0 started Text
        0 text "Hel" "lo"
        stopped End
        0 ended"#]],
    );
}

/// Events of this API have no types; unknown fields, parts and values stand for them.
#[test]
fn unknown_events_and_parts() {
    check(
        "unknown_events_and_parts.sse",
        expect![[r#"
        0 started Text
        0 text "Hi" "!"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn emoji_cut_into_lone_surrogates() {
    check(
        "emoji_cut_into_lone_surrogates.sse",
        expect![[r#"
        0 started Text
        0 text "Hi " "😀!"
        stopped End
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
