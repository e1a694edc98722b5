//! The worker's door.

use std::cell::RefCell;

use colloquy::markdown::highlight::Span;
use js_sys::{Array, Uint32Array};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::engine::Engine;

/// Does nothing outside a worker, and says nothing if the grammars cannot be read: the page then gives up
/// waiting and leaves code plain.
pub fn start() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let Ok(engine) = Engine::new() else {
        return;
    };
    let engine = RefCell::new(engine);
    let page = scope.clone();
    let answer = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let request = Array::from(&event.data());
        let (Some(grammar), Some(code)) = (request.get(1).as_string(), request.get(2).as_string())
        else {
            return;
        };
        let spans: Vec<u32> = engine
            .borrow_mut()
            .highlight(&grammar, &code)
            .into_iter()
            .map(Span::pack)
            .collect();
        let reply = Array::of2(&request.get(0), &Uint32Array::from(spans.as_slice()));
        // It fails only for values that cannot be cloned, which these can.
        let _ = page.post_message(&reply);
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    answer.forget();
    let _ = scope.post_message(&JsValue::NULL);
}
