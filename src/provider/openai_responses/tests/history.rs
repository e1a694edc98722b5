use super::requests::{check_request, endpoint};
use crate::chat::ToolStatus;
use crate::chat::{Image, Message, ModelInput, Part, PartBody};
use crate::provider::testing::history::{
    assistant, call_with as call, config, replayed, text, thinking, user, with,
};
use crate::provider::testing::run;
use crate::provider::{HttpRequest, encode};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

/// Thinking with a reasoning item of this origin.
fn reasoning(id: &str) -> Part {
    let item = json!({
        "type": "reasoning",
        "id": id,
        "summary": [{ "type": "summary_text", "text": "Hm" }],
        "encrypted_content": format!("gAAA{id}"),
        "status": "completed",
        "content": [],
    });
    with(thinking("Hm"), "openai-responses:example/gpt-5.2", item)
}

fn search() -> Part {
    PartBody::ServerTool {
        name: "web_search".into(),
        text: "euro".into(),
    }
    .into()
}

fn lines(request: &HttpRequest) -> String {
    check_request(request);
    let body: Value = serde_json::from_str(&request.body).unwrap();
    let items = body["input"].as_array().unwrap();
    let lines: Vec<String> = items.iter().map(Value::to_string).collect();
    lines.join("\n")
}

fn check_items(messages: Vec<Message>, expected: Expect) {
    let input = ModelInput {
        messages,
        ..Default::default()
    };
    expected.assert_eq(&lines(&encode(&endpoint(), &config("gpt-5.2"), &input)));
}

#[test]
fn pictures_go_before_the_words() {
    let image = |media_type: &str| Image {
        media_type: media_type.into(),
        data: "AAAA".into(),
    };
    let messages = vec![
        Message::User {
            text: "What is this?".into(),
            images: vec![image("image/png"), image("image/jpeg")],
        },
        user(""),
    ];
    check_items(
        messages,
        expect![[
            r#"{"content":[{"detail":"auto","image_url":"data:image/png;base64,AAAA","type":"input_image"},{"detail":"auto","image_url":"data:image/jpeg;base64,AAAA","type":"input_image"},{"text":"What is this?","type":"input_text"}],"role":"user","type":"message"}"#
        ]],
    );
}

#[test]
fn every_call_is_answered_once() {
    let long = "x".repeat(80);
    let messages = vec![
        user("Look"),
        assistant([
            thinking("secret thoughts"),
            text("Looking."),
            call("a", r#"{"at": "x"}"#, Some((ToolStatus::Done, "seen"))),
            call("b", "", Some((ToolStatus::Refused, "No."))),
            text("And on."),
            call(&long, "{\"cut", None),
        ]),
        assistant([
            call("a", "[1]", Some((ToolStatus::Done, ""))),
            call(&long, "{}", None),
            call("", "{}", None),
        ]),
        assistant([text("One"), text(""), text("Two")]),
        user("Thanks"),
    ];
    check_items(
        messages,
        expect![[r#"
        {"content":[{"text":"Look","type":"input_text"}],"role":"user","type":"message"}
        {"content":[{"text":"Looking.","type":"output_text"}],"role":"assistant","type":"message"}
        {"arguments":"{\"at\": \"x\"}","call_id":"a","name":"look","type":"function_call"}
        {"arguments":"{}","call_id":"b","name":"look","type":"function_call"}
        {"content":[{"text":"And on.","type":"output_text"}],"role":"assistant","type":"message"}
        {"arguments":"{\"malformed_arguments\":\"{\\\"cut\"}","call_id":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","name":"look","type":"function_call"}
        {"call_id":"a","output":"seen","type":"function_call_output"}
        {"call_id":"b","output":"No.","type":"function_call_output"}
        {"call_id":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","output":"Interrupted: this call has no result. It is not known whether it was carried out.","type":"function_call_output"}
        {"arguments":"{\"malformed_arguments\":\"[1]\"}","call_id":"a_2","name":"look","type":"function_call"}
        {"arguments":"{}","call_id":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_2","name":"look","type":"function_call"}
        {"arguments":"{}","call_id":"call","name":"look","type":"function_call"}
        {"call_id":"a_2","output":"","type":"function_call_output"}
        {"call_id":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_2","output":"Interrupted: this call has no result. It is not known whether it was carried out.","type":"function_call_output"}
        {"call_id":"call","output":"Interrupted: this call has no result. It is not known whether it was carried out.","type":"function_call_output"}
        {"content":[{"text":"One","type":"output_text"},{"text":"Two","type":"output_text"}],"role":"assistant","type":"message"}
        {"content":[{"text":"Thanks","type":"input_text"}],"role":"user","type":"message"}"#]],
    );
}

#[test]
fn reasoning_goes_back_before_what_it_led_to() {
    let messages = vec![
        user("Go"),
        assistant([
            reasoning("rs_1"),
            call("a", "{}", Some((ToolStatus::Done, "ok"))),
            reasoning("rs_2"),
            text("One"),
            text("still one"),
            reasoning("rs_3"),
            text("Two"),
        ]),
        // What it led to is not sent, so it is not either.
        assistant([reasoning("rs_4"), search(), text("Found.")]),
        assistant([reasoning("rs_5")]),
        assistant([reasoning("rs_6"), reasoning("rs_7"), text("Last")]),
        assistant([reasoning("rs_7"), text("The same again")]),
    ];
    check_items(
        messages,
        expect![[r#"
        {"content":[{"text":"Go","type":"input_text"}],"role":"user","type":"message"}
        {"encrypted_content":"gAAArs_1","id":"rs_1","summary":[{"text":"Hm","type":"summary_text"}],"type":"reasoning"}
        {"arguments":"{}","call_id":"a","name":"look","type":"function_call"}
        {"encrypted_content":"gAAArs_2","id":"rs_2","summary":[{"text":"Hm","type":"summary_text"}],"type":"reasoning"}
        {"content":[{"text":"One","type":"output_text"},{"text":"still one","type":"output_text"}],"role":"assistant","type":"message"}
        {"encrypted_content":"gAAArs_3","id":"rs_3","summary":[{"text":"Hm","type":"summary_text"}],"type":"reasoning"}
        {"content":[{"text":"Two","type":"output_text"}],"role":"assistant","type":"message"}
        {"call_id":"a","output":"ok","type":"function_call_output"}
        {"content":[{"text":"Found.","type":"output_text"}],"role":"assistant","type":"message"}
        {"encrypted_content":"gAAArs_7","id":"rs_7","summary":[{"text":"Hm","type":"summary_text"}],"type":"reasoning"}
        {"content":[{"text":"Last","type":"output_text"}],"role":"assistant","type":"message"}
        {"content":[{"text":"The same again","type":"output_text"}],"role":"assistant","type":"message"}"#]],
    );
}

#[test]
fn a_model_that_does_not_reason_gets_no_reasoning() {
    let input = ModelInput {
        messages: vec![user("Go"), assistant([reasoning("rs_1"), text("One")])],
        ..Default::default()
    };
    let request = encode(&endpoint(), &config("gpt-4o"), &input);
    expect![[r#"
        {"content":[{"text":"Go","type":"input_text"}],"role":"user","type":"message"}
        {"content":[{"text":"One","type":"output_text"}],"role":"assistant","type":"message"}"#]]
    .assert_eq(&lines(&request));
}

#[test]
fn what_is_not_an_answer_is_not_sent_as_one() {
    let refusal = PartBody::Refusal {
        text: "I can't.".into(),
    };
    let messages = vec![
        user("First"),
        assistant([reasoning("rs_1"), refusal.into()]),
        user("Second"),
        assistant([thinking("stopped in the middle"), search(), text("")]),
        user("Third"),
    ];
    check_items(
        messages,
        expect![[r#"
        {"content":[{"text":"First","type":"input_text"}],"role":"user","type":"message"}
        {"content":[{"text":"Second","type":"input_text"}],"role":"user","type":"message"}
        {"content":[{"text":"Third","type":"input_text"}],"role":"user","type":"message"}"#]],
    );
}

#[test]
fn foreign_and_stored_state_is_dropped() {
    let own = "openai-responses:example/gpt-5.2";
    let sealed = json!({ "type": "reasoning", "id": "rs_1", "encrypted_content": "gAAA" });
    let stored = json!({ "type": "reasoning", "id": "rs_2", "summary": [] });
    let messages = vec![
        assistant([
            with(thinking("Hm"), "openai-responses:other", sealed.clone()),
            with(
                text("One"),
                "openai-responses:other",
                json!({ "phase": "commentary" }),
            ),
        ]),
        assistant([with(thinking("Hm"), own, stored), text("Two")]),
        assistant([with(thinking("Hm"), own, sealed), text("Three")]),
        assistant([
            with(text("Four"), own, json!({ "phase": "commentary" })),
            with(text("Five"), own, json!({ "phase": "final_answer" })),
        ]),
    ];
    check_items(
        messages,
        expect![[r#"
        {"content":[{"text":"One","type":"output_text"}],"role":"assistant","type":"message"}
        {"content":[{"text":"Two","type":"output_text"}],"role":"assistant","type":"message"}
        {"encrypted_content":"gAAA","id":"rs_1","summary":[],"type":"reasoning"}
        {"content":[{"text":"Three","type":"output_text"}],"role":"assistant","type":"message"}
        {"content":[{"text":"Four","type":"output_text"}],"phase":"commentary","role":"assistant","type":"message"}
        {"content":[{"text":"Five","type":"output_text"}],"phase":"final_answer","role":"assistant","type":"message"}"#]],
    );
}

/// The parts of a recording, as the next request sends them.
fn check_round_trip(recording: &str, expected: Expect) {
    let all = super::recordings::recordings().all();
    let (_, bytes) = all.iter().find(|(name, _)| name == recording).unwrap();
    let events = run(&endpoint(), &[bytes]);
    let request = replayed(&endpoint(), &config("gpt-5.2"), &events);
    expected.assert_eq(&lines(&request));
}

#[test]
fn what_came_encrypted_goes_back_encrypted() {
    check_round_trip(
        "thinking_and_tool_calls.sse",
        expect![[r#"
        {"content":[{"text":"Go","type":"input_text"}],"role":"user","type":"message"}
        {"encrypted_content":"gAAA","id":"rs_1","summary":[],"type":"reasoning"}
        {"arguments":"{\"at\":\"x\"}","call_id":"call_a","name":"look","type":"function_call"}
        {"call_id":"call_a","output":"Interrupted: this call has no result. It is not known whether it was carried out.","type":"function_call_output"}"#]],
    );
    check_round_trip(
        "thinking_then_text.sse",
        expect![[r#"
        {"content":[{"text":"Go","type":"input_text"}],"role":"user","type":"message"}
        {"encrypted_content":"gAAAlate","id":"rs_1","summary":[{"text":"**Plan** it.","type":"summary_text"},{"text":"Do it.","type":"summary_text"}],"type":"reasoning"}
        {"content":[{"text":"Hi","type":"output_text"}],"role":"assistant","type":"message"}"#]],
    );
    check_round_trip(
        "message_phases.sse",
        expect![[r#"
        {"content":[{"text":"Go","type":"input_text"}],"role":"user","type":"message"}
        {"content":[{"text":"Looking.","type":"output_text"}],"phase":"commentary","role":"assistant","type":"message"}
        {"content":[{"text":"Done.","type":"output_text"}],"phase":"final_answer","role":"assistant","type":"message"}"#]],
    );
    check_round_trip(
        "web_search.sse",
        expect![[r#"
        {"content":[{"text":"Go","type":"input_text"}],"role":"user","type":"message"}
        {"content":[{"text":"Spain.","type":"output_text"}],"role":"assistant","type":"message"}"#]],
    );
    check_round_trip(
        "refusal.sse",
        expect![[
            r#"{"content":[{"text":"Go","type":"input_text"}],"role":"user","type":"message"}"#
        ]],
    );
}
