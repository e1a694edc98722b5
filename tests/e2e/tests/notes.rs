//! Notes: an agent writes and finds them, the person reads, changes and wipes them.

use e2e::chat::{send, settled};
use e2e::consent::{
    begin, catch_files, close_settings, decide, decide_on, last_results, open_tools, permit, saved,
};
use e2e::{Step, Test, in_chromium};
use serde_json::{Value, json};

in_chromium!(
    an_agent_writes_and_finds,
    the_person_is_in_charge,
    two_tabs_lose_nothing,
);

async fn an_agent_writes_and_finds(test: &Test) {
    let write = |title: &str, text: &str| json!({ "title": title, "text": text });
    let mut grows = write("coffee", "Never after four.");
    grows["append"] = json!(true);
    begin(
        test,
        "Researcher",
        [
            Step::calls("write_note", write("Coffee", "Drinks it black."))
                .and_calls("write_note", write("Breakfast", "A roll, and coffee."))
                .and_calls("write_note", grows)
                .and_calls("write_note", write(" ", "x")),
            Step::calls("search_notes", json!({ "query": "coffee" }))
                .and_calls("search_notes", json!({ "query": "tea" }))
                .and_calls("read_notes", json!({}))
                .and_calls("read_notes", json!({ "title": "COFFEE" }))
                .and_calls("read_notes", json!({ "title": "Tea" })),
            Step::says("Noted."),
        ],
    )
    .await;
    open_tools(test).await;
    permit(test, "Write a note", "Always").await;
    permit(test, "Search notes", "Always").await;
    close_settings(test).await;
    send(test, "Remember this.").await;
    // To read asks as well, unless the person chose otherwise.
    for _ in 0..3 {
        let cards = async || test.page.all("region", "Allow “Read notes”?").await;
        test.page
            .until("a card", async || !cards().await.is_empty())
            .await;
        let before = cards().await;
        decide_on(test, &before[0], "Allow once").await;
        test.page
            .until("the card to go", async || {
                cards().await.len() < before.len()
            })
            .await;
    }
    settled(test).await;
    let read = last_results(test);
    assert!(
        read[0].starts_with("Wrote the new note \"Coffee\""),
        "{read:?}"
    );
    assert!(
        read[2].starts_with("Added to the note \"Coffee\""),
        "{read:?}"
    );
    assert!(read[3].contains("needs a title"), "{read:?}");
    let found: Value = serde_json::from_str(&read[4]).unwrap();
    assert_eq!(found["notes"][0]["title"], "Coffee");
    assert_eq!(found["notes"][1]["snippet"], "A roll, and coffee.");
    assert!(read[5].starts_with("No note"), "{read:?}");
    let titles: Value = serde_json::from_str(&read[6]).unwrap();
    assert_eq!(titles["titles"].as_array().unwrap().len(), 2);
    assert_eq!(read[7], "Drinks it black.\nNever after four.");
    assert!(read[8].contains("no note titled \"Tea\""), "{read:?}");
    test.provider.assert_calls_answered();

    // They are part of everything that the person can take away.
    let page = &test.page;
    catch_files(test).await;
    page.press("button", "Settings").await;
    page.press("button", "Your data").await;
    page.press("button", "Export my data").await;
    let export = saved(test).await;
    assert!(export.contains("Never after four."), "{export}");
}

async fn the_person_is_in_charge(test: &Test) {
    let page = &test.page;
    let note = json!({ "title": "Coffee", "text": "Drinks it black." });
    begin(
        test,
        "Researcher",
        [Step::calls("write_note", note), Step::says("Noted.")],
    )
    .await;
    send(test, "Remember this.").await;
    decide(test, "Write a note", "Allow once").await;
    settled(test).await;
    open_tools(test).await;

    page.press("button", "New note").await;
    test.page.focused("textbox", "Title").await;
    page.press("button", "Save").await;
    test.page.focused("textbox", "Title").await;
    page.fill("textbox", "Title", "coffee").await;
    page.fill("textbox", "Text", "Tea, really.").await;
    page.press("button", "Save").await;
    page.until("the clash to be told", async || {
        page.outline()
            .await
            .contains("Another note has this title.")
    })
    .await;
    page.fill("textbox", "Title", "Tea").await;
    page.press("button", "Save").await;
    test.page.focused("button", "Edit Tea").await;

    page.fill("searchbox", "Search notes", "black").await;
    page.gone("button", "Edit Tea").await;
    page.find("button", "Edit Coffee").await;
    page.fill("searchbox", "Search notes", "no such words")
        .await;
    page.gone("button", "Edit Coffee").await;
    page.fill("searchbox", "Search notes", "").await;
    page.press("button", "Edit Coffee").await;
    assert_eq!(page.value("textbox", "Text").await, "Drinks it black.");
    page.fill("textbox", "Text", "Half-way").await;
    page.press("button", "Cancel").await;
    page.find("alertdialog", "Discard changes?").await;
    page.press("button", "Keep editing").await;
    page.fill("textbox", "Text", "Never drinks it.").await;
    page.press("button", "Save").await;
    test.page.focused("button", "Edit Coffee").await;

    page.press("button", "Delete Coffee").await;
    page.gone("button", "Edit Coffee").await;
    page.press("button", "Undo").await;
    page.find("button", "Edit Coffee").await;
    page.press("button", "Delete all notes…").await;
    test.page.focused("button", "Keep the notes").await;
    page.press("button", "Keep the notes").await;
    page.press("button", "Delete all notes…").await;
    page.press("button", "Delete all notes").await;
    page.gone("list", "Notes").await;
    page.press("button", "Undo").await;
    page.find("button", "Edit Tea").await;
    page.reload().await;
    open_tools(test).await;
    page.press("button", "Edit Coffee").await;
    assert_eq!(page.value("textbox", "Text").await, "Never drinks it.");
    page.press("button", "Cancel").await;
    page.press("button", "Delete all notes…").await;
    page.press("button", "Delete all notes").await;
    page.gone("list", "Notes").await;
    page.reload().await;
    open_tools(test).await;
    assert!(!page.has("list", "Notes").await);
}

/// Each tab writes; none loses what the other wrote.
async fn two_tabs_lose_nothing(test: &Test) {
    let page = &test.page;
    let add = async |title: &str| {
        page.press("button", "New note").await;
        page.fill("textbox", "Title", title).await;
        page.fill("textbox", "Text", "x").await;
        page.press("button", "Save").await;
        page.find("button", &format!("Edit {title}")).await;
    };
    page.open(&test.site.url()).await;
    open_tools(test).await;
    let first = page.driver.window().await.unwrap();
    let second = page.driver.new_tab().await.unwrap();
    page.driver.switch_to_window(second.clone()).await.unwrap();
    page.open(&test.site.url()).await;
    open_tools(test).await;
    page.driver.switch_to_window(first.clone()).await.unwrap();
    add("From the first").await;
    page.driver.switch_to_window(second).await.unwrap();
    page.find("button", "Edit From the first").await;
    add("From the second").await;
    page.find("button", "Edit From the first").await;
    page.driver.switch_to_window(first).await.unwrap();
    page.find("button", "Edit From the second").await;
    add("Once more").await;
    page.reload().await;
    open_tools(test).await;
    for title in ["From the first", "From the second", "Once more"] {
        page.find("button", &format!("Edit {title}")).await;
    }
}
