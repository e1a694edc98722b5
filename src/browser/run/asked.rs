//! The calls of a request that the person is asked about, those of agents below included.

use super::Waiting;
use crate::agent::{Decision, Input};
use crate::browser::tools::Toolset;
use crate::chat::ToolCall;
use crate::tool::Scope;
use futures_channel::mpsc::UnboundedSender;
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Default)]
pub struct Asked {
    calls: BTreeMap<String, AskedCall>,
}

#[derive(Clone)]
pub struct AskedCall {
    pub call: ToolCall,
    /// The tools of the agent that makes it.
    pub tools: Rc<Toolset>,
    /// Where the decision goes.
    pub inputs: UnboundedSender<Input>,
    /// Tells that the chat waits.
    pub waiting: Rc<Waiting>,
}

impl Asked {
    pub fn insert(&mut self, key: String, call: AskedCall) {
        self.calls.insert(key, call);
    }

    pub fn get(&self, key: &str) -> Option<&AskedCall> {
        self.calls.get(key)
    }

    pub fn remove(&mut self, key: &str) -> Option<AskedCall> {
        self.calls.remove(key)
    }

    /// Forgets every call whose key begins so.
    pub fn remove_below(&mut self, prefix: &str) {
        self.calls.retain(|key, _| !key.starts_with(prefix));
    }

    /// Takes out the calls that fit.
    pub fn take(&mut self, fits: impl Fn(&AskedCall) -> bool) -> Vec<AskedCall> {
        let found = self.calls.iter().filter(|(_, call)| fits(call));
        let keys: Vec<_> = found.map(|(key, _)| key.clone()).collect();
        keys.iter()
            .filter_map(|key| self.calls.remove(key))
            .collect()
    }
}

impl AskedCall {
    /// What allowing it covers.
    pub fn scope(&self) -> Option<Scope> {
        self.tools.scope(&self.call)
    }

    pub fn decide(&self, decision: Decision) {
        let id = self.call.id.clone();
        let _ = self.inputs.unbounded_send(Input::Decided { id, decision });
    }
}
