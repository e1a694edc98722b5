use super::{body, check_messages};
use crate::chat::ToolStatus;
use crate::chat::{Image, Message, ModelInput};
use crate::provider::testing::history::{
    assistant, call, call_with, config, refusal, text, thinking, tool, user,
};
use expect_test::expect;
use serde_json::Value;

#[test]
fn the_plain_request() {
    let input = ModelInput {
        system: "Be brief.".into(),
        messages: vec![user("Hello")],
        tools: vec![tool()],
    };
    let body = body(&config("model-1"), &input);
    expect![[r#"
        {
          "max_tokens": 32000,
          "messages": [
            {
              "content": [
                {
                  "text": "Hello",
                  "type": "text"
                }
              ],
              "role": "user"
            }
          ],
          "model": "model-1",
          "stream": true,
          "system": "Be brief.",
          "tools": [
            {
              "description": "Looks.",
              "input_schema": {
                "properties": {},
                "type": "object"
              },
              "name": "look"
            }
          ]
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&body).unwrap());
}

#[test]
fn a_tool_without_a_description_or_a_type() {
    let mut tool = tool();
    tool.description = String::new();
    tool.parameters = Value::Null;
    let input = ModelInput {
        system: " \n".into(),
        messages: vec![user("Hello")],
        tools: vec![tool],
    };
    let body = body(&config("model-1"), &input);
    expect![[r#"[{"input_schema":{"type":"object"},"name":"look"}]"#]]
        .assert_eq(&body["tools"].to_string());
    assert_eq!(body.get("system"), None);
}

#[test]
fn every_call_is_answered_once() {
    check_messages(
        vec![
            user("Look twice"),
            assistant([
                text("Looking. "),
                call("toolu_01", r#"{"at":"x"}"#, Some("seen")),
                call("toolu_02", "", None),
            ]),
            // Another server numbers its calls afresh in every response.
            assistant([call("toolu_01", "{}", Some(""))]),
            assistant([text("Done.")]),
            user("Thanks"),
        ],
        expect![[r#"
            user:
              {"text":"Look twice","type":"text"}
            assistant:
              {"text":"Looking. ","type":"text"}
              {"id":"toolu_01","input":{"at":"x"},"name":"look","type":"tool_use"}
              {"id":"toolu_02","input":{},"name":"look","type":"tool_use"}
            user:
              {"content":"seen","tool_use_id":"toolu_01","type":"tool_result"}
              {"content":"Interrupted: this call has no result. It is not known whether it was carried out.","is_error":true,"tool_use_id":"toolu_02","type":"tool_result"}
            assistant:
              {"id":"toolu_01_2","input":{},"name":"look","type":"tool_use"}
            user:
              {"tool_use_id":"toolu_01_2","type":"tool_result"}
            assistant:
              {"text":"Done.","type":"text"}
            user:
              {"text":"Thanks","type":"text"}"#]],
    );
}

#[test]
fn results_stand_before_the_next_message() {
    check_messages(
        vec![
            user("Look"),
            assistant([call("a", "{}", Some("seen"))]),
            user("And now?"),
            user("Well?"),
        ],
        expect![[r#"
            user:
              {"text":"Look","type":"text"}
            assistant:
              {"id":"a","input":{},"name":"look","type":"tool_use"}
            user:
              {"content":"seen","tool_use_id":"a","type":"tool_result"}
              {"text":"And now?","type":"text"}
              {"text":"Well?","type":"text"}"#]],
    );
}

#[test]
fn whatever_is_no_result_is_an_error() {
    let statuses = [
        ToolStatus::Done,
        ToolStatus::Failed,
        ToolStatus::Refused,
        ToolStatus::TimedOut,
        ToolStatus::Stopped,
        ToolStatus::Interrupted,
    ];
    let calls = statuses.map(|status| call_with("", "{}", Some((status, "said"))));
    check_messages(
        vec![user("Go"), assistant(calls)],
        expect![[r#"
        user:
          {"text":"Go","type":"text"}
        assistant:
          {"id":"call","input":{},"name":"look","type":"tool_use"}
          {"id":"call_2","input":{},"name":"look","type":"tool_use"}
          {"id":"call_3","input":{},"name":"look","type":"tool_use"}
          {"id":"call_4","input":{},"name":"look","type":"tool_use"}
          {"id":"call_5","input":{},"name":"look","type":"tool_use"}
          {"id":"call_6","input":{},"name":"look","type":"tool_use"}
        user:
          {"content":"said","tool_use_id":"call","type":"tool_result"}
          {"content":"said","is_error":true,"tool_use_id":"call_2","type":"tool_result"}
          {"content":"said","is_error":true,"tool_use_id":"call_3","type":"tool_result"}
          {"content":"said","is_error":true,"tool_use_id":"call_4","type":"tool_result"}
          {"content":"said","is_error":true,"tool_use_id":"call_5","type":"tool_result"}
          {"content":"said","is_error":true,"tool_use_id":"call_6","type":"tool_result"}"#]],
    );
    check_messages(
        vec![
            user("Go"),
            assistant([call_with("a", "{}", Some((ToolStatus::Failed, " ")))]),
        ],
        expect![[r#"
            user:
              {"text":"Go","type":"text"}
            assistant:
              {"id":"a","input":{},"name":"look","type":"tool_use"}
            user:
              {"content":"The call failed and gave no message.","is_error":true,"tool_use_id":"a","type":"tool_result"}"#]],
    );
}

#[test]
fn malformed_arguments_and_foreign_ids_go_back_in_a_valid_form() {
    check_messages(
        vec![
            user("Go"),
            assistant([
                call("call:1/é", r#"{"cut": "of"#, Some("1")),
                call("call:1/é", "null", Some("2")),
                call("", "[1,2]", Some("3")),
                call("call_1__", r#""{\"twice\":1}""#, Some("4")),
                call("fine-1", " {\"fine\": 1} ", Some("5")),
            ]),
        ],
        expect![[r#"
            user:
              {"text":"Go","type":"text"}
            assistant:
              {"id":"call_1__","input":{"malformed_arguments":"{\"cut\": \"of"},"name":"look","type":"tool_use"}
              {"id":"call_1___2","input":{},"name":"look","type":"tool_use"}
              {"id":"call","input":{"malformed_arguments":"[1,2]"},"name":"look","type":"tool_use"}
              {"id":"call_1___3","input":{"malformed_arguments":"\"{\\\"twice\\\":1}\""},"name":"look","type":"tool_use"}
              {"id":"fine-1","input":{"fine":1},"name":"look","type":"tool_use"}
            user:
              {"content":"1","tool_use_id":"call_1__","type":"tool_result"}
              {"content":"2","tool_use_id":"call_1___2","type":"tool_result"}
              {"content":"3","tool_use_id":"call","type":"tool_result"}
              {"content":"4","tool_use_id":"call_1___3","type":"tool_result"}
              {"content":"5","tool_use_id":"fine-1","type":"tool_result"}"#]],
    );
}

#[test]
fn what_says_nothing_is_left_out() {
    check_messages(
        vec![
            user(" "),
            assistant([text("\n"), text("One"), text("")]),
            user(""),
            assistant([refusal("I can't help with that.")]),
            assistant([text("Two")]),
            user("Second"),
            assistant([thinking("stopped in the middle")]),
            user("Third"),
            assistant([text("Goes on: ")]),
        ],
        expect![[r#"
            user:
              {"text":"(empty message)","type":"text"}
            assistant:
              {"text":"One","type":"text"}
              {"text":"Two","type":"text"}
            user:
              {"text":"Second","type":"text"}
              {"text":"Third","type":"text"}
            assistant:
              {"text":"Goes on:","type":"text"}"#]],
    );
    check_messages(
        vec![],
        expect![[r#"
        user:
          {"text":"(empty message)","type":"text"}"#]],
    );
}

#[test]
fn pictures() {
    let image = Image {
        media_type: "image/png".into(),
        data: "iVBORw==".into(),
    };
    let with_text = Message::User {
        text: "What is it?".into(),
        images: vec![image.clone()],
    };
    let alone = Message::User {
        text: String::new(),
        images: vec![image],
    };
    check_messages(
        vec![with_text, alone],
        expect![[r#"
        user:
          {"source":{"data":"iVBORw==","media_type":"image/png","type":"base64"},"type":"image"}
          {"text":"What is it?","type":"text"}
          {"source":{"data":"iVBORw==","media_type":"image/png","type":"base64"},"type":"image"}"#]],
    );
}
