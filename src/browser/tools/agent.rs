//! Another agent, asked as a tool. It works with its own prompt, tools and limits, and knows nothing of the
//! conversation but its task. What it does is shown below the call and kept with the call's result.

use super::{Context, text};
use crate::browser::manager::Inner;
use crate::browser::open_session::total_usage;
use crate::browser::run::{Place, Screen, Worker};
use crate::browser::view::{TurnState, TurnView};
use crate::chat::{
    AgentId, Answerer, Outcome, Part, Round, Shown, ToolResult, ToolStatus, Turn, TurnId,
    UserMessage,
};
use futures_channel::mpsc::unbounded;
use serde_json::{Map, Value};
use std::rc::Rc;

/// How deep agents may ask each other: one asked by the person may ask one that asks one more.
const DEPTH: usize = 2;

/// # Errors
/// Says why the agent cannot be asked.
pub async fn run(
    agent: &AgentId,
    arguments: &Map<String, Value>,
    context: &Context,
) -> Result<ToolResult, String> {
    let mut above = context.place.above.clone();
    above.push(context.tools.agent.clone());
    if above.contains(agent) {
        return Err(
            "This agent is at work on this already: agents may not ask in a circle.".to_owned(),
        );
    }
    if above.len() > DEPTH {
        return Err(format!(
            "Agents may ask each other {DEPTH} deep, and no deeper."
        ));
    }
    let inner: &Rc<Inner> = &context.inner;
    let turn = Turn {
        agent: Answerer {
            id: agent.clone(),
            name: String::new(),
        },
        id: TurnId(context.view.key.clone()),
        session: context.session.clone(),
        parent: None,
        created: crate::browser::clock::now(),
        user: UserMessage {
            text: text(arguments, "task").to_owned(),
        },
        rounds: vec![],
        outcome: None,
    };
    let prepared = inner.prepare_task(&context.session, agent, &turn).await;
    let prepared = prepared.map_err(|failure| format!("{}. {}", failure.title, failure.advice))?;
    let place = Place {
        above,
        key: context.view.key.clone(),
    };
    let mut view = TurnView::new(&turn, TurnState::Waiting);
    view.parts = context.view.steps.clone();
    view.usage = context.view.usage.clone();
    let (sender, receiver) = unbounded();
    let screen = Screen::new(view, place.clone());
    let worker = Worker::new(inner, prepared, screen, place, sender);
    let (outcome, rounds) = worker.work(receiver).await;
    Ok(answer(outcome.as_ref(), rounds))
}

/// What the agent that asked reads, and what the person sees.
fn answer(outcome: Option<&Outcome>, rounds: Vec<Round>) -> ToolResult {
    let said = rounds.last().map(Round::text).unwrap_or_default();
    let problem = match outcome {
        Some(Outcome::Done) => None,
        Some(Outcome::LimitReached { max_rounds }) => Some(format!(
            "The agent reached its limit of {max_rounds} rounds before it was done."
        )),
        Some(Outcome::TimedOut { .. }) => {
            Some("The agent reached its time limit before it was done.".to_owned())
        }
        Some(Outcome::Failed { failure }) => Some(format!("The agent failed: {}.", failure.title)),
        Some(Outcome::Stopped | Outcome::Interrupted) | None => {
            Some("The agent was stopped before it was done.".to_owned())
        }
    };
    let (status, content) = match problem {
        None => (ToolStatus::Done, said.clone()),
        Some(problem) if said.is_empty() => (ToolStatus::Failed, problem),
        Some(problem) => (
            ToolStatus::Failed,
            format!("{problem} What it said last:\n\n{said}"),
        ),
    };
    let usage = total_usage(&rounds);
    let parts: Vec<Part> = rounds.into_iter().flat_map(|round| round.parts).collect();
    let mut result = ToolResult::new(status, content.clone());
    result.shown = vec![Shown::Steps { parts, usage }];
    if status != ToolStatus::Done {
        result.shown.push(Shown::Text { text: content });
    }
    result
}
