//! The page being hidden, or going away.

use super::clock::{now, sleep};
use crate::chat::Millis;
use std::cell::Cell;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::EventTarget;

/// A navigation that has not taken the page away after so many milliseconds was called off.
const GRACE: Millis = 3_000.0;

thread_local! {
    /// When the browser last announced that the page goes away.
    static ANNOUNCED: Cell<Option<Millis>> = const { Cell::new(None) };
}

/// Starts watching; calls back whenever the page is hidden or about to go away.
pub fn watch(callback: impl Fn() + Clone + 'static) {
    let Some(window) = web_sys::window() else {
        return;
    };
    listen(&window, "beforeunload", || ANNOUNCED.set(Some(now())));
    listen(&window, "pagehide", callback.clone());
    if let Some(document) = window.document() {
        listen(&document, "visibilitychange", callback);
    }
}

/// Holds back for as long as the page may be about to go away. A browser breaks the open connections of a
/// page that it leaves; told at once, that would be recorded as the provider's failure.
pub async fn settled() {
    let announced = ANNOUNCED.get();
    if announced.is_some_and(|at| now() - at < GRACE) {
        sleep(GRACE).await;
    }
}

fn listen(target: &EventTarget, event: &str, callback: impl Fn() + 'static) {
    let listener = Closure::<dyn Fn()>::new(callback);
    // Adding a listener cannot fail; it listens for as long as the page lives.
    let _ = target.add_event_listener_with_callback(event, listener.as_ref().unchecked_ref());
    listener.forget();
}
