//! Time, as the core is given it.

use crate::chat::Millis;
use futures_util::future::{Either, select};
use std::pin::pin;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Milliseconds since the epoch.
pub fn now() -> Millis {
    js_sys::Date::now()
}

/// Resolves after `after` milliseconds, or later in a tab in the background.
pub async fn sleep(after: Millis) {
    // The longest delay that setTimeout takes; anything above fires at once.
    let after = after.clamp(0.0, f64::from(i32::MAX)) as i32;
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        if let Some(window) = web_sys::window() {
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, after);
        }
    });
    let _: Result<JsValue, JsValue> = JsFuture::from(promise).await;
}

/// The least time between two pieces of work, in milliseconds: text that grows thirty times a second reads as
/// smoothly as at sixty, and costs the browser half the layout and painting.
const INTERVAL: Millis = 33.0;

/// Lets through at most one piece of work per interval; the first one at once.
///
/// It waits by timer and not for an animation frame: what changes the page asks for a frame anyway, and
/// asking for one ahead of it doubles their number. A tab in the background gets no frames, but its timers go
/// on, once a second.
#[derive(Default)]
pub struct Pacer {
    last: std::cell::Cell<Millis>,
}

impl Pacer {
    /// Resolves when the next piece of work may be done.
    pub async fn turn(&self) {
        let early = INTERVAL - (now() - self.last.get());
        if early > 0.0 {
            sleep(early).await;
        }
        self.last.set(now());
    }
}

/// Resolves with the work's result, or with `None` when it takes longer than `limit` milliseconds.
pub async fn within<T>(limit: Millis, work: impl Future<Output = T>) -> Option<T> {
    match select(pin!(work), pin!(sleep(limit))).await {
        Either::Left((result, _)) => Some(result),
        Either::Right(_) => None,
    }
}
