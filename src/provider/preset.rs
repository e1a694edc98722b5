//! Known companies and servers, as rows of data.

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
}

/// A known company or server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    pub id: &'static str,
    pub name: &'static str,
    pub dialect: Dialect,
    pub base_url: &'static str,
    pub needs_key: bool,
    pub quirks: Quirks,
}

/// Where a server departs from the plain form of its dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// The limit of output tokens goes by the name `max_completion_tokens`.
    pub max_completion_tokens: bool,
    pub replay: Replay,
    pub auth: Auth,
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

impl Quirks {
    /// None at all.
    pub const NONE: Self = Self {
        max_completion_tokens: false,
        replay: Replay::Nothing,
        auth: Auth::Bearer,
    };
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
}

/// The scripted provider that is built in and needs no network.
pub const DEMO: &str = "demo";

pub const PRESETS: &[Preset] = &[
    Preset {
        id: DEMO,
        name: "Demo (scripted, no AI)",
        dialect: Dialect::OpenAiChat,
        base_url: "demo:",
        needs_key: false,
        quirks: Quirks::NONE,
    },
    Preset {
        id: "openai",
        name: "OpenAI",
        dialect: Dialect::OpenAiChat,
        base_url: "https://api.openai.com/v1",
        needs_key: true,
        quirks: Quirks {
            max_completion_tokens: true,
            ..Quirks::NONE
        },
    },
    Preset {
        id: CUSTOM,
        name: "OpenAI-compatible",
        dialect: Dialect::OpenAiChat,
        base_url: "",
        needs_key: false,
        quirks: Quirks::NONE,
    },
];

/// The row for a server that none of the others describes.
pub const CUSTOM: &str = "custom";

/// The row with this id.
pub fn preset(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|row| row.id == id)
}
