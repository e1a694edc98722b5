//! The wire formats, each as data: what its service sends, and what it wants to have sent back.
//!
//! Every scenario here exists in every format. A chat request plays one by its base URL, see
//! [`Wire::base_url`]: `tour`, `refused`, `hidden`, `overloaded`, `failed` and `broken`.

mod anthropic;
mod chat;
mod gemini;
mod ollama;
mod responses;

pub use anthropic::ANTHROPIC;
pub use chat::CHAT;
pub use gemini::GEMINI;
pub use ollama::OLLAMA;
pub use responses::RESPONSES;

use crate::{Piece, Provider, Reply, refusal};
use axum::http::HeaderMap;

pub const ALL: [&Wire; 5] = [&CHAT, &RESPONSES, &ANTHROPIC, &GEMINI, &OLLAMA];

/// One wire format.
pub struct Wire {
    /// The provider's type in the settings that is spoken to in this format.
    pub kind: &'static str,
    pub model: &'static str,
    /// How the base URL ends.
    pub base: &'static str,
    /// What a chat request adds to it, before and after the model's id where that stands in the path.
    pub path: (&'static str, &'static str),
    pub query: &'static str,
    /// The header with the key, and what stands in it before the key.
    pub auth: (&'static str, &'static str),
    pub media_type: &'static str,
    /// Three answers: thoughts and two calls; thoughts, text and usage; plain text.
    pub tour: [&'static str; 3],
    /// The usage of the first two answers together, in the page's words.
    pub usage: &'static str,
    /// The list in a request that holds the conversation, as a JSON pointer.
    pub conversation: &'static str,
    /// What stands in that list between the first question and the second: a JSON list.
    pub sent_back: &'static str,
    /// How many of its first items are there while the second answer is waited for.
    pub sent_back_first: usize,
    /// An answer that says [`SO_FAR`] and then fails. `{key}` is the key that the request came with.
    pub broken: &'static str,
    /// Failed responses: a wrong key, too many requests everywhere, a mistake of the server's.
    pub refused: (u16, &'static str),
    pub overloaded: (u16, &'static str),
    pub failed: (u16, &'static str),
    /// The path of the list of models after the base URL, and its body. Where the body is empty, Chat
    /// Completions' serves.
    pub models: (&'static str, &'static str),
    /// The models of the list that can answer, sorted.
    pub listed: &'static [&'static str],
}

/// What [`Wire::broken`] says before it fails.
pub const SO_FAR: &str = "So far so good";

/// The text of the tour's second answer, and its thoughts.
pub const ANSWER: &str = "Found: Grüße 👩‍👩‍👧 日本語.";
pub const THOUGHT: &str = "Now I know both.";

impl Wire {
    /// The base URL whose every request plays the scenario.
    pub fn base_url(&self, provider: &Provider, scenario: &str) -> String {
        format!("{}/s/{scenario}{}", provider.origin(), self.base)
    }

    /// Where a chat request goes that plays the scenario.
    pub fn chat_url(&self, provider: &Provider, scenario: &str) -> String {
        let (before, after) = self.path;
        let model = match after {
            "" => "",
            _ => self.model,
        };
        let base_url = self.base_url(provider, scenario);
        match self.query {
            "" => format!("{base_url}{before}{model}{after}"),
            query => format!("{base_url}{before}{model}{after}?{query}"),
        }
    }

    /// The key that a request came with.
    pub fn key(&self, headers: &HeaderMap) -> String {
        let value = headers
            .get(self.auth.0)
            .and_then(|value| value.to_str().ok());
        let key = value.and_then(|value| value.strip_prefix(self.auth.1));
        key.unwrap_or_default().to_owned()
    }

    /// What is answered to a chat request. `attempt` counts earlier requests of the same scenario from 0.
    pub fn reply(&self, scenario: &str, attempt: usize, key: &str) -> Option<Reply> {
        let failure = |(status, body): (u16, &str)| {
            Reply::document(status, "application/json", body.replace("{key}", key))
        };
        Some(match scenario {
            "tour" => self.stream(self.tour[attempt.min(2)]),
            "broken" => self.stream(&self.broken.replace("{key}", key)),
            "refused" => failure(self.refused),
            // Nothing of it may be read by the page.
            "hidden" => failure(self.refused).without_cors(),
            "overloaded" => failure(self.overloaded),
            "failed" => failure(self.failed),
            _ => return None,
        })
    }

    /// The list of models, or why there is none.
    pub fn list(&self, scenario: &str, key: &str) -> Option<Reply> {
        if let "refused" | "hidden" = scenario {
            return self.reply(scenario, 0, key);
        }
        if let Some(reply) = refusal::refusal(scenario) {
            return Some(reply);
        }
        (!self.models.1.is_empty()).then(|| Reply::document(200, "application/json", self.models.1))
    }

    /// The text in pieces that end wherever they do: inside events, words and characters.
    fn stream(&self, text: &str) -> Reply {
        let mut lengths = [1, 7, 64, 3, 30, 2, 11].into_iter().cycle();
        let mut rest = text.as_bytes();
        let mut pieces = vec![];
        while !rest.is_empty() {
            let length = lengths.next().unwrap_or(1).min(rest.len());
            let (piece, after) = rest.split_at(length);
            pieces.push(Piece {
                bytes: piece.to_vec(),
                after: 0,
            });
            rest = after;
        }
        Reply {
            pieces,
            ..Reply::default()
        }
        .header("content-type", self.media_type)
    }

    /// Whether chat requests go to this path, which begins behind the scenario.
    pub fn chats_at(&self, path: &str) -> bool {
        let (before, after) = self.path;
        path.strip_prefix(self.base)
            .and_then(|path| path.strip_prefix(before))
            .and_then(|path| path.strip_suffix(after))
            .is_some_and(|model| !model.contains('/') && model.is_empty() == after.is_empty())
    }

    /// Whether the list of models is at this path.
    pub fn lists_at(&self, path: &str) -> bool {
        path.strip_prefix(self.base) == Some(self.models.0)
    }
}

/// Whether the path of a request is one that chat requests of some format go to.
pub fn is_chat(path: &str) -> bool {
    let behind_scenario = path
        .strip_prefix("/s/")
        .and_then(|path| path.find('/').map(|at| &path[at..]));
    path.ends_with("/chat/completions")
        || behind_scenario.is_some_and(|path| ALL.iter().any(|wire| wire.chats_at(path)))
}
