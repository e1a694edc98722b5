//! When things go wrong: a message a person can act on, what was said so far, and a usable composer.

use e2e::chat::{
    KEY, answer_text, assert_can_write, choose_type, connect, connect_with, questions, says, send,
    settled,
};
use e2e::{Test, in_each_engine};
use std::time::Duration;

in_each_engine!(
    each_failure_says_what_to_do,
    failures_that_are_tried_again,
    stalled,
    unreachable,
    retry,
    retry_after,
    test_connection,
);

/// A failure's scenario, and what its card has to mention (any one of the words, in lower case).
type Expected = (&'static str, &'static [&'static str]);

const AT_ONCE: &[Expected] = &[
    ("wrong-key", &["key"]),
    // The browser tells nothing; the card names what it can be.
    ("wrong-key-no-cors", &["cors"]),
    ("no-model", &["model"]),
    ("quota", &["quota", "credit", "billing"]),
    ("html", &["address", "url", "api"]),
    ("json-error", &["overloaded"]),
    ("mid-error", &["overloaded"]),
    ("dropped", &["cut", "broke", "connection", "ended"]),
    ("cut", &["cut", "ended", "incomplete"]),
    ("empty", &["empty", "nothing"]),
];

const AFTER_RETRIES: &[Expected] = &[
    ("server-error", &["failed inside"]),
    ("unavailable", &["server", "provider", "overloaded"]),
    ("rate-limit-always:1", &["rate", "too many", "limit"]),
];

async fn each_failure_says_what_to_do(test: &Test) {
    connect(test, &test.provider.switched_url()).await;
    for expected in AT_ONCE {
        fails(test, expected).await;
    }
    for (scenario, said) in [
        ("mid-error", "So far so good"),
        ("dropped", "Half an ans"),
        ("cut", "Half an ans"),
    ] {
        test.page.press("button", "New chat").await;
        test.provider.play(scenario);
        send(test, "Begin").await;
        settled(test).await;
        says(test, said).await;
    }
}

async fn failures_that_are_tried_again(test: &Test) {
    connect(test, &test.provider.switched_url()).await;
    for expected in AFTER_RETRIES {
        fails(test, expected).await;
        assert!(
            test.provider.chats().len() > 1,
            "{} is tried again",
            expected.0
        );
    }
}

/// Sends a message in a new chat and checks the card that answers it.
async fn fails(test: &Test, (scenario, words): &Expected) {
    let page = &test.page;
    page.press("button", "New chat").await;
    page.gone("article", "You").await;
    test.provider.play(scenario);
    send(test, "Please").await;
    let card = page.find("region", "Error").await;
    settled(test).await;
    let text = page.text(&card).await.to_lowercase();
    assert!(
        words.iter().any(|word| text.contains(word)),
        "{scenario}: {text}"
    );
    assert!(
        text.lines().filter(|line| !line.trim().is_empty()).count() >= 2,
        "{scenario}: no advice in {text}"
    );
    page.find_in(&card, "button", "Retry").await;
    assert!(
        questions(test).await[0].contains("Please"),
        "{scenario}: the message is still there"
    );
    assert!(
        !page.whole_text().await.contains(KEY),
        "{scenario}: the key is on screen"
    );
    assert_can_write(test).await;
}

async fn stalled(test: &Test) {
    connect_with(test, &test.provider.base_url("stalled"), "2").await;
    send(test, "Wait for me").await;
    let card = test.page.find("region", "Error").await;
    settled(test).await;
    let text = test.page.text(&card).await;
    assert!(text.contains("stopped sending"), "{text}");
    says(test, "And then").await;
    assert_can_write(test).await;
}

/// Nothing listens at the address.
async fn unreachable(test: &Test) {
    connect(test, "http://127.0.0.1:9/v1").await;
    fails(test, &("unreachable", &["nothing answers at 127.0.0.1"])).await;
}

/// Retry asks the same again and replaces the failure.
async fn retry(test: &Test) {
    connect(test, &test.provider.switched_url()).await;
    test.provider.play("wrong-key");
    send(test, "Try this").await;
    test.page.find("region", "Error").await;
    settled(test).await;
    test.provider.play("ok");
    test.page.press("button", "Retry").await;
    test.page.gone("region", "Error").await;
    settled(test).await;
    says(test, "pulls").await;
    assert_eq!(questions(test).await.len(), 1);
    let chats = test.provider.chats();
    assert_eq!(chats.len(), 2);
    assert_eq!(chats[0].json()["messages"], chats[1].json()["messages"]);
}

/// The time a provider asks for is kept; where the page may not read it, it is tried again all the same.
async fn retry_after(test: &Test) {
    connect(test, &test.provider.switched_url()).await;
    test.provider.play("rate-limit:6");
    send(test, "Now").await;
    test.page.find("region", "Trying again").await;
    settled(test).await;
    says(test, "All is well.").await;
    let chats = test.provider.chats();
    assert_eq!(chats.len(), 2);
    let waited = chats[1].at - chats[0].at;
    assert!(waited >= Duration::from_secs(6), "{waited:?}");

    test.provider.play("rate-limit-hidden");
    send(test, "Again").await;
    settled(test).await;
    says(test, "All is well.").await;

    test.provider.play("rate-limit:30");
    send(test, "Never mind").await;
    test.page.find("region", "Trying again").await;
    test.page.press("button", "Stop").await;
    settled(test).await;
    assert_can_write(test).await;
}

async fn test_connection(test: &Test) {
    let page = &test.page;
    page.open(&test.site.url()).await;
    page.press("button", "Settings").await;
    page.press("button", "Add provider").await;
    choose_type(test, "OpenAI-compatible").await;
    for (scenario, words) in [("ok", "connected"), ("wrong-key", "key"), ("html", "api")] {
        page.fill("textbox", "Base URL", &test.provider.base_url(scenario))
            .await;
        page.fill("textbox", "API key", KEY).await;
        page.press("button", "Test connection").await;
        let dialog = page.find("dialog", "Settings").await;
        page.until(
            &format!("the result of {scenario} to mention {words:?}"),
            async || {
                let mut found = false;
                for status in page.all_in(Some(&dialog), "status", "").await {
                    found |= page.text(&status).await.to_lowercase().contains(words);
                }
                found
            },
        )
        .await;
    }
    assert_eq!(
        answer_text(test).await,
        "",
        "testing says nothing in the conversation"
    );
}
