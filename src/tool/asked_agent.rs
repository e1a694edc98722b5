//! An agent as a tool of another one.

use super::{Permission, Reach, Rule, Runner, Tool};
use crate::chat::{AgentId, Millis, ToolSpec};
use serde_json::json;

/// How long an agent may take that has no limit of its own, in milliseconds, without the time it waits for the person.
pub const TIME_LIMIT: Millis = 600_000.0;

/// The tool that asks this agent. Its own tools ask the person for themselves, so it runs without asking.
pub fn tool(agent: &AgentId, name: &str, description: &str) -> Tool {
    let description = match description.trim() {
        "" => String::new(),
        description => format!(" {description}"),
    };
    Tool {
        spec: ToolSpec {
            name: tool_name(agent),
            description: format!(
                "Gives a task to the agent \"{name}\" and returns its answer.{description} It sees nothing of this \
                 conversation, so the task must hold everything that it needs to know."
            ),
            parameters: json!({
                "type": "object",
                "properties": { "task": { "type": "string", "minLength": 1 } },
                "required": ["task"],
                "additionalProperties": false,
            }),
        },
        title: format!("Ask {name}"),
        rule: Rule {
            permission: Permission::Always,
            parallel: true,
            // It has a limit of its own, which does not run while the person is waited for.
            timeout: None,
            ..Rule::default()
        },
        reach: Reach::Nothing,
        runner: Runner::Agent(agent.clone()),
    }
}

/// Ids may hold what names of tools may not.
pub fn tool_name(agent: &AgentId) -> String {
    let plain = |c: char| match c.is_ascii_alphanumeric() {
        true => c.to_ascii_lowercase(),
        false => '_',
    };
    let name: String = agent.0.chars().map(plain).take(60).collect();
    format!("ask_{name}")
}

#[cfg(test)]
mod tests {
    use super::tool_name;

    #[test]
    fn names_fit_every_provider() {
        assert_eq!(tool_name(&"just-ask".into()), "ask_just_ask");
        let long =
            tool_name(&"0193a0b4-0000-7000-8000-0123456789ab-0193a0b4-0000-7000-8000".into());
        assert!(long.len() <= 64, "{long}");
    }
}
