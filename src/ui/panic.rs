//! What is left to say after a panic: plain DOM, because nothing of the app can be trusted any more.

use super::download;
use std::cell::Cell;
use std::future::Future;
use std::panic::PanicHookInfo;
use std::pin::Pin;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlDialogElement, HtmlElement};

/// Reads everything except keys straight from storage.
pub type Export = fn() -> Pin<Box<dyn Future<Output = Result<String, String>>>>;

/// Shows the message in place of the app whenever something panics.
pub fn install(export: Export) {
    thread_local! {
        static SHOWN: Cell<bool> = const { Cell::new(false) };
    }
    std::panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
        console_error_panic_hook::hook(info);
        // A first panic often causes others; only the first one tells anything.
        if !SHOWN.replace(true) {
            // Nothing is left to report to if this fails as well; the console has the message.
            let _ = show(&info.to_string(), export);
        }
    }));
}

fn show(what: &str, export: Export) -> Result<(), JsValue> {
    let document = web_sys::window()
        .and_then(|window| window.document())
        .ok_or(JsValue::UNDEFINED)?;
    let body = document.body().ok_or(JsValue::UNDEFINED)?;
    // A modal dialog would lie above this and make it inert.
    let open = document.query_selector_all("dialog[open]")?;
    for at in 0..open.length() {
        if let Some(dialog) = open.get(at) {
            dialog.unchecked_into::<HtmlDialogElement>().close();
        }
    }

    // What is left of the app lies below and must not be reached any more.
    let children = body.children();
    for at in 0..children.length() {
        if let Some(child) = children.item(at) {
            child.set_attribute("inert", "")?;
        }
    }

    let screen = add(&body, "div", "crash", "")?;
    screen.set_attribute("role", "alertdialog")?;
    screen.set_attribute("aria-label", "Something went wrong")?;
    let text = add(&screen, "div", "crash-text", "")?;
    add(&text, "h1", "", "Something went wrong")?;
    add(
        &text,
        "p",
        "",
        "Colloquy ran into a mistake of its own and stopped. Your conversations are stored in this \
         browser and are not affected. Reload to go on.",
    )?;
    let buttons = add(&text, "div", "buttons", "")?;
    let reload = add(&buttons, "button", "button primary", "Reload")?;
    let save = add(&buttons, "button", "button", "Export my data")?;
    let result = add(&text, "p", "crash-result", "")?;
    result.set_attribute("role", "status")?;
    let details = add(&text, "details", "", "")?;
    add(&details, "summary", "", "Details")?;
    add(&details, "pre", "", what)?;

    on_click(&reload, || {
        if let Some(window) = web_sys::window() {
            // Where reloading is refused, the browser's own button remains.
            let _ = window.location().reload();
        }
    })?;
    on_click(&save, move || {
        let result = result.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let saved = match export().await {
                Ok(text) => download::json(&download::export_name(), &text),
                Err(error) => Err(error),
            };
            result.set_text_content(Some(match &saved {
                Ok(()) => "Your data is in your downloads. It holds no keys.",
                Err(error) => error,
            }));
        });
    })?;
    reload.unchecked_ref::<HtmlElement>().focus()
}

/// Appends an element to `parent`.
fn add(parent: &Element, tag: &str, class: &str, text: &str) -> Result<Element, JsValue> {
    let element = parent
        .owner_document()
        .ok_or(JsValue::UNDEFINED)?
        .create_element(tag)?;
    if !class.is_empty() {
        element.set_class_name(class);
    }
    if !text.is_empty() {
        element.set_text_content(Some(text));
    }
    parent.append_child(&element)?;
    Ok(element)
}

/// The page is over, so the listener may live as long as it.
fn on_click(element: &Element, action: impl Fn() + 'static) -> Result<(), JsValue> {
    let closure = Closure::<dyn Fn()>::new(action);
    element.add_event_listener_with_callback("click", closure.as_ref().unchecked_ref())?;
    closure.forget();
    Ok(())
}
