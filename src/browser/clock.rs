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

/// How long a frame lasts at 60 Hz, in milliseconds.
const FRAME: Millis = 16.0;

/// A tab in the background gets no animation frames; it goes on at this pace, in milliseconds.
const HIDDEN_FRAME: Millis = 120.0;

/// Lets through at most one piece of work per animation frame, the first one at once.
#[derive(Default)]
pub struct Pacer {
    last: std::cell::Cell<Millis>,
}

impl Pacer {
    /// Resolves when the next piece of work may be done.
    pub async fn turn(&self) {
        if now() - self.last.get() < FRAME {
            let frame = JsFuture::from(js_sys::Promise::new(&mut |resolve, _| {
                if let Some(window) = web_sys::window() {
                    let _ = window.request_animation_frame(&resolve);
                }
            }));
            select(pin!(frame), pin!(sleep(HIDDEN_FRAME))).await;
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
