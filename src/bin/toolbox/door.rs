//! The functions that the page calls. Each takes two texts and gives a result as JSON: `{"Ok": …}` or `{"Err": …}`.

use crate::{calculate, readable, schema, search};
use colloquy::browser::toolbox::{CALCULATE, CHECK, READABLE, SEARCH, TOOLBOX};
use js_sys::{Object, Reflect};
use serde::Serialize;
use wasm_bindgen::{JsValue, prelude::Closure};

/// Publishes the functions.
pub fn open() {
    let door = Object::new();
    offer(&door, CHECK, schema::check);
    offer(&door, CALCULATE, |expression, _| {
        calculate::calculate(expression)
    });
    offer(&door, READABLE, readable::readable);
    offer(&door, SEARCH, search::search);
    let _ = Reflect::set(&js_sys::global(), &TOOLBOX.into(), &JsValue::from(door));
}

fn offer<T: Serialize>(
    door: &Object,
    name: &str,
    function: impl Fn(&str, &str) -> Result<T, String> + 'static,
) {
    let called = Closure::<dyn Fn(String, String) -> String>::new(move |a: String, b: String| {
        serde_json::to_string(&function(&a, &b)).unwrap_or_default()
    });
    // Setting a property of a plain object cannot fail.
    let _ = Reflect::set(door, &name.into(), &called.into_js_value());
}
