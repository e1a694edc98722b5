//! What a model is asked: the conversation in the neutral form that every dialect encodes.

use super::Part;
use serde_json::Value;

/// Everything one request says to the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelInput {
    /// Empty means no system message.
    pub system: String,
    pub messages: Vec<Message>,
    pub tools: Vec<ToolSpec>,
}

/// One message. An assistant's tool calls carry their results, so a call without an answer cannot be
/// expressed apart from one whose `result` is `None`; encoders answer that one as interrupted.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    User { text: String, images: Vec<Image> },
    Assistant { parts: Vec<Part> },
}

/// A picture, as it goes into a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// For example `image/png`.
    pub media_type: String,
    /// Base64, without a `data:` prefix.
    pub data: String,
}

/// A tool as the model sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    pub name: String,
    pub description: String,
    /// A JSON Schema object.
    pub parameters: Value,
}
