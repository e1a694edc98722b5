//! Where the device is.

use super::{done, js};
use crate::chat::ToolResult;
use js_sys::{Object, Promise, Reflect};
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// How long finding the place may take once the person has allowed it, in milliseconds.
const PATIENCE: f64 = 30_000.0;

/// # Errors
/// Tells apart that the person refused, that the device does not know, and that it took too long.
pub async fn run() -> Result<ToolResult, String> {
    let geolocation = js::global(&["navigator", "geolocation"]);
    if !geolocation.is_object() {
        return Err(
            "This browser does not tell pages where it is, or the page was not opened by https."
                .to_owned(),
        );
    }
    let options = Object::new();
    let _ = Reflect::set(&options, &"timeout".into(), &PATIENCE.into());
    let found = Promise::new(&mut |resolve, reject| {
        let arguments = [
            resolve.into(),
            reject.clone().into(),
            options.clone().into(),
        ];
        if let Err(error) = js::call(&geolocation, "getCurrentPosition", &arguments) {
            let _ = reject.call1(&JsValue::UNDEFINED, &error);
        }
    });
    let place = JsFuture::from(found).await.map_err(|error| why(&error))?;
    let place = js::get(&place, "coords");
    let number = |name: &str| js::get(&place, name).as_f64();
    let answer = json!({
        "latitude": number("latitude"),
        "longitude": number("longitude"),
        "accuracy_metres": number("accuracy").map(f64::round),
    });
    Ok(done(answer.to_string()))
}

/// The codes are those of `GeolocationPositionError`.
fn why(error: &JsValue) -> String {
    match js::get(error, "code").as_f64().map(|code| code as u32) {
        Some(1) => "The browser did not allow it: the person or a setting of the browser or the device refused.",
        Some(2) => "The device cannot tell where it is.",
        Some(3) => "Finding the place took too long.",
        Some(_) | None => "The place could not be found.",
    }
    .to_owned()
}
