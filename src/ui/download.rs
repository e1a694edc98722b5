//! Hands a text to the person as a file.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// Saves `text` as a JSON file called `name`.
pub fn json(name: &str, text: &str) -> Result<(), String> {
    save(name, text).map_err(|error| format!("The browser refused the download: {error:?}"))
}

/// The name of an export made now, for example `colloquy-2026-03-31.json`.
pub fn export_name() -> String {
    let now = String::from(js_sys::Date::new_0().to_iso_string());
    format!("colloquy-{}.json", now.get(..10).unwrap_or("export"))
}

fn save(name: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type("application/json");
    let blob = Blob::new_with_str_sequence_and_options(
        &js_sys::Array::of1(&JsValue::from_str(text)),
        &options,
    )?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The click has read the address by now in every engine but WebKit, which wants it a little longer.
    set_timeout(
        move || {
            let _ = Url::revoke_object_url(&url);
        },
        std::time::Duration::from_secs(60),
    );
    Ok(())
}
