//! Writing and sending.

use e2e::chat::{answer_text, connect, questions, says, send, settled};
use e2e::{Test, in_each_engine};
use std::time::Duration;
use thirtyfour::Key;

in_each_engine!(five_presses_send_once, a_long_message, keyboard_only);

/// Send pressed five times quickly sends once; so does Enter.
async fn five_presses_send_once(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("slow:300")).await;
    page.fill("textbox", "Message", "Once").await;
    let button = page.find("button", "Send").await;
    let five = "for (let i = 0; i < 5; i += 1) arguments[0].click();";
    page.driver
        .execute(five, vec![button.to_json().unwrap()])
        .await
        .unwrap();
    says(test, "word2").await;
    assert_eq!(test.provider.chats().len(), 1);
    assert_eq!(questions(test).await.len(), 1);
    page.press("button", "Stop").await;
    settled(test).await;

    let field = page.find("textbox", "Message").await;
    field.send_keys("Twice").await.unwrap();
    for _ in 0..5 {
        field.send_keys(Key::Enter).await.unwrap();
    }
    page.until("the second request", async || {
        test.provider.chats().len() == 2
    })
    .await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(test.provider.chats().len(), 2);
    assert_eq!(questions(test).await.len(), 2);
    page.press("button", "Stop").await;
    settled(test).await;
}

async fn a_long_message(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("count")).await;
    let text = "All work and no play. ".repeat(4546);
    let text = &text[..100_000];
    page.press("textbox", "Message").await;
    page.insert(text).await;
    page.press("button", "Send").await;
    settled(test).await;
    says(test, "100000 characters").await;
    let sent = test.provider.chats()[0].json()["messages"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()["content"]
        .clone();
    assert_eq!(sent, text.trim());
    page.reload().await;
    page.press("button", "All work and no play.*").await;
    says(test, "100000 characters").await;
}

/// Everything by keys: reach the field, a new line, send, stop, send again.
async fn keyboard_only(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.switched_url()).await;
    page.reload().await;
    page.find("textbox", "Message").await;
    reach(test, Way::Forward, "textbox", "Message").await;
    page.type_text("first").await;
    page.chord(Key::Shift, Key::Enter).await;
    page.type_text("second").await;
    assert_eq!(page.value("textbox", "Message").await, "first\nsecond");
    assert!(test.provider.chats().is_empty());
    test.provider.play("slow:100");
    page.key(Key::Enter).await;
    says(test, "word3").await;
    let sent = test.provider.chats()[0].json()["messages"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()["content"]
        .clone();
    assert_eq!(sent, "first\nsecond");
    page.key(Key::Escape).await;
    settled(test).await;

    test.provider.play("wrong-key");
    page.type_text("third").await;
    page.key(Key::Enter).await;
    page.find("region", "Error").await;
    settled(test).await;
    test.provider.play("ok");
    reach(test, Way::Back, "button", "Retry").await;
    page.key(Key::Enter).await;
    settled(test).await;
    says(test, "pulls").await;
    assert!(answer_text(test).await.contains("Tides"));
    // The focus is not lost with the button that was pressed.
    page.until("the focus to be somewhere useful", async || {
        let script =
            "return document.activeElement !== null && document.activeElement !== document.body;";
        page.driver
            .execute(script, vec![])
            .await
            .is_ok_and(|held| held.json() == true)
    })
    .await;
    send(test, "fourth").await;
    settled(test).await;
}

enum Way {
    Forward,
    Back,
}

/// Presses Tab, or Shift and Tab, until the element has the focus. The way must not lead through the
/// browser's own buttons: a driver's keys go on to the page, which is then without the focus and rightly
/// does nothing.
async fn reach(test: &Test, way: Way, role: &str, name: &str) {
    let page = &test.page;
    let wanted = page.find(role, name).await;
    for _ in 0..60 {
        let script = "return document.activeElement === arguments[0];";
        let held = page
            .driver
            .execute(script, vec![wanted.to_json().unwrap()])
            .await
            .unwrap();
        if held.json() == true {
            let focus = page.driver.execute("return document.hasFocus();", vec![]);
            assert_eq!(focus.await.unwrap().json(), true, "the page has the focus");
            return;
        }
        match way {
            Way::Forward => page.key(Key::Tab).await,
            Way::Back => page.chord(Key::Shift, Key::Tab).await,
        }
    }
    panic!("Tab does not reach the {role} {name:?}");
}
