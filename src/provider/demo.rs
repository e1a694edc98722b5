//! The built-in provider: a script that needs no network and no key, and says so.
//!
//! It answers a request with the bytes that a server of the [OpenAI Chat](super::openai_chat) dialect would
//! stream, so the page takes them the same way as any other answer.

mod script;

#[cfg(test)]
mod tests;

use crate::chat::Millis;
use script::Say;
use serde_json::{Value, json};

/// How the built-in provider's addresses begin.
pub const SCHEME: &str = "demo:";

/// The only model there is.
pub const MODEL: &str = "Demo (scripted, no AI)";

/// Bytes of the answer, and how long to wait before they are sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub delay: Millis,
    pub bytes: Vec<u8>,
}

/// Before the first piece, as a server would need.
const FIRST_DELAY: Millis = 400.0;

/// Between two pieces: 50 of them in a second.
const DELAY: Millis = 20.0;

/// The pieces that thinking and answer are cut into, at most: two seconds, and six.
const THINKING_PIECES: usize = 100;
const ANSWER_PIECES: usize = 300;

/// Answers a request body of the dialect. The same body gets the same answer.
pub fn respond(request_body: &str) -> Vec<Piece> {
    let request: Value = serde_json::from_str(request_body).unwrap_or_default();
    let mut events = vec![choice(&json!({ "role": "assistant", "content": "" }), None)];
    let mut failed = false;
    for say in script::answer_to(last_question(&request)) {
        match say {
            Say::Thinking(text) => {
                let delta = |text| json!({ "reasoning_content": text });
                let pieces = cut(&text, THINKING_PIECES);
                events.extend(pieces.map(|text| choice(&delta(text), None)));
            }
            Say::Text(text) => {
                let delta = |text| json!({ "content": text });
                let pieces = cut(&text, ANSWER_PIECES);
                events.extend(pieces.map(|text| choice(&delta(text), None)));
            }
            Say::Error(message) => {
                failed = true;
                let error = json!({ "message": message, "type": "server_error" });
                events.push(event(&json!({ "error": error })));
            }
        }
    }
    if !failed {
        events.push(choice(&json!({}), Some("stop")));
        events.push("data: [DONE]\n\n".to_owned());
    }
    let delays = std::iter::once(FIRST_DELAY).chain(std::iter::repeat(DELAY));
    let pieces = events.into_iter().zip(delays);
    pieces
        .map(|(event, delay)| Piece {
            delay,
            bytes: event.into_bytes(),
        })
        .collect()
}

/// The text of the last message that the person wrote.
fn last_question(request: &Value) -> &str {
    let messages = request["messages"].as_array().map(Vec::as_slice);
    let mut questions = messages.unwrap_or_default().iter().rev();
    questions
        .find(|message| message["role"] == "user")
        .and_then(|message| message["content"].as_str())
        .unwrap_or_default()
}

/// Cuts a text into at most `most` pieces of nearly the same length, and none shorter than a few letters.
fn cut(text: &str, most: usize) -> impl Iterator<Item = String> {
    let characters: Vec<char> = text.chars().collect();
    let length = characters.len().div_ceil(most).max(4);
    let pieces: Vec<String> = characters.chunks(length).map(String::from_iter).collect();
    pieces.into_iter()
}

fn choice(delta: &Value, finish_reason: Option<&str>) -> String {
    event(&json!({
        "object": "chat.completion.chunk",
        "model": MODEL,
        "choices": [{ "index": 0, "delta": delta, "finish_reason": finish_reason }],
    }))
}

fn event(data: &Value) -> String {
    format!("data: {data}\n\n")
}
