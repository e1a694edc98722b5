//! The client's side of the [Model Context Protocol](https://modelcontextprotocol.io/specification/2026-07-28) over
//! Streamable HTTP, as values: what to send, and what came back.
//!
//! Two eras are spoken: the stateless revision 2026-07-28, in which every request says for itself who asks, and the
//! sessions of 2025, which begin with a handshake. What a server says is never trusted: it is cut to size, its names
//! are made fit, and nothing it claims about a tool widens what the tool may do.

pub mod answer;
pub mod catalog;
pub mod era;
pub mod error;
pub mod message;
pub mod mirror;
pub mod naming;
pub mod reading;
pub mod result;
mod text;

#[cfg(test)]
mod tests;

pub use answer::{Answer, Incoming};
pub use catalog::{Catalog, ServerTool};
pub use era::{Era, Terms, Verdict};
pub use error::McpError;
pub use message::{Message, Post};

use super::Tool;
use super::consent::host;
use crate::chat::McpServerId;
use serde::{Deserialize, Serialize};

/// A server the person added. Its token and the values of its headers are kept apart, under the same id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct McpServer {
    pub id: McpServerId,
    pub name: String,
    /// What its tools' names begin with: letters and digits, another one for each server. It stays when the server is
    /// renamed, since agents and permissions name tools.
    pub prefix: String,
    pub url: String,
    /// Names of headers that are sent beside the protocol's own.
    #[serde(default)]
    pub headers: Vec<String>,
    pub enabled: bool,
    /// The tools that are switched off, by the server's names.
    #[serde(default)]
    pub off: Vec<String>,
    /// What worked last.
    #[serde(default)]
    pub era: Option<Era>,
}

impl McpServer {
    /// Whether `other` is somewhere else for whoever has this one's token: at another host, or no longer by https.
    pub fn is_elsewhere(&self, other: &Self) -> bool {
        let is_safe = |server: &Self| server.url.trim_start().starts_with("https:");
        host(&self.url) != host(&other.url) || is_safe(self) != is_safe(other)
    }

    /// The tools that agents may have, as its catalogue lists them.
    pub fn tools(&self, catalog: &Catalog) -> Vec<Tool> {
        if !self.enabled {
            return vec![];
        }
        naming::tools(self, catalog)
            .into_iter()
            .filter(|(name, _)| !self.off.contains(name))
            .map(|(_, tool)| tool)
            .collect()
    }
}
