//! Who answers: choosing, switching, editing, files.

use e2e::chat::{
    MODEL, answer_text, choose_agent, choose_type, connect, questions, says, send, settled,
};
use e2e::{Test, in_chromium, in_each_engine};
use serde_json::{Value, json};
use thirtyfour::Key;

in_each_engine!(chosen_by_keyboard, switched_in_mid_session);

in_chromium!(
    not_while_an_answer_is_written,
    a_built_in_agent_is_changed_and_reset,
    own_agents,
    by_a_file,
    changes_are_not_lost_silently,
    thinking_is_chosen_for_a_session,
    another_tab_takes_part,
);

async fn chosen_by_keyboard(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    let button = page.find("button", "Agent: General Assistant").await;
    button.send_keys(Key::Enter).await.unwrap();
    test.page.focused("combobox", "Search agents").await;
    page.type_text("compares sources").await;
    page.key(Key::Enter).await;
    test.page.focused("button", "Agent: Researcher").await;
    page.find("heading", "Researcher").await;

    // A new chat begins with the agent chosen last, also after a reload.
    page.reload().await;
    page.find("button", "Agent: Researcher").await;
    page.find("heading", "Researcher").await;
    page.press("button", "What speaks for*").await;
    let message = page.value("textbox", "Message").await;
    assert!(message.starts_with("What speaks for"), "{message}");
    page.press("button", "Send").await;
    settled(test).await;
    let sent = test.provider.chats()[0].json();
    assert!(system(&sent).contains("You are Researcher."), "{sent}");
    // Of its tools those that exist are offered.
    let offered = tool_names(&sent);
    for tool in ["current_time", "write_note", "ask_person"] {
        assert!(offered.contains(&tool), "{offered:?}");
    }
}

async fn switched_in_mid_session(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    send(test, "First question").await;
    settled(test).await;
    assert!(!page.has("note", "").await);
    choose_agent(test, "Code Assistant").await;
    page.find("note", "Switched to Code Assistant").await;
    page.reload().await;
    page.find("button", "Agent: Code Assistant").await;
    says(test, "Tides").await;
    page.find("note", "Switched to Code Assistant").await;

    send(test, "Second question").await;
    settled(test).await;
    page.find("note", "Switched to Code Assistant").await;
    choose_agent(test, "General Assistant").await;
    page.find("note", "Switched to General Assistant").await;
    choose_agent(test, "Code Assistant").await;
    page.gone("note", "Switched to General Assistant").await;
    page.reload().await;
    page.find("note", "Switched to Code Assistant").await;
    assert_eq!(questions(test).await.len(), 2);

    let requests = test.provider.chats();
    let first = requests[0].json();
    assert!(system(&first).starts_with("You are a helpful assistant."));
    assert!(tool_names(&first).is_empty());
    let second = requests[1].json();
    assert!(!second.to_string().contains("Switched"), "{second}");
    let messages = second["messages"].as_array().unwrap();
    let roles: Vec<_> = messages.iter().map(|message| &message["role"]).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
    let prompt = system(&second);
    assert!(
        prompt.starts_with("You are Code Assistant. Reads, writes and mends code."),
        "{prompt}"
    );
    let tools = prompt.split("<tools>").nth(1).expect("a list of tools");
    assert!(
        tools.contains("\n- current_time: Tells the current date"),
        "{prompt}"
    );
    for gone in ["workspace_files", "open_files", "{{", "}}", "\n\n\n"] {
        assert!(!prompt.contains(gone), "{prompt}");
    }
    let script = "const now = new Date(); const two = (n) => String(n).padStart(2, '0'); \
                  return [`${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`, navigator.language];";
    let here = page.driver.execute(script, vec![]).await.unwrap();
    let today = here.json()[0].as_str().unwrap();
    let locale = here.json()[1].as_str().unwrap();
    let said = format!("day, {today}. The person's locale is {locale}.");
    assert!(prompt.contains(&said), "{said} is not in {prompt}");
}

async fn not_while_an_answer_is_written(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("slow:100")).await;
    send(test, "Go on").await;
    says(test, "word2").await;
    let button = page.find("button", "Agent: General Assistant").await;
    let blocked = async || button.attr("aria-disabled").await.unwrap().is_some();
    assert!(blocked().await);
    let reason = button.attr("title").await.unwrap().unwrap_or_default();
    assert!(reason.contains("Stop it"), "{reason}");
    button.click().await.unwrap();
    button.send_keys(Key::Enter).await.unwrap();
    assert!(!page.has("listbox", "Agent").await);
    page.press("button", "Stop").await;
    settled(test).await;
    page.until("the picker to be free", async || !blocked().await)
        .await;
    choose_agent(test, "Researcher").await;
    page.find("note", "Switched to Researcher").await;
}

async fn a_built_in_agent_is_changed_and_reset(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    open_agents(test).await;
    assert!(!page.has("button", "Delete General Assistant").await);
    assert!(!page.has("button", "Reset General Assistant").await);
    page.press("button", "Edit General Assistant").await;
    test.page.focused("textbox", "Name").await;
    page.fill("textbox", "Name", "").await;
    page.fill("textbox", "Max rounds", "101").await;
    page.press("button", "Save").await;
    test.page.focused("textbox", "Name").await;
    let form = form_text(test).await;
    assert!(
        form.contains("Enter a name.") && form.contains("Enter a whole number from 1 to 100."),
        "{form}"
    );
    page.fill("textbox", "Name", "Researcher").await;
    page.until("the clash to be told", async || {
        form_text(test)
            .await
            .contains("Another agent has this name.")
    })
    .await;
    page.fill("textbox", "Name", "Pirate").await;
    page.fill("textbox", "Max rounds", "3").await;
    // WebKit's driver does not bring a field so tall into view by itself.
    let template = page.find("textbox", "Prompt template").await;
    template.scroll_into_view().await.unwrap();
    page.fill("textbox", "Prompt template", "Talk like {{nam}}. ")
        .await;
    page.until("the mistake to be told", async || {
        form_text(test).await.contains("left as it is: {{nam}}")
    })
    .await;
    page.fill(
        "textbox",
        "Prompt template",
        "Talk like {{name}} on \\{{date}} ",
    )
    .await;
    page.press("button", "Placeholders").await;
    page.press("button", "Insert date").await;
    let preview = page.find("region", "Preview").await;
    page.until("the preview", async || {
        let text = page.text(&preview).await;
        text.starts_with("Talk like Pirate on {{date}} ") && text.contains("day, 20")
    })
    .await;
    page.press("checkbox", "Current time").await;
    let permission = page.find("combobox", "Permission of Current time").await;
    let never = page.find_in(&permission, "option", "Never").await;
    never.click().await.unwrap();
    page.press("checkbox", "Ask you a question").await;
    page.press("button", "Save").await;
    test.page.focused("button", "Edit Pirate").await;
    page.press("button", "Close").await;
    page.find("button", "Agent: Pirate").await;
    page.reload().await;
    page.find("button", "Agent: Pirate").await;
    send(test, "Ahoy").await;
    settled(test).await;
    let sent = test.provider.chats()[0].json();
    assert!(system(&sent).starts_with("Talk like Pirate on {{date}} "));
    assert_eq!(tool_names(&sent).last(), Some(&"ask_person"));

    open_agents(test).await;
    page.press("button", "Reset Pirate").await;
    page.find("button", "Edit General Assistant").await;
    page.press("button", "Undo").await;
    page.find("button", "Edit Pirate").await;
    page.press("button", "Reset Pirate").await;
    page.find("button", "Edit General Assistant").await;
    page.press("button", "Close").await;
    page.find("button", "Agent: General Assistant").await;
}

async fn own_agents(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    page.press("button", "Settings").await;
    page.press("button", &format!("Duplicate {MODEL}")).await;
    page.find("button", &format!("Edit {MODEL} copy")).await;
    page.press("button", "Agents").await;
    page.press("button", "New agent").await;
    page.fill("textbox", "Name", "Poet").await;
    page.press("textbox", "Emoji").await;
    page.insert("🪶").await;
    page.fill("textbox", "Description", "Answers in verse.")
        .await;
    let model = page.find("combobox", "Preferred model").await;
    let other = page
        .find_in(&model, "option", &format!("{MODEL} copy"))
        .await;
    other.click().await.unwrap();
    page.press("textbox", "Starter prompts").await;
    page.insert("Sing of the sea\nSing of the stars").await;
    page.press("button", "Save").await;
    test.page.focused("button", "Edit Poet").await;
    page.press("button", "Duplicate Poet").await;
    page.find("button", "Edit Poet copy").await;
    page.press("button", "Close").await;

    choose_agent(test, "Poet").await;
    page.find("button", &format!("Model: {MODEL} copy")).await;
    page.press("button", "Sing of the stars").await;
    page.press("button", "Send").await;
    settled(test).await;
    let sent = test.provider.chats()[0].json();
    assert!(system(&sent).starts_with("You are Poet. Answers in verse."));
    // What is chosen in the session comes before what the agent prefers.
    page.press("button", "Model: *").await;
    test.page.focused("combobox", "Search models").await;
    page.key(Key::Down).await;
    page.key(Key::Enter).await;
    page.find("button", &format!("Model: {MODEL}")).await;
    page.reload().await;
    page.find("button", &format!("Model: {MODEL}")).await;

    open_agents(test).await;
    page.press("button", "Delete Poet").await;
    page.gone("button", "Edit Poet").await;
    page.press("button", "Undo").await;
    page.find("button", "Edit Poet").await;
    page.press("button", "Delete Poet copy").await;
    page.gone("button", "Edit Poet copy").await;
    page.press("button", "Delete Poet").await;
    page.gone("button", "Edit Poet").await;
    page.press("button", "Close").await;
    page.find("button", "Agent: General Assistant").await;
    page.find("note", "Switched to General Assistant").await;
}

async fn by_a_file(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    let catch = "window.saved = []; URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); \
                 return 'blob:none'; }; HTMLAnchorElement.prototype.click = () => {};";
    page.driver.execute(catch, vec![]).await.unwrap();
    open_agents(test).await;
    page.press("button", "Export Researcher").await;
    let mut file = String::new();
    page.until("the file", async || {
        let saved = page
            .driver
            .execute("return window.saved[0] ?? null;", vec![])
            .await;
        file = saved
            .ok()
            .and_then(|saved| saved.json().as_str().map(str::to_owned))
            .unwrap_or_default();
        !file.is_empty()
    })
    .await;

    choose_file(test, "no agent").await;
    let alert = page.find("alert", "").await;
    let says = page.text(&alert).await;
    assert!(says.contains("not a file of a Colloquy agent"), "{says}");

    let mut hostile: Value = serde_json::from_str(&file).unwrap();
    let asks = json!({ "name": "ask_person", "permission": "always" });
    hostile["agent"]["tools"] = json!([asks, { "name": "teleport", "permission": "always" }]);
    choose_file(test, &hostile.to_string()).await;
    let preview = page.find("region", "Import").await;
    let says = page.text(&preview).await;
    for word in [
        "Researcher 2",
        "Never invent a source",
        "Ask you a question",
        "teleport (not available)",
        "wants to run without asking: ask_person, teleport",
    ] {
        assert!(says.contains(word), "{word} is not in {says}");
    }
    page.press("button", "Import").await;
    page.press("button", "Edit Researcher 2").await;
    let permission = page
        .find("combobox", "Permission of Ask you a question")
        .await;
    assert_eq!(permission.value().await.unwrap().as_deref(), Some(""));
    page.press("button", "Cancel").await;
    page.find("button", "Delete Researcher 2").await;
    // The one that ships is what it was.
    assert!(!page.has("button", "Reset Researcher").await);

    choose_file(test, &file).await;
    page.find("region", "Import").await;
    page.press("button", "Cancel").await;
    page.gone("region", "Import").await;
    assert!(!page.has("button", "Edit Researcher 3").await);
}

async fn changes_are_not_lost_silently(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    open_agents(test).await;
    page.press("button", "Edit Researcher").await;
    // Nothing was changed: nothing is asked.
    page.press("button", "Cancel").await;
    page.press("button", "Edit Researcher").await;
    page.fill("textbox", "Name", "Half-way").await;
    page.press("button", "Keys").await;
    page.gone("textbox", "Name").await;
    page.press("button", "Agents").await;
    assert_eq!(page.value("textbox", "Name").await, "Half-way");
    page.press("button", "Close").await;
    open_agents(test).await;
    assert_eq!(page.value("textbox", "Name").await, "Half-way");
    page.press("button", "Cancel").await;
    page.find("alertdialog", "Discard changes?").await;
    test.page.focused("button", "Keep editing").await;
    page.key(Key::Enter).await;
    assert_eq!(page.value("textbox", "Name").await, "Half-way");
    page.press("button", "Cancel").await;
    page.press("button", "Discard changes").await;
    test.page.focused("button", "Edit Researcher").await;
}

async fn thinking_is_chosen_for_a_session(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    // A server of a kind that has no word for it is not asked.
    assert!(!page.has("button", "Thinking: *").await);
    page.press("button", "Settings").await;
    page.press("button", "Add provider").await;
    choose_type(test, "OpenRouter").await;
    page.fill("textbox", "Base URL", &test.provider.base_url("ok"))
        .await;
    page.fill("textbox", "API key", "sk-or").await;
    page.press("button", "Save").await;
    test.page.focused("button", "Add model").await;
    page.key(Key::Enter).await;
    page.fill("combobox", "Model", "thinker").await;
    page.press("button", "Save").await;
    page.press("button", "Make thinker the default").await;
    page.press("button", "Close").await;
    page.find("button", "Model: thinker").await;

    page.press("button", "Thinking: Auto").await;
    page.press("option", "High").await;
    test.page.focused("button", "Thinking: High").await;
    send(test, "Think hard").await;
    settled(test).await;
    page.reload().await;
    page.find("button", "Thinking: High").await;
    page.press("button", "Thinking: High").await;
    page.press("option", "Off").await;
    send(test, "Not at all").await;
    settled(test).await;
    let chats = test.provider.chats();
    assert_eq!(chats[0].json()["reasoning"]["effort"], "high");
    assert_eq!(chats[1].json()["reasoning"]["effort"], "none");
    // Another chat has a choice of its own.
    page.press("button", "New chat").await;
    page.find("button", "Thinking: Auto").await;
    assert!(answer_text(test).await.is_empty());
}

async fn another_tab_takes_part(test: &Test) {
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    let first = page.driver.window().await.unwrap();
    let second = page.driver.new_tab().await.unwrap();
    page.driver.switch_to_window(second).await.unwrap();
    page.open(&test.site.url()).await;
    open_agents(test).await;
    page.press("button", "Duplicate Researcher").await;
    page.find("button", "Edit Researcher copy").await;
    page.driver.switch_to_window(first).await.unwrap();
    choose_agent(test, "Researcher copy").await;
    page.find("heading", "Researcher copy").await;
}

fn system(request: &Value) -> &str {
    request["messages"][0]["content"].as_str().unwrap()
}

fn tool_names(request: &Value) -> Vec<&str> {
    let tools = request["tools"].as_array();
    tools
        .into_iter()
        .flatten()
        .filter_map(|tool| tool["function"]["name"].as_str())
        .collect()
}

async fn open_agents(test: &Test) {
    test.page.press("button", "Settings").await;
    test.page.press("button", "Agents").await;
    test.page.find("dialog", "Settings").await;
}

async fn form_text(test: &Test) -> String {
    let dialog = test.page.find("dialog", "Settings").await;
    test.page.text(&dialog).await
}

/// Chooses a file, as the browser's own dialog would.
async fn choose_file(test: &Test, text: &str) {
    let script = "const input = document.querySelector('input[type=file]'); const files = new DataTransfer(); \
                  files.items.add(new File([arguments[0]], 'agent.json', { type: 'application/json' })); \
                  input.files = files.files; input.dispatchEvent(new Event('change', { bubbles: true }));";
    test.page
        .driver
        .execute(script, vec![json!(text)])
        .await
        .unwrap();
}
