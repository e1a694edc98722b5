//! Leaving the page to sign in at a provider, and what is there when the person comes back.
//!
//! The verifier and a word of our own (`state`) wait in the session storage, which belongs to this tab. The word
//! is part of the address to come back to, because the provider repeats only what stands there.

use super::vault;
use crate::provider::Provider;
use crate::provider::sign_in::{CHALLENGE_METHOD, places};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Storage, Url, UrlSearchParams, Window};

/// Where the session storage keeps the sign-in that is under way.
const PENDING: &str = "colloquy.sign-in";

/// A sign-in that this tab began.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pending {
    state: String,
    pub verifier: String,
    /// As it is to be saved with the key.
    pub provider: Provider,
    /// What stood in the address, to be put back.
    fragment: String,
}

/// What the person came back with.
pub struct Return {
    /// What this tab began. `None` where it began nothing, or something else came back.
    pub pending: Option<Pending>,
    pub answer: Answer,
}

pub enum Answer {
    Code(String),
    /// The sign-in page's word for why there is no code.
    Refused(String),
    /// The person said no, pressed Back, or typed the address anew.
    Nothing,
}

/// Takes the answer out of the address, before anybody reads or keeps it, and the verifier out of its place.
pub fn take_return() -> Option<Return> {
    let window = web_sys::window()?;
    let location = window.location();
    let query = UrlSearchParams::new_with_str(&location.search().ok()?).ok()?;
    let answer = match (query.get("code"), query.get("error")) {
        (Some(code), None) => Answer::Code(code),
        (_, Some(word)) if word == "access_denied" => Answer::Nothing,
        (_, Some(word)) => Answer::Refused(query.get("error_description").unwrap_or(word)),
        (None, None) => return take_unfinished(),
    };
    let pending = take_pending(&window);
    let fragment = match &pending {
        Some(pending) => pending.fragment.clone(),
        None => location.hash().unwrap_or_default(),
    };
    let clean = format!("{}{fragment}", location.pathname().ok()?);
    let history = window.history().ok()?;
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&clean));
    let is_ours = |pending: &Pending| query.get("state").as_ref() == Some(&pending.state);
    Some(Return {
        pending: pending.filter(is_ours),
        answer,
    })
}

/// A sign-in that was begun, where the page is shown again without an answer to it.
pub fn take_unfinished() -> Option<Return> {
    let pending = take_pending(&web_sys::window()?)?;
    Some(Return {
        pending: Some(pending),
        answer: Answer::Nothing,
    })
}

/// Calls back whenever the browser shows the page again as it was left, without loading it.
pub fn on_restored(callback: impl Fn() + 'static) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let listener = Closure::<dyn Fn(JsValue)>::new(move |event: JsValue| {
        let persisted = js_sys::Reflect::get(&event, &"persisted".into());
        if persisted.is_ok_and(|persisted| persisted.is_truthy()) {
            callback();
        }
    });
    // Adding a listener cannot fail; it listens for as long as the page lives.
    let _ = window.add_event_listener_with_callback("pageshow", listener.as_ref().unchecked_ref());
    listener.forget();
}

/// Leaves for the sign-in page of the provider. `None` if the browser does not give what it takes.
pub async fn leave(provider: Provider) -> Option<()> {
    let window = web_sys::window()?;
    let location = window.location();
    let verifier = base64url(&vault::random(32)?);
    let challenge = base64url(&vault::sha256(verifier.as_bytes()).await?);
    let state: String = vault::random(16)?
        .iter()
        .fold(String::new(), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        });

    let page = format!("{}{}", location.origin().ok()?, location.pathname().ok()?);
    let callback = Url::new(&page).ok()?;
    callback.search_params().append("state", &state);
    let target = Url::new(&places(&provider.base_url).page).ok()?;
    let query = target.search_params();
    query.append("callback_url", &callback.href());
    query.append("code_challenge", &challenge);
    query.append("code_challenge_method", CHALLENGE_METHOD);

    let pending = Pending {
        state,
        verifier,
        provider,
        fragment: location.hash().ok()?,
    };
    let pending = serde_json::to_string(&pending).ok()?;
    storage(&window)?.set_item(PENDING, &pending).ok()?;
    location.assign(&target.href()).ok()
}

fn take_pending(window: &Window) -> Option<Pending> {
    let storage = storage(window)?;
    let text = storage.get_item(PENDING).ok()??;
    storage.remove_item(PENDING).ok()?;
    serde_json::from_str(&text).ok()
}

fn storage(window: &Window) -> Option<Storage> {
    window.session_storage().ok()?
}

/// Base64 with `-` and `_`, without padding.
fn base64url(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().enumerate().fold(0, |bits, (at, byte)| {
            bits | u32::from(*byte) << (16 - 8 * at)
        });
        for digit in 0..=three.len() {
            let digit = (bits >> (18 - 6 * digit)) & 63;
            text.push(char::from(DIGITS[digit as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn base64url_is_that_of_the_rfc() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
        ] {
            assert_eq!(base64url(bytes.as_bytes()), text);
        }
        assert_eq!(base64url(&[0xfb, 0xff]), "-_8");
    }

    /// The pair of RFC 7636, appendix B.
    #[wasm_bindgen_test]
    async fn the_challenge_is_that_of_the_rfc() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let hash = vault::sha256(verifier.as_bytes()).await.unwrap();
        assert_eq!(
            base64url(&hash),
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        );
    }
}
