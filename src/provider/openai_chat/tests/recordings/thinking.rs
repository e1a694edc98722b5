use super::{check, check_at};
use crate::provider::Endpoint;
use crate::provider::openai_chat::tests::requests::endpoint;
use crate::provider::preset::{Quirks, Replay};
use expect_test::expect;

#[test]
fn reasoning_content_then_text() {
    check(
        "reasoning_content_then_text.sse",
        expect![[r#"
        0 started Thinking
        0 text "The user" " greets."
        0 ended
        1 started Text
        1 text "Hello" "!"
        usage in 5 (0 cached) out 9 (6 reasoning)
        stopped End
        1 ended"#]],
    );
}

#[test]
fn reasoning_and_reasoning_details_say_the_same() {
    check(
        "reasoning_and_reasoning_details_say_the_same.sse",
        expect![[r#"
            model some/model
            0 started Thinking
            0 text "First" ", second."
            0 ended
            1 started Text
            1 text "Done."
            stopped End
            usage in 7 (- cached) out 5 (3 reasoning)
            1 ended"#]],
    );
}

#[test]
fn reasoning_details_alone() {
    check(
        "reasoning_details_alone.sse",
        expect![[r#"
        model some/model
        0 started Thinking
        0 text "In short"
        0 ended
        1 started Text
        1 text "Yes"
        stopped End
        1 ended"#]],
    );
}

#[test]
fn reasoning_and_reasoning_content_say_the_same() {
    check(
        "reasoning_and_reasoning_content_say_the_same.sse",
        expect![[r#"
            0 started Thinking
            0 text "Hm" " so"
            0 ended
            1 started Text
            1 text "Yes"
            stopped End
            1 ended"#]],
    );
}

#[test]
fn reasoning_content_twice_in_one_object() {
    check(
        "reasoning_content_twice_in_one_object.sse",
        expect![[r#"
            model m
            0 started Thinking
            0 text "Hm"
            0 ended
            1 started Text
            1 text "Yes"
            stopped End
            1 ended"#]],
    );
}

#[test]
fn content_as_a_list_of_parts() {
    check(
        "content_as_a_list_of_parts.sse",
        expect![[r#"
        0 started Thinking
        0 text "Let me" " see"
        0 ended
        1 started Text
        1 text "It is" " seven."
        usage in 12 (- cached) out 8 (- reasoning)
        stopped End
        1 ended"#]],
    );
}

#[test]
fn think_tags_in_the_content() {
    check(
        "think_tags_in_the_content.sse",
        expect![[r#"
        0 started Thinking
        0 text "Hm, <b" "> so" "\n"
        0 ended
        1 started Text
        1 text "Hello" " <think>" "!"
        stopped End
        1 ended"#]],
    );
}

#[test]
fn closing_think_tag_alone() {
    check(
        "closing_think_tag_alone.sse",
        expect![[r#"
        0 started Text
        0 text "Okay" ", the user" "\n"
        0 was Thinking
        0 ended
        1 started Text
        1 text "Hello"
        stopped End
        1 ended"#]],
    );
}

#[test]
fn empty_think_tags() {
    check(
        "empty_think_tags.sse",
        expect![[r#"
        0 started Text
        0 text "Hello"
        stopped End
        0 ended"#]],
    );
}

fn replaying(replay: Replay) -> Endpoint {
    let quirks = Quirks {
        replay,
        ..Quirks::NONE
    };
    Endpoint {
        quirks,
        ..endpoint()
    }
}

#[test]
fn reasoning_content_is_kept_where_it_is_wanted_back() {
    check_at(
        &replaying(Replay::ReasoningContent),
        "reasoning_content_then_text.sse",
        expect![[r#"
            0 started Thinking
            0 text "The user" " greets."
            0 ended
            1 started Text
            1 text "Hello" "!"
            usage in 5 (0 cached) out 9 (6 reasoning)
            stopped End
            0 opaque {"reasoning_content":"The user greets."}
            1 ended"#]],
    );
}

#[test]
fn reasoning_details_are_kept_where_they_are_wanted_back() {
    check_at(
        &replaying(Replay::ReasoningDetails),
        "reasoning_and_reasoning_details_say_the_same.sse",
        expect![[r#"
            model some/model
            0 started Thinking
            0 text "First" ", second."
            0 ended
            1 started Text
            1 text "Done."
            stopped End
            usage in 7 (- cached) out 5 (3 reasoning)
            0 opaque {"reasoning_details":[{"format":"anthropic-claude-v1","index":0,"signature":"c2ln","text":"First, second.","type":"reasoning.text"},{"data":"ZW5j","index":1,"type":"reasoning.encrypted"}]}
            1 ended"#]],
    );
}
