//! The conversation as Gemini's contents.

use super::{state, thinking};
use crate::chat::{Image, Message, Part, PartBody, ToolCall};
use crate::provider::replay::{self, answer, argument_object};
use serde_json::{Value, json};

/// Documented as the signature of calls that this model did not make, such as those of another provider:
/// <https://ai.google.dev/gemini-api/docs/thought-signatures>, and the page of the same name for Vertex AI.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

/// Stands where a conversation begins with an answer: contents begin with the person's.
const NO_BEGINNING: &str = "[The beginning of this conversation is not included.]";

/// Roles alternate, beginning with the person's; every call is answered in the content after it.
pub(super) fn contents(origin: &str, model: &str, messages: &[Message]) -> Vec<Value> {
    let mut contents = Contents {
        origin,
        demands_signatures: thinking::demands_signatures(model),
        list: Vec::new(),
    };
    for message in messages {
        match message {
            Message::User { text, images } => contents.user(text, images),
            Message::Assistant { parts } => contents.model(parts),
        }
    }
    contents.list
}

struct Contents<'a> {
    /// Opaque state of any other origin is dropped.
    origin: &'a str,
    demands_signatures: bool,
    list: Vec<Value>,
}

impl Contents<'_> {
    fn user(&mut self, text: &str, images: &[Image]) {
        let pictures = images.iter().map(
            |image| json!({ "inlineData": { "mimeType": image.media_type, "data": image.data } }),
        );
        let words = (!text.is_empty()).then(|| json!({ "text": text }));
        self.push("user", pictures.chain(words).collect());
    }

    /// The answer, then one response for each of its calls, in their order.
    fn model(&mut self, parts: &[Part]) {
        let mut sent = Vec::new();
        let mut responses = Vec::new();
        let mut first_call = None;
        let mut signed = false;
        let mut says_something = false;
        for part in parts {
            let own = part.opaque.as_ref().filter(|it| it.origin == self.origin);
            let state = own.map_or(&Value::Null, |opaque| &opaque.value);
            match &part.body {
                PartBody::Text { text } => {
                    for (text, signature) in state::pieces(text, state) {
                        says_something |= !text.is_empty();
                        sent.push(with_signature(json!({ "text": text }), signature));
                        signed |= signature.is_some();
                    }
                }
                // Thoughts are not text: they go back only where they are signed, and as thoughts.
                PartBody::Thinking { text, .. } => {
                    for (text, signature) in state::pieces(text, state) {
                        if signature.is_some() {
                            let thought = json!({ "text": text, "thought": true });
                            sent.push(with_signature(thought, signature));
                            signed = true;
                        }
                    }
                }
                PartBody::ToolCall(call) => {
                    says_something = true;
                    first_call.get_or_insert(sent.len());
                    let id = state::call_id(state);
                    let signature = state::call_signature(state);
                    signed |= signature.is_some();
                    sent.push(with_signature(function_call(id, call), signature));
                    responses.push(function_response(id, call));
                }
                PartBody::ServerTool { .. } => {
                    if let Some(whole) = state::whole_part(state) {
                        says_something = true;
                        sent.push(whole.clone());
                    }
                }
                PartBody::Refusal { .. } => {}
            }
            for signature in state::next_signatures(state) {
                signed = true;
                sent.push(with_signature(json!({ "text": "" }), Some(signature)));
            }
        }
        if !says_something {
            return;
        }
        // What the provider signed goes back as it came. Since Gemini 3 a turn's first call must be signed,
        // so those that were made elsewhere get the documented stand-in.
        if let Some(first) = first_call
            && self.demands_signatures
            && !signed
        {
            sent[first]["thoughtSignature"] = NO_SIGNATURE.into();
        }
        self.push("model", sent);
        self.push("user", responses);
    }

    /// Joins parts to the last content where it is of the same role.
    fn push(&mut self, role: &str, parts: Vec<Value>) {
        if parts.is_empty() {
            return;
        }
        if let Some(last) = self.list.last_mut()
            && last["role"] == role
            && let Value::Array(list) = &mut last["parts"]
        {
            return list.extend(parts);
        }
        if self.list.is_empty() && role == "model" {
            self.push("user", vec![json!({ "text": NO_BEGINNING })]);
        }
        self.list.push(json!({ "role": role, "parts": parts }));
    }
}

fn with_signature(mut part: Value, signature: Option<&str>) -> Value {
    if let Some(signature) = signature {
        part["thoughtSignature"] = signature.into();
    }
    part
}

fn function_call(id: Option<&str>, call: &ToolCall) -> Value {
    let mut function =
        json!({ "name": replay::name(&call.name), "args": argument_object(&call.arguments) });
    if let Some(id) = id {
        function["id"] = id.into();
    }
    json!({ "functionCall": function })
}

fn function_response(id: Option<&str>, call: &ToolCall) -> Value {
    let response = match answer(call) {
        (content, true) => json!({ "result": content }),
        (content, false) => json!({ "error": content }),
    };
    let mut function = json!({ "name": replay::name(&call.name), "response": response });
    if let Some(id) = id {
        function["id"] = id.into();
    }
    json!({ "functionResponse": function })
}
