//! The conversation as what `LanguageModel.create` and `promptStreaming` take.

use crate::chat::{Image, Message, ModelInput, Part, PartBody};
use crate::provider::replay::{answer, argument_text, name};
use crate::provider::{Effort, Endpoint, HttpRequest, ModelConfig, Thinking};
use serde_json::{Map, Value, json};

/// Builds the request: the options of `create`, and under `prompt` the input of `promptStreaming`, which is the
/// last message.
///
/// A page cannot choose a temperature, a top-p or a limit of tokens; the extra JSON may set other options, such
/// as `samplingMode`.
pub fn encode(endpoint: &Endpoint, config: &ModelConfig, input: &ModelInput) -> HttpRequest {
    let mut history = messages(input);
    let question = history.pop_if(|last| last["role"] == "user");
    let prompt = question.unwrap_or_else(|| message("user", "Go on."));
    let mut initial = history;
    if !input.system.is_empty() {
        initial.insert(0, message("system", &input.system));
    }
    let mut body = Map::new();
    body.insert("initialPrompts".into(), initial.into());
    body.insert("prompt".into(), json!([prompt]));
    if let Some(thinking) = thinking(config.thinking) {
        body.insert("thinking".into(), thinking);
    }
    endpoint.merge_extra(config, &mut body);
    endpoint.post("/prompt", body)
}

/// Browsers that do not know the option pass over it:
/// <https://github.com/webmachinelearning/prompt-api#thinking-mode>.
fn thinking(thinking: Thinking) -> Option<Value> {
    let effort = match thinking {
        Thinking::Auto => return None,
        Thinking::Off | Thinking::Budget(0) => return Some(json!({ "effort": "none" })),
        Thinking::Effort(Effort::Minimal | Effort::Low) => "low",
        Thinking::On | Thinking::Budget(_) | Thinking::Effort(Effort::Medium) => "medium",
        Thinking::Effort(Effort::High | Effort::Max) => "high",
    };
    Some(json!({ "effort": effort, "includeThoughts": true }))
}

fn message(role: &str, content: &str) -> Value {
    json!({ "role": role, "content": content })
}

fn messages(input: &ModelInput) -> Vec<Value> {
    let mut list = Vec::new();
    for one in &input.messages {
        match one {
            Message::User { text, images } => list.push(user(text, images)),
            Message::Assistant { parts } => assistant(parts, &mut list),
        }
    }
    list
}

/// Pictures are not sent: only some of the browsers' models see them. The model is told that one was there.
fn user(text: &str, images: &[Image]) -> Value {
    let mut content = text.to_owned();
    for _ in images {
        paragraph(
            &mut content,
            "[A picture stood here, which you cannot see.]",
        );
    }
    message("user", &content)
}

/// The answer's text, then one message that tells of its calls. Whatever says nothing is left out.
fn assistant(parts: &[Part], list: &mut Vec<Value>) {
    let mut text = String::new();
    let mut calls = String::new();
    for part in parts {
        match &part.body {
            PartBody::Text { text: more } => {
                // Parts that were one text are told by the white space between them.
                let joins =
                    text.ends_with(char::is_whitespace) || more.starts_with(char::is_whitespace);
                if !text.is_empty() && !more.is_empty() && !joins {
                    text.push_str("\n\n");
                }
                text.push_str(more);
            }
            PartBody::ToolCall(call) => {
                let (answer, _) = answer(call);
                let arguments = argument_text(&call.arguments);
                let name = name(&call.name);
                let told = format!(
                    "[You called the tool {name} with {arguments}, and it answered:]\n{answer}"
                );
                paragraph(&mut calls, &told);
            }
            // Thinking is not text, and a refusal is not an answer.
            PartBody::Thinking { .. } | PartBody::Refusal { .. } | PartBody::ServerTool { .. } => {}
        }
    }
    for (role, content) in [("assistant", text), ("user", calls)] {
        if !content.is_empty() {
            list.push(message(role, &content));
        }
    }
}

fn paragraph(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(more);
}
