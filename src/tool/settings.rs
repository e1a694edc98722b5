//! What the person chose about tools. Never holds a secret.

use super::mcp::McpServer;
use super::{Grant, OwnTool, OwnToolId, Permission, Scope, Tool};
use crate::chat::{AgentId, McpServerId, SessionId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolSettings {
    /// Choices for a tool wherever it is used, by its name.
    pub permissions: BTreeMap<String, Permission>,
    /// How long a call may take, in seconds, by the tool's name.
    pub time_limits: BTreeMap<String, u32>,
    /// What is allowed without asking, the latest last.
    pub grants: Vec<Grant>,
    /// The person's own tools, in order.
    pub own: Vec<OwnTool>,
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

    /// Puts the person's choices for a tool into it; `agent` is the choice for it in one agent.
    pub fn apply(&self, tool: &mut Tool, agent: Option<Permission>) {
        let name = &tool.spec.name;
        let general = self.permissions.get(name).copied();
        tool.rule.permission = Permission::resolve(tool.rule.permission, general, agent);
        if let Some(seconds) = self.time_limits.get(name) {
            tool.set_time_limit(*seconds);
        }
    }

    /// Adds an own tool, or replaces the one with its id.
    ///
    /// A name that is new to the tool brings along nothing that was chosen for an earlier tool of that name.
    pub fn put_own(&mut self, tool: OwnTool) {
        let known = self.own.iter_mut().find(|known| known.id == tool.id);
        let former = known.as_ref().map(|known| known.name.clone());
        let name = tool.name.clone();
        match known {
            Some(known) => *known = tool,
            None => self.own.push(tool),
        }
        if former.as_ref() != Some(&name) {
            self.forget_choices(&name);
            if let Some(former) = former {
                self.forget_choices(&former);
            }
        }
    }

    /// Takes an own tool away, with all that was chosen for it.
    pub fn remove_own(&mut self, id: &OwnToolId) {
        if let Some(at) = self.own.iter().position(|tool| tool.id == *id) {
            let gone = self.own.remove(at);
            self.forget_choices(&gone.name);
        }
    }

    /// A chat is gone, and what was allowed in it with it.
    pub fn forget_session(&mut self, session: &SessionId) {
        self.grants
            .retain(|grant| grant.session.as_ref() != Some(session));
    }

    /// An agent is gone, and what it was allowed with it.
    pub fn forget_agent(&mut self, agent: &AgentId) {
        self.grants.retain(|grant| grant.scope.agent != *agent);
    }

    fn forget_choices(&mut self, tool: &str) {
        self.permissions.remove(tool);
        self.time_limits.remove(tool);
        self.grants.retain(|grant| grant.scope.tool != tool);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grant(tool: &str, agent: &str, session: Option<&str>) -> Grant {
        Grant {
            scope: Scope {
                tool: tool.to_owned(),
                agent: agent.into(),
                host: None,
            },
            session: session.map(Into::into),
            at: 0.0,
        }
    }

    fn own(id: &str, name: &str) -> OwnTool {
        OwnTool {
            name: name.to_owned(),
            ..OwnTool::new(id.to_owned())
        }
    }

    #[test]
    fn a_name_inherits_nothing() {
        let mut settings = ToolSettings::default();
        settings.put_own(own("1", "count"));
        settings
            .permissions
            .insert("count".to_owned(), Permission::Always);
        settings.time_limits.insert("count".to_owned(), 5);
        settings.grant(grant("count", "a", None));
        settings.grant(grant("other", "a", None));
        // The same tool with other code is still the person's own.
        settings.put_own(OwnTool {
            code: "1".to_owned(),
            ..own("1", "count")
        });
        assert_eq!((settings.permissions.len(), settings.grants.len()), (1, 2));
        settings.remove_own(&OwnToolId("1".to_owned()));
        settings.put_own(own("2", "count"));
        assert!(settings.permissions.is_empty() && settings.time_limits.is_empty());
        assert_eq!(settings.grants, [grant("other", "a", None)]);
        // Neither does a tool that takes the name of one that is not there any more.
        settings.put_own(own("2", "other"));
        assert_eq!(settings.grants, []);
    }

    #[test]
    fn grants_go_with_what_they_name() {
        let mut settings = ToolSettings::default();
        settings.grant(grant("t", "a", Some("s")));
        settings.grant(grant("t", "a", None));
        settings.grant(grant("t", "b", None));
        settings.forget_session(&"s".into());
        settings.forget_agent(&"b".into());
        assert_eq!(settings.grants, [grant("t", "a", None)]);
    }

    #[test]
    fn choices_are_put_into_the_tool() {
        let mut settings = ToolSettings::default();
        let mut tool = own("1", "count").tool();
        settings
            .permissions
            .insert("count".to_owned(), Permission::Always);
        settings.time_limits.insert("count".to_owned(), 60);
        settings.apply(&mut tool, None);
        assert_eq!(tool.rule.permission, Permission::Always);
        assert_eq!(tool.time_limit(), Some(60));
        settings.apply(&mut tool, Some(Permission::Ask));
        assert_eq!(tool.rule.permission, Permission::Ask);
    }
}
