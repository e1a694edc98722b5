//! Pictures to look at, of what the other tests only read. `cargo test -p e2e gallery -- --ignored` puts them into
//! `tests/e2e/screenshots`.

use e2e::chat::{send, settled};
use e2e::consent::{begin, choose_file, decide_on, open_tools};
use e2e::mcp::Everything;
use e2e::{Engine, Step, Test, run};
use serde_json::{Value, json};
use std::time::Duration;

fn pictures(name: &str, body: impl AsyncFnOnce(&Test)) {
    run(Engine::Chromium, name, body);
}

fn note(title: &str) -> Value {
    json!({ "title": title, "text": "Milk, bread, and something for the weekend." })
}

async fn scroll_to(test: &Test, role: &str, name: &str) {
    let element = test.page.find(role, name).await;
    element.scroll_into_view().await.unwrap();
}

#[test]
#[ignore = "makes pictures to look at"]
fn consent() {
    pictures("gallery-consent", async |test| {
        let page = &test.page;
        let both =
            Step::calls("write_note", note("Shopping")).and_calls("write_note", note("Plans"));
        begin(test, "Researcher", [both, Step::says("Done.")]).await;
        send(test, "Note both.").await;
        page.until("two cards", async || {
            page.all("region", "Allow “Write a note”?").await.len() == 2
        })
        .await;
        page.screenshots("consent-two").await;
        let two = page.all("region", "Allow “Write a note”?").await;
        let edit = page.find_in(&two[0], "button", "Edit").await;
        edit.click().await.unwrap();
        let refuse = page.find_in(&two[1], "button", "Refuse…").await;
        refuse.click().await.unwrap();
        page.screenshots("consent-open").await;
        page.press("button", "Back").await;
        decide_on(test, &two[0], "Always allow").await;
        settled(test).await;
        open_tools(test).await;
        page.screenshots("tools-list").await;
        scroll_to(test, "region", "Allowed").await;
        page.screenshots("tools-allowed").await;
        let notes = page.find("button", "Delete all notes…").await;
        notes.click().await.unwrap();
        scroll_to(test, "alertdialog", "Delete all notes?").await;
        page.screenshots("tools-notes").await;
    });
}

#[test]
#[ignore = "makes pictures to look at"]
fn own_tools() {
    pictures("gallery-own-tools", async |test| {
        let page = &test.page;
        page.open(&test.site.url()).await;
        open_tools(test).await;
        let schema = json!({
            "type": "object",
            "properties": { "text": { "type": "string" }, "times": { "type": "integer" } },
            "required": ["text"],
        });
        let tool = |name: &str, title: &str| {
            json!({ "name": name, "title": title, "parameters": schema,
            "description": "Repeats a text as often as it is told to.",
            "code": "// Twice, unless it is told otherwise.\nconst times = args.times ?? 2;\nconsole.log({ times });\nreturn args.text.repeat(times);" })
        };
        let file = json!({ "format": "colloquy-tools", "version": 1,
            "tools": [tool("repeat", "Repeat"), tool("current_time", "Clock")] });
        choose_file(test, "Tools file", &file.to_string()).await;
        scroll_to(test, "region", "Import").await;
        page.screenshots("own-import").await;
        page.press("button", "Import").await;
        scroll_to(test, "button", "Edit Repeat").await;
        page.screenshots("own-list").await;
        page.press("button", "Edit Repeat").await;
        page.find("textbox", "Title").await;
        page.screenshots("own-form").await;
        page.press("button", "Run").await;
        page.until("the report", async || {
            page.has("region", "Report").await || page.whole_text().await.contains("texttext")
        })
        .await;
        scroll_to(test, "button", "Save").await;
        page.screenshots("own-form-end").await;
    });
}

#[test]
#[ignore = "makes pictures to look at"]
fn charts() {
    pictures("gallery-charts", async |test| {
        let months = json!(["January", "February", "March", "April", "May", "June"]);
        let chart = |kind: &str| {
            json!({ "kind": kind, "title": "Rain and sun in Vienna", "labels": months,
                "x_label": "Month", "y_label": "mm", "series": [
                    { "name": "Rain", "values": [38.2, 39.9, 51.4, 44.8, 70.1, 75.0] },
                    { "name": "Sun", "values": [64, 102, 150, 210, 245, -12] },
                ] })
        };
        let pie = json!({ "kind": "pie", "title": "Where the heat goes", "labels": ["Roof", "Walls", "Windows", "Floor"],
            "series": [{ "name": "Share", "values": [30, 35, 20, 15] }] });
        let scatter = json!({ "kind": "scatter", "title": "Size and rent", "x_label": "m²", "y_label": "€", "series": [
            { "name": "Inner districts", "x": [30, 45, 60, 85], "values": [620, 790, 1100, 1490] },
            { "name": "Outer districts", "x": [35, 50, 70, 95], "values": [480, 610, 850, 1020] },
        ] });
        let table = json!({ "title": "Rain", "columns": ["Month", "Rain in mm", "Sunny hours"],
            "rows": [["January", "38.2", "64"], ["February", "39.9", "102"], ["March", "51.4", "150"]] });
        begin(
            test,
            "Researcher",
            [
                Step::calls("show_chart", chart("bar"))
                    .and_calls("show_chart", chart("line"))
                    .and_calls("show_chart", pie)
                    .and_calls("show_chart", scatter)
                    .and_calls("show_table", table),
                Step::says("There you are."),
            ],
        )
        .await;
        send(test, "Show me.").await;
        settled(test).await;
        for (at, name) in ["bar", "line", "pie", "scatter"].into_iter().enumerate() {
            let charts = test.page.all("img", "").await;
            charts[at].scroll_into_view().await.unwrap();
            test.page.screenshots(&format!("chart-{name}")).await;
        }
        scroll_to(test, "table", "").await;
        test.page.screenshots("chart-table").await;
    });
}

#[test]
#[ignore = "makes pictures to look at"]
fn servers() {
    pictures("gallery-servers", async |test| {
        let page = &test.page;
        let everything = Everything::start().await;
        page.open(&test.site.url()).await;
        open_tools(test).await;
        scroll_to(test, "heading", "MCP servers").await;
        page.screenshots("mcp-none").await;
        page.press("button", "Add server").await;
        page.fill("textbox", "Name", "Everything").await;
        page.fill("textbox", "URL", &everything.url()).await;
        page.screenshots("mcp-form").await;
        page.press("button", "Save").await;
        let server = page.find("region", "Everything").await;
        page.find_in(&server, "button", "Reconnect Everything")
            .await;
        tokio::time::sleep(Duration::from_secs(2)).await;
        server.scroll_into_view().await.unwrap();
        page.screenshots("mcp-connected").await;
        let toggle =
            "for (const it of document.querySelectorAll('details.mcp-list')) it.open = true;";
        page.driver.execute(toggle, vec![]).await.unwrap();
        tokio::time::sleep(Duration::from_secs(2)).await;
        page.screenshots("mcp-open").await;
        page.press("button", "Add server").await;
        page.fill("textbox", "Name", "Nowhere").await;
        page.fill("textbox", "URL", "http://127.0.0.1:9/mcp").await;
        page.press("button", "Save").await;
        page.find("region", "Nowhere").await;
        tokio::time::sleep(Duration::from_secs(4)).await;
        scroll_to(test, "region", "Nowhere").await;
        page.screenshots("mcp-failed").await;
    });
}

#[test]
#[ignore = "makes pictures to look at"]
fn agents() {
    pictures("gallery-agents", async |test| {
        let page = &test.page;
        let slow = Step::says("Let me look at the clock before I answer that.")
            .and_calls("write_note", note("Plans"))
            .paced(250);
        begin(test, "Researcher", [slow, Step::says("Done.")]).await;
        send(test, "What is up?").await;
        tokio::time::sleep(Duration::from_millis(1_200)).await;
        page.screenshot("activity").await;
        page.find("region", "Allow “Write a note”?").await;
        page.press("button", "New chat").await;
        page.find("button", "What is up? (waiting for you)").await;
        page.screenshot("waiting").await;
        page.press("button", "Settings").await;
        page.press("button", "Agents").await;
        page.screenshots("agents-list").await;
        page.press("button", "Edit Researcher").await;
        scroll_to(test, "combobox", "Permission of Fetch from the web").await;
        page.screenshots("agents-tools").await;
    });
}
