//! A conversation that goes well, and stopping one.

use e2e::chat::{
    KEY, MODEL, answer, answer_text, assert_can_write, connect, questions, says, send, settled,
};
use e2e::provider::Outcome;
use e2e::{Test, in_each_engine};
use serde_json::json;
use std::time::Duration;

in_each_engine!(
    demo,
    stream,
    embedded,
    any_split,
    thinking,
    how_it_ended,
    stop_before_the_first_byte,
    stop_in_mid_word,
    scrolling,
);

/// The page works the first time it is opened, without any set-up and without a network.
async fn demo(test: &Test) {
    let page = &test.page;
    page.open(&test.site.url()).await;
    page.press("button", "Try the demo").await;
    send(test, "Hello there").await;
    settled(test).await;
    assert!(
        answer_text(test).await.len() > 100,
        "{}",
        answer_text(test).await
    );
    assert!(page.whole_text().await.contains("Demo (scripted, no AI)"));
    assert!(
        page.has("button", "Hello there").await,
        "the session is listed"
    );
    assert!(test.provider.requests().is_empty());
}

async fn stream(test: &Test) {
    connect(test, &test.provider.base_url("ok")).await;
    send(test, "How do tides work?").await;
    settled(test).await;

    let article = answer(test).await;
    let page = &test.page;
    page.find_in(&article, "heading", "Tides").await;
    page.find_in(&article, "table", "").await;
    let link = page.find_in(&article, "link", "this").await;
    assert_eq!(
        link.attr("href").await.unwrap().as_deref(),
        Some("https://example.test/")
    );
    assert_eq!(
        link.attr("target").await.unwrap().as_deref(),
        Some("_blank")
    );
    let rel = link.attr("rel").await.unwrap().unwrap_or_default();
    assert!(
        rel.contains("noopener") && rel.contains("noreferrer"),
        "{rel}"
    );
    let text = page.text(&article).await;
    assert!(
        text.contains("The moon pulls.") && text.contains('👋'),
        "{text}"
    );
    assert!(text.contains("fn main() {}"), "{text}");
    assert!(questions(test).await[0].contains("How do tides work?"));
    assert_eq!(page.value("textbox", "Message").await, "");
    assert!(
        page.has("button", "How do tides work?").await,
        "the session is listed"
    );

    send(test, "And neap tides?").await;
    settled(test).await;
    let requests = test.provider.chats();
    assert_eq!(requests.len(), 2);
    assert_eq!(
        requests[0].headers["authorization"],
        format!("Bearer {KEY}")
    );
    let body = requests[1].json();
    assert_eq!(body["model"], MODEL);
    assert_eq!(body["stream"], true);
    let messages = body["messages"].as_array().unwrap();
    let said: Vec<_> = messages
        .iter()
        .filter(|message| message["role"] == "user")
        .collect();
    assert_eq!(said.len(), 2);
    assert_eq!(said[1]["content"], "And neap tides?");
    let answered = messages
        .iter()
        .find(|message| message["role"] == "assistant")
        .unwrap();
    assert_eq!(answered["content"], json!(e2e::scenario::MARKDOWN.concat()));
}

/// Formulas and raw HTML become what they mean, though their parsers come after the text.
async fn embedded(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("embedded")).await;
    for question in ["First", "Second"] {
        send(test, question).await;
        settled(test).await;
        says(test, "Done.").await;
        let article = answer(test).await;
        page.find_in(&article, "math", "").await;
        page.find_in(&article, "group", "Why").await;
        let text = page.text(&article).await;
        assert!(
            !text.contains("<summary>") && !text.contains("$$"),
            "{text}"
        );
    }
}

/// Pieces of one byte, and a character in two events.
async fn any_split(test: &Test) {
    connect(test, &test.provider.switched_url()).await;
    test.provider.play("bytes");
    send(test, "Split it").await;
    settled(test).await;
    let text = answer_text(test).await;
    assert!(text.contains("Grüße 👩‍👩‍👧 日本語 done."), "{text}");

    test.provider.play("half-emoji");
    send(test, "Halve it").await;
    settled(test).await;
    let text = answer_text(test).await;
    assert!(text.contains("Hi 😀"), "{text}");
}

async fn thinking(test: &Test) {
    connect(test, &test.provider.switched_url()).await;
    // While the model thinks, one can look on.
    test.provider.play("thinking-on");
    send(test, "Are you there?").await;
    test.page.press("button", "Thinking").await;
    says(test, "Let me").await;
    test.page.press("button", "Stop").await;
    settled(test).await;

    test.page.press("button", "New chat").await;
    test.page.gone("article", "You").await;
    test.provider.play("thinking:100");
    send(test, "What is the answer?").await;
    settled(test).await;
    let page = &test.page;
    assert!(answer_text(test).await.contains("Forty-two."));
    assert!(
        !answer_text(test).await.contains("Let me think."),
        "thoughts are folded away"
    );
    page.press("button", "Thinking: Thought for *").await;
    says(test, "Let me think.").await;
}

/// Ends that are no errors but need a word.
async fn how_it_ended(test: &Test) {
    connect(test, &test.provider.switched_url()).await;
    for (scenario, text, note) in [
        ("no-done", "No terminal marker.", ""),
        ("usage", "Counted.", ""),
        ("length", "Cut by the li", "token limit"),
        ("content-filter", "I", "content filter"),
    ] {
        test.provider.play(scenario);
        send(test, scenario).await;
        settled(test).await;
        says(test, text).await;
        says(test, note).await;
        assert!(
            !test.page.has("region", "Error").await,
            "{scenario} is no error"
        );
    }
}

async fn stop_before_the_first_byte(test: &Test) {
    connect(test, &test.provider.switched_url()).await;
    for scenario in ["silent", "slow:5000"] {
        test.provider.play(scenario);
        send(test, "Anybody there?").await;
        let before = test.provider.chats().len();
        test.page
            .until("the request to arrive", async || {
                test.provider
                    .chats()
                    .iter()
                    .any(|chat| chat.scenario == scenario)
            })
            .await;
        test.page.press("button", "Stop").await;
        settled(test).await;
        assert!(
            matches!(test.provider.last_outcome().await, Outcome::Aborted(_)),
            "{scenario} was aborted"
        );
        assert!(
            !test.page.has("region", "Error").await,
            "{scenario}: stopping is no error"
        );
        assert_can_write(test).await;
        assert!(
            test.provider.chats().len() <= before + 1,
            "{scenario}: nothing is sent again"
        );
    }
    test.provider.play("ok");
    send(test, "Now?").await;
    settled(test).await;
    says(test, "pulls").await;
}

async fn stop_in_mid_word(test: &Test) {
    connect(test, &test.provider.base_url("slow:100")).await;
    send(test, "Count slowly").await;
    says(test, "word5").await;
    test.page.press("button", "Stop").await;
    settled(test).await;
    assert!(matches!(
        test.provider.last_outcome().await,
        Outcome::Aborted(_)
    ));
    let kept = answer_text(test).await;
    assert!(
        kept.contains("word5") && !kept.contains("word100"),
        "{kept}"
    );
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(answer_text(test).await, kept, "nothing arrives after Stop");
    assert_can_write(test).await;

    // What was said so far is part of the conversation.
    send(test, "Go on").await;
    test.page
        .until("the second request", async || {
            test.provider.chats().len() == 2
        })
        .await;
    let body = test.provider.chats()[1].json();
    let kept = body["messages"]
        .as_array()
        .unwrap()
        .iter()
        .find(|message| message["role"] == "assistant")
        .cloned();
    assert!(kept.is_some_and(|message| message["content"].as_str().unwrap().contains("word5")));
    test.page.press("button", "Stop").await;
    settled(test).await;
}

/// The view follows the answer until the person looks at something else.
async fn scrolling(test: &Test) {
    connect(test, &test.provider.base_url("lines:50")).await;
    send(test, "Write a lot").await;
    says(test, "Line 40.").await;
    let page = &test.page;
    assert!(
        !page.has("button", "Scroll to bottom").await,
        "the view follows"
    );
    let log = page.find("log", "Conversation").await;
    assert!(distance_from_end(test, &log).await < 100.0);

    log.focus().await.unwrap();
    log.send_keys(thirtyfour::Key::PageUp).await.unwrap();
    page.find("button", "Scroll to bottom").await;
    let position = resting_place(test, &log).await;
    says(test, "Line 70.").await;
    assert!(
        (scroll_top(test, &log).await - position).abs() < 1.0,
        "the view stays where the person went"
    );
    page.press("button", "Scroll to bottom").await;
    page.gone("button", "Scroll to bottom").await;
    settled(test).await;
    page.until("the end to be in view", async || {
        distance_from_end(test, &log).await < 100.0
    })
    .await;
}

/// Where the view comes to rest; engines scroll by keys over some time.
async fn resting_place(test: &Test, log: &thirtyfour::WebElement) -> f64 {
    let mut position = scroll_top(test, log).await;
    test.page
        .until("the view to come to rest", async || {
            tokio::time::sleep(Duration::from_millis(300)).await;
            let before = std::mem::replace(&mut position, scroll_top(test, log).await);
            before == position
        })
        .await;
    position
}

async fn scroll_top(test: &Test, log: &thirtyfour::WebElement) -> f64 {
    measure(test, log, "return arguments[0].scrollTop;").await
}

async fn distance_from_end(test: &Test, log: &thirtyfour::WebElement) -> f64 {
    let script = "const e = arguments[0]; return e.scrollHeight - e.clientHeight - e.scrollTop;";
    measure(test, log, script).await
}

async fn measure(test: &Test, element: &thirtyfour::WebElement, script: &str) -> f64 {
    let result = test
        .page
        .driver
        .execute(script, vec![element.to_json().unwrap()])
        .await
        .unwrap();
    result.json().as_f64().unwrap()
}
