//! The browser's own model, by a stand-in for its API: no browser of these tests has a model. What the real one
//! answers is not tested here, only what the page does with the API.

use crate::dialects::shows;
use e2e::chat::{answer_text, assert_can_write, choose_agent, choose_type, says, send, settled};
use e2e::{Engine, Test, run};
use serde_json::{Value, json};

const KIND: &str = "On this device (Chrome)";
const STAND_IN: &str = include_str!("../src/language_model.js");

/// Puts the stand-in into every page that is opened from now on, before any of its scripts.
async fn stand_in(test: &Test, changed: Value) {
    let mut plan = json!({
        "availability": "available",
        "answer": "I am **only** a stand-in.",
        "window": 1000,
        "pause": 20,
        "forbidden": false,
    });
    for (name, value) in changed.as_object().expect("a plan is an object") {
        plan[name] = value.clone();
    }
    let plan = Value::from(plan.to_string()).to_string();
    put_in_front(test, &STAND_IN.replace("PLAN", &plan)).await;
}

async fn put_in_front(test: &Test, script: &str) {
    test.page
        .driver
        .cdp()
        .send_raw(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": script }),
        )
        .await
        .expect("a script can be put in front of the page's");
}

/// What the stand-in was asked.
async fn asked(test: &Test) -> Vec<Value> {
    let asked = test
        .page
        .driver
        .execute("return window.__asked;", vec![])
        .await;
    let asked = asked.expect("the stand-in is there");
    asked.json().as_array().cloned().unwrap_or_default()
}

/// Opens the page and its form for the browser's own model.
async fn open_form(test: &Test) {
    let page = &test.page;
    page.open(&test.site.url()).await;
    page.press("button", "Connect a provider").await;
    page.find("dialog", "Settings").await;
    choose_type(test, KIND).await;
}

/// Saves the form and goes to the conversation: the model is there by itself.
async fn connect(test: &Test) {
    let page = &test.page;
    page.press("button", "Save").await;
    page.find("button", "Edit Built-in model").await;
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
    page.find("button", "Model: Built-in model").await;
}

#[test]
fn a_conversation() {
    run(Engine::Chromium, "on_device", async |test| {
        let page = &test.page;
        stand_in(test, json!({})).await;
        open_form(test).await;
        for (role, name) in [("textbox", "Base URL"), ("textbox", "API key")] {
            assert!(!page.has(role, name).await, "{name} is asked for");
        }
        page.press("button", "Test connection").await;
        shows(test, "connected. it offers 1 model.").await;
        connect(test).await;

        send(test, "Who are you?").await;
        settled(test).await;
        says(test, "I am only a stand-in.").await;
        page.press("button", "Settings").await;
        page.press("button", "Wire log").await;
        page.press("checkbox", "Record requests").await;
        page.press("button", "Close").await;
        send(test, "Really?").await;
        let mut asked = vec![];
        page.until("the second answer", async || {
            asked = self::asked(test).await;
            asked.iter().filter(|it| *it == "destroyed").count() == 2
        })
        .await;
        settled(test).await;
        let [.., create, prompt, destroyed] = asked.as_slice() else {
            panic!("{asked:?}");
        };
        let history = create["create"]["initialPrompts"].as_array().unwrap();
        let [system, question, answer] = history.as_slice() else {
            panic!("{history:?}");
        };
        assert_eq!(system["role"], "system");
        assert_eq!(
            [question, answer],
            [
                &json!({ "role": "user", "content": "Who are you?" }),
                &json!({ "role": "assistant", "content": "I am **only** a stand-in." }),
            ]
        );
        let expected = json!({ "prompt": [{ "role": "user", "content": "Really?" }] });
        assert_eq!(prompt, &expected);
        assert_eq!(destroyed, "destroyed");
        // The stand-in counts words; the answer has five.
        says(test, "5 out").await;

        page.press("button", "Settings").await;
        page.press("button", "Providers & models").await;
        page.press("button", "Edit Built-in model").await;
        page.find("textbox", "Display name").await;
        assert!(!page.has("textbox", "Temperature").await);
        page.press("button", "Cancel").await;
        page.press("button", "Wire log").await;
        page.press("button", "1. POST *").await;
        let dialog = page.find("dialog", "Settings").await;
        let shown = page.text(&dialog).await;
        for part in ["on-device:/prompt", "Really?", "{\"done\":true}"] {
            assert!(shown.contains(part), "no {part} in {shown}");
        }

        page.reload().await;
        page.until("both answers after a reload", async || {
            page.all("article", "Assistant").await.len() == 2
        })
        .await;
        says(test, "I am only a stand-in.").await;
        assert!(test.provider.requests().is_empty());
    });
}

/// It takes no tools, so an agent with tools does not speak of them to it.
#[test]
fn a_prompt_names_no_tools() {
    run(Engine::Chromium, "on_device_tools", async |test| {
        let page = &test.page;
        stand_in(test, json!({})).await;
        open_form(test).await;
        connect(test).await;
        choose_agent(test, "Code Assistant").await;
        send(test, "Who are you?").await;
        settled(test).await;
        says(test, "I am only a stand-in.").await;
        let asked = asked(test).await;
        let mut created = asked.iter().filter_map(|it| it.get("create"));
        let system = &created.next_back().expect("it was asked")["initialPrompts"][0];
        assert_eq!(system["role"], "system");
        let prompt = system["content"].as_str().unwrap();
        assert!(prompt.contains("mends code."), "{prompt}");
        assert!(!prompt.contains("tools>"), "{prompt}");

        page.press("button", "Settings").await;
        page.press("button", "Agents").await;
        page.press("button", "Edit Code Assistant").await;
        let preview = page.find("region", "Preview").await;
        let preview = page.text(&preview).await;
        assert!(preview.contains("mends code."), "{preview}");
        assert!(!preview.contains("tools>"), "{preview}");
    });
}

#[test]
fn stopped_it_keeps_what_it_said() {
    run(Engine::Chromium, "on_device_stop", async |test| {
        let answer: Vec<String> = (0..500).map(|at| format!("word{at}")).collect();
        stand_in(test, json!({ "answer": answer.join(" ") })).await;
        open_form(test).await;
        connect(test).await;
        send(test, "Go on and on").await;
        says(test, "word9").await;
        test.page.press("button", "Stop").await;
        settled(test).await;
        assert!(!answer_text(test).await.contains("word499"));
        says(test, "word9").await;
        test.page
            .until("the model to be stopped and let go of", async || {
                let asked = asked(test).await;
                ["aborted", "destroyed"]
                    .iter()
                    .all(|what| asked.iter().any(|it| it == what))
            })
            .await;
        assert_can_write(test).await;
    });
}

#[test]
fn a_download_is_shown() {
    run(Engine::Chromium, "on_device_download", async |test| {
        stand_in(
            test,
            json!({ "availability": "downloadable", "pause": 1500 }),
        )
        .await;
        open_form(test).await;
        connect(test).await;
        send(test, "Hello").await;
        says(test, "Downloading the model… 42 %").await;
        test.page.find("progressbar", "Download of the model").await;
        says(test, "I am only").await;
        let progress = test.page.has("progressbar", "Download of the model").await;
        assert!(!progress, "the download is over");
        test.page.press("button", "Stop").await;
    });
}

/// Fails if the newest answer's card lacks these words.
async fn fails_with(test: &Test, words: &str) {
    let page = &test.page;
    page.until(&format!("a card that says {words:?}"), async || {
        let card = page.all("region", "Error").await.pop();
        match card {
            Some(card) => page.text(&card).await.contains(words),
            None => false,
        }
    })
    .await;
    settled(test).await;
    assert_can_write(test).await;
}

#[test]
fn a_device_that_cannot_run_it_is_told_what_it_takes() {
    run(Engine::Chromium, "on_device_unavailable", async |test| {
        stand_in(test, json!({ "availability": "unavailable" })).await;
        open_form(test).await;
        test.page.press("button", "Test connection").await;
        shows(test, "no model that it can run here").await;
        shows(test, "22 gb").await;
        connect(test).await;
        send(test, "Hello").await;
        fails_with(test, "22 GB").await;
    });
}

#[test]
fn a_download_without_a_click_asks_for_one() {
    run(Engine::Chromium, "on_device_click", async |test| {
        let plan = json!({ "availability": "downloadable", "forbidden": true });
        stand_in(test, plan).await;
        open_form(test).await;
        connect(test).await;
        send(test, "Hello").await;
        fails_with(test, "Press Retry").await;
    });
}

#[test]
fn a_conversation_that_is_too_long_is_called_so() {
    run(Engine::Chromium, "on_device_too_long", async |test| {
        stand_in(test, json!({ "window": 300 })).await;
        open_form(test).await;
        connect(test).await;
        send(test, &"word ".repeat(180)).await;
        says(test, "I am only a stand-in.").await;
        settled(test).await;
        // It would fit if what was said before were forgotten.
        send(test, &"word ".repeat(180)).await;
        fails_with(test, "too long for this model").await;
        assert!(!asked(test).await.contains(&json!("forgotten")));
        // Now what was said before does not fit by itself.
        send(test, "Hello").await;
        test.page
            .until("a second card", async || {
                test.page.all("region", "Error").await.len() == 2
            })
            .await;
        fails_with(test, "too long for this model").await;
        let last = asked(test).await.pop();
        assert!(last.is_some_and(|last| last["create"].is_object()));
    });
}

#[test]
fn where_the_browser_has_none_nothing_shows() {
    run(Engine::Firefox, "on_device_absent", nothing_shows);
    run(Engine::Chromium, "on_device_absent", async |test| {
        put_in_front(test, "delete window.LanguageModel;").await;
        nothing_shows(test).await;
    });
}

async fn nothing_shows(test: &Test) {
    let page = &test.page;
    page.open(&test.site.url()).await;
    page.press("button", "Connect a provider").await;
    page.press("combobox", "Type").await;
    let list = page.find("listbox", "Type").await;
    let mut offered = String::new();
    page.until("the types", async || {
        offered = page.text(&list).await;
        offered.contains("Ollama")
    })
    .await;
    assert!(!offered.contains("device"), "{offered}");
    assert!(!page.whole_text().await.contains("device"));
}
