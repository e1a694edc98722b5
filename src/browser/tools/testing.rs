//! Runs single tools, for tests in a browser.

use super::{Context, Toolset, run};
use crate::browser::lazy::Parts;
use crate::browser::manager::{Inner, Signals};
use crate::browser::run::Place;
use crate::browser::view::{CallState, CallView};
use crate::chat::{JUST_ASK, SessionId, ToolCall, ToolResult};
use crate::tool::built_in;
use leptos::prelude::Owner;
use serde_json::Value;
use std::rc::Rc;

/// A page without screen, store or agent.
pub struct Desk {
    owner: Owner,
    inner: Rc<Inner>,
}

impl Default for Desk {
    fn default() -> Self {
        let owner = Owner::new();
        let inner = owner.with(|| Inner::new(Signals::new(), Parts::NONE));
        Self { owner, inner }
    }
}

impl Desk {
    /// Runs a built-in tool in a session. Dropping this gives the call up.
    pub async fn call(&self, session: &str, name: &str, arguments: &Value) -> ToolResult {
        let id = "c".to_owned();
        let tools = built_in::ALL.map(|tool| tool.tool()).into();
        let view = || CallView::new(id.clone(), name.to_owned(), CallState::Queued);
        let context = Context {
            inner: self.inner.clone(),
            session: SessionId::from(session),
            tools: Rc::new(Toolset::new(JUST_ASK.into(), tools)),
            place: Place::default(),
            view: self.owner.with(view),
        };
        let call = ToolCall {
            id: id.clone(),
            name: name.to_owned(),
            arguments: arguments.to_string(),
            result: None,
        };
        run(&call, &context).await
    }
}
