use super::requests::{body, check_request, endpoint};
use crate::chat::ToolStatus;
use crate::chat::{Image, Message, ModelInput, Part, PartBody};
use crate::provider::testing::history::{
    assistant, call_with as call, config, replayed, text, thinking, user, with,
};
use crate::provider::testing::run;
use expect_test::{Expect, expect};
use serde_json::{Value, json};

/// With state of the model that goes on.
fn own(part: Part, value: Value) -> Part {
    with(part, "gemini:example/gemini-3-pro-preview", value)
}

fn check_contents(model: &str, messages: Vec<Message>, expected: Expect) {
    let input = ModelInput {
        messages,
        ..Default::default()
    };
    let body = body(&config(model), &input);
    let lines: Vec<String> = body["contents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|content| format!("{} {}", content["role"], content["parts"]))
        .collect();
    expected.assert_eq(&lines.join("\n"));
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
        Message::User {
            text: String::new(),
            images: vec![image("image/webp")],
        },
        user(""),
    ];
    check_contents(
        "gemini-2.5-flash",
        messages,
        expect![[
            r#""user" [{"inlineData":{"data":"AAAA","mimeType":"image/png"}},{"inlineData":{"data":"AAAA","mimeType":"image/jpeg"}},{"text":"What is this?"},{"inlineData":{"data":"AAAA","mimeType":"image/webp"}}]"#
        ]],
    );
}

#[test]
fn every_call_is_answered_once() {
    let messages = vec![
        user("Look"),
        assistant([
            thinking("secret thoughts"),
            text("Looking."),
            call("a", r#"{"at":"x"}"#, Some((ToolStatus::Done, "seen"))),
            call("b", "", Some((ToolStatus::Refused, "No."))),
            call("c", "{\"cut", None),
        ]),
        assistant([call("a", "[1]", Some((ToolStatus::Done, "")))]),
        user("And?"),
        assistant([text("Done.")]),
        assistant([text("Really.")]),
        user("Thanks"),
    ];
    check_contents(
        "gemini-2.5-flash",
        messages,
        expect![[r#"
        "user" [{"text":"Look"}]
        "model" [{"text":"Looking."},{"functionCall":{"args":{"at":"x"},"name":"look"}},{"functionCall":{"args":{},"name":"look"}},{"functionCall":{"args":{"malformed_arguments":"{\"cut"},"name":"look"}}]
        "user" [{"functionResponse":{"name":"look","response":{"result":"seen"}}},{"functionResponse":{"name":"look","response":{"error":"No."}}},{"functionResponse":{"name":"look","response":{"error":"Interrupted: this call has no result. It is not known whether it was carried out."}}}]
        "model" [{"functionCall":{"args":{"malformed_arguments":"[1]"},"name":"look"}}]
        "user" [{"functionResponse":{"name":"look","response":{"result":""}}},{"text":"And?"}]
        "model" [{"text":"Done."},{"text":"Really."}]
        "user" [{"text":"Thanks"}]"#]],
    );
}

#[test]
fn what_is_not_an_answer_is_not_sent_as_one() {
    let refusal = PartBody::Refusal {
        text: "I can't.".into(),
    };
    let search = PartBody::ServerTool {
        name: "web_search".into(),
        text: "euro".into(),
    };
    let messages = vec![
        assistant([text("An answer to nothing")]),
        user("First"),
        assistant([refusal.into()]),
        user("Second"),
        assistant([thinking("stopped in the middle"), text(""), search.into()]),
        user("Third"),
    ];
    check_contents(
        "gemini-2.5-flash",
        messages,
        expect![[r#"
        "user" [{"text":"[The beginning of this conversation is not included.]"}]
        "model" [{"text":"An answer to nothing"}]
        "user" [{"text":"First"},{"text":"Second"},{"text":"Third"}]"#]],
    );
}

#[test]
fn signatures_go_back_on_their_parts() {
    let messages = vec![
        user("Go"),
        assistant([
            own(
                thinking("Hm. So."),
                json!({ "signed": [[3, 7, "dGhvdWdodA=="]] }),
            ),
            own(
                text("One, two, three"),
                json!({ "signed": [[5, 8, "dHdv"], [15, 15, "ZW5k"]] }),
            ),
            own(
                call("fc_1-2", "{}", Some((ToolStatus::Done, "ok"))),
                json!({ "id": "fc_1", "signature": "Y2FsbA==", "then": ["YWZ0ZXI="] }),
            ),
            own(call("call_1", "{}", None), json!({})),
        ]),
        assistant([own(
            PartBody::ServerTool {
                name: "code_execution".into(),
                text: "print(1)".into(),
            }
            .into(),
            json!({ "part": { "executableCode": { "language": "PYTHON", "code": "print(1)" } } }),
        )]),
    ];
    check_contents(
        "gemini-3-pro-preview",
        messages,
        expect![[r#"
        "user" [{"text":"Go"}]
        "model" [{"text":" So.","thought":true,"thoughtSignature":"dGhvdWdodA=="},{"text":"One, "},{"text":"two","thoughtSignature":"dHdv"},{"text":", three"},{"text":"","thoughtSignature":"ZW5k"},{"functionCall":{"args":{},"id":"fc_1","name":"look"},"thoughtSignature":"Y2FsbA=="},{"text":"","thoughtSignature":"YWZ0ZXI="},{"functionCall":{"args":{},"name":"look"}}]
        "user" [{"functionResponse":{"id":"fc_1","name":"look","response":{"result":"ok"}}},{"functionResponse":{"name":"look","response":{"error":"Interrupted: this call has no result. It is not known whether it was carried out."}}}]
        "model" [{"executableCode":{"code":"print(1)","language":"PYTHON"}}]"#]],
    );
}

#[test]
fn foreign_state_is_dropped_and_foreign_calls_get_the_stand_in() {
    let messages = vec![
        user("Go"),
        assistant([
            with(
                thinking("Hm"),
                "anthropic:x",
                json!({ "signed": [[0, 2, "YQ=="]] }),
            ),
            with(
                text("Looking."),
                "gemini:other",
                json!({ "signed": [[0, 8, "Yg=="]], "then": ["Yw=="] }),
            ),
            with(
                call("a", "{}", Some((ToolStatus::Done, "ok"))),
                "gemini:other",
                json!({ "id": "a", "signature": "ZA==" }),
            ),
            call("b", "{}", Some((ToolStatus::Done, "ok"))),
        ]),
        assistant([call("c", "{}", Some((ToolStatus::Failed, "no")))]),
    ];
    check_contents(
        "gemini-3-flash-preview",
        messages.clone(),
        expect![[r#"
        "user" [{"text":"Go"}]
        "model" [{"text":"Looking."},{"functionCall":{"args":{},"name":"look"},"thoughtSignature":"skip_thought_signature_validator"},{"functionCall":{"args":{},"name":"look"}}]
        "user" [{"functionResponse":{"name":"look","response":{"result":"ok"}}},{"functionResponse":{"name":"look","response":{"result":"ok"}}}]
        "model" [{"functionCall":{"args":{},"name":"look"},"thoughtSignature":"skip_thought_signature_validator"}]
        "user" [{"functionResponse":{"name":"look","response":{"error":"no"}}}]"#]],
    );
    // Earlier models neither demand a signature nor know the stand-in.
    check_contents(
        "gemini-2.5-pro",
        messages,
        expect![[r#"
        "user" [{"text":"Go"}]
        "model" [{"text":"Looking."},{"functionCall":{"args":{},"name":"look"}},{"functionCall":{"args":{},"name":"look"}}]
        "user" [{"functionResponse":{"name":"look","response":{"result":"ok"}}},{"functionResponse":{"name":"look","response":{"result":"ok"}}}]
        "model" [{"functionCall":{"args":{},"name":"look"}}]
        "user" [{"functionResponse":{"name":"look","response":{"error":"no"}}}]"#]],
    );
}

/// The parts of a recording, as the next request sends them.
fn check_round_trip(recording: &str, expected: Expect) {
    let all = super::recordings::recordings().all();
    let (_, bytes) = all.iter().find(|(name, _)| name == recording).unwrap();
    let events = run(&endpoint(), &[bytes]);
    let request = replayed(&endpoint(), &config("gemini-3-pro-preview"), &events);
    check_request(&request);
    let body: Value = serde_json::from_str(&request.body).unwrap();
    expected.assert_eq(&body["contents"][1]["parts"].to_string());
}

#[test]
fn what_came_signed_goes_back_signed() {
    check_round_trip(
        "signature_on_the_last_text.sse",
        expect![[
            r#"[{"text":"One, "},{"text":"two","thoughtSignature":"dHdv"},{"text":", three"}]"#
        ]],
    );
    check_round_trip(
        "signature_on_a_last_empty_text.sse",
        expect![[r#"[{"text":"Done"},{"text":"","thoughtSignature":"ZW5k"}]"#]],
    );
    check_round_trip(
        "signature_after_a_tool_call.sse",
        expect![[
            r#"[{"functionCall":{"args":{},"name":"look"}},{"text":"","thoughtSignature":"ZW5k"}]"#
        ]],
    );
    check_round_trip(
        "signature_on_a_part_of_nothing.sse",
        expect![[r#"[{"text":"","thoughtSignature":"YQ=="},{"text":"Hi"}]"#]],
    );
    check_round_trip(
        "signature_on_thoughts.sse",
        expect![[r#"[{"text":"Hm","thought":true,"thoughtSignature":"aA=="},{"text":"Hi"}]"#]],
    );
    check_round_trip(
        "thinking_and_tool_calls.sse",
        expect![[
            r#"[{"functionCall":{"args":{"at":"x"},"name":"look"},"thoughtSignature":"c2lnbmVk"}]"#
        ]],
    );
    check_round_trip(
        "tool_calls_in_parallel.sse",
        expect![[
            r#"[{"text":"Looking."},{"functionCall":{"args":{"at":"a"},"id":"fc_1","name":"look"},"thoughtSignature":"c2ln"},{"functionCall":{"args":{"at":"b"},"id":"fc_2","name":"look"}},{"functionCall":{"args":{},"name":"now"}}]"#
        ]],
    );
    check_round_trip(
        "code_execution.sse",
        expect![[
            r#"[{"executableCode":{"code":"print(6*7)","language":"PYTHON"}},{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"42\n"}},{"codeExecutionResult":{"outcome":"OUTCOME_FAILED"}},{"text":"It is 42."}]"#
        ]],
    );
    check_round_trip(
        "picture.sse",
        expect![[r#"[{"text":"Here: "},{"text":"nice"}]"#]],
    );
}
