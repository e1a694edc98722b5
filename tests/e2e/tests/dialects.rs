//! A conversation in each wire format, with everything that is particular to it: state that goes back as it
//! came, calls and their answers, the header with the key, failures in the service's own words.

use crate::canary::assert_key_in_header_only;
use e2e::chat::{
    KEY, answer, answer_text, assert_can_write, choose_agent, choose_type, connect_as, open_form,
    questions, says, send, settled,
};
use e2e::consent::{choose_file, close_settings, decide};
use e2e::dialects::{ANSWER, ANTHROPIC, RESPONSES, SO_FAR, THOUGHT};
use e2e::{Engine, Request, Test, Wire, azure, in_each_dialect, run};
use serde_json::{Value, json};

in_each_dialect!(tour, tools, failures, models);

/// Azure's older addresses name the deployment, its newer ones are OpenAI's.
#[test]
fn azure() {
    run(Engine::Chromium, "azure", async |test| {
        let origin = test.provider.origin();
        let older = format!("{origin}/s/azure?api-version={}", azure::VERSION);
        let newer = format!("{origin}/s/azure/openai/v1");
        connect_as(
            test,
            "Azure OpenAI (API version in the address)",
            &older,
            "my-gpt",
        )
        .await;
        send(test, "By deployment?").await;
        settled(test).await;
        says(test, "All is well.").await;
        let asked = test.provider.chats();
        assert_eq!(asked.len(), 1);
        assert_eq!(
            asked[0].path,
            "/s/azure/openai/deployments/my-gpt/chat/completions"
        );
        assert_eq!(asked[0].query, format!("api-version={}", azure::VERSION));

        let page = &test.page;
        page.press("button", "Settings").await;
        page.press("button", "Edit Fixtures").await;
        choose_type(test, "Azure OpenAI").await;
        page.fill("textbox", "Base URL", &newer).await;
        page.press("button", "Save").await;
        page.press("button", "Close").await;
        page.gone("dialog", "Settings").await;
        send(test, "As OpenAI does?").await;
        settled(test).await;
        says(test, "All is well.").await;
        assert!(!page.has("region", "Error").await);
        let asked = test.provider.chats();
        assert_eq!(asked.len(), 2);
        assert_eq!(asked[1].path, "/s/azure/openai/v1/chat/completions");
        assert_eq!(asked[1].query, "");
        assert_eq!(asked[1].json()["model"], "my-gpt");
        for request in test.provider.requests() {
            assert_eq!(request.headers["api-key"], KEY);
            assert!(!request.headers.contains_key("authorization"));
            assert!(!request.query.contains(KEY) && !request.body.contains(KEY));
        }
    });
}

#[test]
fn tour_in_firefox() {
    run(Engine::Firefox, "tour::responses", async |test| {
        tour(test, &RESPONSES).await;
    });
}

#[test]
fn tour_in_webkit() {
    run(Engine::Webkit, "tour::anthropic", async |test| {
        tour(test, &ANTHROPIC).await;
    });
}

/// Thinking and two calls at once, then their answers, then another question.
async fn tour(test: &Test, wire: &Wire) {
    let page = &test.page;
    let base_url = wire.base_url(&test.provider, "tour");
    connect_as(test, wire.kind, &base_url, wire.model).await;
    send(test, "What is in both places?").await;
    settled(test).await;
    says(test, ANSWER).await;
    says(test, wire.usage).await;
    assert!(
        !answer_text(test).await.contains(THOUGHT),
        "thoughts are folded away"
    );
    let article = answer(test).await;
    // The first round's thoughts are folded away with its calls.
    let steps = page.find_in(&article, "button", "Used 2 tools*").await;
    steps.click().await.unwrap();
    let thoughts = page.all_in(Some(&article), "button", "Thinking*").await;
    let last = thoughts.last().expect("the thoughts can be opened");
    last.click().await.unwrap();
    says(test, THOUGHT).await;

    send(test, "And now?").await;
    settled(test).await;
    says(test, "All is well.").await;
    assert!(!page.has("region", "Error").await);

    let chats = test.provider.chats();
    assert_eq!(
        chats.len(),
        3,
        "two requests for a turn with calls, then one"
    );
    for chat in &chats {
        assert_eq!(chat.query, wire.query);
        let (name, prefix) = wire.auth;
        assert_eq!(chat.headers[name], format!("{prefix}{KEY}"));
    }
    assert_key_in_header_only(&test.provider.requests(), wire);

    let sent_back: Vec<Value> =
        serde_json::from_str(wire.sent_back).expect("what is expected is JSON");
    assert_eq!(after_question(wire, &chats[0]), [] as [Value; 0]);
    let first = after_question(wire, &chats[1]);
    assert_same(&first, &sent_back[..wire.sent_back_first]);
    let mut all = after_question(wire, &chats[2]);
    let question = all.pop().expect("the conversation ends with a question");
    assert!(question.to_string().contains("And now?"), "{question}");
    assert_same(&all, &sent_back);
}

/// The tour's calls find their tools here, each of which answers with what it was given.
async fn tools(test: &Test, wire: &Wire) {
    let page = &test.page;
    let base_url = wire.base_url(&test.provider, "tour");
    connect_as(test, wire.kind, &base_url, wire.model).await;
    page.press("button", "Settings").await;
    page.press("button", "Tools").await;
    let tool = |name: &str, title: &str| {
        json!({ "name": name, "title": title, "description": "Says what it was asked for.",
            "code": format!("return `{name} saw ${{JSON.stringify(args)}}`;"),
            "parameters": { "type": "object", "required": ["at"],
                "properties": { "at": { "type": "string" }, "n": { "type": "number" } } } })
    };
    let file = json!({ "format": "colloquy-tools", "version": 1,
        "tools": [tool("look", "Look"), tool("find", "Find")] });
    choose_file(test, "Tools file", &file.to_string()).await;
    page.press("button", "Import").await;
    page.find("button", "Edit Look").await;
    page.press("button", "Agents").await;
    page.press("button", "Edit Code Assistant").await;
    page.press("checkbox", "Look").await;
    page.press("checkbox", "Find").await;
    page.press("button", "Save").await;
    page.find("button", "Edit Code Assistant").await;
    close_settings(test).await;
    choose_agent(test, "Code Assistant").await;
    send(test, "What is in both places?").await;
    decide(test, "Look", "Allow once").await;
    decide(test, "Find", "Allow once").await;
    settled(test).await;
    says(test, ANSWER).await;
    says(test, "Used 2 tools").await;

    let chats = test.provider.chats();
    assert_eq!(chats.len(), 2);
    let offered = chats[0].json()["tools"].to_string();
    for name in ["look", "find"] {
        assert!(offered.contains(&format!("\"{name}\"")), "{offered}");
    }
    // However a format wraps it, each result is there once, behind the call that it answers.
    let sent = Value::from(after_question(wire, &chats[1])).to_string();
    let sent = sent.replace('\\', "");
    for result in [
        r#"look saw {"at":"Köln 👋"}"#,
        r#"find saw {"at":"東京","n":2}"#,
    ] {
        assert_eq!(sent.matches(result).count(), 1, "{result} in {sent}");
    }
    assert!(!sent.contains("There is no tool"), "{sent}");
}

/// What follows the first question in a request's conversation.
fn after_question(wire: &Wire, request: &Request) -> Vec<Value> {
    let body = request.json();
    let list = body.pointer(wire.conversation).and_then(Value::as_array);
    let list = list.unwrap_or_else(|| panic!("no conversation in {body:#}"));
    let is_first = |item: &Value| item.to_string().contains("What is in both places?");
    let asked: Vec<usize> = (0..list.len()).filter(|&at| is_first(&list[at])).collect();
    assert_eq!(asked.len(), 1, "the first question stands once in {body:#}");
    list[asked[0] + 1..].to_vec()
}

fn assert_same(sent: &[Value], expected: &[Value]) {
    assert!(
        sent == expected,
        "sent back was\n{:#}\ninstead of\n{:#}",
        Value::from(sent),
        Value::from(expected)
    );
}

/// A card for each failure names it, and nothing that was said before goes away.
async fn failures(test: &Test, wire: &Wire) {
    let page = &test.page;
    let base_url = wire.base_url(&test.provider, "now");
    connect_as(test, wire.kind, &base_url, wire.model).await;
    let failures = [
        ("broken", "overloaded", 1),
        ("refused", "key", 1),
        // Tried again, in vain.
        ("overloaded", "overloaded", 4),
    ];
    for (at, (scenario, word, requests)) in failures.into_iter().enumerate() {
        let before = test.provider.chats().len();
        test.provider.play(scenario);
        send(test, &format!("Question of {scenario}")).await;
        page.until(&format!("a card for {scenario}"), async || {
            page.all("region", "Error").await.len() == at + 1
        })
        .await;
        settled(test).await;
        let cards = page.all("region", "Error").await;
        let text = page.text(&cards[at]).await;
        assert!(text.to_lowercase().contains(word), "{scenario}: {text}");
        assert!(!text.contains(KEY), "{scenario}: {text}");
        assert_eq!(test.provider.chats().len() - before, requests, "{scenario}");

        let log = page.find("log", "Conversation").await;
        let said = page.text(&log).await;
        assert!(said.contains(SO_FAR), "{scenario}: {said}");
        assert_eq!(questions(test).await.len(), at + 1, "{scenario}");
        assert_can_write(test).await;
    }
}

/// "Test connection" says what is wrong, or how many models there are; they are offered by name.
async fn models(test: &Test, wire: &Wire) {
    let page = &test.page;
    open_form(test, wire.kind, &wire.base_url(&test.provider, "refused")).await;
    page.press("button", "Test connection").await;
    shows(test, "key").await;
    let dialog = page.find("dialog", "Settings").await;
    assert!(!page.text(&dialog).await.contains(KEY));

    let base_url = wire.base_url(&test.provider, "tour");
    page.fill("textbox", "Base URL", &base_url).await;
    page.press("button", "Test connection").await;
    let count = wire.listed.len();
    shows(test, &format!("connected. it offers {count} models.")).await;
    page.press("button", "Save").await;
    page.press("button", "Add model").await;
    page.press("combobox", "Model").await;
    let mut offered = vec![];
    page.until("the models to be offered", async || {
        offered.clear();
        let Some(list) = page.all("listbox", "Model").await.pop() else {
            return false;
        };
        for option in page.all_in(Some(&list), "option", "").await {
            offered.push(page.text(&option).await.trim().to_owned());
        }
        offered == wire.listed
    })
    .await;
    for Request { query, .. } in test.provider.requests() {
        assert!(!query.ends_with('&'), "{query}");
    }
    assert_key_in_header_only(&test.provider.requests(), wire);
}

/// Waits until the result of testing the connection contains `words`, which are in lower case.
pub async fn shows(test: &Test, words: &str) {
    let page = &test.page;
    let dialog = page.find("dialog", "Settings").await;
    page.until(&format!("the result to say {words:?}"), async || {
        for status in page.all_in(Some(&dialog), "status", "").await {
            if page.text(&status).await.to_lowercase().contains(words) {
                return true;
            }
        }
        false
    })
    .await;
}
