//! The functions that the page calls.

use colloquy::browser::foreign::{HTML, MATHML, PARSERS};
use colloquy::markdown::{Direct, Foreign};
use js_sys::{Object, Reflect};
use wasm_bindgen::{JsValue, prelude::Closure};

/// Publishes the functions and tells the page.
pub fn open() {
    let html = Closure::<dyn Fn(String) -> String>::new(|source: String| {
        Direct.html(&source).unwrap_or_default()
    });
    let mathml = Closure::<dyn Fn(String, bool) -> String>::new(|latex: String, display: bool| {
        Direct.mathml(&latex, display).unwrap_or_default()
    });
    let door = Object::new();
    // Setting a property of a plain object cannot fail.
    let _ = Reflect::set(&door, &HTML.into(), &html.into_js_value());
    let _ = Reflect::set(&door, &MATHML.into(), &mathml.into_js_value());
    let _ = Reflect::set(&js_sys::global(), &PARSERS.into(), &JsValue::from(door));
    if let Some(document) = web_sys::window().and_then(|window| window.document())
        && let Ok(arrived) = web_sys::Event::new(PARSERS)
    {
        let _ = document.dispatch_event(&arrived);
    }
}
