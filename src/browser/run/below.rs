//! What an agent that was asked as a tool leaves behind when it is given up: its steps end with its call, and are kept
//! with the call's result.

use crate::browser::view::{CallState, CallView, PartView};
use crate::chat::{Part, PartBody, Shown, ToolCall, ToolResult, ToolStatus};
use crate::provider::PartKind;
use leptos::prelude::*;

/// Ends everything that is still open below a call.
pub fn end_below(call: &CallView) {
    for part in call.steps.get_untracked() {
        part.text.finish();
        if part.duration.get_untracked().is_none() {
            part.duration.set(Some(0.0));
        }
        let Some(call) = part.call else {
            continue;
        };
        end_below(&call);
        call.question.set(None);
        let is_open = call.state.with_untracked(|state| match state {
            CallState::Writing | CallState::Queued | CallState::Asked | CallState::Running(_) => {
                true
            }
            CallState::Ended(_) | CallState::Open => false,
        });
        if is_open {
            let result = ToolResult::new(ToolStatus::Stopped, "Stopped with its agent.");
            call.state.set(CallState::Ended(result));
        }
    }
}

/// Puts the steps below a call into its result, where the agent itself did not come to it.
pub fn keep_below(result: &mut ToolResult, call: &CallView) {
    let steps = call.steps.get_untracked();
    let has_them = |shown: &Shown| matches!(shown, Shown::Steps { .. });
    if steps.is_empty() || result.shown.iter().any(has_them) {
        return;
    }
    if result.shown.is_empty() {
        result.shown.push(Shown::Text {
            text: result.content.clone(),
        });
    }
    let parts = steps.iter().map(record).collect();
    let usage = call.usage.get_untracked();
    result.shown.insert(0, Shown::Steps { parts, usage });
}

fn record(view: &PartView) -> Part {
    let text = view.text.to_text();
    let body = match &view.kind {
        PartKind::Thinking => PartBody::Thinking {
            text,
            duration: view.duration.get_untracked().unwrap_or_default(),
        },
        PartKind::Text => PartBody::Text { text },
        PartKind::Refusal => PartBody::Refusal { text },
        PartKind::ServerTool { name } => PartBody::ServerTool {
            name: name.clone(),
            text,
        },
        PartKind::ToolCall { id, name } => {
            let state = view.call.as_ref().map(|call| call.state.get_untracked());
            let mut result = match state {
                Some(CallState::Ended(result)) => Some(result),
                Some(
                    CallState::Writing
                    | CallState::Queued
                    | CallState::Asked
                    | CallState::Running(_)
                    | CallState::Open,
                )
                | None => None,
            };
            if let (Some(result), Some(call)) = (&mut result, &view.call) {
                keep_below(result, call);
            }
            PartBody::ToolCall(ToolCall {
                id: id.clone(),
                name: name.clone(),
                arguments: text,
                result,
            })
        }
    };
    Part {
        citations: view.citations.get_untracked(),
        ..body.into()
    }
}
