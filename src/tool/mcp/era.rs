//! Which of the two protocols a server speaks.
//!
//! A stateless request is tried first, as the specification has it. In a page there is one more case than the
//! specification knows: a server of 2025 that allows pages no `mcp-method` header fails the request before it is sent,
//! so no answer at all leads to the handshake too, whose first request needs nothing but a content type.

use super::error::McpError;
use super::text::plain;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The stateless revision.
pub const STATELESS: &str = "2026-07-28";
/// The revision that a handshake asks for.
pub const LATEST_SESSION: &str = "2025-11-25";
/// The revisions with sessions over Streamable HTTP.
const SESSIONS: [&str; 3] = [LATEST_SESSION, "2025-06-18", "2025-03-26"];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Era {
    Stateless,
    Session,
}

/// How a server is spoken with.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    pub era: Era,
    /// Empty until a handshake has settled it.
    pub version: String,
    /// What the server calls the session, if it has one.
    pub session: Option<String>,
    pub server: ServerInfo,
}

/// What a server says of itself. For showing only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServerInfo {
    pub title: String,
    pub version: String,
    /// `None` where it has not said.
    capabilities: Option<Vec<String>>,
}

/// What the answer to a first, stateless request means.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Stateless(Terms),
    /// It wants a handshake.
    Session,
    Fails(McpError),
}

impl Terms {
    /// For the first stateless request.
    pub fn stateless() -> Self {
        Self {
            era: Era::Stateless,
            version: STATELESS.to_owned(),
            session: None,
            server: ServerInfo::default(),
        }
    }

    /// For the first request of a handshake.
    pub fn handshake() -> Self {
        Self {
            era: Era::Session,
            version: String::new(),
            session: None,
            server: ServerInfo::default(),
        }
    }

    /// What the handshake's result settles. `session`: the header `Mcp-Session-Id` of the response.
    ///
    /// # Errors
    /// [`McpError::Versions`] if the server insists on another version.
    pub fn settled(result: &Value, session: Option<String>) -> Result<Self, McpError> {
        let version = result["protocolVersion"].as_str().unwrap_or_default();
        if !SESSIONS.contains(&version) {
            return Err(match version {
                "" => McpError::Protocol("The handshake's answer names no version.".to_owned()),
                version => McpError::Versions(vec![plain(version, 40)]),
            });
        }
        let is_visible = |session: &String| {
            !session.is_empty() && session.bytes().all(|byte| byte.is_ascii_graphic())
        };
        Ok(Self {
            era: Era::Session,
            version: version.to_owned(),
            session: session.filter(is_visible),
            server: ServerInfo::read(&result["serverInfo"], &result["capabilities"]),
        })
    }

    /// Whether the server offers this; true where it has not said.
    pub fn offers(&self, capability: &str) -> bool {
        let known = self.server.capabilities.as_ref();
        known.is_none_or(|known| known.iter().any(|name| name == capability))
    }
}

impl ServerInfo {
    fn read(info: &Value, capabilities: &Value) -> Self {
        let title = info["title"].as_str().or(info["name"].as_str());
        Self {
            title: plain(title.unwrap_or_default(), 80),
            version: plain(info["version"].as_str().unwrap_or_default(), 40),
            capabilities: capabilities
                .as_object()
                .map(|known| known.keys().cloned().collect()),
        }
    }
}

/// Judges the answer to [`super::Message::discover`].
pub fn judge(answer: Result<Value, McpError>) -> Verdict {
    match answer {
        Ok(result) => {
            let versions = versions(&result["supportedVersions"]);
            match versions.iter().any(|version| version == STATELESS) {
                true => Verdict::Stateless(Terms {
                    server: ServerInfo::read(
                        &result["_meta"]["io.modelcontextprotocol/serverInfo"],
                        &result["capabilities"],
                    ),
                    ..Terms::stateless()
                }),
                false => among(versions),
            }
        }
        Err(McpError::Versions(versions)) => among(versions),
        // The codes that the stateless revision brought: whoever uses them speaks it.
        Err(
            error @ McpError::Rpc {
                code: -32021 | -32020,
                ..
            },
        ) => Verdict::Fails(error),
        // These would come again.
        Err(
            error @ (McpError::Status {
                status: 401 | 403 | 429,
                ..
            }
            | McpError::Redirected
            | McpError::Locked(_)
            | McpError::Silent(_)),
        ) => Verdict::Fails(error),
        Err(
            McpError::Unreachable(_)
            | McpError::Status { .. }
            | McpError::SessionGone { .. }
            | McpError::Rpc { .. }
            | McpError::Protocol(_)
            | McpError::Broken(_),
        ) => Verdict::Session,
    }
}

/// A server that speaks these versions, but not the stateless one.
fn among(versions: Vec<String>) -> Verdict {
    let spoken = |version: &String| SESSIONS.contains(&version.as_str());
    match versions.is_empty() || versions.iter().any(spoken) {
        true => Verdict::Session,
        false => Verdict::Fails(McpError::Versions(versions)),
    }
}

/// A list of versions, as far as it is one.
pub(super) fn versions(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    let versions = list.filter_map(Value::as_str).take(20);
    versions.map(|version| plain(version, 40)).collect()
}
