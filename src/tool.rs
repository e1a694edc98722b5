//! What a model may call: how tools are described, how they are run, and what the person allows.
//!
//! Nothing here runs a tool that needs the browser. A built-in tool is one file: its description, and what it
//! does where that is a matter of arguments and result alone.

pub mod asked_agent;
pub mod built_in;
pub mod consent;
pub mod mcp;
pub mod rule;
pub mod script;
pub mod settings;

pub use built_in::BuiltIn;
pub use consent::{Grant, Scope};
pub use rule::{Permission, Rule};
pub use settings::ToolSettings;

use crate::chat::{AgentId, McpServerId, ToolSpec};

/// A tool that an agent may have.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// What the model reads.
    pub spec: ToolSpec,
    /// What the person reads.
    pub title: String,
    /// How it is run where nothing else was chosen.
    pub rule: Rule,
    pub reach: Reach,
    pub runner: Runner,
}

/// What a tool touches beyond its arguments: what the person is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    Nothing,
    /// Something of the person's: clipboard, place, files, notes.
    Data,
    /// A host on the network, which a call names in its argument `url`.
    Network,
    /// A host that stands before the call, whatever its arguments. `None` if its address cannot be read.
    Host(Option<String>),
}

/// Who does the work.
#[derive(Clone, Debug, PartialEq)]
pub enum Runner {
    BuiltIn(BuiltIn),
    /// Another agent, asked as a tool.
    Agent(AgentId),
    /// A server that the person added, and its name of the tool.
    Mcp {
        server: McpServerId,
        tool: String,
    },
}
