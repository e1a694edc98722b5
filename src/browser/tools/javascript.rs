//! JavaScript in the sandbox: a model's, or a person's own tool.

use super::Context;
use crate::browser::sandbox::{self, DEFAULT_TIMEOUT, Ending, Job, Line, Report};
use crate::chat::{Shown, ToolResult, ToolStatus};
use crate::tool::{OwnToolId, Tool};
use leptos::prelude::WithUntracked;
use serde_json::{Map, Value};

/// Runs code that finds `args`. The sandbox's frame goes away when this is dropped.
///
/// # Errors
/// Says why the browser gave no sandbox.
pub async fn run(tool: &Tool, code: &str, args: Value) -> Result<ToolResult, String> {
    let job = Job {
        code: code.to_owned(),
        args,
        timeout: tool
            .time_limit()
            .map_or(DEFAULT_TIMEOUT, |seconds| f64::from(seconds) * 1_000.0),
    };
    // Giving the call up drops this, so nothing else needs to end the run.
    let report = sandbox::run(job, std::future::pending()).await;
    let report = report.map_err(|error| error.to_string())?;
    Ok(result(report, tool.rule.max_result))
}

/// Runs a person's own tool, as it is now.
///
/// # Errors
/// Says that the tool is gone, or why the browser gave no sandbox.
pub async fn run_own(
    tool: &Tool,
    id: &OwnToolId,
    arguments: Map<String, Value>,
    context: &Context,
) -> Result<ToolResult, String> {
    let settings = context.inner.signals.settings;
    let code = settings.with_untracked(|settings| {
        let mut own = settings.tools.own.iter();
        own.find(|own| own.id == *id).map(|own| own.code.clone())
    });
    let code = code.ok_or("The person deleted this tool meanwhile.")?;
    run(tool, &code, Value::Object(arguments)).await
}

/// What the model reads, at most `limit` characters of each part, and what the person sees.
fn result(report: Report, limit: usize) -> ToolResult {
    let status = match report.ending {
        Ending::Returned(_) => ToolStatus::Done,
        Ending::TimedOut(_) => ToolStatus::TimedOut,
        Ending::Stopped => ToolStatus::Stopped,
        Ending::Threw(_) | Ending::OutOfMemory | Ending::Crashed(_) => ToolStatus::Failed,
    };
    let mut result = ToolResult::new(status, report.for_model(limit));
    let with_images = !report.images.is_empty();
    let notices = report.notices();
    result.shown.push(match report.ending {
        Ending::Returned(Some(Value::String(text))) => Shown::Text { text },
        Ending::Returned(Some(value)) => match value {
            Value::Array(_) | Value::Object(_) => Shown::Json {
                text: value.to_string(),
            },
            plain => Shown::Text {
                text: plain.to_string(),
            },
        },
        ending => Shown::Text {
            text: ending.sentence(with_images),
        },
    });
    if !report.console.is_empty() {
        let lines: Vec<String> = report.console.iter().map(Line::to_string).collect();
        let text = format!("Console:\n{}", lines.join("\n"));
        result.shown.push(Shown::Text { text });
    }
    for (at, image) in report.images.into_iter().enumerate() {
        result.shown.push(Shown::Image {
            media_type: image.media_type,
            data: image.data,
            alt: format!("Image {} that the code drew", at + 1),
        });
    }
    for text in notices {
        result.shown.push(Shown::Text { text });
    }
    result
}
