//! The pieces of an OpenAI Chat Completions stream, in the shape that service documents.

use serde_json::{Value, json};

pub const MODEL: &str = "fixture-1";
pub const DONE: &str = "data: [DONE]\n\n";

/// One event holding `delta`.
pub fn delta(delta: Value) -> String {
    choice(delta, Value::Null)
}

/// One event with more of the answer.
pub fn text(text: &str) -> String {
    delta(json!({ "content": text }))
}

/// The event that says why the model stopped.
pub fn finish(reason: &str) -> String {
    choice(json!({}), json!(reason))
}

/// The last event: no choices, but the tokens used.
pub fn usage(prompt: u32, completion: u32) -> String {
    let mut chunk = frame();
    chunk["choices"] = json!([]);
    chunk["usage"] = json!({
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    });
    event(&chunk)
}

/// Any JSON as an event.
pub fn event(data: &Value) -> String {
    format!("data: {data}\n\n")
}

/// A whole answer: the role, one event for each piece, the reason, and the terminal event.
pub fn answer<'a>(pieces: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut events = vec![delta(json!({ "role": "assistant", "content": "" }))];
    events.extend(pieces.into_iter().map(text));
    events.extend([finish("stop"), DONE.to_owned()]);
    events
}

fn choice(delta: Value, finish_reason: Value) -> String {
    let mut chunk = frame();
    chunk["choices"] = json!([{ "index": 0, "delta": delta, "finish_reason": finish_reason }]);
    event(&chunk)
}

fn frame() -> Value {
    json!({
        "id": "chatcmpl-fixture",
        "object": "chat.completion.chunk",
        "created": 1_760_000_000,
        "model": MODEL,
    })
}
