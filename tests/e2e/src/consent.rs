//! What a person does about tools: allowing calls, and choosing in the settings what is allowed.

use crate::chat::{choose_agent, connect};
use crate::{Step, Test};
use serde_json::{Value, json};
use thirtyfour::WebElement;

/// Connects to a model that follows these steps for each question, with this agent.
pub async fn begin(test: &Test, agent: &str, steps: impl Into<Vec<Step>>) {
    test.provider.program("p", steps);
    connect(test, &test.provider.base_url("program-p")).await;
    choose_agent(test, agent).await;
}

/// What the model read as the answers of a request's calls, in order.
pub fn results(request: &Value) -> Vec<String> {
    let messages = request["messages"].as_array().unwrap();
    let tools = messages.iter().filter(|message| message["role"] == "tool");
    tools
        .map(|message| message["content"].as_str().unwrap_or_default().to_owned())
        .collect()
}

/// What the model read last.
pub fn last_results(test: &Test) -> Vec<String> {
    let last = test.provider.chats().pop().expect("a request was made");
    results(&last.json())
}

/// The card that asks about a call of a tool with this title.
pub async fn card(test: &Test, title: &str) -> WebElement {
    let name = format!("Allow “{title}”?");
    test.page.find("region", &name).await
}

/// Answers the one card there is.
pub async fn decide(test: &Test, title: &str, button: &str) {
    let page = &test.page;
    page.until(&format!("{button:?} to take a click"), async || {
        // Looked for anew each time: the card of an earlier call may just be going away.
        let card = card(test, title).await;
        pressed(test, &card, button).await
    })
    .await;
}

/// Presses a button of one of several cards.
pub async fn decide_on(test: &Test, card: &WebElement, button: &str) {
    let page = &test.page;
    page.until(&format!("{button:?} to take a click"), async || {
        pressed(test, card, button).await
    })
    .await;
}

/// False if the button is not there, or not ready: one that allows waits until the cards have stood still.
async fn pressed(test: &Test, card: &WebElement, button: &str) -> bool {
    match test.page.all_in(Some(card), "button", button).await.pop() {
        Some(button) => is_ready(&button).await && button.click().await.is_ok(),
        None => false,
    }
}

/// Whether a button takes presses.
pub async fn is_ready(button: &WebElement) -> bool {
    let disabled = button.attr("aria-disabled").await;
    disabled.is_ok_and(|disabled| disabled.is_none())
}

pub async fn open_tools(test: &Test) {
    let page = &test.page;
    page.press("button", "Settings").await;
    page.press("button", "Tools").await;
    page.find("region", "Allowed").await;
}

pub async fn close_settings(test: &Test) {
    test.page.press("button", "Close").await;
    test.page.gone("dialog", "Settings").await;
}

/// Chooses what a tool may do, in the open settings.
pub async fn permit(test: &Test, title: &str, choice: &str) {
    let page = &test.page;
    let select = page
        .find("combobox", &format!("Permission of {title}"))
        .await;
    let option = page.find_in(&select, "option", choice).await;
    option.click().await.expect("an option takes a click");
}

/// Chooses a file in the field with this name, as the browser's own dialog would.
pub async fn choose_file(test: &Test, field: &str, text: &str) {
    let script = "const input = document.querySelector(`input[type=file][aria-label=\"${arguments[0]}\"]`); \
                  const files = new DataTransfer(); \
                  files.items.add(new File([arguments[1]], 'file.json', { type: 'application/json' })); \
                  input.files = files.files; input.dispatchEvent(new Event('change', { bubbles: true }));";
    let arguments = vec![json!(field), json!(text)];
    test.page.driver.execute(script, arguments).await.unwrap();
}

/// From now on, what would be saved as a file is kept for [`saved`].
pub async fn catch_files(test: &Test) {
    let script = "window.saved = []; URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); \
                  return 'blob:none'; }; HTMLAnchorElement.prototype.click = () => {};";
    test.page.driver.execute(script, vec![]).await.unwrap();
}

/// The file that was saved last.
pub async fn saved(test: &Test) -> String {
    let page = &test.page;
    let mut file = String::new();
    page.until("the file", async || {
        let script = "return window.saved.pop() ?? null;";
        let saved = page.driver.execute(script, vec![]).await;
        let saved = saved.ok().and_then(|saved| saved.convert().ok());
        file = saved.unwrap_or_default();
        !file.is_empty()
    })
    .await;
    file
}

/// Answers for the person what Chromium would ask.
pub async fn browser_says(test: &Test, permission: &str, setting: &str) {
    let permission = json!({ "permission": { "name": permission }, "setting": setting });
    let cdp = test.page.driver.cdp();
    let set = cdp.send_raw("Browser.setPermission", permission).await;
    set.expect("the permission can be set");
}
