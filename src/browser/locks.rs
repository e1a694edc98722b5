//! Web Locks tell the tabs of one browser apart: a turn in flight is locked by the tab that writes it,
//! so that another tab does not take it for interrupted. Without the API (a page on plain http) every
//! turn counts as free.

use crate::chat::TurnId;
use std::collections::HashSet;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

const TURN: &str = "colloquy:turn:";

/// The name of a turn's lock.
pub fn turn(id: &TurnId) -> String {
    format!("{TURN}{id}")
}

/// A lock that is held until this is dropped, or the tab closes.
pub struct Held {
    release: Option<js_sys::Function>,
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(release) = &self.release {
            let _ = release.call0(&JsValue::NULL);
        }
    }
}

/// Takes a lock that nobody else wants.
pub fn hold(name: &str) -> Held {
    let mut release = None;
    if let Some((locks, request)) = method("request") {
        let held = js_sys::Promise::new(&mut |resolve, _| release = Some(resolve));
        let callback = Closure::once_into_js(move |_: JsValue| held);
        let _ = request.call2(&locks, &name.into(), &callback);
    }
    Held { release }
}

/// Waits for a lock and takes it. Without the API it is taken at once.
pub async fn acquire(name: &str) -> Held {
    let mut release = None;
    if let Some((locks, request)) = method("request") {
        let held = js_sys::Promise::new(&mut |resolve, _| release = Some(resolve));
        let (sender, granted) = futures_channel::oneshot::channel::<()>();
        let callback = Closure::once_into_js(move |_: JsValue| {
            let _ = sender.send(());
            held
        });
        if request.call2(&locks, &name.into(), &callback).is_ok() {
            // Should this be given up meanwhile, the lock is let go of as soon as it is granted.
            let held = Held { release };
            let _ = granted.await;
            return held;
        }
    }
    Held { release }
}

/// Resolves once nobody holds the lock any more: its tab let go of it, was closed, or crashed.
pub async fn released(name: &str) {
    let Some((locks, request)) = method("request") else {
        return;
    };
    let callback = Closure::once_into_js(|_: JsValue| {});
    if let Ok(granted) = request.call2(&locks, &name.into(), &callback) {
        let _ = JsFuture::from(js_sys::Promise::resolve(&granted)).await;
    }
}

/// The turns that some tab of this browser is writing.
pub async fn turns_held() -> HashSet<TurnId> {
    let Some(state) = query().await else {
        return HashSet::new();
    };
    let held = js_sys::Reflect::get(&state, &"held".into()).unwrap_or(JsValue::UNDEFINED);
    let held = js_sys::Array::from(&held);
    let names = held.iter().filter_map(|lock| {
        let name = js_sys::Reflect::get(&lock, &"name".into())
            .ok()?
            .as_string()?;
        name.strip_prefix(TURN).map(TurnId::from)
    });
    names.collect()
}

async fn query() -> Option<JsValue> {
    let (locks, query) = method("query")?;
    let answer: js_sys::Promise = query.call0(&locks).ok()?.dyn_into().ok()?;
    JsFuture::from(answer).await.ok()
}

/// A method of `navigator.locks`, looked up by name: web-sys has the API behind a compiler flag only.
fn method(name: &str) -> Option<(JsValue, js_sys::Function)> {
    let navigator = web_sys::window()?.navigator();
    let locks = js_sys::Reflect::get(&navigator, &"locks".into()).ok()?;
    let method = js_sys::Reflect::get(&locks, &name.into())
        .ok()?
        .dyn_into()
        .ok()?;
    Some((locks, method))
}
