//! The key, and a header that is as secret, are nowhere but in the headers of requests to their provider.

use crate::dialects::shows;
use e2e::chat::{KEY, add_model, connect_as, open_form, send, settled};
use e2e::dialects::{ANSWER, CHAT};
use e2e::search::{Found, record, search};
use e2e::{Engine, Provider, Reply, Request, Test, Wire, in_each_dialect, run};
use serde_json::json;

in_each_dialect!(the_key_stays_secret);

/// A header of the person's own.
const TEAM: &str = "hdr-canary-9876543210";

/// The key goes through success and every kind of failure, most of which quote it, with the wire log running.
async fn the_key_stays_secret(test: &Test, wire: &Wire) {
    let page = &test.page;
    record(page).await;
    let base_url = wire.base_url(&test.provider, "now");
    open_form(test, wire.kind, &base_url).await;
    page.press("button", "More").await;
    page.press("button", "Add header").await;
    page.fill("textbox", "Header name", "X-Team").await;
    page.fill("textbox", "Value of X-Team", TEAM).await;
    for secret in [KEY, TEAM] {
        let places = search(page, secret).await.places;
        assert!(places.is_empty(), "typed, {secret} is in {places:?}");
    }
    add_model(test, wire.model, "60").await;
    page.press("button", "Settings").await;
    page.press("button", "Wire log").await;
    page.press("checkbox", "Record requests").await;
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
    let elsewhere = lead_elsewhere(test, wire).await;
    test.provider.play("tour");
    send(test, "Two calls").await;
    settled(test).await;
    assert!(page.whole_text().await.contains(ANSWER));
    assert_clean(test, "an answer").await;

    let failures = ["refused", "broken", "hidden", "failed", "script-moved"];
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

    assert!(page.whole_text().await.contains("leads elsewhere."));
    assert_eq!(elsewhere.requests().len(), 1, "a redirect was followed");

    page.press("button", "Settings").await;
    read_wire_log(test).await;
    test.provider.play("refused");
    page.press("button", "Providers & models").await;
    page.press("button", "Edit Fixtures").await;
    page.press("button", "Test connection").await;
    shows(test, "key").await;
    assert_clean(test, "testing the connection").await;
    page.press("button", "Cancel").await;
    page.press("button", "Your data").await;
    page.press("button", "Export my data").await;
    page.until("the export", async || search(page, KEY).await.files == 2)
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

/// Makes `script-moved` lead to another host, which is returned, and shows that a request that is followed there
/// takes its headers along: all but `Authorization`, which browsers keep back.
async fn lead_elsewhere(test: &Test, wire: &Wire) -> Provider {
    let elsewhere = Provider::start().await;
    let moved = Reply {
        status: 307,
        ..Reply::default()
    };
    let target = wire.chat_url(&elsewhere, "tour");
    test.provider
        .script("moved", moved.header("location", &target));
    let follow = "const [url, done] = arguments;
        fetch(url, { method: 'POST', headers: { 'x-team': 'blue' }, body: '{}' }).then(() => done(), () => done());";
    let arguments = vec![json!(wire.chat_url(&test.provider, "script-moved"))];
    let driver = &test.page.driver;
    driver.execute_async(follow, arguments).await.unwrap();
    let led = elsewhere.requests();
    assert_eq!(led.len(), 1, "the fixture leads elsewhere");
    assert_eq!(led[0].headers["x-team"], "blue");
    elsewhere
}

/// Opens what was recorded, copies one request and saves one answer.
async fn read_wire_log(test: &Test) {
    let page = &test.page;
    page.press("button", "Wire log").await;
    let log = page.find("region", "Wire log").await;
    let exchanges = page.all_in(Some(&log), "group", "").await;
    for exchange in &exchanges {
        exchange.click().await.unwrap();
    }
    let text = page.text(&log).await;
    assert!(text.contains("x-team: •••"), "{text}");
    let copies = page.all_in(Some(&log), "button", "Copy as cURL").await;
    let saves = page
        .all_in(Some(&log), "button", "Save as a replay file")
        .await;
    // The first answered; the third was refused, in words that quote the key.
    assert!(copies.len() >= 3 && saves.len() == copies.len(), "{text}");
    copies[2].click().await.unwrap();
    saves[2].click().await.unwrap();
    page.until("a copy and a file", async || {
        let found = search(page, KEY).await;
        found.copied == 1 && found.files == 1
    })
    .await;
    assert_clean(test, "reading the wire log").await;
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
const LEAKS: [(&str, &str); 9] = [
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
        "clipboard",
        "const text = new Blob([arguments[0]], { type: 'text/plain' });
         navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]).catch(() => {}).then(arguments[1]);",
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
    for secret in [KEY, TEAM] {
        let Found { places, rows, .. } = search(&test.page, secret).await;
        assert!(places.is_empty(), "after {when} {secret} is in {places:?}");
        assert!(rows > 0, "after {when} there is nothing to search");
    }
}

/// Fails where a request carries a secret anywhere but in the one header meant for it.
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
            let carries = text.contains(KEY) || text.contains(TEAM);
            assert!(!carries, "{what} carries a secret: {text}");
        }
        for (header, sent) in headers {
            let is_its_place =
                (header == name && *sent == value) || (header == "x-team" && sent == TEAM);
            assert!(
                is_its_place || !(sent.contains(KEY) || sent.contains(TEAM)),
                "{what} carries a secret in {header}"
            );
        }
    }
}
