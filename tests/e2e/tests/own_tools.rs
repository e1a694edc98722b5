//! JavaScript as a tool: the built-in one, and a person's own.

use e2e::chat::{answer, says, send, settled};
use e2e::consent::{
    begin, browser_says, catch_files, choose_file, close_settings, decide, last_results,
    open_tools, saved,
};
use e2e::{Step, Test, in_chromium, in_each_engine};
use serde_json::{Value, json};
use thirtyfour::Key;

in_each_engine!(javascript_through_the_loop);

in_chromium!(made_tried_and_called, by_a_file, by_pasting, by_keyboard,);

async fn javascript_through_the_loop(test: &Test) {
    let page = &test.page;
    let runs = |code: &str| Step::calls("run_javascript", json!({ "code": code }));
    let draws = "const c = new OffscreenCanvas(40, 20); const g = c.getContext('2d'); \
                 g.fillStyle = 'teal'; g.fillRect(0, 0, 40, 20); display(c); \
                 console.log('drawn'); return { width: c.width, list: [1, 2] };";
    begin(
        test,
        "Code Assistant",
        [
            runs("[1, 2, 3].reduce((a, b) => a + b)").and_calls(
                "run_javascript",
                json!({ "code": "throw new Error('no luck')" }),
            ),
            runs(draws),
            Step::says("Six, and a picture."),
        ],
    )
    .await;
    send(test, "Work it out.").await;
    settled(test).await;
    says(test, "Six, and a picture.").await;
    let read = last_results(test);
    assert_eq!(read[0], "Result:\n6");
    assert!(read[1].contains("no luck"), "{read:?}");
    assert!(
        read[2].contains("Console:\ndrawn") && read[2].contains(r#""width":40"#),
        "{read:?}"
    );
    page.press("button", "Used 3 tools*").await;
    let article = answer(test).await;
    let calls = page
        .all_in(Some(&article), "region", "Run JavaScript")
        .await;
    let button = page.all_in(Some(&calls[2]), "button", "").await;
    button[0].click().await.unwrap();
    page.find_in(&calls[2], "img", "Image 1 that the code drew")
        .await;
    let text = page.text(&calls[2]).await;
    assert!(
        text.contains("Console:") && text.contains("drawn"),
        "{text}"
    );

    // Stop ends the run, and the sandbox with it.
    test.provider
        .program("p", [runs("for (;;) {}"), Step::says("Never said.")]);
    send(test, "Forever.").await;
    let frames = async || {
        let found = page
            .driver
            .execute("return document.querySelectorAll('iframe').length;", vec![]);
        found.await.unwrap().json().as_u64().unwrap()
    };
    page.until("the sandbox", async || frames().await == 1)
        .await;
    page.press("button", "Stop").await;
    settled(test).await;
    page.until("the sandbox to go", async || frames().await == 0)
        .await;
    says(test, "stopped in Run JavaScript").await;

    // The time limit is the person's to choose.
    open_tools(test).await;
    page.fill("textbox", "Time limit of Run JavaScript in seconds", "1")
        .await;
    page.key(Key::Tab).await;
    close_settings(test).await;
    test.provider.program(
        "p",
        [
            runs("console.log('so far'); for (;;) {}"),
            Step::says("It took too long."),
        ],
    );
    send(test, "Forever again.").await;
    settled(test).await;
    says(test, "It took too long.").await;
    let read = last_results(test).pop().unwrap();
    assert!(
        read.contains("so far") && read.contains("longer than 1 s"),
        "{read}"
    );
    page.find("button", "Used 1 tool, 1 without a result").await;
    test.provider.assert_calls_answered();
}

const SCHEMA: &str = r#"{"type": "object", "properties": {"text": {"type": "string"}, "times": {"type": "integer", "minimum": 2}}, "required": ["text"]}"#;

/// Puts text into a field in one step, as a paste does.
async fn paste(test: &Test, field: &str, text: &str) {
    let page = &test.page;
    page.find("textbox", field).await.click().await.unwrap();
    page.chord(Key::Control, 'a').await;
    page.insert(text).await;
}

async fn report(test: &Test) -> String {
    let region = test.page.find("region", "Report").await;
    test.page.text(&region).await
}

async fn reports(test: &Test, text: &str) {
    test.page
        .until(&format!("the report to say {text:?}"), async || {
            report(test).await.contains(text)
        })
        .await;
}

/// Has the Code Assistant use a tool from now on; the settings are open.
async fn give(test: &Test, title: &str) {
    let page = &test.page;
    page.press("button", "Agents").await;
    page.press("button", "Edit Code Assistant").await;
    page.press("checkbox", title).await;
    page.press("button", "Save").await;
    page.find("button", "Edit Code Assistant").await;
}

async fn made_tried_and_called(test: &Test) {
    let page = &test.page;
    begin(
        test,
        "Code Assistant",
        [
            Step::calls("repeat", json!({ "text": "ab", "times": 3 })),
            Step::says("There."),
        ],
    )
    .await;
    open_tools(test).await;
    page.press("button", "New tool").await;
    test.page.focused("textbox", "Title").await;
    page.fill("textbox", "Name", "current_time").await;
    paste(test, "Parameters (JSON Schema)", "[]").await;
    page.press("button", "Save").await;
    test.page.focused("textbox", "Title").await;
    let form = page.outline().await;
    for error in [
        "Enter a title.",
        "Another tool has this name.",
        "Say what the tool does",
        "A schema is a JSON object.",
        "Write what the tool does.",
    ] {
        assert!(form.contains(error), "{error} is not in {form}");
    }
    page.fill("textbox", "Title", "Repeat").await;
    page.fill("textbox", "Name", "repeat").await;
    page.fill("textbox", "Description", "Repeats a text.").await;
    paste(test, "Parameters (JSON Schema)", SCHEMA).await;
    page.until("arguments that fit the schema", async || {
        let args = page.value("textbox", "Arguments (JSON)").await;
        serde_json::from_str::<Value>(&args).ok() == Some(json!({ "text": "text", "times": 2 }))
    })
    .await;
    paste(test, "Code", "for (;;) {}").await;
    page.press("button", "Run").await;
    reports(test, "Running").await;
    page.press("button", "Stop").await;
    page.until("the run to end", async || {
        !report(test).await.contains("Running")
    })
    .await;
    paste(test, "Code", "return args.text.repeat(args.times ?? 2);").await;
    page.press("button", "Run").await;
    reports(test, "texttext").await;
    paste(test, "Arguments (JSON)", "{").await;
    page.press("button", "Run").await;
    test.page.focused("textbox", "Arguments (JSON)").await;
    // Looking elsewhere loses nothing.
    page.press("button", "Keys").await;
    page.press("button", "Tools").await;
    assert_eq!(page.value("textbox", "Title").await, "Repeat");
    page.press("button", "Save").await;
    test.page.focused("button", "Edit Repeat").await;

    give(test, "Repeat").await;
    close_settings(test).await;
    send(test, "Repeat it.").await;
    decide(test, "Repeat", "Allow once").await;
    settled(test).await;
    assert_eq!(last_results(test), ["Result:\nababab"]);
    page.find("button", "Used 1 tool").await;

    open_tools(test).await;
    page.press("button", "Duplicate Repeat").await;
    page.press("button", "Edit Repeat copy").await;
    assert_eq!(page.value("textbox", "Name").await, "repeat_2");
    page.fill("textbox", "Title", "Changed").await;
    page.press("button", "Cancel").await;
    page.press("button", "Discard changes").await;
    test.page.focused("button", "Edit Repeat copy").await;
    page.press("button", "Delete Repeat copy").await;
    page.gone("button", "Edit Repeat copy").await;
    page.press("button", "Undo").await;
    page.find("button", "Edit Repeat copy").await;
    page.press("button", "Delete Repeat").await;
    page.gone("button", "Edit Repeat").await;
    close_settings(test).await;
    page.reload().await;
    send(test, "Repeat it again.").await;
    settled(test).await;
    let read = last_results(test).pop().unwrap();
    assert!(read.contains("There is no tool named \"repeat\""), "{read}");
    test.provider.assert_calls_answered();
}

async fn by_pasting(test: &Test) {
    let page = &test.page;
    begin(test, "Code Assistant", [Step::says("Hello.")]).await;
    open_tools(test).await;
    let tool = json!({ "name": "say", "title": "Say", "description": "Says something.",
        "parameters": { "type": "object" }, "code": "return 'something';" });
    let file = json!({ "format": "colloquy-tools", "version": 1, "tools": [tool] });
    choose_file(test, "Tools file", &file.to_string()).await;
    page.press("button", "Import").await;
    for permission in ["clipboard-read", "clipboard-write"] {
        browser_says(test, permission, "granted").await;
    }
    page.press("button", "Copy as JSON: Say").await;
    page.find("button", "Copied*").await;
    page.press("button", "Delete Say").await;
    page.gone("button", "Edit Say").await;
    page.press("button", "Paste tools").await;
    let preview = page.find("region", "Import").await;
    assert!(page.text(&preview).await.contains("return 'something';"));
    page.press("button", "Import").await;
    page.find("button", "Edit Say").await;

    browser_says(test, "clipboard-read", "denied").await;
    page.press("button", "Paste tools").await;
    page.until("the reason", async || {
        page.whole_text().await.contains("Nothing could be pasted")
    })
    .await;
}

async fn by_a_file(test: &Test) {
    let page = &test.page;
    begin(test, "Code Assistant", [Step::says("Hello.")]).await;
    open_tools(test).await;
    let tool = |name: &str, title: &str| {
        json!({ "name": name, "title": title, "description": "Says something.",
        "parameters": { "type": "object" }, "code": "return 'something';" })
    };
    let file = json!({ "format": "colloquy-tools", "version": 1,
        "tools": [tool("say", "Say"), tool("current_time", "Clock")] });
    choose_file(test, "Tools file", "no tools").await;
    page.until("what is wrong to be said", async || {
        for alert in page.all("alert", "").await {
            if page
                .text(&alert)
                .await
                .contains("not a file of Colloquy's tools")
            {
                return true;
            }
        }
        false
    })
    .await;
    choose_file(test, "Tools file", &file.to_string()).await;
    let preview = page.find("region", "Import").await;
    let text = page.text(&preview).await;
    for word in [
        "Import 2 tools?",
        "return 'something';",
        "Import only what you trust",
        "no permission comes with the file",
        "The name current_time is taken: it comes as current_time_2.",
    ] {
        assert!(text.contains(word), "{word} is not in {text}");
    }
    page.press("button", "Cancel").await;
    page.gone("region", "Import").await;
    assert!(!page.has("button", "Edit Say").await);
    choose_file(test, "Tools file", &file.to_string()).await;
    page.press("button", "Import").await;
    page.find("button", "Edit Clock").await;
    page.press("button", "Undo").await;
    page.gone("button", "Edit Clock").await;
    choose_file(test, "Tools file", &file.to_string()).await;
    page.press("button", "Import").await;
    page.find("button", "Edit Clock").await;

    catch_files(test).await;
    page.press("button", "Export Say").await;
    let one: Value = serde_json::from_str(&saved(test).await).unwrap();
    assert_eq!(one["tools"], json!([tool("say", "Say")]));
    page.press("button", "Export all tools").await;
    let all: Value = serde_json::from_str(&saved(test).await).unwrap();
    assert_eq!(all["tools"][1]["name"], "current_time_2");
    page.press("button", "Copy as JSON: Say").await;
    page.find("button", "Copied: Say").await;
}

/// The editor without a pointer: each field in its turn, a run by Ctrl+Enter, Enter saves.
async fn by_keyboard(test: &Test) {
    let page = &test.page;
    page.open(&test.site.url()).await;
    open_tools(test).await;
    page.find("button", "New tool").await.focus().await.unwrap();
    page.key(Key::Enter).await;
    for (field, text) in [
        ("Title", "Say"),
        ("Name", "say"),
        ("Description", "Says something."),
    ] {
        test.page.focused("textbox", field).await;
        page.type_text(text).await;
        page.key(Key::Tab).await;
    }
    test.page
        .focused("textbox", "Parameters (JSON Schema)")
        .await;
    page.key(Key::Tab).await;
    test.page.focused("textbox", "Code").await;
    page.type_text("'some' + 'thing'").await;
    page.chord(Key::Control, Key::Enter.value()).await;
    reports(test, "something").await;
    page.key(Key::Tab).await;
    test.page.focused("textbox", "Arguments (JSON)").await;
    page.key(Key::Tab).await;
    test.page.focused("button", "Run").await;
    page.key(Key::Enter).await;
    page.until("Save to be reached", async || {
        page.key(Key::Tab).await;
        let script = "return document.activeElement.textContent;";
        let on = page.driver.execute(script, vec![]).await;
        on.is_ok_and(|on| on.json() == "Save")
    })
    .await;
    page.key(Key::Enter).await;
    test.page.focused("button", "Edit Say").await;
}
