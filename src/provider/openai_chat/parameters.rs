//! What the person set, in the words that the server and its model take.

use crate::provider::preset::{Efforts, ThinkingParam};
use crate::provider::{Endpoint, ModelConfig, Thinking, effort};
use serde_json::{Map, Value, json};

/// Inserts the randomness, the limit of tokens and the thinking, but nothing that the model is known to
/// refuse.
pub(super) fn insert(endpoint: &Endpoint, config: &ModelConfig, body: &mut Map<String, Value>) {
    let quirks = &endpoint.quirks;
    let model = config.model.to_ascii_lowercase();
    let named = |word: &str| model.contains(word);
    let param = quirks.thinking.iter().find(|(word, _)| named(word));
    let param = param.map_or(ThinkingParam::None, |(_, param)| *param);
    let is_fixed = quirks.fixed_sampling.iter().any(|word| named(word))
        || param == ThinkingParam::OpenAi && effort::refuses_sampling(&model, config.thinking);
    if !is_fixed {
        if let Some(temperature) = config.temperature {
            body.insert("temperature".into(), json!(temperature));
        }
        if let Some(top_p) = config.top_p {
            body.insert("top_p".into(), json!(top_p));
        }
    }
    if let Some(limit) = config.max_tokens {
        let name = if quirks.max_completion_tokens {
            "max_completion_tokens"
        } else {
            "max_tokens"
        };
        body.insert(name.into(), json!(limit));
    }
    if config.thinking != Thinking::Auto {
        ask(param, &model, config.thinking, body);
    } else if param == ThinkingParam::TypeKept && repeats_reasoning(body) {
        // Its server throws reasoning away that comes without the word to keep it. It thinks unless told otherwise.
        ask(param, &model, Thinking::On, body);
    }
}

/// Whether the conversation, which is in the body already, holds what the model thought.
fn repeats_reasoning(body: &Map<String, Value>) -> bool {
    let messages = body.get("messages").and_then(Value::as_array);
    let mut messages = messages.into_iter().flatten();
    messages.any(|message| !matches!(message["reasoning_content"].as_str(), None | Some("")))
}

fn ask(param: ThinkingParam, model: &str, thinking: Thinking, body: &mut Map<String, Value>) {
    let thinks = !matches!(thinking, Thinking::Off | Thinking::Budget(0));
    let switch = if thinks { "enabled" } else { "disabled" };
    let mut insert = |name: &str, value: Value| body.insert(name.to_owned(), value);
    match param {
        ThinkingParam::None => {}
        ThinkingParam::OpenAi => {
            if let Some(effort) = effort::effort(model, thinking) {
                insert("reasoning_effort", json!(effort));
            }
        }
        ThinkingParam::Effort(words) => {
            let word = words.word(thinking);
            if !word.is_empty() {
                insert("reasoning_effort", json!(word));
            }
        }
        ThinkingParam::Type(words) => {
            insert("thinking", json!({ "type": switch }));
            let word = words.word(thinking);
            if thinks && !word.is_empty() {
                insert("reasoning_effort", json!(word));
            }
        }
        ThinkingParam::TypeKept => {
            let kept = json!({ "type": switch, "clear_thinking": false });
            insert("thinking", kept);
        }
        ThinkingParam::Reasoning => {
            let reasoning = match thinking {
                Thinking::Budget(tokens) if tokens > 0 => json!({ "max_tokens": tokens }),
                Thinking::On => json!({ "enabled": true }),
                thinking => json!({ "effort": ROUTED.word(thinking) }),
            };
            insert("reasoning", reasoning);
        }
        ThinkingParam::ReasoningEnabled => {
            insert("reasoning", json!({ "enabled": thinks }));
        }
        ThinkingParam::ChatTemplate => {
            let arguments = json!({ "enable_thinking": thinks });
            insert("chat_template_kwargs", arguments);
        }
    }
}

/// What a router translates for whatever model is behind it.
const ROUTED: Efforts = Efforts {
    off: "none",
    on: "",
    minimal: "minimal",
    low: "low",
    medium: "medium",
    high: "high",
    max: "xhigh",
};
