//! Runs the tools that an agent has.

mod agent;
mod ask_person;
mod current_time;
mod mcp;

use super::manager::Inner;
use super::run::Place;
use super::view::CallView;
use crate::chat::{AgentId, SessionId, ToolCall, ToolResult, ToolSpec, ToolStatus};
use crate::tool::consent::{self, Scope};
use crate::tool::{BuiltIn, Rule, Runner, Tool};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The tools of one agent.
#[derive(Default)]
pub struct Toolset {
    pub agent: Option<AgentId>,
    /// In the order in which the model reads them.
    pub tools: Vec<Tool>,
}

/// What a tool that runs can reach.
pub struct Context {
    pub inner: Rc<Inner>,
    pub session: SessionId,
    pub tools: Rc<Toolset>,
    /// Where the agent stands that calls.
    pub place: Place,
    pub view: CallView,
}

impl Toolset {
    pub fn find(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.spec.name == name)
    }

    pub fn specs(&self) -> Vec<ToolSpec> {
        self.tools.iter().map(|tool| tool.spec.clone()).collect()
    }

    pub fn rules(&self) -> BTreeMap<String, Rule> {
        let rules = self.tools.iter();
        rules
            .map(|tool| (tool.spec.name.clone(), tool.rule.clone()))
            .collect()
    }

    /// What a call reaches; `None` if that cannot be said.
    pub fn scope(&self, call: &ToolCall) -> Option<Scope> {
        let tool = self.find(&call.name)?;
        consent::scope(tool, self.agent.as_ref()?, &arguments(call))
    }
}

/// Runs a call to its end. Dropping this gives the call up.
pub async fn run(call: &ToolCall, context: &Context) -> ToolResult {
    let Some(tool) = context.tools.find(&call.name) else {
        return failed(format!("There is no tool named {:?}.", call.name));
    };
    let arguments = arguments(call);
    let result = match &tool.runner {
        Runner::BuiltIn(BuiltIn::CurrentTime) => current_time::run(&arguments),
        Runner::BuiltIn(BuiltIn::AskPerson) => ask_person::run(&arguments, context).await,
        Runner::Agent(agent) => agent::run(agent, &arguments, context).await,
        Runner::Mcp { server, tool } => mcp::run(server, tool, arguments, context).await,
    };
    result.unwrap_or_else(failed)
}

fn failed(content: impl Into<String>) -> ToolResult {
    ToolResult::new(ToolStatus::Failed, content)
}

fn done(content: impl Into<String>) -> ToolResult {
    ToolResult::new(ToolStatus::Done, content)
}

/// A call's arguments; the agent has checked them.
fn arguments(call: &ToolCall) -> Map<String, Value> {
    serde_json::from_str(&call.arguments).unwrap_or_default()
}

/// A text among the arguments; absent, or of another kind, it is empty.
fn text<'a>(arguments: &'a Map<String, Value>, name: &str) -> &'a str {
    arguments
        .get(name)
        .and_then(Value::as_str)
        .unwrap_or_default()
}
