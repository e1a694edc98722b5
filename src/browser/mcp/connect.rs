//! Finds out how a server is spoken with.

use super::PATIENCE;
use super::exchange::{ask, check};
use super::link::Link;
use crate::browser::clock::within;
use crate::browser::manager::Inner;
use crate::tool::mcp::era::judge;
use crate::tool::mcp::{Era, McpError, Message, Terms, Verdict};
use std::rc::Rc;

/// The terms of a connection, which is made where there is none.
///
/// # Errors
/// Why it cannot be made.
pub async fn terms(inner: &Rc<Inner>, link: &Rc<Link>) -> Result<Rc<Terms>, McpError> {
    let make = || -> futures_util::future::LocalBoxFuture<'static, _> {
        let (inner, link) = (inner.clone(), link.clone());
        Box::pin(async move {
            let terms = Rc::new(connect(&inner, &link).await?);
            inner.remember_era(&link.server.id, terms.era);
            Ok(terms)
        })
    };
    let id = &link.server.id;
    match within(PATIENCE, inner.connections.get(id, make)).await {
        Some(made) => made,
        None => {
            // Whoever comes next begins anew.
            inner.connections.forget(id);
            Err(McpError::Silent((PATIENCE / 1_000.0) as u32))
        }
    }
}

/// What worked last is tried first.
async fn connect(inner: &Rc<Inner>, link: &Rc<Link>) -> Result<Terms, McpError> {
    if link.server.era == Some(Era::Session) {
        match handshake(inner, link).await {
            Ok(terms) => return Ok(terms),
            Err(error) => match discover(inner, link).await {
                Verdict::Stateless(terms) => return Ok(terms),
                Verdict::Session | Verdict::Fails(_) => return Err(explained(link, error).await),
            },
        }
    }
    let error = match discover(inner, link).await {
        Verdict::Stateless(terms) => return Ok(terms),
        Verdict::Fails(error) => error,
        Verdict::Session => match handshake(inner, link).await {
            Ok(terms) => return Ok(terms),
            Err(error) => error,
        },
    };
    Err(explained(link, error).await)
}

async fn discover(inner: &Rc<Inner>, link: &Rc<Link>) -> Verdict {
    let terms = Terms::stateless();
    judge(ask(inner, link, &terms, &Message::discover(), &|_| {}).await)
}

async fn handshake(inner: &Rc<Inner>, link: &Rc<Link>) -> Result<Terms, McpError> {
    let mut session = None;
    let id = inner.number();
    let post = Message::initialize().post(&Terms::handshake(), Some(id));
    let answered = check(link, link.post(post).await?, false).await?;
    session.clone_from(&answered.header("mcp-session-id"));
    let result = super::exchange::only_answer(link, answered, id).await?;
    let terms = Terms::settled(&result, session)?;
    let answered = link.post(Message::initialized().post(&terms, None)).await?;
    match check(link, answered, true).await {
        Ok(_) => Ok(terms),
        Err(error) => Err(error),
    }
}

/// Looks around where the browser says nothing but that it failed.
async fn explained(link: &Link, error: McpError) -> McpError {
    match error {
        McpError::Broken(words) => link.explain(words).await,
        error => error,
    }
}
