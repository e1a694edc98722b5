//! The larger half of what tools need, fetched before the first request of an agent that has tools: see
//! `src/bin/toolbox`.

use super::clock::within;
use crate::chat::{Millis, ToolSpec};
use crate::tool::project::{Found, Query};
use js_sys::{Function, Promise, Reflect};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Where the module leaves its functions in `globalThis`, and their names.
pub const TOOLBOX: &str = "colloquyToolbox";
pub const CHECK: &str = "check";
pub const CALCULATE: &str = "calculate";
pub const READABLE: &str = "readable";
pub const SEARCH: &str = "search";

/// The function of `src/boot.js` that imports a module.
const IMPORT: &str = "colloquyImport";

/// The element of `index.html` whose `data-lazy` is the address of the module.
const ADDRESS: &str = "#toolbox";

/// How long the module may take to arrive, in milliseconds.
const PATIENCE: Millis = 60_000.0;

thread_local! {
    static DOOR: RefCell<Option<JsValue>> = const { RefCell::new(None) };
    /// The fetch under way, which all wait for who want the module meanwhile.
    static COMING: RefCell<Option<Promise>> = const { RefCell::new(None) };
    static TRIES: Cell<u32> = const { Cell::new(0) };
}

/// Fetches the module unless it is there. After a failure the next call tries again.
///
/// # Errors
/// The browser's words, when the module cannot be had.
pub async fn load() -> Result<(), String> {
    if DOOR.with_borrow(Option::is_some) {
        return Ok(());
    }
    let coming = COMING.with_borrow_mut(|coming| {
        if coming.is_none() {
            *coming = import();
        }
        coming.clone()
    });
    let coming = coming.ok_or("this page does not say where they are")?;
    let arrived = within(PATIENCE, JsFuture::from(coming)).await;
    COMING.set(None);
    match arrived {
        None => Err("they took too long to arrive".to_owned()),
        Some(Err(error)) => Err(words(&error)),
        Some(Ok(_)) => {
            let door = Reflect::get(&js_sys::global(), &TOOLBOX.into());
            let door = door.ok().filter(JsValue::is_object);
            DOOR.set(Some(door.ok_or("they did not start")?));
            Ok(())
        }
    }
}

fn import() -> Option<Promise> {
    let document = web_sys::window()?.document()?;
    let named = document.query_selector(ADDRESS).ok()??;
    let mut address = named.get_attribute("data-lazy")?;
    // A browser remembers a module, also one that failed; under another address it starts a new one.
    let tries = TRIES.replace(TRIES.get() + 1);
    if tries > 0 {
        address = format!("{address}?{tries}");
    }
    let import: Function = Reflect::get(&js_sys::global(), &IMPORT.into())
        .ok()?
        .dyn_into()
        .ok()?;
    import
        .call1(&JsValue::UNDEFINED, &address.into())
        .ok()?
        .dyn_into()
        .ok()
}

/// Whether a call's arguments fit the tool's schema. [`load`] comes first.
///
/// # Errors
/// What does not fit, for a model to read.
pub fn check(spec: &ToolSpec, arguments: &Map<String, Value>) -> Result<(), String> {
    let arguments = serde_json::to_string(arguments).unwrap_or_default();
    call(CHECK, &spec.parameters.to_string(), &arguments)
}

/// # Errors
/// What is wrong with the expression.
pub fn calculate(expression: &str) -> Result<String, String> {
    call(CALCULATE, expression, "")
}

/// The title and the text of a web page, as markdown.
///
/// # Errors
/// Why there is no text.
pub fn readable(html: &str, url: &str) -> Result<String, String> {
    call(READABLE, html, url)
}

/// # Errors
/// What is wrong with the pattern.
pub fn search(files: &BTreeMap<&str, &str>, query: &Query) -> Result<Found, String> {
    let json = |error: serde_json::Error| error.to_string();
    let files = serde_json::to_string(files).map_err(json)?;
    let query = serde_json::to_string(query).map_err(json)?;
    call(SEARCH, &files, &query)
}

fn call<T: DeserializeOwned>(name: &str, first: &str, second: &str) -> Result<T, String> {
    let door = DOOR
        .with_borrow(Clone::clone)
        .ok_or("The tools' helpers are not loaded.")?;
    let function = Reflect::get(&door, &name.into()).ok();
    let function: Option<Function> = function.and_then(|function| function.dyn_into().ok());
    let function = function.ok_or("The tools' helpers are of another version. Reload the page.")?;
    let answer = function.call2(&door, &first.into(), &second.into());
    let answer = answer.map_err(|error| {
        // What broke once stays broken; a new instance takes its place.
        DOOR.set(None);
        spawn_local(async {
            let _ = load().await;
        });
        format!(
            "This was too much for the tools' helpers ({}).",
            words(&error)
        )
    })?;
    let answer = answer.as_string().unwrap_or_default();
    serde_json::from_str::<Result<T, String>>(&answer).map_err(|error| error.to_string())?
}

fn words(error: &JsValue) -> String {
    let message = error
        .dyn_ref::<js_sys::Error>()
        .map(|error| String::from(error.message()));
    message.unwrap_or_else(|| "the browser gives no reason".to_owned())
}
