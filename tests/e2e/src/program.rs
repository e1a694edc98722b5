//! A model that follows a program: what it says and calls in each round is written down beforehand.

use crate::chunk::{DONE, delta, finish, text, usage};
use crate::{Reply, reply::End};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What the model does in one round.
#[derive(Clone, Debug, Default)]
pub struct Step {
    text: String,
    calls: Vec<(String, String)>,
    /// Milliseconds before each piece.
    pace: u64,
    hang: bool,
}

impl Step {
    /// Says something: the answer, or, with calls, what goes before them.
    pub fn says(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ..Self::default()
        }
    }

    pub fn calls(name: &str, arguments: Value) -> Self {
        Self::default().and_calls(name, arguments)
    }

    #[must_use]
    pub fn and_calls(self, name: &str, arguments: Value) -> Self {
        self.and_calls_raw(name, &arguments.to_string())
    }

    /// A call whose arguments are written as they are, JSON or not.
    #[must_use]
    pub fn and_calls_raw(mut self, name: &str, arguments: &str) -> Self {
        self.calls.push((name.to_owned(), arguments.to_owned()));
        self
    }

    /// Waits so many milliseconds before each piece.
    #[must_use]
    pub fn paced(mut self, pace: u64) -> Self {
        self.pace = pace;
        self
    }

    /// Never comes to an end.
    #[must_use]
    pub fn hanging(mut self) -> Self {
        self.hang = true;
        self
    }

    /// `round` keeps the ids of different rounds apart.
    fn reply(&self, round: usize) -> Reply {
        let mut pieces = vec![delta(json!({ "role": "assistant", "content": "" }))];
        let words: Vec<char> = self.text.chars().collect();
        for piece in words.chunks(12) {
            pieces.push(text(&piece.iter().collect::<String>()));
        }
        for (index, (name, arguments)) in self.calls.iter().enumerate() {
            let id = format!("call_{round}_{index}");
            pieces.push(delta(
                json!({ "tool_calls": [{ "index": index, "id": id, "type": "function",
                "function": { "name": name, "arguments": "" } }] }),
            ));
            let characters: Vec<char> = arguments.chars().collect();
            for piece in characters.chunks(10) {
                let piece: String = piece.iter().collect();
                pieces.push(delta(
                    json!({ "tool_calls": [{ "index": index, "function": { "arguments": piece } }] }),
                ));
            }
        }
        if !self.hang {
            let reason = match self.calls.is_empty() {
                true => "stop",
                false => "tool_calls",
            };
            pieces.extend([finish(reason), usage(10, 5), DONE.to_owned()]);
        }
        let reply = Reply::events(pieces).paced(self.pace);
        match self.hang {
            true => reply.end(End::Hang),
            false => reply,
        }
    }
}

/// The answer to a request: the step of the round that it asks for. A model that is asked beyond its program says so.
pub fn reply(steps: &[Step], request: &Value) -> Reply {
    let round = round(request);
    match steps.get(round) {
        Some(step) => step.reply(round),
        None => Step::says("The program is over.").reply(round),
    }
}

/// What the person asked last, or the agent that asks this one.
pub fn question(request: &Value) -> String {
    let messages = request["messages"].as_array().into_iter().flatten();
    let last = messages.rev().find(|message| message["role"] == "user");
    let text = last.and_then(|message| message["content"].as_str());
    text.unwrap_or_default().to_owned()
}

/// How often the model has answered since the last question.
fn round(request: &Value) -> usize {
    let messages = request["messages"].as_array();
    let since = messages.into_iter().flatten().rev();
    since
        .take_while(|message| message["role"] != "user")
        .filter(|message| message["role"] == "assistant")
        .count()
}

/// What is wrong with a request's tool calls: each has exactly one answer, right after the message that made it.
pub fn violations(request: &Value) -> Vec<String> {
    let mut found = vec![];
    let mut open: BTreeMap<String, usize> = BTreeMap::new();
    let close = |open: &mut BTreeMap<String, usize>, found: &mut Vec<String>| {
        for (id, answers) in std::mem::take(open) {
            if answers != 1 {
                found.push(format!("{id} has {answers} answers"));
            }
        }
    };
    for message in request["messages"].as_array().into_iter().flatten() {
        if message["role"] == "tool" {
            let id = message["tool_call_id"].as_str().unwrap_or_default();
            match open.get_mut(id) {
                Some(answers) => *answers += 1,
                None => found.push(format!("{id} is answered, but was not called")),
            }
            continue;
        }
        close(&mut open, &mut found);
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            open.insert(call["id"].as_str().unwrap_or_default().to_owned(), 0);
        }
    }
    close(&mut open, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(messages: Value) -> Value {
        json!({ "messages": messages })
    }

    #[test]
    fn a_call_without_one_answer_is_noticed() {
        let user = json!({ "role": "user", "content": "hi" });
        let calls = json!({ "role": "assistant", "tool_calls": [{ "id": "a" }, { "id": "b" }] });
        let answers = |id: &str| json!({ "role": "tool", "tool_call_id": id });
        let check = |messages: Value, expected: &[&str]| {
            assert_eq!(violations(&request(messages)), expected);
        };
        check(json!([user, calls, answers("a"), answers("b")]), &[]);
        check(json!([user, calls, answers("a")]), &["b has 0 answers"]);
        check(
            json!([user, calls, answers("a"), answers("a"), answers("b")]),
            &["a has 2 answers"],
        );
        check(
            json!([user, calls, answers("a"), user, answers("b")]),
            &["b has 0 answers", "b is answered, but was not called"],
        );
    }

    #[test]
    fn rounds_are_counted_from_the_last_question() {
        let user = json!({ "role": "user" });
        let assistant = json!({ "role": "assistant" });
        let tool = json!({ "role": "tool" });
        assert_eq!(round(&request(json!([user]))), 0);
        assert_eq!(round(&request(json!([user, assistant, user]))), 0);
        assert_eq!(
            round(&request(json!([user, assistant, user, assistant, tool]))),
            1
        );
    }
}
