//! The key is nowhere but in the header of requests to its provider.

use crate::dialects::shows;
use e2e::chat::{KEY, add_model, connect_as, open_form, send, settled};
use e2e::dialects::{ANSWER, CHAT};
use e2e::search::{Found, record, search};
use e2e::{Engine, Request, Test, Wire, in_each_dialect, run};
use serde_json::json;

in_each_dialect!(the_key_stays_secret);

/// The key goes through success and every kind of failure, most of which quote it.
async fn the_key_stays_secret(test: &Test, wire: &Wire) {
    let page = &test.page;
    record(page).await;
    let base_url = wire.base_url(&test.provider, "now");
    open_form(test, wire.kind, &base_url).await;
    let places = search(page, KEY).await.places;
    assert!(places.is_empty(), "typed, the key is in {places:?}");
    add_model(test, wire.model, "60").await;
    test.provider.play("tour");
    send(test, "Two calls").await;
    settled(test).await;
    assert!(page.whole_text().await.contains(ANSWER));
    assert_clean(test, "an answer").await;

    let failures = ["refused", "broken", "hidden", "failed"];
    for (at, scenario) in failures.into_iter().enumerate() {
        test.provider.play(scenario);
        send(test, scenario).await;
        page.until(&format!("a card for {scenario}"), async || {
            page.all("region", "Error").await.len() == at + 1
        })
        .await;
        settled(test).await;
        assert_clean(test, scenario).await;
    }

    page.press("button", "Settings").await;
    test.provider.play("refused");
    page.press("button", "Edit Fixtures").await;
    page.press("button", "Test connection").await;
    shows(test, "key").await;
    assert_clean(test, "testing the connection").await;
    page.press("button", "Cancel").await;
    page.press("button", "Your data").await;
    page.press("button", "Export my data").await;
    page.until("the export", async || search(page, KEY).await.files == 1)
        .await;
    assert_clean(test, "the export").await;
    page.reload().await;
    page.find("log", "Conversation").await;
    assert_clean(test, "a reload").await;

    let requests = test.provider.requests();
    assert_key_in_header_only(&requests, wire);
    let (name, _) = wire.auth;
    let with_key = |request: &&Request| request.headers.contains_key(name);
    assert!(
        requests.iter().filter(with_key).count() > failures.len() + 2,
        "the key was sent"
    );
}

/// What makes the other tests worth something: in each of these places a key would be found.
#[test]
fn a_leak_is_found() {
    run(Engine::Chromium, "a_leak_is_found", async |test| {
        let page = &test.page;
        record(page).await;
        let base_url = CHAT.base_url(&test.provider, "tour");
        connect_as(test, CHAT.kind, &base_url, CHAT.model).await;
        assert_clean(test, "connecting").await;
        let arguments = vec![json!(KEY)];
        for (place, script) in LEAKS {
            page.driver
                .execute_async(script, arguments.clone())
                .await
                .unwrap_or_else(|error| panic!("cannot leak into {place}: {error}"));
            let places = search(page, KEY).await.places;
            assert!(
                places.iter().any(|found| found.starts_with(place)),
                "a key in {place} is not found, only in {places:?}"
            );
        }
    });
}

/// Places, and scripts that put a text there.
const LEAKS: [(&str, &str); 8] = [
    (
        "localStorage",
        "localStorage.setItem('leak', `a ${arguments[0]}`); arguments[1]();",
    ),
    (
        "sessionStorage",
        "sessionStorage.setItem(arguments[0], ''); arguments[1]();",
    ),
    (
        "document",
        "document.body.dataset.leak = arguments[0]; arguments[1]();",
    ),
    (
        "field",
        "const field = document.body.appendChild(document.createElement('input'));
         field.value = arguments[0]; arguments[1]();",
    ),
    (
        "console",
        "console.log('said', { key: arguments[0] }); arguments[1]();",
    ),
    (
        "address",
        "history.replaceState(null, '', `#${arguments[0]}`); arguments[1]();",
    ),
    (
        "file",
        "URL.createObjectURL(new Blob([arguments[0]])); arguments[1]();",
    ),
    (
        "database leak, store rows",
        "const [key, done] = arguments;
         const open = indexedDB.open('leak');
         open.onupgradeneeded = () => {
             const rows = open.result.createObjectStore('rows');
             rows.put({ deep: [new TextEncoder().encode(key)] }, 1);
         };
         open.onsuccess = () => { open.result.close(); done(); };",
    ),
];

async fn assert_clean(test: &Test, when: &str) {
    let Found { places, rows, .. } = search(&test.page, KEY).await;
    assert!(places.is_empty(), "after {when} the key is in {places:?}");
    assert!(rows > 0, "after {when} there is nothing to search");
}

/// Fails where a request carries the key anywhere but in the one header meant for it.
pub fn assert_key_in_header_only(requests: &[Request], wire: &Wire) {
    let (name, prefix) = wire.auth;
    let value = format!("{prefix}{KEY}");
    assert!(!requests.is_empty());
    for request in requests {
        let Request {
            method,
            path,
            query,
            headers,
            body,
            ..
        } = request;
        let what = format!("{method} {path}");
        for text in [path, query, body] {
            assert!(!text.contains(KEY), "{what} carries the key: {text}");
        }
        for (header, sent) in headers {
            let is_its_place = header == name && *sent == value;
            assert!(
                is_its_place || !sent.contains(KEY),
                "{what} carries the key in {header}"
            );
        }
    }
}
