//! A tool of a server that the person added.

use super::Context;
use crate::browser::lazy::Unavailable;
use crate::browser::mcp::Call;
use crate::chat::{McpServerId, ToolResult};
use serde_json::{Map, Value};

/// # Errors
/// Says why the tool cannot be called.
pub async fn run(
    server: &McpServerId,
    tool: &str,
    arguments: Map<String, Value>,
    context: &Context,
) -> Result<ToolResult, String> {
    let caller = (context.inner.parts.mcp)().await;
    let caller = caller.map_err(|Unavailable| {
        "The part of the page that calls tools of servers could not be loaded.".to_owned()
    })?;
    let call = Call {
        inner: context.inner.clone(),
        server: server.clone(),
        tool: tool.to_owned(),
        arguments,
        progress: context.view.progress.clone(),
    };
    caller.call(call).await
}
