//! What a key press means, decided in one place, so that no handler takes the Enter that ends an input
//! method's composition for its own.

use leptos::prelude::*;
use std::cell::Cell;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::KeyboardEvent;

thread_local! {
    static JUST_COMPOSED: Cell<bool> = const { Cell::new(false) };
}

/// Enter, meant to submit: without Shift, and not part of a composition.
pub fn is_enter(event: &KeyboardEvent) -> bool {
    event.key() == "Enter" && !event.shift_key() && !is_composing(event)
}

/// Escape, meant for the page: an input method uses it too, to drop what it composed.
pub fn is_escape(event: &KeyboardEvent) -> bool {
    event.key() == "Escape" && !is_composing(event)
}

/// Starts watching for the end of compositions in the whole page. Safari reports it before the key press
/// that caused it, so the rest of that tick still counts as composing.
pub fn watch_composition() {
    let ended = Closure::<dyn Fn()>::new(|| {
        JUST_COMPOSED.set(true);
        set_timeout(|| JUST_COMPOSED.set(false), Duration::ZERO);
    });
    // Adding a listener to the document cannot fail.
    let _ = document().add_event_listener_with_callback_and_bool(
        "compositionend",
        ended.as_ref().unchecked_ref(),
        true,
    );
    ended.forget();
}

/// `keyCode` 229 is what browsers report for keys an input method handles.
fn is_composing(event: &KeyboardEvent) -> bool {
    const PROCESS: u32 = 229;
    event.is_composing() || event.key_code() == PROCESS || JUST_COMPOSED.get()
}
