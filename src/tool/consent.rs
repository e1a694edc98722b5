//! What the person has allowed. A grant names a tool, an agent and, for the network, a host; it covers
//! nothing else. Only a press of a button makes one: nothing that a model, a tool or a page says can.

use super::{Reach, Tool};
use crate::chat::{AgentId, Millis, SessionId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a call would do, as far as consent is concerned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    pub tool: String,
    pub agent: AgentId,
    /// Host and port the call reaches, where it reaches one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

/// Something allowed beyond the single call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grant {
    #[serde(flatten)]
    pub scope: Scope,
    /// Only in this conversation; `None` holds everywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionId>,
    /// When it was given.
    pub at: Millis,
}

impl Grant {
    pub fn covers(&self, scope: &Scope, session: &SessionId) -> bool {
        self.scope == *scope
            && self
                .session
                .as_ref()
                .is_none_or(|granted| granted == session)
    }
}

/// What one call reaches. `None` if it reaches the network at no address that can be read: such a call cannot be
/// granted beyond itself.
pub fn scope(tool: &Tool, agent: &AgentId, arguments: &Map<String, Value>) -> Option<Scope> {
    let host = match &tool.reach {
        Reach::Nothing | Reach::Data => None,
        Reach::Network => Some(host(arguments.get("url")?.as_str()?)?),
        Reach::Host(host) => Some(host.clone()?),
    };
    Some(Scope {
        tool: tool.spec.name.clone(),
        agent: agent.clone(),
        host,
    })
}

/// The host of an `http` or `https` address, with its port if it names one, in lower case.
///
/// Strict on purpose: whatever a browser could read in another way than this has no host here.
pub fn host(url: &str) -> Option<String> {
    let url = url.trim();
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let host = &rest[..end];
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    (!host.is_empty() && host.chars().all(plain)).then(|| host.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope_of(host: Option<&str>) -> Scope {
        Scope {
            tool: "fetch_url".to_owned(),
            agent: "just-ask".into(),
            host: host.map(str::to_owned),
        }
    }

    #[test]
    fn a_grant_covers_what_it_names_and_nothing_else() {
        let grant = Grant {
            scope: scope_of(Some("a.test")),
            session: None,
            at: 0.0,
        };
        let session = SessionId::from("s");
        assert!(grant.covers(&scope_of(Some("a.test")), &session));
        assert!(!grant.covers(&scope_of(Some("b.test")), &session));
        assert!(!grant.covers(&scope_of(Some("a.test:8080")), &session));
        assert!(!grant.covers(&scope_of(None), &session));
        let other_agent = Scope {
            agent: "other".into(),
            ..scope_of(Some("a.test"))
        };
        assert!(!grant.covers(&other_agent, &session));
        let here = Grant {
            session: Some("s".into()),
            ..grant
        };
        assert!(here.covers(&scope_of(Some("a.test")), &session));
        assert!(!here.covers(&scope_of(Some("a.test")), &"t".into()));
    }

    #[test]
    fn a_host_is_read_as_a_browser_would_or_not_at_all() {
        let check = |url: &str, expected: Option<&str>| {
            assert_eq!(host(url).as_deref(), expected, "{url}");
        };
        check("https://A.test/x?y#z", Some("a.test"));
        check(" http://a.test:8080 ", Some("a.test:8080"));
        check("http://[::1]:80/", Some("[::1]:80"));
        check("https://good.test@evil.test/", None);
        check("https://good.test\\@evil.test/", None);
        check("https://", None);
        check("https:/a.test", None);
        check("ftp://a.test", None);
        check("javascript:alert(1)", None);
        check("https://ex\u{430}mple.test", None);
    }
}
