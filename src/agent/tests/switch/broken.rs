//! Requests broken on purpose: each rule has to notice.

use super::*;
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A way to break a body of one dialect.
type Break = fn(&mut Value);

fn fails(check: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(check)).is_err()
}

fn broken(request: &HttpRequest, by: Break) -> HttpRequest {
    let mut body: Value = serde_json::from_str(&request.body).unwrap();
    by(&mut body);
    HttpRequest {
        body: body.to_string(),
        ..request.clone()
    }
}

fn reworded(request: &HttpRequest, from: &str, to: &str) -> HttpRequest {
    let body = request.body.replace(from, to);
    assert_ne!(body, request.body, "{from} is not there");
    HttpRequest {
        body,
        ..request.clone()
    }
}

#[test]
fn what_the_matrix_asserts_is_noticed() {
    for (row, ..) in targets() {
        let target = endpoint_of(row);
        let own = own_request(row, true);
        let state = own_state(row);
        check_switch(&target, &own, &state);
        let breaks = |request: &HttpRequest| fails(|| check_switch(&target, request, &state));

        let swapped = reworded(&own, "saw one", "saw ?");
        let swapped = reworded(&swapped, "saw two", "saw one");
        assert!(
            breaks(&reworded(&swapped, "saw ?", "saw two")),
            "{row}: pairs"
        );
        assert!(breaks(&reworded(&own, SYSTEM, "Be long.")), "{row}: system");
        assert!(breaks(&reworded(&own, SAID, "")), "{row}: text");
        for leak in ["canary-elsewhere", "thought-elsewhere"] {
            let said = format!("{SAID} {leak}");
            assert!(
                breaks(&reworded(&own, SAID, &said)),
                "{row}: {leak} in the text"
            );
        }
        let beside = broken(&own, |body| body["leak"] = json!("canary-elsewhere"));
        assert!(
            breaks(&beside),
            "{row}: foreign state beside the conversation"
        );
        if state.is_empty() {
            assert!(["groq", "on-device"].contains(&row), "{row} keeps nothing");
            continue;
        }
        let without = {
            let mut body: Value = serde_json::from_str(&own.body).unwrap();
            take_state(target.dialect, &mut body);
            HttpRequest {
                body: body.to_string(),
                ..own.clone()
            }
        };
        assert!(breaks(&without), "{row}: its own state is missing");
        let word = if own.body.contains("canary-") {
            "canary-"
        } else {
            "thought-"
        };
        assert!(
            breaks(&reworded(&own, word, "changed-")),
            "{row}: its own state is changed"
        );
        // The same request, had its state been another's.
        assert!(
            fails(|| check_switch(&target, &own, &[])),
            "{row}: foreign state in the slot"
        );
    }
}

#[test]
fn what_single_servers_demand_is_noticed() {
    let breaks: [(&str, Break); 3] = [
        ("deepseek", |body| {
            let message = body["messages"][2].as_object_mut().unwrap();
            message.remove("reasoning_content").unwrap();
        }),
        ("zai", |body| {
            body["thinking"] = json!({ "type": "enabled" })
        }),
        ("mistral", |body| {
            body["messages"][2]["tool_calls"][0]["id"] = json!("call_1");
        }),
    ];
    for (row, by) in breaks {
        let (target, own) = (endpoint_of(row), own_request(row, true));
        let quirks_hold = |request: &HttpRequest| {
            let body = serde_json::from_str(&request.body).unwrap();
            !fails(|| check_quirks(&target, &body))
        };
        assert!(quirks_hold(&own), "{row}");
        assert!(!quirks_hold(&broken(&own, by)), "{row}");
    }
}

/// Each of them breaks one rule of the dialect's own checker.
const BREAKS: &[(&str, &[(&str, Break)])] = &[
    (
        "on-device",
        &[
            ("a system prompt in the middle", |body| {
                list_mut(&mut body["initialPrompts"]).swap(0, 1);
            }),
            ("an empty system prompt", |body| {
                body["initialPrompts"][0]["content"] = json!("");
            }),
            ("an unknown role", |body| {
                body["initialPrompts"][1]["role"] = json!("tool");
            }),
            ("an answer that says nothing", |body| {
                body["initialPrompts"][2]["content"] = json!("");
            }),
            ("a call in a field of its own", |body| {
                body["initialPrompts"][2]["tool_calls"] = json!([]);
            }),
            ("no question", |body| body["prompt"] = json!([])),
            ("a question of the model's", |body| {
                body["prompt"][0]["role"] = json!("assistant");
            }),
            ("an option of other APIs", |body| {
                body["temperature"] = json!(1)
            }),
            ("tools", |body| body["tools"] = json!([])),
        ],
    ),
    (
        "groq",
        &[
            ("a call without an answer", |body| {
                remove(&mut body["messages"], 4)
            }),
            ("an answer too many", |body| {
                repeat(&mut body["messages"], 4)
            }),
            ("an answer to no call", |body| {
                body["messages"][4]["tool_call_id"] = json!("other");
            }),
            ("an answer that is no text", |body| {
                body["messages"][4]["content"] = Value::Null;
            }),
            ("an answer after the next question", |body| {
                list_mut(&mut body["messages"]).swap(4, 5);
            }),
            ("two calls of one id", |body| {
                let id = body["messages"][2]["tool_calls"][0]["id"].clone();
                body["messages"][2]["tool_calls"][1]["id"] = id.clone();
                body["messages"][4]["tool_call_id"] = id;
            }),
            ("a call without an id", |body| {
                body["messages"][2]["tool_calls"][1]["id"] = json!("");
                body["messages"][4]["tool_call_id"] = json!("");
            }),
            ("arguments that are no object", |body| {
                body["messages"][2]["tool_calls"][0]["function"]["arguments"] = json!("[1]");
            }),
            ("arguments that are no JSON", |body| {
                body["messages"][2]["tool_calls"][0]["function"]["arguments"] = json!("{");
            }),
            ("a call without a name", |body| {
                body["messages"][2]["tool_calls"][0]["function"]["name"] = json!("");
            }),
            ("a name with other characters", |body| {
                body["messages"][2]["tool_calls"][0]["function"]["name"] = json!("functions.look");
            }),
            ("a name that is too long", |body| {
                let name = json!("x".repeat(65));
                body["messages"][2]["tool_calls"][0]["function"]["name"] = name;
            }),
            ("a message that says nothing", |body| {
                body["messages"][5]["content"] = json!("");
            }),
        ],
    ),
    (
        "ollama",
        &[
            ("a call without an answer", |body| {
                remove(&mut body["messages"], 4)
            }),
            ("an answer too many", |body| {
                repeat(&mut body["messages"], 4)
            }),
            ("an answer to no call", |body| {
                body["messages"][4]["tool_name"] = json!("other");
            }),
            ("a call without a name", |body| {
                body["messages"][2]["tool_calls"][0]["function"]["name"] = json!("");
                body["messages"][3]["tool_name"] = json!("");
            }),
            ("a name with other characters", |body| {
                body["messages"][2]["tool_calls"][0]["function"]["name"] = json!("functions.look");
                body["messages"][3]["tool_name"] = json!("functions.look");
            }),
            ("arguments as text", |body| {
                body["messages"][2]["tool_calls"][0]["function"]["arguments"] = json!("{}");
            }),
            ("an answer that says nothing", |body| {
                body["messages"][2]["tool_calls"] = json!([]);
                body["messages"][2]["content"] = json!("");
                list_mut(&mut body["messages"]).drain(3..5);
            }),
            ("an unknown role", |body| {
                body["messages"][5]["role"] = json!("critic")
            }),
            ("an empty system prompt", |body| {
                body["messages"][0]["content"] = json!("")
            }),
        ],
    ),
    (
        "openai",
        &[
            ("a call without an output", |body| {
                remove(&mut body["input"], 6)
            }),
            ("an output too many", |body| repeat(&mut body["input"], 6)),
            ("an output of no call", |body| {
                body["input"][6]["call_id"] = json!("other")
            }),
            ("two calls of one id", |body| {
                body["input"][4]["call_id"] = body["input"][3]["call_id"].clone();
            }),
            ("arguments that are no object", |body| {
                body["input"][3]["arguments"] = json!("[1]");
            }),
            ("a call without a name", |body| {
                body["input"][3]["name"] = json!("")
            }),
            ("a name with other characters", |body| {
                body["input"][3]["name"] = json!("functions.look")
            }),
            ("an id that is too long", |body| {
                let id = json!("x".repeat(65));
                body["input"][3]["call_id"] = id.clone();
                body["input"][5]["call_id"] = id;
            }),
            ("reasoning that leads to nothing", |body| {
                list_mut(&mut body["input"]).swap(0, 1);
            }),
            ("reasoning that comes twice", |body| {
                let again = body["input"][1].clone();
                list_mut(&mut body["input"]).insert(3, again);
            }),
            ("reasoning without its content", |body| {
                body["input"][1]["encrypted_content"] = json!("");
            }),
            ("an item to be looked for", |body| {
                body["input"][2]["id"] = json!("msg_1")
            }),
            ("a stored response", |body| body["store"] = json!(true)),
            ("an empty content", |body| {
                body["input"][2]["content"] = json!([])
            }),
        ],
    ),
    (
        "anthropic",
        &[
            ("a call without a result", |body| {
                remove(&mut body["messages"][2]["content"], 1)
            }),
            ("a result too many", |body| {
                repeat(&mut body["messages"][2]["content"], 1)
            }),
            ("a result of no call", |body| {
                body["messages"][2]["content"][1]["tool_use_id"] = json!("other");
            }),
            ("results behind the text", |body| {
                list_mut(&mut body["messages"][2]["content"]).rotate_left(2);
            }),
            ("two calls of one id", |body| {
                body["messages"][1]["content"][4]["id"] = json!("toolu_01");
                body["messages"][2]["content"][1]["tool_use_id"] = json!("toolu_01");
            }),
            ("an id with other characters", |body| {
                body["messages"][1]["content"][4]["id"] = json!("a b");
                body["messages"][2]["content"][1]["tool_use_id"] = json!("a b");
            }),
            ("a name with other characters", |body| {
                body["messages"][1]["content"][3]["name"] = json!("functions.look");
            }),
            ("arguments that are no object", |body| {
                body["messages"][1]["content"][3]["input"] = json!("{}");
            }),
            ("thinking without a signature", |body| {
                body["messages"][1]["content"][0]["signature"] = json!("");
            }),
            ("thinking at the end", |body| {
                list_mut(&mut body["messages"][1]["content"]).rotate_left(2);
            }),
            ("text behind the calls", |body| {
                list_mut(&mut body["messages"][1]["content"])[2..].rotate_left(1);
            }),
            ("an empty text", |body| {
                body["messages"][1]["content"][2]["text"] = json!(" ")
            }),
            ("roles that do not alternate", |body| {
                remove(&mut body["messages"], 0)
            }),
            ("no limit", |body| body["max_tokens"] = Value::Null),
            ("a budget above the limit", |body| {
                body["thinking"] = json!({ "type": "enabled", "budget_tokens": 99_999 });
            }),
            ("an empty system prompt", |body| body["system"] = json!("")),
        ],
    ),
    (
        "gemini",
        &[
            ("a call without a response", |body| {
                remove(&mut body["contents"][2]["parts"], 1)
            }),
            ("a response too many", |body| {
                repeat(&mut body["contents"][2]["parts"], 1)
            }),
            ("a response to another call", |body| {
                body["contents"][2]["parts"][1]["functionResponse"]["name"] = json!("other");
            }),
            ("a response with an id of its own", |body| {
                body["contents"][2]["parts"][1]["functionResponse"]["id"] = json!("1");
            }),
            ("a response that is no text", |body| {
                body["contents"][2]["parts"][1]["functionResponse"]["response"] =
                    json!({ "result": 1 });
            }),
            ("arguments that are no object", |body| {
                body["contents"][1]["parts"][1]["functionCall"]["args"] = json!("{}");
            }),
            ("a call without a name", |body| {
                body["contents"][1]["parts"][1]["functionCall"]["name"] = json!("");
                body["contents"][2]["parts"][0]["functionResponse"]["name"] = json!("");
            }),
            ("a name that begins with a digit", |body| {
                body["contents"][1]["parts"][1]["functionCall"]["name"] = json!("2nd");
                body["contents"][2]["parts"][0]["functionResponse"]["name"] = json!("2nd");
            }),
            ("roles that do not alternate", |body| {
                remove(&mut body["contents"], 0)
            }),
            ("an empty part", |body| {
                body["contents"][1]["parts"][0]["text"] = json!("")
            }),
            ("a thought that is not signed", |body| {
                body["contents"][1]["parts"][0]["thought"] = json!(true);
            }),
            ("a content without parts", |body| {
                body["contents"][0]["parts"] = json!([])
            }),
        ],
    ),
];

fn list_mut(value: &mut Value) -> &mut Vec<Value> {
    value.as_array_mut().unwrap()
}

fn remove(list: &mut Value, at: usize) {
    list_mut(list).remove(at);
}

fn repeat(list: &mut Value, at: usize) {
    let again = list[at].clone();
    list_mut(list).insert(at, again);
}

#[test]
fn what_the_dialects_check_is_noticed() {
    for (row, breaks) in BREAKS {
        let dialect = endpoint_of(row).dialect;
        let own = own_request(row, true);
        check_request(dialect, &own);
        for (rule, by) in *breaks {
            let broken = broken(&own, *by);
            assert_ne!(broken.body, own.body, "{row}: {rule} changes nothing");
            assert!(fails(|| check_request(dialect, &broken)), "{row}: {rule}");
        }
    }
}
