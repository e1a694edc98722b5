//! Runs the tools that an agent has.

mod agent;
mod ask_person;
mod clipboard;
mod current_time;
mod fetch_url;
mod files;
mod javascript;
mod js;
mod location;
mod mcp;
mod notes;
mod show;
mod speak;
#[cfg(feature = "testing")]
pub mod testing;

use super::manager::Inner;
use super::run::Place;
use super::toolbox;
use super::view::CallView;
use crate::agent::{AgentSchema, Check};
use crate::chat::{AgentId, SessionId, ToolCall, ToolResult, ToolSpec, ToolStatus};
use crate::tool::consent::{self, Scope};
use crate::tool::{BuiltIn, Permission, Rule, Runner, Tool};
use futures_util::future::LocalBoxFuture;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What an agent with tools works with. It is a lazy part: nothing else may name what it consists of.
#[derive(Clone, Copy)]
pub struct ToolKit {
    /// Gets what tools need; an error says in the browser's words why it cannot be had.
    pub load: fn() -> LocalBoxFuture<'static, Result<(), String>>,
    /// The tools of an agent as they stand now.
    pub toolset: fn(&Inner, &AgentSchema) -> Toolset,
}

impl ToolKit {
    pub const NEW: Self = Self {
        load: || Box::pin(toolbox::load()),
        toolset: Inner::toolset,
    };
}

/// The tools of one agent.
pub struct Toolset {
    pub agent: AgentId,
    /// In the order in which the model reads them.
    pub tools: Vec<Tool>,
    /// Says what is wrong with a call's arguments.
    pub check: Check,
    /// Runs a call to its end. Dropping this gives the call up.
    pub run: fn(ToolCall, Context) -> LocalBoxFuture<'static, ToolResult>,
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
    /// Of an agent without tools.
    pub fn none(agent: AgentId) -> Self {
        Self {
            agent,
            tools: vec![],
            check: |_, _| Ok(()),
            run: |_, _| Box::pin(async { failed("There are no tools here.") }),
        }
    }

    /// Of an agent with these tools.
    pub fn new(agent: AgentId, tools: Vec<Tool>) -> Self {
        Self {
            agent,
            tools,
            check: toolbox::check,
            run: |call, context| Box::pin(async move { run(&call, &context).await }),
        }
    }

    pub fn find(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.spec.name == name)
    }

    /// What the model is offered: all but what the person never allows.
    pub fn specs(&self) -> Vec<ToolSpec> {
        let offered = |tool: &&Tool| tool.rule.permission != Permission::Never;
        let offered = self.tools.iter().filter(offered);
        offered.map(|tool| tool.spec.clone()).collect()
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
        consent::scope(tool, &self.agent, &arguments(call))
    }
}

async fn run(call: &ToolCall, context: &Context) -> ToolResult {
    let Some(tool) = context.tools.find(&call.name) else {
        return failed(format!("There is no tool named {:?}.", call.name));
    };
    let arguments = arguments(call);
    let result = match &tool.runner {
        Runner::BuiltIn(BuiltIn::CurrentTime) => current_time::run(&arguments),
        Runner::BuiltIn(BuiltIn::Calculate) => {
            toolbox::calculate(text(&arguments, "expression")).map(done)
        }
        Runner::BuiltIn(BuiltIn::AskPerson) => ask_person::run(&arguments, context).await,
        Runner::BuiltIn(BuiltIn::RunJavascript) => {
            javascript::run(tool, text(&arguments, "code"), Value::Object(Map::new())).await
        }
        Runner::BuiltIn(BuiltIn::WriteNote) => notes::write(&arguments, context).await,
        Runner::BuiltIn(BuiltIn::ReadNotes) => notes::read(&arguments, context).await,
        Runner::BuiltIn(BuiltIn::SearchNotes) => notes::search(&arguments, context).await,
        Runner::Own(id) => javascript::run_own(tool, id, arguments, context).await,
        Runner::Agent(agent) => agent::run(agent, &arguments, context).await,
        Runner::BuiltIn(BuiltIn::ShowTable) => show::table(&arguments),
        Runner::BuiltIn(BuiltIn::ShowChart) => show::chart(&arguments),
        Runner::BuiltIn(BuiltIn::FetchUrl) => fetch_url::run(&arguments, context).await,
        Runner::BuiltIn(BuiltIn::ListFiles) => files::list(&arguments, context),
        Runner::BuiltIn(BuiltIn::ReadFile) => files::read(&arguments, context),
        Runner::BuiltIn(BuiltIn::SearchFiles) => files::search(&arguments, context),
        Runner::BuiltIn(BuiltIn::WriteFile) => files::write(&arguments, context),
        Runner::BuiltIn(BuiltIn::EditFile) => files::edit(&arguments, context),
        Runner::BuiltIn(BuiltIn::ReadClipboard) => clipboard::run().await,
        Runner::BuiltIn(BuiltIn::GetLocation) => location::run().await,
        Runner::BuiltIn(BuiltIn::Speak) => speak::run(&arguments).await,
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

/// Whether something is set among the arguments.
fn flag(arguments: &Map<String, Value>, name: &str) -> bool {
    arguments.get(name).and_then(Value::as_bool) == Some(true)
}

/// A count among the arguments. A model may write a whole number as 3.0.
fn number(arguments: &Map<String, Value>, name: &str) -> Option<usize> {
    let number = arguments.get(name)?.as_f64()?;
    Some(number.max(0.0) as usize)
}
