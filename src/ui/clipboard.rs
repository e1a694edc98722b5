//! Copies plain and rich text together.

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, ClipboardEvent, ClipboardItem, HtmlDocument, HtmlElement,
    HtmlTextAreaElement,
};

/// Puts `text` on the clipboard, and `html` beside it where there is any. False when the browser refused.
pub async fn copy(text: String, html: Option<String>) -> bool {
    write(&text, html.as_deref()).await.is_ok() || copy_by_command(&text, html).unwrap_or(false)
}

/// Whether this browser lets a page ask for what was copied.
pub fn can_paste() -> bool {
    let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into());
    clipboard.is_ok_and(|clipboard| {
        clipboard.is_object()
            && js_sys::Reflect::has(&clipboard, &"readText".into()).unwrap_or(false)
    })
}

/// The text that was copied last. The browser asks the person.
///
/// # Errors
/// Says what to do where there is none to be had.
pub async fn paste() -> Result<String, String> {
    let text = JsFuture::from(window().navigator().clipboard().read_text()).await;
    let text = text.ok().and_then(|text| text.as_string());
    text.filter(|text| !text.trim().is_empty()).ok_or_else(|| {
        "Nothing could be pasted: copy a tool first, and allow the browser to paste it.".to_owned()
    })
}

/// The page copied from must be secure (https or localhost) for this.
async fn write(text: &str, html: Option<&str>) -> Result<(), JsValue> {
    let navigator = window().navigator();
    if js_sys::Reflect::get(&navigator, &"clipboard".into())?.is_undefined() {
        return Err(JsValue::UNDEFINED);
    }
    let record = js_sys::Object::new();
    let put = |kind: &str, text: &str| {
        let blob = blob(kind, text)?;
        js_sys::Reflect::set(&record, &kind.into(), &blob)
    };
    put("text/plain", text)?;
    if let Some(html) = html {
        put("text/html", html)?;
    }
    let item = ClipboardItem::new_with_record_from_str_to_blob_promise(&record)?;
    JsFuture::from(navigator.clipboard().write(&js_sys::Array::of1(&item))).await?;
    Ok(())
}

fn blob(kind: &str, text: &str) -> Result<Blob, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&JsValue::from_str(text)), &options)
}

/// The old way, which works on plain http too: select something, copy, and answer the copy event with
/// what was really meant.
fn copy_by_command(text: &str, html: Option<String>) -> Result<bool, JsValue> {
    let document: HtmlDocument = document().unchecked_into();
    let focused = document.active_element();
    let parent = focused
        .as_ref()
        .and_then(|element| element.closest("dialog").ok().flatten())
        .or_else(|| document.body().map(Into::into))
        .ok_or(JsValue::UNDEFINED)?;
    let area: HtmlTextAreaElement = document.create_element("textarea")?.unchecked_into();
    area.set_class_name("visually-hidden");
    area.set_read_only(true);
    area.set_value(text);
    parent.append_child(&area)?;
    area.select();

    let plain = text.to_owned();
    let on_copy = Closure::<dyn Fn(ClipboardEvent)>::new(move |event: ClipboardEvent| {
        let Some(data) = event.clipboard_data() else {
            return;
        };
        // Both can fail only on data that is read-only, which a copy event's is not.
        let _ = data.set_data("text/plain", &plain);
        if let Some(html) = &html {
            let _ = data.set_data("text/html", html);
        }
        event.prevent_default();
    });
    let callback = on_copy.as_ref().unchecked_ref();
    document.add_event_listener_with_callback("copy", callback)?;
    let copied = document.exec_command("copy");
    document.remove_event_listener_with_callback("copy", callback)?;

    area.remove();
    if let Some(element) = focused {
        element.unchecked_ref::<HtmlElement>().focus()?;
    }
    copied
}
