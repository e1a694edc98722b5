//! Speaks with servers of tools. What is said is in [`crate::tool::mcp`]; here is who says it, and when.
//!
//! Everything is a future that gives back what it holds when it is dropped: a call that is given up breaks its
//! connection off, and tells a server that keeps sessions.

mod connect;
mod exchange;
mod link;
mod state;

pub use link::Link;
pub use state::{Connections, ServerState};

use super::clock::within;
use super::manager::Inner;
use crate::chat::{McpServerId, Millis, ToolResult};
use crate::tool::mcp::answer::Progress;
use crate::tool::mcp::catalog::MOST_PAGES;
use crate::tool::mcp::message::List;
use crate::tool::mcp::{Catalog, Era, McpError, Message, Terms, result};
use leptos::prelude::*;
use serde_json::{Map, Value};
use std::pin::Pin;
use std::rc::Rc;

/// Everything but a call gives up after so many milliseconds.
const PATIENCE: Millis = 20_000.0;

type Calling = Pin<Box<dyn Future<Output = Result<ToolResult, String>>>>;

/// What calls the tools of servers: a lazy part.
#[derive(Clone, Copy)]
pub struct Caller(fn(Call) -> Calling);

/// One call of a server's tool.
pub struct Call {
    pub inner: Rc<Inner>,
    pub server: McpServerId,
    /// The server's name of it.
    pub tool: String,
    pub arguments: Map<String, Value>,
    /// What the person reads of how far it is.
    pub progress: ArcRwSignal<String>,
}

impl Caller {
    pub const HERE: Self = Self(|call| Box::pin(run(call)));

    /// # Errors
    /// Says why the tool cannot be called.
    pub(super) async fn call(self, call: Call) -> Result<ToolResult, String> {
        (self.0)(call).await
    }
}

async fn run(call: Call) -> Result<ToolResult, String> {
    let Call {
        inner,
        server,
        tool,
        arguments,
        progress,
    } = call;
    let link = Link::of(&inner, &server).await;
    let link = link.map_err(|error| error.to_string())?;
    let schema = inner.signals.catalogs.with_untracked(|catalogs| {
        let tool = catalogs.get(&server)?.tool(&tool)?;
        Some(tool.schema.clone())
    });
    let message = Message::call(&tool, &schema.unwrap_or_default(), &arguments);
    let told = |now: &Progress| progress.set(now.words());
    let answer = request(&inner, &link, &message, &told).await;
    answer
        .map(|answer| result::read(&answer))
        .map_err(|error| error.to_string())
}

/// Asks a server, connecting to it where that is not done yet. A session that is gone is begun anew, once: a server
/// that does not know the session has not carried the request out.
///
/// # Errors
/// Whatever goes wrong.
pub async fn request(
    inner: &Rc<Inner>,
    link: &Rc<Link>,
    message: &Message,
    progress: &dyn Fn(&Progress),
) -> Result<Value, McpError> {
    let mut again = true;
    loop {
        let terms = connect::terms(inner, link).await?;
        let answer = exchange::ask(inner, link, &terms, message, progress).await;
        let stale = match &answer {
            Err(McpError::SessionGone { .. }) => true,
            // A server of the other era stands there by now.
            Err(McpError::Status {
                status: 400 | 404 | 405,
                ..
            }) => terms.era == Era::Stateless,
            _ => false,
        };
        if !(stale && again) {
            return answer;
        }
        again = false;
        inner.connections.forget(&link.server.id);
    }
}

/// Everything a server lists of one kind; nothing if it offers none.
///
/// # Errors
/// Whatever goes wrong, silence included.
pub async fn list(inner: &Rc<Inner>, link: &Rc<Link>, list: List) -> Result<Vec<Value>, McpError> {
    patient(async {
        let terms = connect::terms(inner, link).await?;
        let mut items = vec![];
        let mut cursor: Option<String> = None;
        if !terms.offers(list.capability()) {
            return Ok(items);
        }
        for _ in 0..MOST_PAGES {
            let message = Message::list(list, cursor.as_deref());
            let page = request(inner, link, &message, &|_| {}).await?;
            items.extend(page[list.field()].as_array().into_iter().flatten().cloned());
            let next = page["nextCursor"].as_str().map(str::to_owned);
            if next.is_none() || next == cursor {
                break;
            }
            cursor = next;
        }
        Ok(items)
    })
    .await
}

/// Asks for something that is there at once.
///
/// # Errors
/// Whatever goes wrong, silence included.
pub async fn fetch(
    inner: &Rc<Inner>,
    link: &Rc<Link>,
    message: &Message,
) -> Result<Value, McpError> {
    patient(request(inner, link, message, &|_| {})).await
}

/// The tools of a server.
///
/// # Errors
/// Whatever goes wrong, silence included.
pub async fn catalog(inner: &Rc<Inner>, link: &Rc<Link>) -> Result<Catalog, McpError> {
    let items = list(inner, link, List::Tools).await?;
    Ok(Catalog::read(&items))
}

/// The terms of a connection that is needed.
///
/// # Errors
/// Why there is none.
pub async fn connected(inner: &Rc<Inner>, link: &Rc<Link>) -> Result<Rc<Terms>, McpError> {
    connect::terms(inner, link).await
}

async fn patient<T>(work: impl Future<Output = Result<T, McpError>>) -> Result<T, McpError> {
    let silent = McpError::Silent((PATIENCE / 1_000.0) as u32);
    within(PATIENCE, work).await.unwrap_or(Err(silent))
}
