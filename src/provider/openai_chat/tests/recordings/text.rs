use super::{check, recordings};
use crate::provider::openai_chat::tests::requests::{check_request, endpoint};
use crate::provider::testing::history::{config, replayed};
use crate::provider::testing::run;
use expect_test::expect;
use serde_json::{Value, json};

#[test]
fn text_usage_in_a_chunk_without_choices() {
    check(
        "text_usage_in_a_chunk_without_choices.sse",
        expect![[r#"
            model gpt-5-mini-2025-08-07
            0 started Text
            0 text "Hello" " \"wörld\"\n" "漢字 😀\t"
            stopped End
            usage in 19 (8 cached) out 10 (4 reasoning)
            0 ended"#]],
    );
}

#[test]
fn azure_first_chunk_without_choices() {
    check(
        "azure_first_chunk_without_choices.sse",
        expect![[r#"
        model gpt-4o-2024-08-06
        0 started Text
        0 text "Hi"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn whole_message_and_usage_in_every_chunk() {
    check(
        "whole_message_and_usage_in_every_chunk.sse",
        expect![[r#"
            model sonar
            usage in 4 (- cached) out 1 (- reasoning)
            0 started Text
            0 text "Hi"
            0 cited https://example.test ""
            usage in 4 (- cached) out 2 (- reasoning)
            0 text " there"
            stopped End
            0 ended"#]],
    );
}

#[test]
fn sources_as_annotations() {
    check(
        "sources_as_annotations.sse",
        expect![[r#"
        model openai/gpt-4o:online
        0 started Text
        0 text "Spain won" " ([a.test](https://a.test/1))."
        0 cited https://a.test/1 "The final"
        0 text " Twice."
        0 cited https://b.test/ ""
        stopped End
        usage in 310 (- cached) out 12 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn sources_do_not_go_back() {
    let all = recordings().all();
    let (_, bytes) = all
        .iter()
        .find(|(name, _)| name == "sources_as_annotations.sse")
        .unwrap();
    let events = run(&endpoint(), &[bytes]);
    let request = replayed(&endpoint(), &config("m"), &events);
    check_request(&request);
    let body: Value = serde_json::from_str(&request.body).unwrap();
    let said = "Spain won ([a.test](https://a.test/1)). Twice.";
    assert_eq!(
        body["messages"][1],
        json!({ "role": "assistant", "content": said })
    );
}

#[test]
fn sources_before_the_text() {
    check(
        "sources_before_the_text.sse",
        expect![[r#"
        model sonar-reasoning
        0 started Thinking
        0 text "Who won?"
        0 ended
        1 started Text
        1 text "Spain won [1]" "."
        stopped End
        1 ended
        1 cited https://a.test/1 "The final"
        1 cited https://b.test/ "A blog""#]],
    );
}

#[test]
fn sources_in_the_last_chunk() {
    check(
        "sources_in_the_last_chunk.sse",
        expect![[r#"
        model glm-4.6
        0 started Text
        0 text "Spain won[ref_1]."
        usage in 30 (- cached) out 4 (- reasoning)
        0 cited https://a.test/1 "The final"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn sources_of_nothing_said() {
    check(
        "sources_of_nothing_said.sse",
        expect![[r#"
        model grok-4
        0 started Thinking
        0 text "hm"
        stopped End
        0 ended
        FAILED Empty: The model thought and gave no answer."#]],
    );
}

#[test]
fn usage_in_the_choice() {
    check(
        "usage_in_the_choice.sse",
        expect![[r#"
        0 started Text
        0 text "Hi"
        model moon
        usage in 9 (5 cached) out 3 (- reasoning)
        stopped End
        0 ended"#]],
    );
}

#[test]
fn usage_of_other_types() {
    check(
        "usage_of_other_types.sse",
        expect![[r#"
        0 started Text
        0 text "Hi"
        stopped End
        usage in 9 (- cached) out 3 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn choice_of_another_index() {
    check(
        "choice_of_another_index.sse",
        expect![[r#"
        0 started Text
        0 text "A" "a"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn keep_alives_and_foreign_events() {
    check(
        "keep_alives_and_foreign_events.sse",
        expect![[r#"
        0 started Text
        0 text "Hi"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn error_null_in_every_chunk() {
    check(
        "error_null_in_every_chunk.sse",
        expect![[r#"
        0 started Text
        0 text "Hi"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn complete_json_response() {
    check(
        "complete_json_response.json",
        expect![[r#"
        model model-1
        usage in 19 (8 cached) out 10 (4 reasoning)
        0 started Thinking
        0 text "Hm."
        0 ended
        1 started Text
        1 text "Hello"
        2 started ToolCall { id: "a", name: "one" }
        2 args "{\"x\":1}"
        stopped ToolCalls
        1 ended
        2 ended"#]],
    );
}

#[test]
fn complete_json_response_without_a_reason() {
    check(
        "complete_json_response_without_a_reason.json",
        expect![[r#"
            0 started Text
            0 text "Hello"
            stopped End
            0 ended"#]],
    );
}

#[test]
fn complete_response_in_one_event() {
    check(
        "complete_response_in_one_event.sse",
        expect![[r#"
        model m
        0 started Text
        0 text "Hello"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn emoji_cut_into_lone_surrogates() {
    check(
        "emoji_cut_into_lone_surrogates.sse",
        expect![[r#"
        model m
        0 started Text
        0 text "Hi " "😀 and " "🌍!"
        1 started ToolCall { id: "a", name: "one" }
        1 args "{\"x\":\"" "😀\"}"
        stopped ToolCalls
        0 ended
        1 ended"#]],
    );
}

#[test]
fn lone_surrogates_never_joined() {
    check(
        "lone_surrogates_never_joined.sse",
        expect![[r#"
        model m
        0 started Text
        0 text "a " "�b � c"
        stopped End
        0 ended"#]],
    );
}

#[test]
fn two_events_without_a_blank_line() {
    check(
        "two_events_without_a_blank_line.sse",
        expect![[r#"
        0 started Text
        0 text "Hi" " there"
        stopped End
        0 ended"#]],
    );
}
