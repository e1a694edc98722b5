//! Finds out what can be found out after a request failed without an answer.

use super::clock::within;
use crate::chat::Millis;
use crate::provider::doctor::{Circumstances, Permission, Reach};
use js_sys::{Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestCache, RequestCredentials, RequestMode};

/// A host that says nothing for so long counts as silent, in milliseconds.
const PATIENCE: Millis = 4_000.0;

/// Looks around after a request to `url` failed. Asks that host once more, without any key and in a way whose
/// answer the page cannot read: that there is one tells a missing permission from a missing server.
pub async fn look_around(url: &str) -> Circumstances {
    let window = web_sys::window();
    let page = window
        .as_ref()
        .and_then(|window| window.location().origin().ok());
    let online = window.is_none_or(|window| window.navigator().on_line());
    let local_network = within(PATIENCE, permission())
        .await
        .flatten()
        .unwrap_or(Permission::Unknown);
    let reach = match within(PATIENCE, answers(url)).await {
        Some(true) => Reach::Answers,
        Some(false) | None => Reach::Silent,
    };
    Circumstances {
        base_url: url.to_owned(),
        page: page.unwrap_or_default(),
        online,
        reach,
        local_network,
    }
}

async fn answers(url: &str) -> bool {
    let request = gloo_net::http::RequestBuilder::new(url)
        .method(gloo_net::http::Method::GET)
        .mode(RequestMode::NoCors)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(web_sys::ReferrerPolicy::NoReferrer)
        .cache(RequestCache::NoStore);
    match request.build() {
        Ok(request) => request.send().await.is_ok(),
        Err(_) => false,
    }
}

/// The state of the permission for the local network; `None` where the browser has no such permission. web-sys
/// does not know its name yet.
async fn permission() -> Option<Permission> {
    let navigator = JsValue::from(web_sys::window()?.navigator());
    let permissions = Reflect::get(&navigator, &"permissions".into()).ok()?;
    let query: js_sys::Function = Reflect::get(&permissions, &"query".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let wanted = Object::new();
    Reflect::set(&wanted, &"name".into(), &"local-network-access".into()).ok()?;
    let asked = query.call1(&permissions, &wanted).ok()?;
    let status = JsFuture::from(js_sys::Promise::resolve(&asked))
        .await
        .ok()?;
    let state = Reflect::get(&status, &"state".into()).ok()?.as_string()?;
    Some(match state.as_str() {
        "granted" => Permission::Granted,
        "denied" => Permission::Denied,
        _ => Permission::Asked,
    })
}
