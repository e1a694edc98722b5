//! The wire log: off by default, keys masked, and a file that plays the same answer again.

use e2e::chat::{KEY, change_address, connect, connect_as, says, send, settled};
use e2e::consent::{catch_files, saved};
use e2e::dialects::{ANSWER, CHAT};
use e2e::{Reply, Test, Wire, in_chromium, in_each_dialect, in_each_engine};
use serde_json::Value;

in_each_engine!(a_recording_plays_back);
in_each_dialect!(a_recording_of);
in_chromium!(a_stopped_request_has_ended);

async fn a_recording_plays_back(test: &Test) {
    a_recording_of(test, &CHAT).await;
}

async fn a_recording_of(test: &Test, wire: &Wire) {
    let page = &test.page;
    let base_url = wire.base_url(&test.provider, "tour");
    connect_as(test, wire.kind, &base_url, wire.model).await;
    send(test, "Before recording").await;
    settled(test).await;
    says(test, ANSWER).await;

    record(test).await;
    send(test, "While recording").await;
    settled(test).await;
    says(test, "All is well.").await;

    catch_files(test).await;
    page.press("button", "Settings").await;
    page.press("group", "1. POST *").await;
    let dialog = page.find("dialog", "Settings").await;
    let shown = page.text(&dialog).await;
    assert!(shown.contains("HTTP 200"), "{shown}");
    let (name, prefix) = wire.auth;
    assert!(shown.contains(&format!("{name}: {prefix}•••")), "{shown}");
    assert!(shown.contains("While recording"), "{shown}");
    assert!(
        !shown.contains("2. POST"),
        "only what was recorded: {shown}"
    );
    page.find_in(&dialog, "button", "Copy as cURL").await;
    page.press("button", "Save as a replay file").await;
    let file = saved(test).await;
    assert!(!file.contains(KEY), "the file holds the key");
    page.press("button", "Providers & models").await;
    page.press("button", "Close").await;

    let replay: Value = serde_json::from_str(&file).unwrap();
    assert_eq!(replay["format"], "colloquy-replay");
    test.provider
        .script("again", Reply::from_file(&file).unwrap());
    page.press("button", "New chat").await;
    page.gone("article", "You").await;
    change_address(test, &wire.base_url(&test.provider, "script-again")).await;
    send(test, "Play it").await;
    settled(test).await;
    says(test, "All is well.").await;
    assert!(!page.has("region", "Error").await);
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
