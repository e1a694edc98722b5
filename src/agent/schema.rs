//! Persistent agent definitions.

use crate::chat::AgentId;
use crate::tool::Permission;
use serde::{Deserialize, Serialize};

/// Who answers: a name, and the template its system prompt is made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentSchema {
    pub id: AgentId,
    pub name: String,
    pub template: String,
    /// The tools it has, in order.
    #[serde(default)]
    pub tools: Vec<AgentTool>,
    /// Model responses one turn may take before it ends with a limit.
    pub max_rounds: u32,
    /// How long one turn may take, in seconds, not counting the time the person is waited for.
    #[serde(default)]
    pub time_limit: Option<u32>,
}

/// A tool as one agent has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentTool {
    pub name: String,
    /// The person's choice for the tool in this agent; `None` leaves it to the choice for the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission: Option<Permission>,
}

/// The id of the agent that is always there.
pub const JUST_ASK: &str = "just-ask";

/// The built-in agents; never empty.
pub fn built_in() -> Vec<AgentSchema> {
    vec![AgentSchema {
        id: AgentId::from(JUST_ASK),
        name: "General Assistant".to_owned(),
        template: "You are a helpful assistant. Answer in the language of the person. \
                   Use markdown where it helps reading."
            .to_owned(),
        tools: vec![],
        max_rounds: 10,
        time_limit: None,
    }]
}
