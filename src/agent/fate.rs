//! Whether a call runs. Everything that is wrong with it becomes a result that the model reads.

use super::Plan;
use crate::chat::{StopReason, ToolCall, ToolResult, ToolStatus};
use crate::tool::{Permission, Rule};
use serde_json::{Map, Value};

/// What to do with one call.
pub(super) enum Fate {
    /// Answered without running.
    Answer(ToolResult),
    Run(Rule, Map<String, Value>),
    Ask(Rule, Map<String, Value>),
}

/// The answer of a call that may not be all the model wanted to say. `stop` is its round's: without one the
/// response broke off and the person kept what was there. A JSON object that is written out is whole even then,
/// because nothing that follows it could make another object of it.
pub(super) fn cut_off(call: &ToolCall, stop: Option<&StopReason>) -> Option<ToolResult> {
    let whole = || serde_json::from_str::<Map<String, Value>>(&call.arguments).is_ok();
    match stop {
        Some(StopReason::Length) => Some(ToolResult::new(
            ToolStatus::Failed,
            "Not run: the call was cut off at the limit of output tokens.",
        )),
        None if !whole() => Some(ToolResult::new(
            ToolStatus::Interrupted,
            "Not run: the response broke off before this call was complete.",
        )),
        None
        | Some(
            StopReason::End
            | StopReason::ToolCalls
            | StopReason::ContentFilter
            | StopReason::Refusal
            | StopReason::Other(_),
        ) => None,
    }
}

/// Of a call that is whole.
pub(super) fn fate(plan: &Plan, call: &ToolCall) -> Fate {
    let failed = |content: String| Fate::Answer(ToolResult::new(ToolStatus::Failed, content));
    let rule = plan.rules.get(&call.name).cloned().unwrap_or_default();
    let mut tools = plan.input.tools.iter();
    let Some(tool) = tools.find(|tool| tool.name == call.name) else {
        // The model knows it from earlier in the conversation.
        if rule.permission == Permission::Never {
            return Fate::Answer(not_allowed());
        }
        let known: Vec<_> = plan
            .input
            .tools
            .iter()
            .map(|tool| tool.name.as_str())
            .collect();
        let known = match known.is_empty() {
            true => String::new(),
            false => format!(" The tools here are: {}.", known.join(", ")),
        };
        return failed(format!("There is no tool named {:?}.{known}", call.name));
    };
    let arguments = match parse_arguments(&call.arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            return failed(format!(
                "Not run: the arguments are not a JSON object: {error}"
            ));
        }
    };
    if let Err(violations) = (plan.check)(tool, &arguments) {
        return failed(format!(
            "Not run: the arguments do not fit the tool's schema: {violations}"
        ));
    }
    match rule.permission {
        Permission::Always => Fate::Run(rule, arguments),
        Permission::Ask => Fate::Ask(rule, arguments),
        Permission::Never => Fate::Answer(not_allowed()),
    }
}

pub(super) fn not_allowed() -> ToolResult {
    ToolResult::new(ToolStatus::Refused, "The person does not allow this tool.")
}

/// Every way to say "no arguments" means an empty object.
fn parse_arguments(text: &str) -> Result<Map<String, Value>, String> {
    match text.trim() {
        "" | "null" | "\"\"" => Ok(Map::new()),
        text => serde_json::from_str(text).map_err(|error| error.to_string()),
    }
}
