//! What the person sees of a turn with tools: what is made to be looked at, and each call.

use e2e::chat::{says, send, settled};
use e2e::consent::{begin, browser_says, decide, results};
use e2e::{Step, Test, in_chromium};
use serde_json::{Value, json};

in_chromium!(
    what_is_made_to_be_seen,
    text_moves_into_its_place_once,
    what_a_call_shows,
    a_long_list_is_shown_a_piece_at_a_time,
);

/// Charts, tables and pictures stand in the turn, whether or not its steps are open.
async fn what_is_made_to_be_seen(test: &Test) {
    let page = &test.page;
    let chart = json!({ "kind": "bar", "title": "Rain", "labels": ["May", "June"],
        "series": [{ "name": "mm", "values": [70, 75] }] });
    let table = json!({ "title": "Sun", "columns": ["Month", "Hours"], "rows": [["May", "245"]] });
    let both = Step::calls("show_chart", chart).and_calls("show_table", table);
    begin(test, "Researcher", [both, Step::says("There you are.")]).await;
    send(test, "Show me.").await;
    settled(test).await;
    for _ in 0..2 {
        page.find("img", "Rain. *").await;
        let table = page.find("table", "Sun").await;
        let cells = page.text(&table).await;
        assert!(cells.contains("Hours") && cells.contains("245"), "{cells}");
        assert!(!page.has("region", "Chart").await, "the steps are closed");
        page.reload().await;
        says(test, "There you are.").await;
    }
    // Each call says what it is about.
    page.press("button", "Used 2 tools").await;
    let call = page.find("button", "Chart Done*").await;
    assert!(page.text(&call).await.contains("Rain"));
}

/// What is said before a call never stands where the answer does; the answer does while it is written.
async fn text_moves_into_its_place_once(test: &Test) {
    let page = &test.page;
    let long = "The clock says noon, and the sun agrees with it. ".repeat(8);
    begin(
        test,
        "Code Assistant",
        [
            Step::says("Let me look at the clock first.")
                .and_calls("current_time", json!({}))
                .paced(60),
            Step::says("And at the other one.")
                .and_calls("current_time", json!({ "time_zone": "UTC" }))
                .paced(60),
            Step::says(&long).paced(60),
        ],
    )
    .await;
    let watch = "window.answers = []; window.lines = []; \
                 new MutationObserver(() => { \
                   for (const it of document.querySelectorAll('.message.assistant .parts')) answers.push(it.innerText); \
                   for (const it of document.querySelectorAll('.activity, .tools-button')) lines.push(it.innerText); \
                 }).observe(document.body, { childList: true, subtree: true, characterData: true });";
    page.driver.execute(watch, vec![]).await.unwrap();
    send(test, "What time is it?").await;
    settled(test).await;
    says(test, long.trim()).await;
    let seen = async |name: &str| -> Vec<String> {
        let script = format!("return window.{name};");
        let seen = page.driver.execute(&script, vec![]).await.unwrap();
        seen.convert().unwrap()
    };
    let answers = seen("answers").await;
    for said in ["Let me", "And at"] {
        assert!(
            answers.iter().all(|text| !text.contains(said)),
            "{said} was in the answer"
        );
    }
    let parts = answers.iter().map(|text| text.trim().len());
    let growing = parts.filter(|len| (241..long.trim().len()).contains(len));
    assert!(
        growing.count() > 0,
        "the answer is read while it is written"
    );
    let lines = seen("lines").await;
    for said in [
        "Let me look at the clock first.",
        "And at the other one.",
        "The clock says noon",
    ] {
        assert!(
            lines.iter().any(|text| text.contains(said)),
            "{said} was not in the line: {lines:?}"
        );
    }
}

/// Arguments while they are written, a question with an answer in words, a result as a tree, and all of it as JSON.
async fn what_a_call_shows(test: &Test) {
    let page = &test.page;
    let poem = "The tide comes in\nThe tide goes out\n".repeat(6);
    begin(
        test,
        "Code Assistant",
        [
            Step::calls("ask_person", json!({ "question": "Which colour?" })),
            Step::calls(
                "run_javascript",
                json!({ "code": "return { name: 'x', list: [1, 2] }" }),
            ),
            Step::calls("write_file", json!({ "path": "poem.txt", "content": poem })).paced(120),
            Step::says("Written."),
        ],
    )
    .await;
    send(test, "Write a poem.").await;
    page.find("region", "Question").await;
    page.fill("textbox", "Your answer", "Teal, of course").await;
    page.press("button", "Answer").await;

    page.press("button", "Write a file…").await;
    let writing = page.find("button", "Write a file Writing arguments*").await;
    writing.click().await.unwrap();
    let call = page.find("region", "Write a file").await;
    page.until("the first lines", async || {
        let text = page.text(&call).await;
        text.contains("content:\n  The tide comes in\n  The tide goes")
            && text.contains("Writing arguments")
    })
    .await;
    decide(test, "Write a file", "Allow once").await;
    settled(test).await;
    let read = results(&test.provider.chats().last().unwrap().json());
    assert_eq!(read[0], "Teal, of course");

    page.press("button", "Run JavaScript Done*").await;
    let call = page.find("region", "Run JavaScript").await;
    let text = page.text(&call).await;
    assert!(
        text.contains("list: [] 2") && text.contains("name: \"x\""),
        "{text}"
    );
    for permission in ["clipboard-read", "clipboard-write"] {
        browser_says(test, permission, "granted").await;
    }
    let copy = page.find_in(&call, "button", "Copy as JSON").await;
    copy.click().await.unwrap();
    let mut copied = Value::Null;
    page.until("the copy", async || {
        let script = "return navigator.clipboard.readText();";
        let text = page.driver.execute(script, vec![]).await;
        let text = text.ok().and_then(|text| text.convert::<String>().ok());
        copied = serde_json::from_str(&text.unwrap_or_default()).unwrap_or_default();
        copied.is_object()
    })
    .await;
    assert_eq!(copied["name"], "run_javascript");
    assert_eq!(
        copied["arguments"]["code"],
        "return { name: 'x', list: [1, 2] }"
    );
    assert_eq!(copied["result"]["status"], "done");
}

async fn a_long_list_is_shown_a_piece_at_a_time(test: &Test) {
    let page = &test.page;
    let code = "return { list: Array.from({ length: 450 }, (_, at) => at) };";
    begin(
        test,
        "Code Assistant",
        [
            Step::calls("run_javascript", json!({ "code": code })),
            Step::says("Counted."),
        ],
    )
    .await;
    send(test, "Count.").await;
    settled(test).await;
    says(test, "Counted.").await;
    page.press("button", "Used 1 tool").await;
    page.press("button", "Run JavaScript Done*").await;
    let call = page.find("region", "Run JavaScript").await;
    // Nothing is made before it is seen.
    let leaves = async || {
        let script = "return arguments[0].querySelectorAll('.leaf').length;";
        let call = vec![call.to_json().unwrap()];
        let count = page.driver.execute(script, call).await.unwrap();
        count.json().as_u64().unwrap()
    };
    assert_eq!(leaves().await, 0);
    for (press, shown) in [
        ("list: [] 450", 200),
        ("… 250 more", 400),
        ("… 50 more", 450),
    ] {
        let button = page.find_in(&call, "button", press).await;
        button.click().await.unwrap();
        page.until(&format!("{shown} rows"), async || leaves().await == shown)
            .await;
    }
    let text = page.text(&call).await;
    for row in ["0: 0", "199: 199", "200: 200", "449: 449"] {
        assert!(text.contains(row), "{row} is not in {text}");
    }
    assert!(page.all_in(Some(&call), "button", "… *").await.is_empty());
}
