//! What the browser offers beyond the interfaces that are bound: objects, their properties and methods by name.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A property; `undefined` where there is none.
pub fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
}

pub fn text(object: &JsValue, name: &str) -> String {
    get(object, name).as_string().unwrap_or_default()
}

/// An object of the page's global scope, or of one of its objects.
pub fn global(path: &[&str]) -> JsValue {
    path.iter()
        .fold(js_sys::global().into(), |object, name| get(&object, name))
}

/// # Errors
/// What the method throws; `undefined` where there is no such method.
pub fn call(object: &JsValue, method: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    let method: Function = get(object, method)
        .dyn_into()
        .map_err(|_| JsValue::UNDEFINED)?;
    method.apply(object, &arguments.iter().collect::<Array>())
}

/// Calls a method that gives a promise, and waits for it.
///
/// # Errors
/// What is thrown or what the promise is rejected with.
pub async fn ask(
    object: &JsValue,
    method: &str,
    arguments: &[JsValue],
) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::resolve(&call(object, method, arguments)?)).await
}

/// The name of an error, such as `NotAllowedError`.
pub fn error_name(error: &JsValue) -> String {
    text(error, "name")
}
