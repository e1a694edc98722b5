//! The wire log: off by default, keys masked, and a file that plays the same answer again.

use e2e::chat::{KEY, connect, says, send, settled};
use e2e::{Reply, Test, in_chromium, in_each_engine};
use serde_json::Value;

in_each_engine!(a_recording_plays_back);
in_chromium!(a_stopped_request_has_ended);

async fn a_recording_plays_back(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    send(test, "Before recording").await;
    settled(test).await;

    record(test).await;
    send(test, "While recording").await;
    settled(test).await;

    // Files and the clipboard go through here, where the test can read them.
    let catch = "window.saved = []; URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); \
                 return 'blob:none'; }; HTMLAnchorElement.prototype.click = () => {};";
    page.driver.execute(catch, vec![]).await.unwrap();
    page.press("button", "Settings").await;
    page.press("group", "1. POST *").await;
    let dialog = page.find("dialog", "Settings").await;
    let shown = page.text(&dialog).await;
    assert!(shown.contains("HTTP 200"), "{shown}");
    assert!(shown.contains("authorization: Bearer •••"), "{shown}");
    assert!(shown.contains("While recording"), "{shown}");
    assert!(
        !shown.contains("2. POST"),
        "only what was recorded: {shown}"
    );
    page.find_in(&dialog, "button", "Copy as cURL").await;
    page.press("button", "Save as a replay file").await;
    let mut file = String::new();
    page.until("the file", async || {
        let saved = page
            .driver
            .execute("return window.saved[0] ?? null;", vec![])
            .await;
        file = saved
            .ok()
            .and_then(|saved| saved.json().as_str().map(str::to_owned))
            .unwrap_or_default();
        !file.is_empty()
    })
    .await;
    assert!(!file.contains(KEY), "the file holds the key");
    page.press("button", "Close").await;

    let replay: Value = serde_json::from_str(&file).unwrap();
    assert_eq!(replay["format"], "colloquy-replay");
    let reply: Reply = serde_json::from_value(replay["reply"].clone()).unwrap();
    test.provider.script("again", reply);
    page.press("button", "New chat").await;
    connect_again(test, &test.provider.base_url("script-again")).await;
    send(test, "Play it").await;
    settled(test).await;
    says(test, "The moon pulls.").await;
    assert_eq!(
        test.provider.chats().last().unwrap().scenario,
        "script-again"
    );
}

async fn a_stopped_request_has_ended(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("stalled")).await;
    record(test).await;
    send(test, "Go on").await;
    says(test, "And then").await;
    page.press("button", "Stop").await;
    settled(test).await;
    page.press("button", "Settings").await;
    page.find("group", "1. POST *").await;
    let dialog = page.find("dialog", "Settings").await;
    let shown = page.text(&dialog).await;
    assert!(shown.contains("closed by this page"), "{shown}");
    assert!(!shown.contains("running"), "{shown}");
}

/// Switches the wire log on.
async fn record(test: &Test) {
    let page = &test.page;
    page.press("button", "Settings").await;
    page.press("button", "Wire log").await;
    let dialog = page.find("dialog", "Settings").await;
    assert!(page.text(&dialog).await.contains("Nothing is recorded."));
    page.press("checkbox", "Record requests").await;
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
}

/// Points the provider at another address.
async fn connect_again(test: &Test, base_url: &str) {
    let page = &test.page;
    page.press("button", "Settings").await;
    page.press("button", "Providers & models").await;
    page.press("button", "Edit Fixtures").await;
    page.fill("textbox", "Base URL", base_url).await;
    page.press("button", "Save").await;
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
}
