//! The agent's tools as a person meets them: what is shown, what is asked, how it stops and goes on. The model
//! follows a program, and every request it gets is checked: one answer for each call.

use e2e::chat::{answer, answer_text, says, send, settled};
use e2e::consent::{self, decide, results};
use e2e::{Step, Test, in_each_engine};
use serde_json::{Value, json};
use std::time::Duration;
use thirtyfour::WebElement;

in_each_engine!(
    two_rounds,
    side_by_side,
    the_next_request_knows_a_new_file,
    a_refusal,
    a_failing_tool,
    stop_in_mid_tool,
    the_limit_and_continue,
    a_reload_in_mid_tool,
);

/// Begins with the agent that has tools.
async fn begin(test: &Test, steps: impl Into<Vec<Step>>) {
    consent::begin(test, "Code Assistant", steps).await;
}

/// The calls of the newest answer, once its steps are open: names and states.
async fn calls(test: &Test) -> Vec<(String, String)> {
    let article = answer(test).await;
    test.page.find_in(&article, "button", "Used *").await;
    open_steps(test, &article).await;
    let mut found = vec![];
    for call in test.page.all_in(Some(&article), "region", "").await {
        let button = test.page.all_in(Some(&call), "button", "").await;
        let text = test.page.text(&button[0]).await;
        let mut words = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let name = words.next().unwrap_or_default().to_owned();
        let state = words.next().unwrap_or_default();
        let state = state.split(" · ").next().unwrap_or_default().to_owned();
        found.push((name, state));
    }
    found
}

async fn open_steps(test: &Test, article: &WebElement) {
    for button in test.page.all_in(Some(article), "button", "Used *").await {
        if button.attr("aria-expanded").await.ok().flatten().as_deref() == Some("false") {
            button.click().await.unwrap();
        }
    }
}

async fn two_rounds(test: &Test) {
    begin(
        test,
        [
            Step::says("Let me look at two clocks.")
                .and_calls("current_time", json!({ "time_zone": "Asia/Tokyo" }))
                .and_calls("current_time", json!({ "time_zone": "Europe/Paris" })),
            // The same call twice, once with its space elsewhere.
            Step::calls("current_time", json!({ "time_zone": "UTC" }))
                .and_calls_raw("current_time", "{ \"time_zone\" : \"UTC\" }"),
            Step::says("It is **late** in Tokyo."),
        ],
    )
    .await;
    send(test, "What time is it?").await;
    settled(test).await;
    says(test, "It is late in Tokyo.").await;
    test.page.find("button", "Used 4 tools").await;
    let text = answer_text(test).await;
    assert!(
        !text.contains("two clocks"),
        "commentary is folded away: {text}"
    );

    let done = |name: &str| (name.to_owned(), "Done".to_owned());
    assert_eq!(calls(test).await, vec![done("Current time"); 4]);
    assert!(
        answer_text(test)
            .await
            .contains("Let me look at two clocks.")
    );

    let chats = test.provider.chats();
    assert_eq!(chats.len(), 3);
    let first = results(&chats[1].json());
    assert!(first[0].contains("\"Asia/Tokyo\"") && first[1].contains("\"Europe/Paris\""));
    let second = results(&chats[2].json());
    assert_eq!(second[2], second[3]);
    test.provider.assert_calls_answered();

    // The same after a reload, the commentary not twice.
    test.page.reload().await;
    says(test, "It is late in Tokyo.").await;
    assert_eq!(calls(test).await, vec![done("Current time"); 4]);
    let text = answer_text(test).await;
    assert_eq!(text.matches("two clocks").count(), 1, "{text}");
}

/// Calls of one round run at the same time, and identical ones only once.
async fn side_by_side(test: &Test) {
    let waits = |name: &str| {
        let code = format!(
            "// {name}\nconst begun = Date.now(); await new Promise((go) => setTimeout(go, 4000)); \
             return [begun, Date.now()];"
        );
        json!({ "code": code })
    };
    let draws = json!({ "code": "return [Math.random()];" });
    begin(
        test,
        [
            Step::calls("run_javascript", waits("one"))
                .and_calls("run_javascript", waits("two"))
                .and_calls("run_javascript", draws.clone())
                .and_calls("run_javascript", draws),
            Step::says("All at once."),
        ],
    )
    .await;
    send(test, "Begin.").await;
    settled(test).await;
    says(test, "All at once.").await;
    let read = results(&test.provider.chats()[1].json());
    let numbers: Vec<Vec<f64>> = read
        .iter()
        .map(|text| serde_json::from_str(text.trim_start_matches("Result:")).unwrap())
        .collect();
    let (one, two) = (&numbers[0], &numbers[1]);
    assert!(
        one[0] < two[1] && two[0] < one[1],
        "one after the other: {read:?}"
    );
    assert_eq!(numbers[2], numbers[3], "identical calls ran twice");
    test.provider.assert_calls_answered();
}

/// The prompt is filled anew for every request, also within a turn.
async fn the_next_request_knows_a_new_file(test: &Test) {
    begin(
        test,
        [
            Step::calls(
                "write_file",
                json!({ "path": "plans/tide.txt", "content": "hello" }),
            ),
            Step::says("Written."),
        ],
    )
    .await;
    send(test, "Write a file.").await;
    decide(test, "Write a file", "Allow once").await;
    settled(test).await;
    says(test, "Written.").await;
    let chats = test.provider.chats();
    assert_eq!(chats.len(), 2);
    let prompt = |at: usize| {
        let request: Value = chats[at].json();
        request["messages"][0]["content"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let (first, second) = (prompt(0), prompt(1));
    assert!(first.contains("<tools>"), "{first}");
    assert!(!first.contains("workspace_files"), "{first}");
    let section = "<workspace_files>\n- plans/tide.txt\n</workspace_files>";
    assert!(second.contains(section), "{second}");
    test.provider.assert_calls_answered();
}

async fn a_refusal(test: &Test) {
    begin(
        test,
        [
            Step::calls("write_file", json!({ "path": "a.txt", "content": "hello" })),
            Step::says("Then I leave it."),
        ],
    )
    .await;
    send(test, "Write a file.").await;
    let page = &test.page;
    let card = page.find("region", "Allow “Write a file”?").await;
    assert!(
        page.text(&card).await.contains("a.txt"),
        "the arguments are shown"
    );
    page.press("button", "Refuse…").await;
    page.fill("textbox", "Reason", "Not today").await;
    page.press("button", "Refuse").await;
    settled(test).await;
    says(test, "Then I leave it.").await;
    let read = results(&test.provider.chats()[1].json());
    assert_eq!(read, ["The person refused this call: Not today"]);
    assert_eq!(
        calls(test).await,
        [("Write a file".to_owned(), "Refused".to_owned())]
    );
    test.provider.assert_calls_answered();
}

async fn a_failing_tool(test: &Test) {
    begin(
        test,
        [
            Step::calls("current_time", json!({ "time_zone": "Mars/Olympus" }))
                .and_calls("no_such_tool", json!({}))
                .and_calls_raw("current_time", "{\"time_zone\": ")
                .and_calls("current_time", json!({ "time_zone": 5 })),
            Step::says("None of that worked."),
        ],
    )
    .await;
    send(test, "What time is it?").await;
    settled(test).await;
    says(test, "None of that worked.").await;
    let read = results(&test.provider.chats()[1].json());
    assert!(read[0].contains("Mars/Olympus"), "{read:?}");
    assert!(
        read[1].contains("There is no tool named \"no_such_tool\""),
        "{read:?}"
    );
    assert!(read[2].contains("not a JSON object"), "{read:?}");
    assert!(read[3].contains("do not fit the tool's schema"), "{read:?}");
    let states: Vec<_> = calls(test)
        .await
        .into_iter()
        .map(|(_, state)| state)
        .collect();
    assert_eq!(states, ["Failed"; 4]);
    test.provider.assert_calls_answered();
}

async fn stop_in_mid_tool(test: &Test) {
    begin(
        test,
        [
            Step::calls(
                "ask_person",
                json!({ "question": "Which one?", "choices": ["A", "B"] }),
            )
            .and_calls("current_time", json!({})),
            Step::says("Never said."),
        ],
    )
    .await;
    send(test, "Choose.").await;
    let page = &test.page;
    let card = page.find("region", "Question").await;
    assert!(page.text(&card).await.contains("Which one?"));
    page.press("button", "Stop").await;
    settled(test).await;
    says(test, "You stopped this answer.").await;
    // The clock was to be read after that: it never began.
    page.find("button", "Used 2 tools, stopped in Ask you a question")
        .await;
    page.gone("region", "Question").await;
    assert_eq!(test.provider.chats().len(), 1);

    // The conversation goes on, and the model reads one answer for each call.
    test.provider.program("p", [Step::says("Good.")]);
    send(test, "Never mind.").await;
    settled(test).await;
    says(test, "Good.").await;
    let read = results(&test.provider.chats()[1].json());
    assert!(read[0].contains("Stopped by the person"), "{read:?}");
    test.provider.assert_calls_answered();
}

async fn the_limit_and_continue(test: &Test) {
    let call = |n: usize| {
        Step::calls(
            "current_time",
            json!({ "time_zone": format!("Etc/GMT+{n}") }),
        )
    };
    let mut steps: Vec<Step> = (0..11).map(call).collect();
    steps.push(Step::says("Eleven clocks later."));
    begin(test, steps).await;
    send(test, "Go round.").await;
    settled(test).await;
    says(test, "Reached maximum tool call rounds (10)").await;
    assert_eq!(test.provider.chats().len(), 10);
    test.page.press("button", "Continue").await;
    settled(test).await;
    says(test, "Eleven clocks later.").await;
    assert!(!answer_text(test).await.contains("Reached maximum"));
    assert_eq!(
        test.page.all("article", "Assistant").await.len(),
        1,
        "it is the same turn that goes on"
    );
    test.page.find("button", "Used 11 tools").await;
    assert_eq!(test.provider.chats().len(), 12);
    test.provider.assert_calls_answered();
}

/// A reload while a tool ran never runs it again unasked.
async fn a_reload_in_mid_tool(test: &Test) {
    begin(
        test,
        [
            Step::calls(
                "ask_person",
                json!({ "question": "Still there?", "confirm": true }),
            ),
            Step::says("Welcome back."),
        ],
    )
    .await;
    send(test, "Ask me.").await;
    let page = &test.page;
    page.find("region", "Question").await;
    page.reload().await;
    page.find("region", "Interrupted").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(
        !page.has("region", "Question").await,
        "it did not run again by itself"
    );
    assert_eq!(test.provider.chats().len(), 1);
    page.press("button", "Run again").await;
    page.find("region", "Question").await;
    page.press("button", "Yes").await;
    settled(test).await;
    says(test, "Welcome back.").await;
    assert_eq!(results(&test.provider.chats()[1].json()), ["Yes"]);

    // Or it is left out, and the model reads that.
    send(test, "Ask me again.").await;
    page.find("region", "Question").await;
    page.reload().await;
    page.press("button", "Continue without it").await;
    settled(test).await;
    let last = test.provider.chats().pop().unwrap();
    let read = results(&last.json()).pop().unwrap();
    assert!(read.contains("Interrupted"), "{read}");
    test.provider.assert_calls_answered();
}
