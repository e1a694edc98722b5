//! Keeps the page above the on-screen keyboard.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// iOS lays its keyboard over the page instead of shrinking it, so the page takes its height from the
/// visual viewport. A pinch zoom changes that viewport as well and must not.
pub fn follow_keyboard() {
    let Some(visual) = window().visual_viewport() else {
        return;
    };
    let resized = Closure::<dyn Fn()>::new({
        let visual = visual.clone();
        move || {
            let Some(root) = document().document_element() else {
                return;
            };
            let style = root.unchecked_ref::<web_sys::HtmlElement>().style();
            if visual.scale() <= 1.01 {
                // A failure leaves the style sheet's 100dvh in place.
                let _ = style.set_property("--app-height", &format!("{}px", visual.height()));
                window().scroll_to_with_x_and_y(0.0, 0.0);
            }
        }
    });
    let _ = visual.add_event_listener_with_callback("resize", resized.as_ref().unchecked_ref());
    resized.forget();
}
