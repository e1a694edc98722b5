//! What the person chose about tools. Never holds a secret.

use super::mcp::McpServer;
use super::{Grant, OwnTool, OwnToolId, Permission, Scope, Tool};
use crate::chat::{AgentId, McpServerId, SessionId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

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

    /// Puts the person's choices for a tool into it; `permission` and `time_limit`, in seconds, are those for it in one
    /// agent.
    pub fn apply(&self, tool: &mut Tool, permission: Option<Permission>, time_limit: Option<u32>) {
        let name = &tool.spec.name;
        let general = self.permissions.get(name).copied();
        tool.rule.permission = Permission::resolve(tool.rule.permission, general, permission);
        if let Some(seconds) = time_limit.or_else(|| self.time_limits.get(name).copied()) {
            tool.set_time_limit(seconds);
        }
    }

    /// Chooses what a tool may do wherever it is used; `None` leaves that to the tool. One that is to ask, or never to
    /// run, is not let through by what was allowed earlier.
    pub fn permit(&mut self, tool: &str, permission: Option<Permission>) {
        match permission {
            Some(permission) => self.permissions.insert(tool.to_owned(), permission),
            None => self.permissions.remove(tool),
        };
        if permission.is_some_and(Permission::is_narrow) {
            self.grants.retain(|grant| grant.scope.tool != tool);
        }
    }

    /// Forgets what was allowed to a tool of one agent.
    pub fn forget_grants(&mut self, agent: &AgentId, tool: &str) {
        self.grants
            .retain(|grant| grant.scope.agent != *agent || grant.scope.tool != tool);
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

    /// Forgets what was chosen for tools that a change took away, brought, or made another's, and says which they are.
    pub fn forget_exchanged(&mut self, before: &Self) -> Exchanged {
        let names = |tools: &Self| -> BTreeSet<(String, OwnToolId)> {
            let own = tools.own.iter();
            own.map(|tool| (tool.name.clone(), tool.id.clone()))
                .collect()
        };
        let names = &names(before) ^ &names(self);
        let mut prefixes = vec![];
        for server in before.servers.iter().chain(&self.servers) {
            let is_same = |other: &McpServer| {
                other.id == server.id
                    && other.prefix == server.prefix
                    && !server.is_elsewhere(other)
            };
            if !(before.servers.iter().any(is_same) && self.servers.iter().any(is_same)) {
                prefixes.push(format!("mcp_{}_", server.prefix));
            }
        }
        let exchanged = Exchanged {
            names: names.into_iter().map(|(name, _)| name).collect(),
            prefixes,
        };
        self.permissions.retain(|tool, _| !exchanged.has(tool));
        self.time_limits.retain(|tool, _| !exchanged.has(tool));
        self.grants
            .retain(|grant| !exchanged.has(&grant.scope.tool));
        exchanged
    }

    fn forget_choices(&mut self, tool: &str) {
        self.permissions.remove(tool);
        self.time_limits.remove(tool);
        self.grants.retain(|grant| grant.scope.tool != tool);
    }
}

/// Tools that are not what they were: what was allowed to one says nothing of another of its name.
#[derive(Debug, PartialEq)]
pub struct Exchanged {
    names: Vec<String>,
    prefixes: Vec<String>,
}

impl Exchanged {
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.prefixes.is_empty()
    }

    pub fn has(&self, tool: &str) -> bool {
        let begins = |prefix: &String| tool.starts_with(prefix.as_str());
        self.names.iter().any(|name| name == tool) || self.prefixes.iter().any(begins)
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
    fn a_tool_that_is_to_ask_asks() {
        let grants = [
            grant("count", "a", None),
            grant("count", "b", Some("s")),
            grant("other", "a", None),
        ];
        let after = |change: &dyn Fn(&mut ToolSettings)| {
            let mut settings = ToolSettings {
                grants: grants.to_vec(),
                ..ToolSettings::default()
            };
            change(&mut settings);
            settings
        };
        for choice in [Permission::Ask, Permission::Never] {
            let settings = after(&|settings| settings.permit("count", Some(choice)));
            assert_eq!(settings.permissions["count"], choice);
            assert_eq!(settings.grants, grants[2..]);
        }
        for choice in [Some(Permission::Always), None] {
            let settings = after(&|settings| settings.permit("count", choice));
            assert_eq!(settings.permissions.get("count").copied(), choice);
            assert_eq!(settings.grants, grants);
        }
        let settings = after(&|settings| settings.forget_grants(&"a".into(), "count"));
        assert_eq!(settings.grants, grants[1..]);
    }

    fn server(id: &str, prefix: &str, url: &str) -> McpServer {
        let value = serde_json::json!({
            "id": id, "name": "x", "prefix": prefix, "url": url, "enabled": true,
        });
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn another_tool_of_a_name_is_another_tool() {
        let before = ToolSettings {
            own: vec![own("1", "count")],
            servers: vec![server("s", "s", "https://x.example/mcp")],
            ..ToolSettings::default()
        };
        let after = |change: &dyn Fn(&mut ToolSettings)| {
            let mut after = before.clone();
            change(&mut after);
            after.grant(grant("mcp_s_run", "a", None));
            after.grant(grant("count", "a", None));
            let exchanged = after.forget_exchanged(&before);
            (
                exchanged.has("count"),
                exchanged.has("mcp_s_run"),
                after.grants.len(),
            )
        };
        assert_eq!(after(&|_| {}), (false, false, 2));
        assert_eq!(
            after(&|it| it.own[0].code = "2".to_owned()),
            (false, false, 2)
        );
        assert_eq!(after(&|it| it.own.clear()), (true, false, 1));
        assert_eq!(
            after(&|it| it.own = vec![own("2", "count")]),
            (true, false, 1)
        );
        assert_eq!(
            after(&|it| it.own.push(own("2", "other"))),
            (false, false, 2)
        );
        assert_eq!(after(&|it| it.servers.clear()), (false, true, 1));
        for (url, exchanged) in [
            ("https://x.example/other", false),
            ("https://y.example/mcp", true),
            ("http://x.example/mcp", true),
        ] {
            let moved = after(&|it| it.servers[0].url = url.to_owned());
            assert_eq!(moved.1, exchanged, "{url}");
        }
        let elsewhere = || vec![server("t", "s", "https://x.example/mcp")];
        assert!(after(&|it| it.servers = elsewhere()).1);
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
        settings.apply(&mut tool, None, None);
        assert_eq!(tool.rule.permission, Permission::Always);
        assert_eq!(tool.time_limit(), Some(60));
        settings.apply(&mut tool, Some(Permission::Ask), Some(5));
        assert_eq!(tool.rule.permission, Permission::Ask);
        assert_eq!(tool.time_limit(), Some(5));
    }
}
