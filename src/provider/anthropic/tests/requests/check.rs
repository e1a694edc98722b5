//! The rules of the API, as it checks them itself.

use crate::provider::HttpRequest;
use crate::provider::testing::assert_name;
use serde_json::Value;
use std::collections::HashSet;

/// Proves what every request must keep: turns alternate and begin with the person; each call is answered
/// exactly once, at the beginning of the next message; no text is empty; thinking is signed and never the
/// last; tools of the server stand beside their results; limits hold.
pub(crate) fn check_request(request: &HttpRequest) {
    let body: Value = serde_json::from_str(&request.body).unwrap();
    check_settings(&body);
    let messages = body["messages"].as_array().unwrap();
    assert!(!messages.is_empty());
    let mut ids = HashSet::new();
    let mut open: Vec<&str> = Vec::new();
    let mut running: HashSet<&str> = HashSet::new();
    for (at, message) in messages.iter().enumerate() {
        let content = message["content"].as_array().unwrap();
        assert!(!content.is_empty(), "{message}");
        assert_eq!(
            message["role"],
            if at % 2 == 0 { "user" } else { "assistant" }
        );
        content.iter().for_each(check_block);
        if at % 2 == 0 {
            let results = content.iter().take(open.len());
            let answered = results.map(|block| block["tool_use_id"].as_str());
            assert!(answered.eq(open.drain(..).map(Some)), "{message}");
        } else {
            assert!(open.is_empty());
            check_answer(content, &mut open, &mut running);
            for id in &open {
                assert!(ids.insert(*id), "{id:?} names two calls");
            }
        }
        let results = content
            .iter()
            .filter(|block| block["type"] == "tool_result");
        let expected = if at % 2 == 0 && at > 0 {
            let calls = messages[at - 1]["content"].as_array().unwrap().iter();
            calls.filter(|block| block["type"] == "tool_use").count()
        } else {
            0
        };
        assert_eq!(results.count(), expected, "{message}");
    }
    assert!(open.is_empty(), "calls without an answer: {open:?}");
    // Only the last answer may have been interrupted in the middle of a tool of the server's.
    let is_answer = |message: &&Value| message["role"] == "assistant";
    if let Some(last) = messages.iter().rfind(is_answer) {
        let blocks = last["content"].as_array().unwrap().iter();
        blocks.for_each(|block| {
            running.remove(block["id"].as_str().unwrap_or_default());
        });
    }
    assert!(running.is_empty(), "calls without a result: {running:?}");
    let last = messages.last().unwrap();
    let text = last["content"].as_array().unwrap().last().unwrap()["text"].as_str();
    let text = text.filter(|_| last["role"] == "assistant");
    assert!(text.is_none_or(|text| text.trim_end() == text), "{text:?}");
}

fn check_settings(body: &Value) {
    let limit = body["max_tokens"].as_u64().unwrap();
    assert!(limit > 0);
    let thinking = &body["thinking"];
    if thinking["type"] == "enabled" {
        let budget = thinking["budget_tokens"].as_u64().unwrap();
        assert!(budget >= 1024 && budget < limit, "{budget} of {limit}");
    }
    if thinking["type"] == "enabled" || thinking["type"] == "adaptive" {
        assert_eq!((body.get("temperature"), body.get("top_p")), (None, None));
    }
    if let Some(temperature) = body.get("temperature") {
        assert!(temperature.as_f64().unwrap() <= 1.0);
    }
    assert_ne!(body["system"], "");
}

fn check_block(block: &Value) {
    let filled = |name: &str| !block[name].as_str().unwrap().trim().is_empty();
    match block["type"].as_str().unwrap() {
        "text" => assert!(filled("text"), "{block}"),
        "thinking" => assert!(filled("signature") && block["thinking"].is_string()),
        "redacted_thinking" => assert!(filled("data")),
        "tool_use" => {
            check_word(&block["id"]);
            assert_name(&block["name"]);
            assert!(block["input"].is_object());
        }
        "tool_result" if block["is_error"] == true => assert!(filled("content")),
        _ => {}
    }
}

/// An assistant's blocks; the calls that the next message has to answer go to `open`, those of the server
/// that have no result to `running`.
fn check_answer<'a>(content: &'a [Value], open: &mut Vec<&'a str>, running: &mut HashSet<&'a str>) {
    for block in content {
        let kind = block["type"].as_str().unwrap();
        assert!(kind != "image" && kind != "tool_result", "{block}");
        match (block["id"].as_str(), block["tool_use_id"].as_str()) {
            (Some(id), _) if kind == "tool_use" => open.push(id),
            (Some(id), _) if kind.ends_with("_tool_use") => assert!(running.insert(id)),
            (_, Some(id)) => assert!(running.remove(id), "{id} is no call's result"),
            _ => {}
        }
    }
    let kinds = content.iter().map(|block| block["type"].as_str().unwrap());
    let after_thinking: Vec<&str> = kinds
        .rev()
        .take_while(|kind| !kind.ends_with("thinking"))
        .collect();
    assert!(!after_thinking.is_empty(), "thinking stands last");
    let mut others = after_thinking
        .iter()
        .skip_while(|kind| **kind == "tool_use");
    assert!(others.all(|kind| *kind != "tool_use"), "{after_thinking:?}");
}

fn check_word(word: &Value) {
    let word = word.as_str().unwrap();
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    assert!(!word.is_empty() && word.chars().all(allowed), "{word:?}");
}
