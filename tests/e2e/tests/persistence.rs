//! What a reload finds.

use e2e::chat::{KEY, answer, answer_text, connect, questions, says, send, settled};
use e2e::{Test, in_each_engine};
use serde_json::Value;

in_each_engine!(
    a_conversation_is_kept,
    unsent_text_is_kept,
    interrupted_and_retried,
    interrupted_and_kept,
    a_chat_is_deleted_and_brought_back
);

async fn a_conversation_is_kept(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    send(test, "Remember this").await;
    settled(test).await;
    page.reload().await;
    page.press("button", "Remember this").await;
    says(test, "pulls").await;
    let article = answer(test).await;
    page.find_in(&article, "heading", "Tides").await;
    assert_eq!(questions(test).await.len(), 1);
    assert!(!page.has("region", "Interrupted").await);

    // Model and key are kept as well, and the conversation goes on where it was.
    send(test, "And this").await;
    settled(test).await;
    let chats = test.provider.chats();
    assert_eq!(chats[1].headers["authorization"], format!("Bearer {KEY}"));
    let roles: Vec<Value> = chats[1].json()["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["role"].clone())
        .collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
    assert_eq!(questions(test).await.len(), 2);
}

async fn unsent_text_is_kept(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    page.fill("textbox", "Message", "Half a thought").await;
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    page.reload().await;
    page.until("the unsent text", async || {
        page.value("textbox", "Message").await == "Half a thought"
    })
    .await;
}

async fn interrupted_and_retried(test: &Test) {
    interrupt(test).await;
    test.provider.play("ok");
    test.page.press("button", "Retry").await;
    test.page.gone("region", "Interrupted").await;
    settled(test).await;
    says(test, "pulls").await;
    // The unfinished text was not silently made history.
    let request = test.provider.chats().pop().unwrap();
    assert!(!request.body.contains("word3"), "{}", request.body);
    assert!(!answer_text(test).await.contains("word3"));
}

async fn interrupted_and_kept(test: &Test) {
    interrupt(test).await;
    test.page.press("button", "Keep").await;
    test.page.gone("button", "Keep").await;
    says(test, "word3").await;
    test.provider.play("ok");
    send(test, "Go on").await;
    settled(test).await;
    let request = test.provider.chats().pop().unwrap();
    assert!(
        request.body.contains("word3"),
        "what was kept is history: {}",
        request.body
    );
}

/// Reloads the page while an answer is being written, and finds the message, the notice and the draft.
async fn interrupt(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.switched_url()).await;
    test.provider.play("slow:100");
    send(test, "Count for me").await;
    says(test, "word20").await;
    page.reload().await;
    page.press("button", "Count for me").await;
    let card = page.find("region", "Interrupted").await;
    let text = page.text(&card).await;
    assert!(
        text.contains("word3"),
        "the unfinished text is offered: {text}"
    );
    page.find_in(&card, "button", "Retry").await;
    assert!(questions(test).await[0].contains("Count for me"));
    settled(test).await;
}

async fn a_chat_is_deleted_and_brought_back(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    send(test, "Short-lived").await;
    settled(test).await;
    page.press("button", "Delete Short-lived").await;
    page.gone("button", "Short-lived").await;
    page.press("button", "Undo").await;
    page.press("button", "Short-lived").await;
    says(test, "pulls").await;
    page.press("button", "Delete Short-lived").await;
    page.gone("button", "Short-lived").await;
    page.reload().await;
    page.find("textbox", "Message").await;
    assert!(
        !page.has("button", "Short-lived").await,
        "it is gone for good"
    );
}
