//! Tool calls of earlier responses, as they go back to a model: what every wire format shares.

use crate::chat::ToolCall;
use crate::chat::ToolStatus;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// A call's answer, and whether it is a result rather than an excuse.
pub(super) fn answer(call: &ToolCall) -> (&str, bool) {
    match &call.result {
        Some(result) => (&result.content, result.status == ToolStatus::Done),
        None => (INTERRUPTED, false),
    }
}

/// What a call is answered with that was open when the page went away. Nothing stored says how far it was.
const INTERRUPTED: &str =
    "Interrupted: this call has no result. It is not known whether it was carried out.";

/// A call's name as every server accepts it: up to 64 letters, digits, `_` and `-`, the first of them a letter or `_`.
/// A tool that is offered has such a name; a model may make up any, and a request that repeats it would be refused for
/// as long as the conversation goes on.
pub(super) fn name(written: &str) -> String {
    let plain = |c: char| match c.is_ascii_alphanumeric() || c == '-' {
        true => c,
        false => '_',
    };
    let begins = written.starts_with(|c: char| !c.is_ascii_digit() && c != '-');
    let missing = match written {
        "" => "unnamed",
        _ if begins => "",
        _ => "_",
    };
    let all = missing.chars().chain(written.chars());
    all.map(plain).take(LONGEST_NAME).collect()
}

/// The shortest limit there is.
const LONGEST_NAME: usize = 64;

/// Arguments as servers accept them: a JSON object. Whatever else the model wrote is kept inside one, so
/// that it can see its mistake.
pub(super) fn argument_object(written: &str) -> Map<String, Value> {
    let written = written.trim();
    if written.is_empty() || written == "null" {
        return Map::new();
    }
    serde_json::from_str(written).unwrap_or_else(|_| {
        let mut object = Map::new();
        object.insert("malformed_arguments".to_owned(), json!(written));
        object
    })
}

/// The same as JSON text, verbatim where the model wrote an object.
pub(super) fn argument_text(written: &str) -> String {
    let written = written.trim();
    if serde_json::from_str::<Map<String, Value>>(written).is_ok() {
        return written.to_owned();
    }
    Value::Object(argument_object(written)).to_string()
}

/// The ids of one request's calls. Some servers number calls afresh in each response; sent back unchanged,
/// two calls of one conversation would share an answer.
#[derive(Default)]
pub(super) struct CallIds {
    taken: HashSet<String>,
    /// How many were made up.
    made: usize,
}

impl CallIds {
    /// `id` where it is free, else one made of it.
    pub fn unique(&mut self, id: &str) -> String {
        let id = if id.is_empty() { "call" } else { id };
        let mut unique = id.to_owned();
        let mut count = 1;
        while !self.taken.insert(unique.clone()) {
            count += 1;
            unique = format!("{id}_{count}");
        }
        unique
    }

    /// `id` where it is free and nine letters and digits, as some servers demand, else one that is.
    pub fn nine_characters(&mut self, id: &str) -> String {
        let fits = id.len() == 9 && id.chars().all(|c| c.is_ascii_alphanumeric());
        if fits && self.taken.insert(id.to_owned()) {
            return id.to_owned();
        }
        loop {
            self.made += 1;
            let made = format!("call{:05}", self.made);
            if self.taken.insert(made.clone()) {
                return made;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_servers_accept_stay_and_others_are_made_so() {
        let longest = "x".repeat(64);
        for fine in ["look", "mcp_files_read-all", "_Look2", longest.as_str()] {
            assert_eq!(name(fine), fine);
        }
        for (written, cleaned) in [
            ("", "unnamed"),
            ("functions.look", "functions_look"),
            ("look at\n", "look_at_"),
            ("2nd", "_2nd"),
            ("-look", "_-look"),
            (".look", "_look"),
            ("見る", "__"),
            (&"x".repeat(65), &longest),
            (&"7".repeat(64), &format!("_{}", "7".repeat(63))),
        ] {
            assert_eq!(name(written), cleaned, "{written:?}");
        }
    }
}
