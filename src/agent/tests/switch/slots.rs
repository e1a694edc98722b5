//! Where each dialect keeps what a change of provider is about.

use crate::provider::Dialect;
use serde_json::Value;

/// Gemini's documented stand-in for the signature of a call that another model made.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

/// What a request says in its dialect's words.
pub(super) struct Found {
    pub system: String,
    /// The assistant's text.
    pub said: String,
    /// Of each call its `at`, and what it was answered with.
    pub answers: Vec<(String, String)>,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn list_mut(value: &mut Value) -> &mut Vec<Value> {
    value.as_array_mut().unwrap()
}

fn take_all(taken: &mut Vec<String>, list: &mut Vec<Value>, is_state: &dyn Fn(&Value) -> bool) {
    taken.extend(list.iter().filter(|it| is_state(it)).map(Value::to_string));
    list.retain(|it| !is_state(it));
}

/// Takes the state of the dialect's own out of its slots, one line for each.
pub(super) fn take_state(dialect: Dialect, body: &mut Value) -> Vec<String> {
    let mut taken = Vec::new();
    match dialect {
        Dialect::Anthropic => {
            let is_state = |it: &Value| text(&it["type"]).ends_with("thinking");
            for message in list_mut(&mut body["messages"]) {
                take_all(&mut taken, list_mut(&mut message["content"]), &is_state);
            }
        }
        Dialect::OpenAiResponses => {
            take_all(&mut taken, list_mut(&mut body["input"]), &|it| {
                it["type"] == "reasoning"
            });
        }
        Dialect::Gemini => {
            for content in list_mut(&mut body["contents"]) {
                let parts = list_mut(&mut content["parts"]);
                take_all(&mut taken, parts, &|part| part["thought"] == true);
                for (at, part) in parts.iter_mut().enumerate() {
                    let signature = part.as_object_mut().unwrap().remove("thoughtSignature");
                    if let Some(signature) = signature.filter(|it| *it != NO_SIGNATURE) {
                        taken.push(format!("part {at}: {signature}"));
                    }
                }
            }
        }
        // It keeps none.
        Dialect::OnDevice => {}
        Dialect::OpenAiChat | Dialect::Ollama => {
            for message in list_mut(&mut body["messages"]) {
                if let Value::Array(parts) = &mut message["content"] {
                    take_all(&mut taken, parts, &|part| part["type"] == "thinking");
                }
                for name in ["reasoning_content", "reasoning_details", "thinking"] {
                    let state = message.as_object_mut().unwrap().remove(name);
                    // Where the field must be there, it is empty for what others thought.
                    if let Some(state) = state.filter(|it| *it != "") {
                        taken.push(format!("{name}: {state}"));
                    }
                }
            }
        }
    }
    taken
}

/// Reads a request whose state was taken out.
pub(super) fn find(dialect: Dialect, body: &Value) -> Found {
    match dialect {
        Dialect::OpenAiChat | Dialect::Ollama => chat(body),
        Dialect::OpenAiResponses => responses(body),
        Dialect::Anthropic => anthropic(body),
        Dialect::Gemini => gemini(body),
        Dialect::OnDevice => on_device(body),
    }
}

fn chat(body: &Value) -> Found {
    let messages: Vec<&Value> = list(&body["messages"]).collect();
    let of_role = |role: &'static str| messages.iter().filter(move |it| it["role"] == role);
    let assistant = of_role("assistant").next().unwrap();
    let said = match &assistant["content"] {
        Value::Array(parts) => parts.iter().map(|part| text(&part["text"])).collect(),
        content => text(content),
    };
    let mut unread: Vec<&&Value> = of_role("tool").collect();
    let answers = list(&assistant["tool_calls"]).map(|call| {
        let arguments = match &call["function"]["arguments"] {
            Value::String(json) => serde_json::from_str(json).unwrap(),
            arguments => arguments.clone(),
        };
        // Ollama ties answers to calls by their order.
        let is_its = |it: &&Value| it["tool_call_id"] == call["id"];
        let at = unread.iter().position(|it| is_its(it)).unwrap();
        (text(&arguments["at"]), text(&unread.remove(at)["content"]))
    });
    let answers = answers.collect();
    let system = of_role("system").next().map(|it| text(&it["content"]));
    Found {
        system: system.unwrap_or_default(),
        said,
        answers,
    }
}

fn responses(body: &Value) -> Found {
    let items = || list(&body["input"]);
    let said = items().filter(|it| it["role"] == "assistant");
    let calls = items().filter(|it| it["type"] == "function_call");
    let answers = calls.map(|call| {
        let is_its =
            |it: &&Value| it["type"] == "function_call_output" && it["call_id"] == call["call_id"];
        let arguments: Value = serde_json::from_str(call["arguments"].as_str().unwrap()).unwrap();
        let output = items().find(is_its).unwrap();
        (text(&arguments["at"]), text(&output["output"]))
    });
    Found {
        system: text(&body["instructions"]),
        said: said.map(|it| text(&it["content"][0]["text"])).collect(),
        answers: answers.collect(),
    }
}

fn anthropic(body: &Value) -> Found {
    let blocks = |role: &'static str| {
        list(&body["messages"])
            .filter(move |it| it["role"] == role)
            .flat_map(|it| list(&it["content"]))
    };
    let calls = blocks("assistant").filter(|it| it["type"] == "tool_use");
    let answers = calls.map(|call| {
        let mut results = blocks("user");
        let result = results.find(|it| it["tool_use_id"] == call["id"]).unwrap();
        (text(&call["input"]["at"]), text(&result["content"]))
    });
    Found {
        system: text(&body["system"]),
        said: blocks("assistant").map(|it| text(&it["text"])).collect(),
        answers: answers.collect(),
    }
}

fn gemini(body: &Value) -> Found {
    let parts = |role: &'static str| {
        list(&body["contents"])
            .filter(move |it| it["role"] == role)
            .flat_map(|it| list(&it["parts"]))
    };
    let calls = parts("model").filter_map(|part| part.get("functionCall"));
    let responses = parts("user").filter_map(|part| part.get("functionResponse"));
    let answers = calls.zip(responses).map(|(call, response)| {
        let result = &response["response"]["result"];
        (text(&call["args"]["at"]), text(result))
    });
    Found {
        system: text(&body["systemInstruction"]["parts"][0]["text"]),
        said: parts("model").map(|part| text(&part["text"])).collect(),
        answers: answers.collect(),
    }
}

/// Calls and their answers are told in words, see `provider::on_device`.
fn on_device(body: &Value) -> Found {
    let of_role = |role: &'static str| {
        list(&body["initialPrompts"])
            .chain(list(&body["prompt"]))
            .filter(move |it| it["role"] == role)
            .map(|it| text(&it["content"]))
    };
    let mut answers = Vec::new();
    for told in of_role("user") {
        for call in told.split("[You called the tool ").skip(1) {
            let (_, call) = call.split_once(" with ").unwrap();
            let (arguments, answer) = call.split_once(", and it answered:]\n").unwrap();
            let arguments: Value = serde_json::from_str(arguments).unwrap();
            answers.push((text(&arguments["at"]), answer.trim_end().to_owned()));
        }
    }
    Found {
        system: of_role("system").collect(),
        said: of_role("assistant").collect(),
        answers,
    }
}
