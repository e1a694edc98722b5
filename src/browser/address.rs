//! The page's address: `#/chat/<session id>` names the open session, so that a reload, a bookmark and
//! the Back button find it. Only the fragment is used: it works on any static host and sub-path.

use crate::chat::SessionId;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

const CHAT: &str = "#/chat/";
const CONFIG: &str = "#config=";

/// The session that the address names.
pub fn session() -> Option<SessionId> {
    let hash = web_sys::window()?.location().hash().ok()?;
    let id = hash.strip_prefix(CHAT)?;
    (!id.is_empty()).then(|| SessionId::from(id))
}

/// Takes a set-up out of the address, where someone handed one over: `#config=` and base64url of a settings
/// file. The address then names the new chat, so that a reload or a bookmark does not offer it again.
pub fn take_config() -> Option<String> {
    let window = web_sys::window()?;
    let hash = window.location().hash().ok()?;
    let encoded = hash.strip_prefix(CONFIG)?;
    let _ = window.location().set_hash("#/");
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
    let hash = match session {
        Some(id) => format!("{CHAT}{id}"),
        None => "#/".to_owned(),
    };
    if window
        .location()
        .hash()
        .is_ok_and(|now| now != hash && !(now.is_empty() && session.is_none()))
    {
        let _ = window.location().set_hash(&hash);
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
