//! What the person chose about tools. Never holds a secret.

use super::mcp::McpServer;
use super::{Grant, Permission, Scope};
use crate::chat::{McpServerId, SessionId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolSettings {
    /// Choices for a tool wherever it is used, by its name.
    pub permissions: BTreeMap<String, Permission>,
    /// What is allowed without asking, the latest last.
    pub grants: Vec<Grant>,
    /// The servers of tools, without their secrets.
    pub servers: Vec<McpServer>,
}

impl ToolSettings {
    pub fn server(&self, id: &McpServerId) -> Option<&McpServer> {
        self.servers.iter().find(|server| server.id == *id)
    }

    pub fn covers(&self, scope: &Scope, session: &SessionId) -> bool {
        self.grants.iter().any(|grant| grant.covers(scope, session))
    }

    /// Adds a grant unless it is there already.
    pub fn grant(&mut self, grant: Grant) {
        let same = |known: &Grant| known.scope == grant.scope && known.session == grant.session;
        if !self.grants.iter().any(same) {
            self.grants.push(grant);
        }
    }
}
