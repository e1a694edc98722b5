//! What time it is, here or elsewhere. The browser knows the time zones.

use super::{done, text};
use crate::chat::ToolResult;
use serde_json::{Map, Value, json};
use wasm_bindgen::{JsCast, JsValue};

/// # Errors
/// Names the time zone that the browser does not know.
pub fn run(arguments: &Map<String, Value>) -> Result<ToolResult, String> {
    let zone = text(arguments, "time_zone").trim();
    let options = js_sys::Object::new();
    let mut wanted = vec![
        ("weekday", "long"),
        ("year", "numeric"),
        ("month", "2-digit"),
        ("day", "2-digit"),
        ("hour", "2-digit"),
        ("minute", "2-digit"),
        ("second", "2-digit"),
        ("hourCycle", "h23"),
        ("timeZoneName", "longOffset"),
    ];
    if !zone.is_empty() {
        wanted.push(("timeZone", zone));
    }
    for (key, value) in wanted {
        let _ = js_sys::Reflect::set(&options, &key.into(), &value.into());
    }
    let unknown = |_| format!("There is no time zone named {zone:?}. Use an IANA name.");
    let format = formatter(&options).map_err(unknown)?;
    let parts = parts(&format, &js_sys::Date::new_0());
    let part = |name: &str| {
        let mut found = parts.iter().filter(|(kind, _)| kind == name);
        found
            .next()
            .map(|(_, value)| value.clone())
            .unwrap_or_default()
    };
    let offset = match part("timeZoneName").trim_start_matches("GMT") {
        "" => "+00:00".to_owned(),
        offset => offset.replace('\u{2212}', "-"),
    };
    let answer = json!({
        "time": format!(
            "{}-{}-{}T{}:{}:{}{offset}",
            part("year"), part("month"), part("day"), part("hour"), part("minute"), part("second")
        ),
        "weekday": part("weekday"),
        // Browsers differ in the names they give back: Chromium says Asia/Calcutta for Asia/Kolkata.
        "time_zone": match zone {
            "" => resolved_zone(&format),
            zone => zone.to_owned(),
        },
    });
    Ok(done(answer.to_string()))
}

/// `Intl.DateTimeFormat` in English, which throws for a time zone it does not know.
fn formatter(options: &js_sys::Object) -> Result<JsValue, JsValue> {
    let intl = js_sys::Reflect::get(&js_sys::global(), &"Intl".into())?;
    let class: js_sys::Function =
        js_sys::Reflect::get(&intl, &"DateTimeFormat".into())?.dyn_into()?;
    let arguments = js_sys::Array::of2(&"en-US".into(), options);
    js_sys::Reflect::construct(&class, &arguments)
}

fn parts(format: &JsValue, date: &js_sys::Date) -> Vec<(String, String)> {
    let text = |object: &JsValue, key: &str| {
        js_sys::Reflect::get(object, &key.into())
            .ok()
            .and_then(|value| value.as_string())
            .unwrap_or_default()
    };
    let found = call(format, "formatToParts", date).map(|list| js_sys::Array::from(&list));
    let found = found.iter().flat_map(js_sys::Array::iter);
    found
        .map(|part| (text(&part, "type"), text(&part, "value")))
        .collect()
}

fn resolved_zone(format: &JsValue) -> String {
    call(format, "resolvedOptions", &JsValue::UNDEFINED)
        .and_then(|options| js_sys::Reflect::get(&options, &"timeZone".into()).ok())
        .and_then(|zone| zone.as_string())
        .unwrap_or_default()
}

fn call(object: &JsValue, method: &str, argument: &JsValue) -> Option<JsValue> {
    let method: js_sys::Function = js_sys::Reflect::get(object, &method.into())
        .ok()?
        .dyn_into()
        .ok()?;
    method.call1(object, argument).ok()
}
