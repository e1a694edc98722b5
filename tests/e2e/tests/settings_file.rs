//! Settings as a file, and handed over by the address: never a key, nothing silently.

use e2e::chat::{KEY, connect, questions, send, settled};
use e2e::consent::{catch_files, choose_file, saved};
use e2e::{Test, in_chromium, in_each_engine};
use serde_json::json;

in_each_engine!(by_the_address, by_a_file, in_an_open_tab);
in_chromium!(by_a_copied_link);

const HANDED: &str = r#"{"format":"colloquy-settings","version":1,
    "providers":[{"id":"h","name":"Handed","preset":"custom","base_url":"https://models.handed.test/v1","enabled":true}],
    "models":[{"id":"hm","provider":"h","model":"grüße-1"}]}"#;

async fn by_the_address(test: &Test) {
    let page = &test.page;
    let encode = "return btoa(String.fromCharCode(...new TextEncoder().encode(arguments[0])))\
                  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');";
    page.open(&test.site.url()).await;
    page.find("button", "Try the demo").await;
    let encoded = page
        .driver
        .execute(encode, vec![json!(HANDED)])
        .await
        .unwrap();
    let address = format!(
        "{}#config={}",
        test.site.url(),
        encoded.json().as_str().unwrap()
    );

    open_anew(test, &address).await;
    let preview = page.find("region", "Import").await;
    let text = page.text(&preview).await;
    assert!(
        text.contains("“Handed” is added; it calls models.handed.test"),
        "{text}"
    );
    assert!(text.contains("models.handed.test"), "{text}");
    // It waits for a decision, whatever is looked at meanwhile.
    page.press("button", "Keys").await;
    page.gone("region", "Import").await;
    page.press("button", "Close").await;
    page.press("button", "Settings").await;
    page.press("button", "Your data").await;
    page.find("region", "Import").await;
    page.press("button", "Cancel").await;
    page.gone("region", "Import").await;
    page.press("button", "Close").await;
    page.find("button", "Model: none").await;
    assert!(
        !page
            .driver
            .current_url()
            .await
            .unwrap()
            .as_str()
            .contains("config")
    );

    open_anew(test, &address).await;
    page.find("region", "Import").await;
    page.press("button", "Import").await;
    page.press("button", "Providers & models").await;
    let card = page.find("region", "Handed").await;
    assert!(page.text(&card).await.contains("no key"));
    page.press("button", "Close").await;
    page.find("button", "Model: grüße-1").await;
}

/// Opened in a tab that shows a chat, the offer neither takes the chat away nor gets lost.
async fn in_an_open_tab(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    send(test, "Stay here").await;
    settled(test).await;
    let chat = page.driver.current_url().await.unwrap();
    let goes = "location.hash = arguments[0];";
    let encoded = "return '#config=' + btoa(arguments[0]);";
    let offer = HANDED.replace("grüße", "m");
    let offer = page.driver.execute(encoded, vec![json!(offer)]).await;
    let offer = offer.unwrap().json().clone();
    page.driver.execute(goes, vec![offer]).await.unwrap();
    page.find("region", "Import").await;
    assert_eq!(page.driver.current_url().await.unwrap(), chat);
    page.press("button", "Import").await;
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
    assert!(questions(test).await[0].contains("Stay here"));

    let broken = vec![json!("#config=%%%")];
    page.driver.execute(goes, broken).await.unwrap();
    let alert = page.find("alert", "").await;
    let text = page.text(&alert).await;
    assert!(text.contains("not a file of Colloquy's settings"), "{text}");
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
    assert!(questions(test).await[0].contains("Stay here"));
    assert_eq!(page.driver.current_url().await.unwrap(), chat);
}

/// A link made by one browser offers the same set-up in another, without the key.
async fn by_a_copied_link(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    let catch = "Clipboard.prototype.write = async ([item]) => { \
                 window.copied = await (await item.getType('text/plain')).text(); };";
    page.driver.execute(catch, vec![]).await.unwrap();
    page.press("button", "Settings").await;
    page.press("button", "Your data").await;
    page.press("button", "Copy as a link").await;
    let mut link = String::new();
    page.until("the link", async || {
        let copied = page.driver.execute("return window.copied ?? '';", vec![]);
        link = copied
            .await
            .ok()
            .and_then(|it| it.convert().ok())
            .unwrap_or_default();
        !link.is_empty()
    })
    .await;
    assert!(
        link.starts_with(&format!("{}#config=", test.site.url())),
        "{link}"
    );
    open_anew(test, &link).await;
    let preview = page.find("region", "Import").await;
    let text = page.text(&preview).await;
    // Here everything of it is known already.
    assert!(text.contains("This file changes nothing."), "{text}");
}

/// An address that differs in its fragment only does not load the page anew.
async fn open_anew(test: &Test, address: &str) {
    test.page.open("about:blank").await;
    test.page.open(address).await;
}

async fn by_a_file(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    catch_files(test).await;
    page.press("button", "Settings").await;
    page.press("button", "Your data").await;
    page.press("button", "Export settings").await;
    let file = saved(test).await;
    assert!(file.contains(&test.provider.base_url("ok")), "{file}");
    assert!(!file.contains(KEY), "the file holds the key");

    choose_file(test, "Settings file", &file).await;
    let preview = page.find("region", "Import").await;
    assert!(page.text(&preview).await.contains("changes nothing"));
    choose_file(test, "Settings file", "not settings").await;
    let alert = page.find("alert", "").await;
    assert!(
        page.text(&alert)
            .await
            .contains("not a file of Colloquy's settings")
    );

    // The provider that has a key, with another address: it comes as another one, without the key.
    let moved = file.replace(&test.provider.base_url("ok"), "https://elsewhere.test/v1");
    choose_file(test, "Settings file", &moved).await;
    page.find("region", "Import").await;
    page.press("button", "Import").await;
    page.press("button", "Providers & models").await;
    let mut facts = String::new();
    page.until("both providers", async || {
        let cards = page.all("region", "Fixtures").await;
        facts.clear();
        for card in &cards {
            facts.push_str(&page.text(card).await);
        }
        cards.len() == 2
    })
    .await;
    assert!(
        facts.contains("key stored") && facts.contains("no key"),
        "{facts}"
    );
}
