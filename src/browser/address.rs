//! The page's address: `#/chat/<session id>` names the open session, so that a reload, a bookmark and
//! the Back button find it. Only the fragment is used: it works on any static host and sub-path.

use crate::chat::SessionId;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Window;

const CHAT: &str = "#/chat/";
const CONFIG: &str = "#config=";

/// The session that the address names.
pub fn session() -> Option<SessionId> {
    let hash = web_sys::window()?.location().hash().ok()?;
    let id = hash.strip_prefix(CHAT)?;
    (!id.is_empty()).then(|| SessionId::from(id))
}

/// Takes a set-up out of the address, where someone handed one over: `#config=` and base64url of a settings
/// file. What is not that comes as it is, for the person to be told. The address then names what is on screen, so
/// that neither a reload nor the Back button offers it again.
pub fn take_config(current: Option<&SessionId>) -> Option<String> {
    let window = web_sys::window()?;
    let hash = window.location().hash().ok()?;
    let encoded = hash.strip_prefix(CONFIG)?;
    if let Ok(history) = window.history() {
        let hash = hash_of(current);
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&hash));
    }
    Some(decoded(&window, encoded).unwrap_or_else(|| encoded.to_owned()))
}

/// The address of this page with a settings file in it, see [`take_config`].
pub fn with_config(text: &str) -> Option<String> {
    let window = web_sys::window()?;
    let page = window.location().href().ok()?;
    let page = page.split('#').next()?;
    // `btoa` takes a character for each byte.
    let bytes: String = text.bytes().map(char::from).collect();
    let encoded = window.btoa(&bytes).ok()?;
    let encoded = encoded.trim_end_matches('=');
    let encoded = encoded.replace('+', "-").replace('/', "_");
    Some(format!("{page}{CONFIG}{encoded}"))
}

fn decoded(window: &Window, encoded: &str) -> Option<String> {
    let standard: String = encoded
        .chars()
        .map(|c| match c {
            '-' => '+',
            '_' => '/',
            other => other,
        })
        .collect();
    let bytes = window.atob(standard.trim_end_matches('=')).ok()?;
    // `atob` gives a character for each byte.
    let bytes: Vec<u8> = bytes.chars().map(|c| c as u8).collect();
    String::from_utf8(bytes).ok()
}

/// Puts a session, or the new chat, into the address.
pub fn show(session: Option<&SessionId>) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let hash = hash_of(session);
    if window
        .location()
        .hash()
        .is_ok_and(|now| now != hash && !(now.is_empty() && session.is_none()))
    {
        let _ = window.location().set_hash(&hash);
    }
}

fn hash_of(session: Option<&SessionId>) -> String {
    match session {
        Some(id) => format!("{CHAT}{id}"),
        None => "#/".to_owned(),
    }
}

/// Calls back when the person changes the address or goes back.
pub fn on_change(callback: impl Fn() + 'static) {
    if let Some(window) = web_sys::window() {
        let listener = Closure::<dyn Fn()>::new(callback);
        let _ = window
            .add_event_listener_with_callback("hashchange", listener.as_ref().unchecked_ref());
        // It listens for as long as the page lives.
        listener.forget();
    }
}
