use super::check;
use expect_test::expect;

#[test]
fn text_and_usage() {
    check(
        "text_and_usage.sse",
        expect![[r#"
            model gpt-5.2
            0 started Text
            0 text "Hel" "lo, 世界"
            0 ended
            usage in 19 (8 cached) out 10 (4 reasoning)
            stopped End"#]],
    );
}

#[test]
fn text_in_the_done_event_alone() {
    check(
        "text_in_the_done_event_alone.sse",
        expect![[r#"
            0 started Text
            0 text "Hello"
            model gpt-5.2
            0 ended
            stopped End"#]],
    );
}

#[test]
fn text_in_the_content_part_alone() {
    check(
        "text_in_the_content_part_alone.sse",
        expect![[r#"
            0 started Text
            0 text "Hello"
            model gpt-5.2
            0 ended
            stopped End"#]],
    );
}

#[test]
fn text_in_the_item_alone() {
    check(
        "text_in_the_item_alone.sse",
        expect![[r#"
            0 started Text
            0 text "Hello"
            0 ended
            model gpt-5.2
            stopped End"#]],
    );
}

#[test]
fn text_in_the_last_event_alone() {
    check(
        "text_in_the_last_event_alone.sse",
        expect![[r#"
            model gpt-5.2
            0 started Thinking
            0 text "Hm"
            0 opaque {"encrypted_content":"gAAA","id":"rs_1","summary":[{"text":"Hm","type":"summary_text"}],"type":"reasoning"}
            0 ended
            1 started Text
            1 text "Hello"
            1 ended
            2 started ToolCall { id: "call_a", name: "look" }
            2 args "{\"at\":1}"
            2 ended
            usage in 19 (8 cached) out 10 (4 reasoning)
            stopped ToolCalls"#]],
    );
}

#[test]
fn deltas_that_stop_early() {
    check(
        "deltas_that_stop_early.sse",
        expect![[r#"
            0 started Text
            0 text "Hel" "lo"
            0 ended
            1 started ToolCall { id: "call_a", name: "look" }
            1 args "{\"at\"" ":1}"
            model gpt-5.2
            1 ended
            stopped ToolCalls"#]],
    );
}

#[test]
fn two_texts_in_one_message() {
    check(
        "two_texts_in_one_message.sse",
        expect![[r#"
            0 started Text
            0 text "One"
            1 started Text
            1 text "Two"
            0 text "."
            0 ended
            1 ended
            model gpt-5.2
            stopped End"#]],
    );
}

#[test]
fn message_phases() {
    check(
        "message_phases.sse",
        expect![[r#"
            0 started Text
            0 text "Looking."
            0 opaque {"phase":"commentary"}
            0 ended
            1 started Text
            1 text "Done."
            1 opaque {"phase":"final_answer"}
            1 ended
            model gpt-5.2
            stopped End"#]],
    );
}

#[test]
fn sources() {
    check(
        "sources.sse",
        expect![[r#"
            0 started Text
            0 text "Spain won."
            0 cited https://a.test/1 "A"
            0 cited https://b.test/ ""
            0 ended
            model gpt-5.2
            stopped End"#]],
    );
}

#[test]
fn new_item_ids_in_every_event() {
    check(
        "new_item_ids_in_every_event.sse",
        expect![[r#"
            0 started Thinking
            0 text "Hm"
            0 opaque {"encrypted_content":"gAAA","id":"c","summary":[{"text":"Hm","type":"summary_text"}],"type":"reasoning"}
            0 ended
            1 started Text
            1 text "Hi" "!"
            1 ended
            model gpt-5.2
            stopped End"#]],
    );
}

#[test]
fn no_output_index() {
    check(
        "no_output_index.sse",
        expect![[r#"
            0 started ToolCall { id: "call_a", name: "look" }
            1 started ToolCall { id: "call_b", name: "look" }
            0 args "{\"at\":1}"
            1 args "{\"at\":2}"
            2 started Text
            2 text "Hi"
            model gpt-5.2
            2 ended
            0 ended
            1 ended
            stopped ToolCalls"#]],
    );
}

#[test]
fn complete_json_response() {
    check(
        "complete_json_response.json",
        expect![[r#"
            model gpt-5.2
            0 started Thinking
            0 text "Hm"
            0 opaque {"encrypted_content":"gAAA","id":"rs_1","summary":[{"text":"Hm","type":"summary_text"}],"type":"reasoning"}
            0 ended
            1 started Text
            1 text "Hello"
            1 ended
            2 started ToolCall { id: "call_a", name: "look" }
            2 args "{}"
            2 ended
            usage in 19 (8 cached) out 10 (4 reasoning)
            stopped ToolCalls"#]],
    );
}

#[test]
fn unknown_events_and_items() {
    check(
        "unknown_events_and_items.sse",
        expect![[r#"
            model gpt-5.2
            0 started Text
            0 text "Hi"
            0 ended
            stopped End"#]],
    );
}

#[test]
fn emoji_cut_into_lone_surrogates() {
    check(
        "emoji_cut_into_lone_surrogates.sse",
        expect![[r#"
            0 started Text
            0 text "Hi " "😀!"
            model gpt-5.2
            0 ended
            stopped End"#]],
    );
}

#[test]
fn no_blank_line_at_the_end() {
    check(
        "no_blank_line_at_the_end.sse",
        expect![[r#"
            0 started Text
            0 text "Hi"
            model gpt-5.2
            0 ended
            stopped End"#]],
    );
}

#[test]
fn events_after_the_end() {
    check(
        "events_after_the_end.sse",
        expect![[r#"
            0 started Text
            0 text "Hi"
            model gpt-5.2
            0 ended
            stopped End"#]],
    );
}
