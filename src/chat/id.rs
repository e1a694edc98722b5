//! Newtypes for ids, so that a turn's id cannot stand where a session's belongs.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }
    )*};
}

id! {
    /// One conversation. A UUID v7, so that ids sort by creation time.
    SessionId,
    /// One turn of a conversation. A UUID v7.
    TurnId,
    /// A configured provider.
    ProviderId,
    /// A reusable set of model settings.
    ModelConfigId,
    /// A persistent agent definition.
    AgentId,
    /// A server of tools that the person added.
    McpServerId,
}

/// A round's place: its turn and its position in it, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RoundKey {
    pub turn: TurnId,
    pub index: u32,
}
