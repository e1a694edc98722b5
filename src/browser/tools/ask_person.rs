//! Asks the person and waits.

use super::{Context, done, text};
use crate::browser::run::Waiting;
use crate::browser::view::Question;
use crate::chat::ToolResult;
use futures_channel::oneshot;
use leptos::prelude::*;
use serde_json::{Map, Value};

/// A question that goes away with the call.
struct Open<'a> {
    context: &'a Context,
    _waiting: Waiting,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        let key = (self.context.session.clone(), self.context.view.key.clone());
        self.context.inner.questions.borrow_mut().remove(&key);
    }
}

/// # Errors
/// When the question went away without an answer.
pub async fn run(arguments: &Map<String, Value>, context: &Context) -> Result<ToolResult, String> {
    let choices = arguments.get("choices").and_then(Value::as_array);
    let mut choices: Vec<String> = choices
        .into_iter()
        .flatten()
        .filter_map(|choice| choice.as_str().map(str::to_owned))
        .collect();
    if choices.is_empty() && arguments.get("confirm").and_then(Value::as_bool) == Some(true) {
        choices = vec!["Yes".to_owned(), "No".to_owned()];
    }
    let (sender, answer) = oneshot::channel();
    let key = (context.session.clone(), context.view.key.clone());
    context.inner.questions.borrow_mut().insert(key, sender);
    context.view.question.set(Some(Question {
        text: text(arguments, "question").to_owned(),
        choices,
    }));
    let open = Open {
        context,
        _waiting: context.inner.waits(&context.session),
    };
    let answer = answer.await;
    drop(open);
    context.view.question.set(None);
    let answer = answer.map_err(|_| "The question was not answered.".to_owned())?;
    Ok(done(answer))
}
