//! The three ways of keeping keys.

use e2e::chat::{KEY, assert_can_write, connect, questions, says, send, settled};
use e2e::{Test, in_each_engine};
use thirtyfour::Key;

in_each_engine!(
    a_passphrase_is_asked_for_when_a_key_is_needed,
    a_wrong_passphrase_and_none_at_all,
    locked_by_hand,
    the_keyboard_alone_unlocks,
    a_new_passphrase_takes_the_place_of_the_old,
    forgotten,
    in_this_tab_only,
    a_change_reaches_the_other_tab,
);

pub const PASSPHRASE: &str = "correct horse battery";

/// Opens the section about keys.
async fn open_keys(test: &Test) {
    test.page.press("button", "Settings").await;
    test.page.press("button", "Keys").await;
    test.page.find("region", "Keys").await;
}

/// Fills a field of a form that may still be scrolling into view.
async fn enter(test: &Test, name: &str, text: &str) {
    test.page.press("textbox", name).await;
    test.page.fill("textbox", name, text).await;
}

/// Waits until the one element with this role and name says `text`.
async fn shows(test: &Test, role: &str, name: &str, text: &str) {
    test.page
        .until(&format!("{role} {name:?} to say {text:?}"), async || {
            let element = test.page.find(role, name).await;
            test.page.text(&element).await.contains(text)
        })
        .await;
}

/// Saves the provider, and waits for its list: by then the key is kept.
async fn save(test: &Test) {
    test.page.press("button", "Save").await;
    test.page.find("button", "Edit Fixtures").await;
}

async fn close_settings(test: &Test) {
    test.page.press("button", "Close").await;
    test.page.gone("dialog", "Settings").await;
}

/// Connects a provider and puts its key under [`PASSPHRASE`].
pub async fn connect_under_passphrase(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    open_keys(test).await;
    page.press("radio", "In this browser, under a passphrase")
        .await;
    enter(test, "New passphrase", PASSPHRASE).await;
    enter(test, "New passphrase again", PASSPHRASE).await;
    page.press("button", "Set passphrase").await;
    page.find("button", "Lock").await;
    close_settings(test).await;
}

pub async fn unlock(test: &Test, passphrase: &str) {
    test.page.find("dialog", "Unlock your keys").await;
    test.page.fill("textbox", "Passphrase", passphrase).await;
    test.page.press("button", "Unlock").await;
}

/// The last request carried the key.
fn assert_key_was_sent(test: &Test) {
    let request = test.provider.chats().pop().expect("a request was sent");
    assert_eq!(request.headers["authorization"], format!("Bearer {KEY}"));
}

async fn a_passphrase_is_asked_for_when_a_key_is_needed(test: &Test) {
    let page = &test.page;
    connect_under_passphrase(test).await;
    // Whoever has just chosen it need not enter it.
    send(test, "Before").await;
    settled(test).await;
    says(test, "pulls").await;
    page.reload().await;
    page.press("button", "New chat").await;
    send(test, "After").await;
    page.find("dialog", "Unlock your keys").await;
    assert_eq!(
        test.provider.chats().len(),
        1,
        "nothing is sent while locked"
    );
    unlock(test, PASSPHRASE).await;
    page.gone("dialog", "Unlock your keys").await;
    settled(test).await;
    says(test, "pulls").await;
    assert_key_was_sent(test);
    // It stays open for the next one.
    send(test, "And again").await;
    settled(test).await;
    assert_eq!(test.provider.chats().len(), 3);
    assert_eq!(questions(test).await.len(), 2);
}

async fn a_wrong_passphrase_and_none_at_all(test: &Test) {
    let page = &test.page;
    connect_under_passphrase(test).await;
    page.reload().await;
    send(test, "Do not lose this").await;
    unlock(test, "wrong horse battery").await;
    shows(test, "dialog", "Unlock your keys", "is wrong").await;
    // Screen readers are told at once.
    let alerts = page.all("alert", "").await;
    assert!(!alerts.is_empty());
    // The field has the focus, and its text is selected.
    page.type_text("x").await;
    assert_eq!(page.value("textbox", "Passphrase").await, "x");
    page.press("button", "Cancel").await;
    page.gone("dialog", "Unlock your keys").await;
    let card = page.find("region", "Error").await;
    settled(test).await;
    assert!(page.text(&card).await.contains("The keys are locked"));
    assert!(questions(test).await[0].contains("Do not lose this"));
    assert_can_write(test).await;
    assert!(test.provider.chats().is_empty());

    page.press("button", "Retry").await;
    unlock(test, PASSPHRASE).await;
    page.gone("region", "Error").await;
    settled(test).await;
    says(test, "pulls").await;
    assert_key_was_sent(test);

    // A reload in front of the dialog loses nothing either.
    page.press("button", "New chat").await;
    page.press("button", "Lock keys").await;
    send(test, "Nor this").await;
    page.find("dialog", "Unlock your keys").await;
    page.reload().await;
    page.find("region", "Interrupted").await;
    assert!(questions(test).await[0].contains("Nor this"));
}

async fn locked_by_hand(test: &Test) {
    let page = &test.page;
    connect_under_passphrase(test).await;
    page.press("button", "Lock keys").await;
    page.find("button", "Unlock keys").await;
    // Testing a connection needs the stored key.
    page.press("button", "Settings").await;
    page.press("button", "Providers & models").await;
    page.press("button", "Edit Fixtures").await;
    page.press("button", "Test connection").await;
    unlock(test, PASSPHRASE).await;
    shows(test, "dialog", "Settings", "Connected.").await;
    // So does keeping another one.
    page.press("button", "Cancel").await;
    page.press("button", "Keys").await;
    page.press("button", "Lock").await;
    page.find("button", "Unlock").await;
    page.press("button", "Providers & models").await;
    page.press("button", "Edit Fixtures").await;
    page.press("button", "Replace").await;
    page.fill("textbox", "API key", "sk-canary-other").await;
    page.press("button", "Save").await;
    page.find("dialog", "Unlock your keys").await;
    page.press("button", "Cancel").await;
    page.gone("dialog", "Unlock your keys").await;
    assert_eq!(page.value("textbox", "API key").await, "sk-canary-other");
    page.press("button", "Save").await;
    unlock(test, PASSPHRASE).await;
    page.find("button", "Edit Fixtures").await;
    close_settings(test).await;
    send(test, "With the other key").await;
    settled(test).await;
    let request = test.provider.chats().pop().unwrap();
    assert_eq!(request.headers["authorization"], "Bearer sk-canary-other");
}

async fn the_keyboard_alone_unlocks(test: &Test) {
    let page = &test.page;
    connect_under_passphrase(test).await;
    page.reload().await;
    page.find("button", "Unlock keys").await;
    page.press("textbox", "Message").await;
    page.type_text("By keys").await;
    page.key(Key::Enter).await;
    page.find("dialog", "Unlock your keys").await;
    page.until("the passphrase to have the focus", async || {
        page.type_text("x").await;
        !page.value("textbox", "Passphrase").await.is_empty()
    })
    .await;
    // Escape is Cancel, and the focus is back where one can go on.
    page.key(Key::Escape).await;
    page.gone("dialog", "Unlock your keys").await;
    settled(test).await;
    page.find("region", "Error").await;
    page.until("the message to have the focus", async || {
        page.type_text("y").await;
        page.value("textbox", "Message").await.contains('y')
    })
    .await;
    page.key(Key::Enter).await;
    page.find("dialog", "Unlock your keys").await;
    // The field takes the focus once the dialog is on screen.
    page.focused("textbox", "Passphrase").await;
    page.type_text(PASSPHRASE).await;
    page.key(Key::Enter).await;
    page.gone("dialog", "Unlock your keys").await;
    settled(test).await;
    says(test, "pulls").await;
    assert_key_was_sent(test);
}

async fn a_new_passphrase_takes_the_place_of_the_old(test: &Test) {
    let page = &test.page;
    connect_under_passphrase(test).await;
    open_keys(test).await;
    page.press("button", "Change passphrase").await;
    for (old, new, again, complaint) in [
        (PASSPHRASE, "short", "short", "too short"),
        (
            PASSPHRASE,
            "four random words",
            "four random word",
            "not the same",
        ),
        (
            "wrong",
            "four random words",
            "four random words",
            "not the current",
        ),
    ] {
        enter(test, "Current passphrase", old).await;
        enter(test, "New passphrase", new).await;
        enter(test, "New passphrase again", again).await;
        page.press("button", "Save").await;
        shows(test, "region", "Keys", complaint).await;
    }
    enter(test, "Current passphrase", PASSPHRASE).await;
    page.press("button", "Save").await;
    page.gone("textbox", "Current passphrase").await;
    page.reload().await;
    send(test, "With the new one").await;
    unlock(test, PASSPHRASE).await;
    shows(test, "dialog", "Unlock your keys", "is wrong").await;
    unlock(test, "four random words").await;
    settled(test).await;
    says(test, "pulls").await;
    assert_key_was_sent(test);

    // And without one again.
    open_keys(test).await;
    page.press("radio", "In this browser").await;
    page.press("button", "Keep keys in this browser").await;
    page.gone("button", "Keep keys in this browser").await;
    page.reload().await;
    send(test, "Without one").await;
    settled(test).await;
    assert!(!page.has("button", "Unlock keys").await);
    assert_key_was_sent(test);
}

async fn forgotten(test: &Test) {
    let page = &test.page;
    connect_under_passphrase(test).await;
    page.reload().await;
    open_keys(test).await;
    page.press("button", "Forget keys").await;
    let dialog = page.find("dialog", "Forget your keys?").await;
    assert!(page.text(&dialog).await.contains("Fixtures"));
    page.press("button", "Cancel").await;
    page.gone("dialog", "Forget your keys?").await;
    page.press("button", "Forget keys").await;
    page.press("button", "Forget").await;
    page.gone("dialog", "Forget your keys?").await;
    page.gone("button", "Forget keys").await;
    page.press("button", "Providers & models").await;
    page.press("button", "Edit Fixtures").await;
    // There is no key to keep or replace, and no passphrase for the next one.
    page.fill("textbox", "API key", KEY).await;
    save(test).await;
    close_settings(test).await;
    page.reload().await;
    send(test, "With a key again").await;
    settled(test).await;
    assert_key_was_sent(test);
}

async fn in_this_tab_only(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    open_keys(test).await;
    page.press("radio", "This tab only").await;
    page.press("button", "Keep keys in this tab only").await;
    page.gone("button", "Keep keys in this tab only").await;
    close_settings(test).await;
    send(test, "From memory").await;
    settled(test).await;
    assert_key_was_sent(test);
    page.reload().await;
    page.press("button", "Settings").await;
    page.press("button", "Edit Fixtures").await;
    // It is gone, and the next one is kept in the same way.
    page.fill("textbox", "API key", KEY).await;
    save(test).await;
    close_settings(test).await;
    send(test, "From memory again").await;
    settled(test).await;
    assert_key_was_sent(test);
    page.reload().await;
    open_keys(test).await;
    shows(test, "region", "Keys", "No key is kept.").await;
}

async fn a_change_reaches_the_other_tab(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    let first = page.driver.window().await.unwrap();
    let second = page.driver.new_tab().await.unwrap();
    page.driver.switch_to_window(second).await.unwrap();
    page.open(&test.site.url()).await;
    open_keys(test).await;
    page.press("radio", "In this browser, under a passphrase")
        .await;
    enter(test, "New passphrase", PASSPHRASE).await;
    enter(test, "New passphrase again", PASSPHRASE).await;
    page.press("button", "Set passphrase").await;
    page.find("button", "Lock").await;
    page.driver.switch_to_window(first).await.unwrap();
    page.find("button", "Unlock keys").await;
    send(test, "From the first").await;
    unlock(test, PASSPHRASE).await;
    settled(test).await;
    says(test, "pulls").await;
    assert_key_was_sent(test);
}
