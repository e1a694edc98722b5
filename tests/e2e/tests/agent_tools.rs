//! What the person chooses about a tool in one agent.

use e2e::chat::{says, send, settled};
use e2e::consent::{begin, choose_file, close_settings, decide, last_results, open_tools};
use e2e::{Step, Test, in_chromium};
use serde_json::json;
use thirtyfour::Key;

in_chromium!(a_time_limit_of_one_agent, another_tool_of_its_name_asks);

async fn open_agent(test: &Test, name: &str) {
    test.page.press("button", "Agents").await;
    test.page.press("button", &format!("Edit {name}")).await;
}

async fn save_agent(test: &Test, name: &str) {
    test.page.press("button", "Save").await;
    test.page.find("button", &format!("Edit {name}")).await;
}

async fn a_time_limit_of_one_agent(test: &Test) {
    let page = &test.page;
    let endless = Step::calls("run_javascript", json!({ "code": "while (true) {}" }));
    begin(test, "Code Assistant", [endless, Step::says("So long.")]).await;
    page.press("button", "Settings").await;
    open_agent(test, "Code Assistant").await;
    let limit = "Time limit of Run JavaScript in seconds";
    page.fill("textbox", limit, "1").await;
    page.key(Key::Tab).await;
    save_agent(test, "Code Assistant").await;
    // Of this agent alone.
    page.press("button", "Tools").await;
    assert_eq!(page.value("textbox", limit).await, "");
    close_settings(test).await;
    send(test, "Run it.").await;
    settled(test).await;
    says(test, "So long.").await;
    let results = last_results(test);
    assert!(results[0].contains("longer than 1 s"), "{results:?}");
}

/// What an agent may do with a tool says nothing of another tool that takes its name.
async fn another_tool_of_its_name_asks(test: &Test) {
    let page = &test.page;
    let say = || Step::calls("say", json!({}));
    begin(test, "Code Assistant", [say(), Step::says("Said.")]).await;
    let file = |code: &str| {
        let tool = json!({ "name": "say", "title": "Say", "description": "Says something.",
            "parameters": { "type": "object" }, "code": code });
        json!({ "format": "colloquy-tools", "version": 1, "tools": [tool] }).to_string()
    };
    open_tools(test).await;
    choose_file(test, "Tools file", &file("return 'mine';")).await;
    page.press("button", "Import").await;
    page.find("button", "Edit Say").await;
    open_agent(test, "Code Assistant").await;
    page.press("checkbox", "Say").await;
    let select = page.find("combobox", "Permission of Say").await;
    let option = page.find_in(&select, "option", "Always").await;
    option.click().await.unwrap();
    save_agent(test, "Code Assistant").await;
    close_settings(test).await;
    send(test, "Say it.").await;
    settled(test).await;
    assert!(last_results(test)[0].contains("mine"));

    open_tools(test).await;
    page.press("button", "Delete Say").await;
    page.gone("button", "Edit Say").await;
    choose_file(test, "Tools file", &file("return 'another';")).await;
    page.press("button", "Import").await;
    page.find("button", "Edit Say").await;
    close_settings(test).await;
    send(test, "Say it again.").await;
    decide(test, "Say", "Refuse…").await;
    decide(test, "Say", "Refuse").await;
    settled(test).await;
    assert!(last_results(test)[1].contains("refused"));
}
