//! The parsers of HTML and LaTeX, fetched when the first message needs them.

use crate::markdown::Foreign;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AddEventListenerOptions, HtmlScriptElement};

/// Where `src/bin/parsers` leaves its functions in `globalThis`, and the event of the document that says so.
pub const PARSERS: &str = "colloquyParsers";
/// The functions' names.
pub const HTML: &str = "html";
pub const MATHML: &str = "mathml";

/// The element of `index.html` whose `data-lazy` is the address of the module; the build puts the hashed name
/// in.
const ADDRESS: &str = "#parsers";

/// Offline, or with the module gone from the server, another try is worthwhile only after a while.
const TRY_AGAIN: Duration = Duration::from_secs(15);

thread_local! {
    static DOOR: RefCell<Option<JsValue>> = const { RefCell::new(None) };
    static ASKED: Cell<bool> = const { Cell::new(false) };
    static READY: ArcRwSignal<bool> = ArcRwSignal::new(false);
}

/// The parsers: they answer nothing until they are there, and being asked is what fetches them.
pub fn parsers() -> Rc<dyn Foreign> {
    Rc::new(Fetched)
}

/// Whether the parsers are there.
pub fn ready() -> ArcRwSignal<bool> {
    READY.with(Clone::clone)
}

struct Fetched;

impl Foreign for Fetched {
    fn html(&self, source: &str) -> Option<String> {
        call(HTML, source, false)
    }

    fn mathml(&self, latex: &str, display: bool) -> Option<String> {
        call(MATHML, latex, display)
    }
}

fn call(name: &str, text: &str, flag: bool) -> Option<String> {
    let Some(door) = DOOR.with_borrow(Clone::clone) else {
        fetch();
        return None;
    };
    let function: js_sys::Function = js_sys::Reflect::get(&door, &name.into())
        .ok()?
        .dyn_into()
        .ok()?;
    let answer = function.call2(&door, &text.into(), &flag.into()).ok()?;
    answer.as_string()
}

fn fetch() {
    if ASKED.replace(true) {
        return;
    }
    if add_script().is_none() {
        leptos::logging::warn!("formulas and raw HTML stay source: the page lacks their parsers");
    }
    set_timeout(|| ASKED.set(false), TRY_AGAIN);
}

/// Adds the module to the page. The browser reports a script as loaded before it has run to its end, so the
/// module says itself when its functions are there.
fn add_script() -> Option<()> {
    let document = web_sys::window()?.document()?;
    let named = document.query_selector(ADDRESS).ok()??;
    let script: HtmlScriptElement = document.create_element("script").ok()?.dyn_into().ok()?;
    script.set_type("module");
    script.set_src(&named.get_attribute("data-lazy")?);
    let arrived = Closure::once_into_js(|| {
        let door = js_sys::Reflect::get(&js_sys::global(), &PARSERS.into());
        if let Some(door) = door.ok().filter(JsValue::is_object) {
            DOOR.set(Some(door));
            READY.with(|ready| ready.set(true));
        }
    });
    let once = AddEventListenerOptions::new();
    once.set_once(true);
    document
        .add_event_listener_with_callback_and_add_event_listener_options(
            PARSERS,
            arrived.unchecked_ref(),
            &once,
        )
        .ok()?;
    document.head()?.append_child(&script).ok()?;
    Some(())
}
