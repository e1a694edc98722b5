//! Known companies and servers, as rows of data.

mod rows;

pub use rows::PRESETS;

use super::ErrorKind;
use serde::{Deserialize, Serialize};

/// A wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    OpenAiChat,
    OpenAiResponses,
    Anthropic,
    Gemini,
    /// Forgets the beginning of long conversations, see [`super::ollama`].
    Ollama,
    /// No server, but the browser itself, see [`super::on_device`].
    OnDevice,
}

impl Dialect {
    /// Whether a request can offer tools to the model.
    pub fn takes_tools(self) -> bool {
        match self {
            Self::OpenAiChat
            | Self::OpenAiResponses
            | Self::Anthropic
            | Self::Gemini
            | Self::Ollama => true,
            Self::OnDevice => false,
        }
    }
}

/// A known company or server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    pub id: &'static str,
    pub name: &'static str,
    pub dialect: Dialect,
    /// What is in `{braces}` is for the person to fill in, see [`Preset::is_template`]. Empty: all of it is.
    pub base_url: &'static str,
    pub needs_key: bool,
    /// The page where a key is made; empty where there is none.
    pub key_url: &'static str,
    /// A key is handed out to whoever signs in there, see [`super::sign_in`].
    pub sign_in: bool,
    /// It runs on the person's own machine or network: any address may be its.
    pub local: bool,
    pub quirks: Quirks,
}

/// Where a server departs from the plain form of its dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    pub auth: Auth,
    pub replay: Replay,
    /// The limit of output tokens goes by the name `max_completion_tokens`.
    pub max_completion_tokens: bool,
    /// `stream_options` is refused, or not known to be accepted; the usage comes without it.
    pub no_stream_options: bool,
    /// Arguments of calls come in pieces only if `tool_stream` asks for it.
    pub tool_stream: bool,
    /// Ids of calls are nine letters and digits, and others are refused.
    pub nine_character_ids: bool,
    /// The model stands in the path, and the API's version in the query.
    pub deployments: bool,
    /// The list of models is public: this path behind the base URL is answered to a right key alone. Empty elsewhere.
    pub key_path: &'static str,
    /// How each of the models is told about thinking: the first row counts whose word its id contains.
    pub thinking: &'static [(&'static str, ThinkingParam)],
    /// Words in the ids of models that refuse `temperature` and `top_p`.
    pub fixed_sampling: &'static [&'static str],
    /// What error codes mean that are nothing but numbers.
    pub errors: &'static [(&'static str, ErrorKind)],
}

/// The header that carries the key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Auth {
    /// `Authorization: Bearer …`
    #[default]
    Bearer,
    /// The key alone, in a header of this name.
    Header(&'static str),
}

/// Which field of a response has to be sent back with the assistant's message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replay {
    #[default]
    Nothing,
    /// The thinking as text. Messages that call tools must carry the field, be it empty.
    ReasoningContent,
    /// A list of objects, some of them signed or encrypted.
    ReasoningDetails,
    /// A content that is a list, with the thinking among its parts.
    ContentParts,
}

/// How a model is asked, in Chat Completions, to think more or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingParam {
    /// It cannot be told anything.
    None,
    /// `reasoning_effort`, in the words that the model's generation has, see [`super::effort`].
    OpenAi,
    /// `reasoning_effort`, in these words.
    Effort(Efforts),
    /// `thinking: {"type": "enabled"}` or `"disabled"`, and the effort beside it where it has words.
    Type(Efforts),
    /// The same, with `clear_thinking: false`: thinking that is sent back is read. It is never sent back without.
    TypeKept,
    /// `reasoning: {"effort": …}`, `{"max_tokens": …}` or `{"enabled": true}`.
    Reasoning,
    /// `reasoning: {"enabled": …}`.
    ReasoningEnabled,
    /// `chat_template_kwargs: {"enable_thinking": …}`, for servers that fill in the model's own template.
    ChatTemplate,
}

/// A server's words for how much to think. An empty one leaves the parameter out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Efforts {
    pub off: &'static str,
    pub on: &'static str,
    pub minimal: &'static str,
    pub low: &'static str,
    pub medium: &'static str,
    pub high: &'static str,
    pub max: &'static str,
}

impl Quirks {
    /// None at all.
    pub const NONE: Self = Self {
        auth: Auth::Bearer,
        replay: Replay::Nothing,
        max_completion_tokens: false,
        no_stream_options: false,
        tool_stream: false,
        nine_character_ids: false,
        deployments: false,
        key_path: "",
        thinking: &[],
        fixed_sampling: &[],
        errors: &[],
    };
}

impl Preset {
    /// Whether the base URL is an example, in which the person has to put something of their own.
    pub fn is_template(&self) -> bool {
        self.base_url.is_empty() || self.base_url.contains('{')
    }
}

/// The scripted provider that is built in and needs no network.
pub const DEMO: &str = "demo";

/// The browser's own model, where it has one.
pub const ON_DEVICE: &str = "on-device";

/// The row for a server that none of the others describes.
pub const CUSTOM: &str = "custom";

/// The row with this id.
pub fn preset(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|row| row.id == id)
}

#[cfg(test)]
mod tests;
