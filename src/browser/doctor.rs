//! Finds out what can be found out after a request failed without an answer.

use super::clock::within;
use crate::chat::Millis;
use crate::provider::HttpRequest;
use crate::provider::doctor::{
    Circumstances, Permission, Reach, host, is_this_machine, needs_leave,
};
use js_sys::{Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestCache, RequestCredentials, RequestMode};

/// A host that says nothing for so long counts as silent, in milliseconds.
const PATIENCE: Millis = 4_000.0;

/// Looks around after a request failed. Asks that host once more, without any key and in a way whose
/// answer the page cannot read: that there is one tells a missing permission from a missing server.
pub async fn look_around(request: &HttpRequest) -> Circumstances {
    let window = web_sys::window();
    let online = window.is_none_or(|window| window.navigator().on_line());
    let local_network = within(PATIENCE, permission(&request.url))
        .await
        .flatten()
        .unwrap_or(Permission::Unknown);
    let reach = match within(PATIENCE, answers(&request.url)).await {
        Some(true) => Reach::Answers,
        Some(false) | None => Reach::Silent,
    };
    Circumstances {
        base_url: request.url.clone(),
        server: String::new(),
        page: page(),
        online,
        reach,
        local_network,
        headers: request
            .headers
            .iter()
            .map(|(name, _)| name.clone())
            .collect(),
    }
}

/// Whether the browser holds a request to this address back until the person has answered.
pub async fn is_asked(url: &str) -> bool {
    needs_leave(&page(), url) && permission(url).await == Some(Permission::Asked)
}

fn page() -> String {
    web_sys::window()
        .and_then(|window| window.location().origin().ok())
        .unwrap_or_default()
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

/// The state of the permission to reach an address; `None` where the browser has no such permission. At first
/// there was one for all of the neighbourhood, now this machine has one of its own.
async fn permission(url: &str) -> Option<Permission> {
    let own = match is_this_machine(host(url)) {
        true => "loopback-network",
        false => "local-network",
    };
    match state_of(own).await {
        Some(state) => Some(state),
        None => state_of("local-network-access").await,
    }
}

/// The state of a permission that web-sys does not know the name of yet.
async fn state_of(name: &str) -> Option<Permission> {
    let navigator = JsValue::from(web_sys::window()?.navigator());
    let permissions = Reflect::get(&navigator, &"permissions".into()).ok()?;
    let query: js_sys::Function = Reflect::get(&permissions, &"query".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let wanted = Object::new();
    Reflect::set(&wanted, &"name".into(), &name.into()).ok()?;
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
