//! No answer came at all: the page finds out why, as far as it can, and says what mends it.

use e2e::chat::{KEY, connect, says, send, settled};
use e2e::{Engine, Test, in_each_engine};
use serde_json::json;

in_each_engine!(
    a_local_server_without_cors,
    nothing_listens,
    no_such_host,
    offline
);

/// The card that answers a message, in lower case.
async fn card(test: &Test) -> String {
    send(test, "Are you there?").await;
    let card = test.page.find("region", "Error").await;
    settled(test).await;
    test.page.find_in(&card, "button", "Retry").await;
    let text = test.page.text(&card).await;
    assert!(!text.contains(KEY));
    test.page.pictured(&picture_name(&text)).await;
    text
}

/// The first line of a card, as a file's name.
pub fn picture_name(card: &str) -> String {
    let title = card.lines().find(|line| !line.trim().is_empty());
    let words: String = title
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    format!("cause-{words}")
}

async fn a_local_server_without_cors(test: &Test) {
    connect(test, &test.provider.base_url("wrong-key-no-cors")).await;
    let text = card(test).await;
    assert!(
        text.contains("is running, but does not allow this page"),
        "{text}"
    );
    // The line to copy names this very page.
    let origin = test.site.url();
    let origin = origin.trim_end_matches('/');
    let line = format!("Access-Control-Allow-Origin: {origin}");
    assert!(text.contains(&line), "{line} is not in {text}");
    let asked_without_key = test
        .provider
        .requests()
        .iter()
        .filter(|request| request.method == "GET" && request.path.ends_with("/chat/completions"))
        .all(|request| !request.headers.contains_key("authorization"));
    assert!(asked_without_key, "looking around sends no key");
}

async fn nothing_listens(test: &Test) {
    connect(test, "http://127.0.0.1:9/v1").await;
    let text = card(test).await;
    assert!(text.contains("Nothing answers at 127.0.0.1"), "{text}");
    assert!(
        text.contains("The server is not running: start it."),
        "{text}"
    );
}

async fn no_such_host(test: &Test) {
    connect(test, "http://nowhere.invalid/v1").await;
    let text = card(test).await;
    assert!(text.contains("nowhere.invalid cannot be reached"), "{text}");
    assert!(text.contains("The address is misspelt"), "{text}");
}

/// Only Chromium can be told to be offline; the others check that the message survives a retry.
async fn offline(test: &Test) {
    connect(test, "http://nowhere.invalid/v1").await;
    if test.page.engine != Engine::Chromium {
        card(test).await;
        test.page.press("button", "Retry").await;
        test.page.find("region", "Error").await;
        return;
    }
    let cdp = test.page.driver.cdp();
    let cut =
        json!({ "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0 });
    cdp.send_raw("Network.enable", json!({})).await.unwrap();
    cdp.send_raw("Network.emulateNetworkConditions", cut)
        .await
        .unwrap();
    let text = card(test).await;
    assert!(text.contains("You are offline"), "{text}");
    says(test, "Your message is kept").await;
}
