//! What a person does in a conversation, in the words of the page.

use crate::Test;
use crate::page::PATIENCE;
use std::time::{Duration, Instant};
use thirtyfour::WebElement;

/// The key that the tests enter. It must never turn up anywhere but in a request's header.
pub const KEY: &str = "sk-canary-0123456789";

pub const MODEL: &str = "fixture-1";

/// Opens the page and connects it, through its dialogs, to the provider with this base URL.
pub async fn connect(test: &Test, base_url: &str) {
    connect_with(test, base_url, "60").await;
}

/// As [`connect`], with an idle timeout in seconds.
pub async fn connect_with(test: &Test, base_url: &str, idle_timeout: &str) {
    open_form(test, "OpenAI-compatible", base_url).await;
    add_model(test, MODEL, idle_timeout).await;
}

/// Opens the page and connects it to a provider of this type, with this model.
pub async fn connect_as(test: &Test, kind: &str, base_url: &str, model: &str) {
    open_form(test, kind, base_url).await;
    add_model(test, model, "60").await;
}

/// Opens the page and fills in the form of a new provider.
pub async fn open_form(test: &Test, kind: &str, base_url: &str) {
    let page = &test.page;
    page.open(&test.site.url()).await;
    page.press("button", "Connect a provider").await;
    page.find("dialog", "Settings").await;
    choose_type(test, kind).await;
    page.fill("textbox", "Name", "Fixtures").await;
    page.fill("textbox", "Base URL", base_url).await;
    page.fill("textbox", "API key", KEY).await;
}

/// Saves the form of a provider, adds a model to it and goes back to the conversation.
pub async fn add_model(test: &Test, model: &str, idle_timeout: &str) {
    let page = &test.page;
    page.press("button", "Save").await;
    page.press("button", "Add model").await;
    page.fill("combobox", "Model", model).await;
    page.press("button", "More").await;
    page.fill("textbox", "Idle timeout", idle_timeout).await;
    page.press("button", "Save").await;
    page.find("button", &format!("Edit {model}")).await;
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
    page.find("button", &format!("Model: {model}")).await;
}

pub async fn choose_type(test: &Test, name: &str) {
    test.page.fill("combobox", "Type", name).await;
    test.page.press("option", name).await;
    test.page.gone("listbox", "Type").await;
}

/// Writes a message and presses Send.
pub async fn send(test: &Test, text: &str) {
    test.page.fill("textbox", "Message", text).await;
    test.page.press("button", "Send").await;
}

/// Waits until nothing is being written any more.
pub async fn settled(test: &Test) {
    let start = Instant::now();
    loop {
        let log = test.page.find("log", "Conversation").await;
        let busy = log.attr("aria-busy").await.ok().flatten();
        if busy.as_deref() == Some("false") && !test.page.has("button", "Stop").await {
            return;
        }
        assert!(
            start.elapsed() < PATIENCE,
            "the conversation is still busy after {PATIENCE:?}. The page shows:\n{}",
            test.page.outline().await
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The newest answer's element.
pub async fn answer(test: &Test) -> WebElement {
    let mut last = None;
    test.page
        .until("an answer", async || {
            last = test.page.all("article", "Assistant").await.pop();
            last.is_some()
        })
        .await;
    last.expect("the wait ends with an answer")
}

/// The newest answer's text, with everything that stands around it.
pub async fn answer_text(test: &Test) -> String {
    match test.page.all("article", "Assistant").await.last() {
        Some(article) => test.page.text(article).await,
        None => String::new(),
    }
}

/// Waits until the newest answer contains `text`.
pub async fn says(test: &Test, text: &str) {
    test.page
        .until(&format!("the answer to say {text:?}"), async || {
            answer_text(test).await.contains(text)
        })
        .await;
}

/// The texts of the person's messages, in order.
pub async fn questions(test: &Test) -> Vec<String> {
    let mut texts = vec![];
    for article in test.page.all("article", "You").await {
        texts.push(test.page.text(&article).await);
    }
    texts
}

/// Fails if the person cannot go on writing.
pub async fn assert_can_write(test: &Test) {
    test.page.fill("textbox", "Message", "Still here").await;
    let send = test.page.find("button", "Send").await;
    assert!(send.is_enabled().await.unwrap_or(false), "Send is disabled");
    test.page.fill("textbox", "Message", "").await;
}

/// Chooses the agent that answers from now on.
pub async fn choose_agent(test: &Test, name: &str) {
    let page = &test.page;
    page.press("button", "Agent: *").await;
    // The name of an option holds the agent's description, too; a copy's name begins as the original's.
    page.until(&format!("{name} to be offered"), async || {
        match page.all("option", &format!("{name}*")).await.first() {
            Some(option) => option.click().await.is_ok(),
            None => false,
        }
    })
    .await;
    page.find("button", &format!("Agent: {name}")).await;
}

/// Gives the provider another base URL.
pub async fn change_address(test: &Test, base_url: &str) {
    let page = &test.page;
    page.press("button", "Settings").await;
    page.press("button", "Edit Fixtures").await;
    page.fill("textbox", "Base URL", base_url).await;
    page.press("button", "Save").await;
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
}

/// Puts away what lies over the end of the conversation.
pub async fn dismiss_notices(test: &Test) {
    while let Some(dismiss) = test.page.all("button", "Dismiss").await.pop() {
        let _ = dismiss.click().await;
    }
}
