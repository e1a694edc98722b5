//! What a model may call: how tools are described, how they are run, and what the person allows.
//!
//! Nothing here runs a tool that needs the browser. A built-in tool is one file: its description, and what it
//! does where that is a matter of arguments and result alone.

pub mod asked_agent;
pub mod built_in;
pub mod chart;
pub mod consent;
pub mod fetched;
pub mod mcp;
pub mod notes;
pub mod own;
pub mod project;
mod readable;
pub mod rule;
pub mod script;
pub mod settings;

pub use built_in::BuiltIn;
pub use consent::{Grant, Scope};
pub use own::{OwnTool, OwnToolId};
pub use readable::readable;
pub use rule::{Permission, Rule};
pub use settings::{Exchanged, ToolSettings};

use crate::chat::{AgentId, McpServerId, Millis, ToolSpec};

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
    /// One of the person's own, by its id.
    Own(OwnToolId),
    /// A server that the person added, and its name of the tool.
    Mcp {
        server: McpServerId,
        tool: String,
    },
}

impl Tool {
    /// How long its work may take, in seconds; `None` where that is not the person's to choose.
    pub fn time_limit(&self) -> Option<u32> {
        let limit = self.rule.timeout? - self.grace()?;
        Some((limit / 1_000.0).round() as u32)
    }

    pub fn set_time_limit(&mut self, seconds: u32) {
        if let (Some(_), Some(grace)) = (self.rule.timeout, self.grace()) {
            self.rule.timeout = Some(f64::from(seconds) * 1_000.0 + grace);
        }
    }

    /// What a call may take beyond the work itself; `None` for what has its limit elsewhere.
    fn grace(&self) -> Option<Millis> {
        match &self.runner {
            Runner::BuiltIn(BuiltIn::RunJavascript) | Runner::Own(_) => Some(script::GRACE),
            Runner::BuiltIn(_) if self.reach == Reach::Network => Some(0.0),
            Runner::Mcp { .. } => Some(0.0),
            // The others are quick, or wait for the person; an agent has its limit in its form.
            Runner::BuiltIn(_) | Runner::Agent(_) => None,
        }
    }
}
