//! The tools that run for one request. Giving one up drops its future, and with it whatever it holds: a fetch,
//! a sandbox, a question on screen.

use super::Place;
use crate::agent::Input;
use crate::browser::manager::Inner;
use crate::browser::tools::{Context, Toolset};
use crate::browser::view::CallView;
use crate::chat::{SessionId, ToolCall};
use futures_channel::mpsc::UnboundedSender;
use futures_util::future::{AbortHandle, abortable};
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

pub struct Running {
    inner: Rc<Inner>,
    session: SessionId,
    place: Place,
    inputs: UnboundedSender<Input>,
    handles: BTreeMap<String, AbortHandle>,
}

impl Running {
    pub fn new(
        inner: &Rc<Inner>,
        session: &SessionId,
        place: &Place,
        inputs: UnboundedSender<Input>,
    ) -> Self {
        Self {
            inner: inner.clone(),
            session: session.clone(),
            place: place.clone(),
            inputs,
            handles: BTreeMap::new(),
        }
    }

    pub fn start(&mut self, call: ToolCall, view: CallView, tools: &Rc<Toolset>) {
        let context = Context {
            inner: self.inner.clone(),
            session: self.session.clone(),
            tools: tools.clone(),
            place: self.place.clone(),
            view,
        };
        let id = call.id.clone();
        let (task, handle) = abortable((tools.run)(call, context));
        self.handles.insert(id.clone(), handle);
        let inputs = self.inputs.clone();
        spawn_local(async move {
            if let Ok(result) = task.await {
                let _ = inputs.unbounded_send(Input::ToolFinished { id, result });
            }
        });
    }

    pub fn cancel(&mut self, id: &str) {
        if let Some(handle) = self.handles.remove(id) {
            handle.abort();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        for handle in self.handles.values() {
            handle.abort();
        }
    }
}
