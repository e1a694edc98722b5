//! One request and its answer.

use super::link::Link;
use crate::browser::client::Answered;
use crate::browser::clock::sleep;
use crate::browser::manager::Inner;
use crate::tool::mcp::answer::{Progress, refused};
use crate::tool::mcp::{Answer, Era, Incoming, McpError, Message, Terms, message};
use serde_json::Value;
use std::rc::Rc;

/// How often a stream that broke is taken up without anything new on it.
const ATTEMPTS: usize = 5;
/// How much of the body of a refusal is read, in bytes.
const REFUSAL: usize = 64 * 1024;

/// Sends a request and reads its answer. Dropping the future gives the request up.
///
/// # Errors
/// Whatever goes wrong.
pub async fn ask(
    inner: &Rc<Inner>,
    link: &Rc<Link>,
    terms: &Terms,
    message: &Message,
    progress: &dyn Fn(&Progress),
) -> Result<Value, McpError> {
    let id = inner.number();
    let mut giving_up = GivingUp {
        link: link.clone(),
        terms: terms.clone(),
        id: (terms.era == Era::Session).then_some(id),
    };
    let answer = exchange(inner, link, terms, message, id, progress).await;
    giving_up.id = None;
    let mut answer = answer.map_err(|error| match error {
        McpError::Rpc { code, message } => McpError::Rpc {
            code,
            message: link.struck(message),
        },
        error => error,
    })?;
    link.strike(&mut answer);
    Ok(answer)
}

/// Tells a server that keeps sessions of a request that is given up: there, a connection that closes says nothing.
struct GivingUp {
    link: Rc<Link>,
    terms: Terms,
    /// `None` once there is nothing to give up.
    id: Option<u64>,
}

impl Drop for GivingUp {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            self.link
                .tell(Message::cancelled(id).post(&self.terms, None));
        }
    }
}

async fn exchange(
    inner: &Rc<Inner>,
    link: &Rc<Link>,
    terms: &Terms,
    message: &Message,
    id: u64,
    progress: &dyn Fn(&Progress),
) -> Result<Value, McpError> {
    let answered = link.post(message.post(terms, Some(id))).await?;
    let mut answered = check(link, answered, terms.session.is_some()).await?;
    let mut attempts = 0;
    loop {
        let mut answer = Answer::new(&content_type(&answered), id)?;
        let mut broken = None;
        let hear = |all: Vec<Incoming>| -> Option<Result<Value, McpError>> {
            for one in all {
                match one {
                    Incoming::Answer(answer) => return Some(answer),
                    Incoming::Progress(now) => progress(&now),
                    Incoming::Changed => inner.catalog_changed(&link.server.id),
                    Incoming::Asks { id, method } => link.tell(message::reply(terms, &id, &method)),
                }
            }
            None
        };
        loop {
            match answered.next().await {
                Ok(Some(bytes)) => {
                    let all = answer.push(&bytes)?;
                    if !all.is_empty() {
                        attempts = 0;
                    }
                    if let Some(answer) = hear(all) {
                        return answer;
                    }
                }
                Ok(None) => break,
                Err(words) => {
                    broken = Some(words);
                    break;
                }
            }
        }
        let resumes = answer.resumes().filter(|_| terms.era == Era::Session);
        if let Some(answer) = hear(answer.finish()) {
            return answer;
        }
        attempts += 1;
        let Some((last_event, wait)) = resumes.filter(|_| attempts <= ATTEMPTS) else {
            let ended = "The answer ended before it was complete.".to_owned();
            return Err(McpError::Broken(broken.unwrap_or(ended)));
        };
        sleep(wait).await;
        let resumed = link.resume(terms, &last_event).await?;
        answered = check(link, resumed, terms.session.is_some()).await?;
    }
}

/// The one answer that a body holds.
///
/// # Errors
/// Whatever goes wrong.
pub async fn only_answer(link: &Link, answered: Answered, id: u64) -> Result<Value, McpError> {
    let mut answer = Answer::new(&content_type(&answered), id)?;
    let mut found = vec![];
    while let Some(bytes) = answered.next().await.map_err(McpError::Broken)? {
        found.extend(answer.push(&bytes)?);
        if found.iter().any(|one| matches!(one, Incoming::Answer(_))) {
            break;
        }
    }
    found.extend(answer.finish());
    let answer = found.into_iter().find_map(|one| match one {
        Incoming::Answer(answer) => Some(answer),
        Incoming::Progress(_) | Incoming::Changed | Incoming::Asks { .. } => None,
    });
    let missing = || McpError::Broken("The answer ended before it was complete.".to_owned());
    let mut answer = answer.ok_or_else(missing)??;
    link.strike(&mut answer);
    Ok(answer)
}

/// The answer if its status is one of success. `session`: whether the request belongs to one.
///
/// # Errors
/// What the status means, with what was said.
pub async fn check(link: &Link, answered: Answered, session: bool) -> Result<Answered, McpError> {
    match answered.status() {
        0 => Err(McpError::Redirected),
        200..=299 => Ok(answered),
        status => {
            let body = link.struck(answered.text(REFUSAL).await);
            Err(refused(status, &body, session))
        }
    }
}

fn content_type(answered: &Answered) -> String {
    answered.header("content-type").unwrap_or_default()
}
