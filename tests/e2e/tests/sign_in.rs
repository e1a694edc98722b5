//! Signing in for a key, against a stand-in for OpenRouter's sign-in: what the real one does is not tested here.

use crate::dialects::shows;
use crate::keys::{PASSPHRASE, connect_under_passphrase, unlock};
use e2e::chat::{KEY, choose_type, send, settled};
use e2e::openrouter::{Mode, OpenRouter};
use e2e::search::{record, search};
use e2e::{Engine, Test, in_chromium, in_each_engine, run};

in_chromium!(a_wrong_key_is_told);
in_each_engine!(
    for_a_new_provider,
    gone_back,
    a_locked_vault_is_opened_first
);

/// Opens the form of a new provider of the stand-in's and leaves the page by it.
async fn leave(test: &Test, router: &OpenRouter) {
    let page = &test.page;
    choose_type(test, "OpenRouter").await;
    page.fill("textbox", "Base URL", &router.base_url()).await;
    page.press("button", "Sign in with OpenRouter").await;
    page.find("link", "Authorize").await;
}

async fn open_and_leave(test: &Test, router: &OpenRouter) {
    let page = &test.page;
    page.open(&test.site.url()).await;
    page.press("button", "Connect a provider").await;
    leave(test, router).await;
}

async fn address(test: &Test) -> String {
    let address = test.page.driver.current_url().await;
    address.expect("the page has an address").to_string()
}

/// The person is back, the provider is there and has a key that its server knows.
async fn assert_signed_in(test: &Test, router: &OpenRouter) {
    let page = &test.page;
    page.find("status", "").await;
    page.until("the key to be stored", async || {
        let card = page.all("region", "OpenRouter").await.pop();
        match card {
            Some(card) => page.text(&card).await.contains("key stored"),
            None => false,
        }
    })
    .await;
    assert!(
        !address(test).await.contains('?'),
        "{}",
        address(test).await
    );
    assert!(!page.has("button", "Sign in with OpenRouter").await);
    page.press("button", "Edit OpenRouter").await;
    page.press("button", "Test connection").await;
    shows(test, "connected. it offers 1 model.").await;
    page.press("button", "Cancel").await;
    let last = router.exchanges().pop().expect("a code was exchanged");
    assert_eq!(last.status, 200, "{last:?}");
}

async fn for_a_new_provider(test: &Test) {
    let page = &test.page;
    let router = OpenRouter::start().await;
    page.open(&test.site.sub_url()).await;
    page.fill("textbox", "Message", "Words not sent yet").await;
    page.press("button", "Connect a provider").await;
    leave(test, &router).await;
    page.press("link", "Authorize").await;
    page.find("dialog", "Settings").await;
    page.until("the notice", async || {
        page.whole_text().await.contains("Signed in to OpenRouter.")
    })
    .await;
    assert_signed_in(test, &router).await;
    assert!(address(test).await.starts_with(&test.site.sub_url()));
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
    assert_eq!(page.value("textbox", "Message").await, "Words not sent yet");

    page.reload().await;
    page.press("button", "Settings").await;
    page.until("the key after a reload", async || {
        let card = page.find("region", "OpenRouter").await;
        page.text(&card).await.contains("key stored")
    })
    .await;
    assert!(!page.has("region", "Sign-in").await);
    assert_eq!(router.exchanges().len(), 1);
}

/// Anyone may read the list of models, so it tells nothing about a key.
async fn a_wrong_key_is_told(test: &Test) {
    let page = &test.page;
    let router = OpenRouter::start().await;
    page.open(&test.site.url()).await;
    page.press("button", "Connect a provider").await;
    choose_type(test, "OpenRouter").await;
    page.fill("textbox", "Base URL", &router.base_url()).await;
    page.fill("textbox", "API key", "sk-or-wrong").await;
    page.press("button", "Test connection").await;
    shows(test, "did not accept the api key").await;
    page.fill("textbox", "API key", KEY).await;
    page.press("button", "Test connection").await;
    shows(test, "connected. it offers 1 model.").await;
}

/// Waits for the card about a sign-in, which says `words`.
async fn told(test: &Test, words: &str) {
    let page = &test.page;
    let card = page.find("region", "Sign-in").await;
    let text = page.text(&card).await;
    assert!(text.contains(words), "{text}");
    assert!(
        !address(test).await.contains('?'),
        "{}",
        address(test).await
    );
    assert!(!page.has("region", "OpenRouter").await, "nothing was saved");
}

/// The Back button is an answer too, and what was begun can be begun again.
async fn gone_back(test: &Test) {
    let page = &test.page;
    let router = OpenRouter::start().await;
    open_and_leave(test, &router).await;
    page.driver.back().await.expect("there is a page before");
    told(test, "You are not signed in to OpenRouter.").await;
    page.press("button", "Try again").await;
    page.press("link", "Deny").await;
    told(test, "You are not signed in to OpenRouter.").await;
    assert!(router.exchanges().is_empty());
    page.press("button", "Try again").await;
    page.press("link", "Authorize").await;
    assert_signed_in(test, &router).await;
}

/// Keys under a passphrase are locked when the page is opened anew. The conversation is the same as before.
async fn a_locked_vault_is_opened_first(test: &Test) {
    let page = &test.page;
    let router = OpenRouter::start().await;
    connect_under_passphrase(test).await;
    send(test, "Before").await;
    settled(test).await;
    let before = address(test).await;
    for answers in [false, true] {
        page.press("button", "Settings").await;
        page.press("button", "Providers & models").await;
        page.press("button", "Add provider").await;
        leave(test, &router).await;
        page.press("link", "Authorize").await;
        page.find("dialog", "Unlock your keys").await;
        assert!(router.exchanges().is_empty(), "the code waits");
        if answers {
            unlock(test, PASSPHRASE).await;
            assert_signed_in(test, &router).await;
        } else {
            page.press("button", "Cancel").await;
            told(test, "The key could not be kept.").await;
            page.press("button", "Close").await;
        }
        assert_eq!(address(test).await, before);
    }
}

/// A sign-in that fails says why, and succeeds when it is tried again.
async fn fails(test: &Test, mode: Mode, link: &str, words: &str) {
    let page = &test.page;
    let router = OpenRouter::start().await;
    router.behave(mode);
    open_and_leave(test, &router).await;
    page.press("link", link).await;
    told(test, words).await;
    router.behave(Mode::Proper);
    page.press("button", "Try again").await;
    page.press("link", "Authorize").await;
    assert_signed_in(test, &router).await;
}

#[test]
fn a_code_that_was_used_before() {
    run(Engine::Chromium, "sign_in_used", async |test| {
        let words = "did not accept the sign-in any more";
        fails(test, Mode::Used, "Authorize", words).await;
    });
}

#[test]
fn no_answer() {
    run(Engine::Chromium, "sign_in_hidden", async |test| {
        fails(
            test,
            Mode::Hidden,
            "Authorize",
            "No answer came from 127.0.0.1.",
        )
        .await;
    });
}

#[test]
fn refused_there() {
    run(Engine::Firefox, "sign_in_refused", async |test| {
        fails(
            test,
            Mode::Proper,
            "Fail",
            "OpenRouter refused the sign-in.",
        )
        .await;
    });
}

/// A code of another tab's, one for another state, and one that was taken already: none is exchanged.
#[test]
fn a_code_of_somebody_else() {
    run(Engine::Chromium, "sign_in_unknown", async |test| {
        let page = &test.page;
        let words = "not begun in this tab";
        let begun_nowhere = format!("{}?code=stolen&state=none", test.site.url());
        page.open(&begun_nowhere).await;
        told(test, words).await;

        let router = OpenRouter::start().await;
        page.press("button", "Dismiss").await;
        page.press("button", "Add provider").await;
        leave(test, &router).await;
        let link = page.find("link", "Authorize").await;
        let back = link.attr("href").await.unwrap().expect("a link has one");
        page.open(&back.replace("state=", "state=0")).await;
        told(test, words).await;
        page.open(&back).await;
        told(test, words).await;
        assert!(router.exchanges().is_empty());
    });
}

/// Neither code nor key is left anywhere: not in the document, the console, the address, the stores, an export.
#[test]
fn the_key_stays_secret() {
    run(Engine::Chromium, "sign_in_canary", async |test| {
        let page = &test.page;
        record(page).await;
        let router = OpenRouter::start().await;
        open_and_leave(test, &router).await;
        page.press("link", "Authorize").await;
        assert_signed_in(test, &router).await;
        let [exchange] = <[_; 1]>::try_from(router.exchanges()).expect("one exchange");
        page.press("button", "Your data").await;
        page.press("button", "Export my data").await;
        page.until("the export", async || search(page, KEY).await.files == 1)
            .await;
        page.press("button", "Wire log").await;
        let secrets = [
            KEY,
            exchange.body["code"].as_str().unwrap(),
            exchange.body["code_verifier"].as_str().unwrap(),
        ];
        for secret in secrets {
            let found = search(page, secret).await;
            assert!(found.places.is_empty(), "{secret} is in {:?}", found.places);
            assert!(found.rows > 0, "there is nothing to search");
        }
        for request in test.provider.requests() {
            assert!(!request.body.contains(KEY));
        }
    });
}
