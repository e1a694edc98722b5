//! What the person last copied.

use super::{done, js};
use crate::chat::ToolResult;
use wasm_bindgen::JsValue;

/// Longest text that is read, in characters of UTF-16.
const LONGEST: u32 = 1_000_000;

/// # Errors
/// Says why the browser does not let the clipboard be read, or that it holds no text.
pub async fn run() -> Result<ToolResult, String> {
    let clipboard = js::global(&["navigator", "clipboard"]);
    if !clipboard.is_object() {
        return Err(
            "This browser lets no page read the clipboard, or the page was not opened by https."
                .to_owned(),
        );
    }
    let text = match js::get(&clipboard, "read").is_function() {
        true => read_items(&clipboard).await?,
        false => js::ask(&clipboard, "readText", &[])
            .await
            .map_err(|error| refused(&error))?,
    };
    let text: js_sys::JsString = text.into();
    if text.length() == 0 {
        return Ok(done("The clipboard holds no text."));
    }
    let text = text.slice(0, LONGEST);
    Ok(done(String::from(text)))
}

async fn read_items(clipboard: &JsValue) -> Result<JsValue, String> {
    let items = js::ask(clipboard, "read", &[])
        .await
        .map_err(|error| refused(&error))?;
    let mut others = Vec::new();
    for item in js_sys::Array::from(&items).iter() {
        let types = js_sys::Array::from(&js::get(&item, "types"));
        for kind in types.iter().filter_map(|kind| kind.as_string()) {
            if kind == "text/plain" {
                let blob = js::ask(&item, "getType", &[kind.into()]).await;
                let blob = blob.map_err(|error| refused(&error))?;
                return js::ask(&blob, "text", &[])
                    .await
                    .map_err(|error| refused(&error));
            }
            others.push(kind);
        }
    }
    match others.iter().find(|kind| kind.starts_with("image/")) {
        Some(kind) => Err(format!(
            "The clipboard holds an image ({kind}), no text. The person can attach or describe it."
        )),
        None if others.is_empty() => Ok("".into()),
        None => Err(format!(
            "The clipboard holds no text but {}.",
            others.join(", ")
        )),
    }
}

fn refused(error: &JsValue) -> String {
    match js::error_name(error).as_str() {
        "NotAllowedError" => "The browser did not allow it: the person refused, or the page was not in front. Ask the \
                              person to paste the text into the chat."
            .to_owned(),
        name => format!("The clipboard could not be read ({name})."),
    }
}
