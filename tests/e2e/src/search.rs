//! Looking for a text in everything that a page leaves behind: its document, its stores, its files, the
//! console, the clipboard. In Chromium.

use crate::Page;
use serde::Deserialize;
use serde_json::json;

/// What a search found.
#[derive(Debug, Deserialize)]
pub struct Found {
    /// The places that hold the text.
    #[serde(rename = "found")]
    pub places: Vec<String>,
    /// How many rows of databases were read.
    pub rows: usize,
    /// How many files the page offered for saving since it was opened.
    pub files: usize,
    /// How many texts it copied.
    pub copied: usize,
}

/// From the next time that the page is opened, keeps what is written to the console, and files.
pub async fn record(page: &Page) {
    let script = json!({ "source": include_str!("record.js") });
    page.driver
        .cdp()
        .send_raw("Page.addScriptToEvaluateOnNewDocument", script)
        .await
        .expect("a script can be put before the page's own");
}

/// Searches the open page, which [`record`] was called for.
pub async fn search(page: &Page, text: &str) -> Found {
    let found = page
        .driver
        .execute_async(include_str!("search.js"), vec![json!(text)])
        .await
        .unwrap_or_else(|error| panic!("the page cannot be searched: {error}"));
    let found = found.json().clone();
    serde_json::from_value(found.clone())
        .unwrap_or_else(|error| panic!("the search failed: {error} in {found}"))
}
