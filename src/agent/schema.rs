//! Persistent agent definitions.

use crate::chat::AgentId;
use serde::{Deserialize, Serialize};

/// Who answers: a name, and the template its system prompt is made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentSchema {
    pub id: AgentId,
    pub name: String,
    pub template: String,
    /// Model responses one turn may take before it ends with a limit.
    pub max_rounds: u32,
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
        max_rounds: 10,
    }]
}
