//! Setting up providers and models, and choosing among them.

use e2e::chat::{KEY, MODEL, choose_type, connect, send, settled};
use e2e::{Test, in_each_engine};
use thirtyfour::Key;

in_each_engine!(
    a_type_by_keyboard,
    a_provider_switched_off,
    a_deleted_provider_comes_back_with_its_key,
    copies_in_order,
    what_is_set_reaches_the_wire,
    models_by_search,
);

async fn a_type_by_keyboard(test: &Test) {
    let page = &test.page;
    page.open(&test.site.url()).await;
    page.press("button", "Connect a provider").await;
    page.find("combobox", "Type").await;
    test.page.focused("combobox", "Type").await;
    page.type_text("studio lm").await;
    page.find("option", "LM Studio").await;
    page.key(Key::Enter).await;
    page.gone("listbox", "Type").await;
    assert_eq!(page.value("combobox", "Type").await, "LM Studio");
    assert_eq!(page.value("textbox", "Name").await, "LM Studio");
    assert_eq!(
        page.value("textbox", "Base URL").await,
        "http://localhost:1234/v1"
    );
    assert!(!page.has("link", "Get a key").await);

    page.key(Key::Down).await;
    page.find("listbox", "Type").await;
    page.key(Key::Up).await;
    page.key(Key::Escape).await;
    page.gone("listbox", "Type").await;
    page.find("dialog", "Settings").await;
    assert_eq!(page.value("combobox", "Type").await, "LM Studio");

    page.type_text("groq").await;
    page.key(Key::Enter).await;
    let link = page.find("link", "Get a key").await;
    let address = link.attr("href").await.unwrap();
    assert_eq!(address.as_deref(), Some("https://console.groq.com/keys"));

    choose_type(test, "Azure OpenAI").await;
    page.press("button", "Save").await;
    test.page.focused("textbox", "Base URL").await;
}

async fn a_provider_switched_off(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    offers(test, &["fixture-1"]).await;
    page.press("button", "Settings").await;
    page.press("switch", "Enable Fixtures").await;
    test.page.focused("switch", "Enable Fixtures").await;
    page.press("button", "Close").await;
    offers(test, &[]).await;
    page.press("button", "Model: *").await;
    page.press("button", "Manage models…").await;
    page.press("switch", "Enable Fixtures").await;
    page.press("button", "Close").await;
    offers(test, &["fixture-1"]).await;
}

async fn a_deleted_provider_comes_back_with_its_key(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    page.press("button", "Settings").await;
    page.press("button", "Delete Fixtures").await;
    page.gone("button", "Edit Fixtures").await;
    page.press("button", "Close").await;
    page.find("button", "Model: none").await;
    page.press("button", "Undo").await;
    page.find("button", &format!("Model: {MODEL}")).await;
    page.press("button", "Settings").await;
    let card = page.find("region", "Fixtures").await;
    page.until("its key", async || {
        page.text(&card).await.contains("key stored")
    })
    .await;
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
    send(test, "Back again?").await;
    settled(test).await;
    let chat = test.provider.chats().pop().expect("a request was sent");
    assert_eq!(chat.headers["authorization"], format!("Bearer {KEY}"));
}

async fn copies_in_order(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    page.press("button", "Settings").await;
    page.press("button", "Duplicate fixture-1").await;
    page.find("button", "Edit fixture-1 copy").await;
    assert_eq!(lines(test).await, ["fixture-1", "fixture-1 copy"]);
    page.press("button", "Move fixture-1 copy up").await;
    page.until("the copy to stand first", async || {
        lines(test).await == ["fixture-1 copy", "fixture-1"]
    })
    .await;
    test.page
        .focused("button", "Move fixture-1 copy down")
        .await;
    let up = page.find("button", "Move fixture-1 copy up").await;
    assert!(!up.is_enabled().await.unwrap());
    page.press("button", "Make fixture-1 copy the default")
        .await;
    page.gone("button", "Make fixture-1 copy the default").await;
    page.press("button", "Close").await;
    page.find("button", "Model: fixture-1 copy").await;
    page.reload().await;
    page.find("button", "Model: fixture-1 copy").await;
    offers(test, &["fixture-1 copy", "fixture-1"]).await;
}

/// The effort goes by the type's own word for it, headers and the provider's JSON go with every request.
async fn what_is_set_reaches_the_wire(test: &Test) {
    let page = &test.page;
    page.open(&test.site.url()).await;
    page.press("button", "Connect a provider").await;
    choose_type(test, "OpenRouter").await;
    page.fill("textbox", "Base URL", &test.provider.base_url("ok"))
        .await;
    page.fill("textbox", "API key", KEY).await;
    page.press("button", "More").await;
    page.press("button", "Add header").await;
    page.fill("textbox", "Header name", "X-Team").await;
    page.fill("textbox", "Value of X-Team", "blue").await;
    page.fill("textbox", "Extra JSON", "{\"user\": \"me\"}")
        .await;
    page.press("button", "Save").await;
    page.press("button", "Add model").await;
    page.fill("combobox", "Model", MODEL).await;
    let thinking = page.find("combobox", "Thinking").await;
    let high = page.find_in(&thinking, "option", "High effort").await;
    high.click().await.unwrap();
    page.press("button", "Save").await;
    page.press("button", "Close").await;
    send(test, "Think").await;
    settled(test).await;
    let chats = test.provider.chats();
    assert_eq!(chats[0].json()["reasoning"]["effort"], "high");
    assert_eq!(chats[0].json()["user"], "me");
    assert_eq!(chats[0].headers["x-team"], "blue");
}

async fn models_by_search(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    page.press("button", "Settings").await;
    page.press("button", "Duplicate fixture-1").await;
    page.find("button", "Edit fixture-1 copy").await;
    page.press("button", "Close").await;
    offers(test, &["fixture-1", "fixture-1 copy"]).await;

    page.press("button", "Model: fixture-1").await;
    test.page.focused("combobox", "Search models").await;
    page.type_text("nothing like it").await;
    page.gone("option", "").await;
    page.fill("combobox", "Search models", "copy").await;
    page.find("option", "fixture-1 copy*").await;
    page.key(Key::Enter).await;
    page.find("button", "Model: fixture-1 copy").await;
    test.page.focused("button", "Model: fixture-1 copy").await;
    // What was used last comes first from now on.
    offers(test, &["fixture-1 copy", "fixture-1"]).await;
    page.press("button", "Model: fixture-1 copy").await;
    test.page.focused("combobox", "Search models").await;
    page.key(Key::Down).await;
    page.key(Key::Enter).await;
    page.find("button", "Model: fixture-1").await;
}

/// What the picker in the top bar offers, by the first line of each option.
async fn offers(test: &Test, expected: &[&str]) {
    let page = &test.page;
    page.press("button", "Model: *").await;
    page.find("button", "Manage models…").await;
    let mut seen = vec![];
    for option in page.all("option", "").await {
        let text = page.text(&option).await;
        seen.push(text.lines().next().unwrap_or_default().to_owned());
    }
    assert_eq!(seen, expected);
    page.key(Key::Escape).await;
    page.gone("button", "Manage models…").await;
}

/// The models of the one provider, in their order.
async fn lines(test: &Test) -> Vec<String> {
    let mut seen = vec![];
    for button in test.page.all("button", "Edit fixture-1*").await {
        let name = button.attr("aria-label").await.unwrap().unwrap_or_default();
        seen.push(name.trim_start_matches("Edit ").to_owned());
    }
    seen
}
