use super::check;
use expect_test::expect;

#[test]
fn thinking_then_text() {
    check(
        "thinking_then_text.sse",
        expect![[r#"
        0 started Thinking
        0 text "**Plan**\n\n" "Say hi."
        0 ended
        1 started Text
        1 text "Hi"
        usage in 11 (6 cached) out 21 (20 reasoning)
        1 text " there"
        usage in 11 (6 cached) out 23 (21 reasoning)
        stopped End
        1 ended"#]],
    );
}

#[test]
fn signature_on_the_last_text() {
    check(
        "signature_on_the_last_text.sse",
        expect![[r#"
        0 started Text
        0 text "One, " "two"
        0 opaque {"signed":[[5,8,"dHdv"]]}
        0 text ", three"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn signature_on_a_last_empty_text() {
    check(
        "signature_on_a_last_empty_text.sse",
        expect![[r#"
        0 started Text
        0 text "Done"
        0 opaque {"signed":[[4,4,"ZW5k"]]}
        stopped End
        0 ended"#]],
    );
}

#[test]
fn signature_after_a_tool_call() {
    check(
        "signature_after_a_tool_call.sse",
        expect![[r#"
        0 started ToolCall { id: "call_0", name: "look" }
        0 args "{}"
        0 ended
        0 opaque {"then":["ZW5k"]}
        stopped ToolCalls"#]],
    );
}

#[test]
fn signature_on_a_part_of_nothing() {
    check(
        "signature_on_a_part_of_nothing.sse",
        expect![[r#"
        0 started Text
        0 opaque {"signed":[[0,0,"YQ=="]]}
        0 text "Hi"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn signature_on_thoughts() {
    check(
        "signature_on_thoughts.sse",
        expect![[r#"
        0 started Thinking
        0 text "Hm"
        0 opaque {"signed":[[0,2,"aA=="]]}
        0 ended
        1 started Text
        1 text "Hi"
        stopped End
        1 ended"#]],
    );
}
