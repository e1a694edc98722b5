//! Agents that ask other agents.

use e2e::chat::{answer_text, says, send, settled};
use e2e::consent::{begin, card, close_settings, decide, last_results, results};
use e2e::provider::Outcome;
use e2e::{Request, Step, Test, in_chromium, in_each_engine};
use serde_json::{Value, json};
use std::collections::BTreeMap;

in_each_engine!(two_at_once);

in_chromium!(
    stop_reaches_all,
    circles_and_depth_have_an_end,
    its_own_limit,
);

fn ask(agent: &str, task: &str) -> Step {
    Step::calls(&format!("ask_{agent}"), json!({ "task": task }))
}

/// Ticks tools in the form of an agent.
async fn give(test: &Test, agent: &str, tools: &[&str]) {
    let page = &test.page;
    page.press("button", &format!("Edit {agent}")).await;
    for tool in tools {
        page.press("checkbox", tool).await;
    }
    page.press("button", "Save").await;
    page.find("button", &format!("Edit {agent}")).await;
}

async fn open_agents(test: &Test) {
    test.page.press("button", "Settings").await;
    test.page.press("button", "Agents").await;
}

/// The requests of the agent with this name.
fn of_agent(test: &Test, name: &str) -> Vec<Request> {
    let mut chats = test.provider.chats();
    chats.retain(|chat| {
        let system = chat.json()["messages"][0]["content"].to_string();
        system.contains(&format!("You are {name}."))
    });
    chats
}

async fn two_at_once(test: &Test) {
    let page = &test.page;
    let find =
        ask("researcher", "Find X").and_calls("ask_app_builder", json!({ "task": "Draw Y" }));
    begin(test, "Code Assistant", [find, Step::says("Both are done.")]).await;
    let note = json!({ "title": "X", "text": "Five" });
    test.provider.program_for(
        "p",
        "Find X",
        [Step::calls("write_note", note), Step::says("X is five.")],
    );
    let code = json!({ "code": "return 6 * 7" });
    test.provider.program_for(
        "p",
        "Draw Y",
        [
            Step::calls("run_javascript", code),
            Step::says("Y is drawn."),
        ],
    );
    open_agents(test).await;
    give(
        test,
        "Code Assistant",
        &["Ask Researcher", "Ask App Builder"],
    )
    .await;
    close_settings(test).await;

    send(test, "Do both.").await;
    // What the asked agent wants to do is asked of the person, whether or not its steps are open.
    let asking = card(test, "Write a note").await;
    let card = page.text(&asking).await;
    for part in [
        "Researcher wants to call it with:",
        "cover calls of this tool by Researcher.",
    ] {
        assert!(card.contains(part), "{part} is not in {card}");
    }
    page.find("button", "Waiting for you").await;
    decide(test, "Write a note", "Allow once").await;
    settled(test).await;
    says(test, "Both are done.").await;
    assert_eq!(last_results(test), ["X is five.", "Y is drawn."]);
    let asked = of_agent(test, "Researcher");
    assert_eq!(asked.len(), 2);
    let first = asked[0].json();
    let messages = first["messages"].as_array().unwrap();
    let roles: Vec<_> = messages.iter().map(|message| &message["role"]).collect();
    assert_eq!(roles, ["system", "user"], "it sees nothing but its task");
    assert_eq!(messages[1]["content"], "Find X");
    assert!(results(&asked[1].json())[0].contains("Wrote the new note"));
    test.provider.assert_calls_answered();

    // Six responses, two of each agent; the steps of each are below its call.
    for _ in 0..2 {
        says(test, "60 tokens in · 30 out").await;
        page.press("button", "Used 2 tools").await;
        page.press("button", "Ask Researcher Done*").await;
        page.press("button", "Write a note Done*").await;
        let text = answer_text(test).await;
        assert!(
            text.contains("Find X") && text.contains("Five") && text.contains("X is five."),
            "{text}"
        );
        page.reload().await;
        says(test, "Both are done.").await;
    }
    assert_eq!(test.provider.chats().len(), 6);
}

async fn stop_reaches_all(test: &Test) {
    let find =
        ask("researcher", "Find X").and_calls("ask_app_builder", json!({ "task": "Draw Y" }));
    begin(test, "Code Assistant", [find, Step::says("Never said.")]).await;
    test.provider
        .program_for("p", "Find X", [Step::says("I begin").hanging()]);
    test.provider.program_for(
        "p",
        "Draw Y",
        [
            Step::calls("ask_person", json!({ "question": "Which colour?" })),
            Step::says("Never said."),
        ],
    );
    open_agents(test).await;
    give(
        test,
        "Code Assistant",
        &["Ask Researcher", "Ask App Builder"],
    )
    .await;
    close_settings(test).await;
    send(test, "Do both.").await;
    test.page.find("region", "Question").await;
    let hangs = async || of_agent(test, "Researcher").len() == 1;
    test.page
        .until("the other agent to be at work", hangs)
        .await;
    test.page.press("button", "Stop").await;
    settled(test).await;
    says(test, "You stopped this answer.").await;
    says(test, "stopped in Ask Researcher, Ask App Builder").await;
    test.page.gone("region", "Question").await;
    let ended = async || matches!(of_agent(test, "Researcher")[0].outcome, Outcome::Aborted(_));
    test.page.until("its request to be given up", ended).await;
    assert_eq!(test.provider.chats().len(), 3);
}

async fn circles_and_depth_have_an_end(test: &Test) {
    begin(
        test,
        "Code Assistant",
        [ask("researcher", "One"), Step::says("Enough.")],
    )
    .await;
    let two = ask("code_assistant", "Round").and_calls("ask_app_builder", json!({ "task": "Two" }));
    test.provider
        .program_for("p", "One", [two, Step::says("One is done.")]);
    test.provider.program_for(
        "p",
        "Two",
        [ask("just_ask", "Three"), Step::says("Two is done.")],
    );
    open_agents(test).await;
    give(test, "Code Assistant", &["Ask Researcher"]).await;
    give(
        test,
        "Researcher",
        &["Ask Code Assistant", "Ask App Builder"],
    )
    .await;
    give(test, "App Builder", &["Ask General Assistant"]).await;
    close_settings(test).await;
    send(test, "Go down.").await;
    settled(test).await;
    says(test, "Enough.").await;
    assert_eq!(last_results(test), ["One is done."]);
    let read: BTreeMap<String, Vec<String>> = ["Researcher", "App Builder"]
        .into_iter()
        .map(|name| (name.to_owned(), results(&of_agent(test, name)[1].json())))
        .collect();
    assert!(
        read["Researcher"][0].contains("may not ask in a circle"),
        "{read:?}"
    );
    assert_eq!(read["Researcher"][1], "Two is done.");
    assert!(
        read["App Builder"][0].contains("2 deep, and no deeper"),
        "{read:?}"
    );
    test.provider.assert_calls_answered();
}

async fn its_own_limit(test: &Test) {
    begin(
        test,
        "Code Assistant",
        [ask("researcher", "Count"), Step::says("So be it.")],
    )
    .await;
    let look =
        |zone: &str| Step::says("On it.").and_calls("current_time", json!({ "time_zone": zone }));
    let steps: Vec<Step> = ["UTC", "Asia/Tokyo", "Europe/Paris"].map(look).into();
    test.provider.program_for("p", "Count", steps);
    open_agents(test).await;
    give(test, "Code Assistant", &["Ask Researcher"]).await;
    test.page.press("button", "Edit Researcher").await;
    test.page.fill("textbox", "Max rounds", "2").await;
    test.page.press("button", "Save").await;
    test.page.find("button", "Edit Researcher").await;
    close_settings(test).await;
    send(test, "Let it count.").await;
    settled(test).await;
    says(test, "So be it.").await;
    let read: Value = json!(last_results(test));
    let read = read[0].as_str().unwrap();
    assert!(
        read.contains("reached its limit of 2 rounds") && read.contains("On it."),
        "{read}"
    );
    assert_eq!(of_agent(test, "Researcher").len(), 2);
    test.provider.assert_calls_answered();
}
