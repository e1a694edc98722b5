//! The tools that reach the person's notes.

use super::{Context, done, text};
use crate::chat::ToolResult;
use crate::tool::notes;
use serde_json::{Map, Value, json};

/// The most notes that a search tells of.
const MAX_HITS: usize = 20;

/// # Errors
/// Says what is too long, too many or missing.
pub async fn write(
    arguments: &Map<String, Value>,
    context: &Context,
) -> Result<ToolResult, String> {
    let append = arguments.get("append").and_then(Value::as_bool) == Some(true);
    let (note, is_new) = context
        .inner
        .write_note(text(arguments, "title"), text(arguments, "text"), append)
        .await?;
    let did = match (is_new, append) {
        (true, _) => "Wrote the new note",
        (false, true) => "Added to the note",
        (false, false) => "Replaced the note",
    };
    let length = note.text.chars().count();
    Ok(done(format!(
        "{did} {:?}. It has {length} characters now.",
        note.title
    )))
}

/// # Errors
/// Names the title that no note has.
pub async fn read(arguments: &Map<String, Value>, context: &Context) -> Result<ToolResult, String> {
    let notes = context.inner.read_notes().await?;
    let title = text(arguments, "title");
    if !title.trim().is_empty() {
        let note = notes::find(&notes, title);
        let note = note.ok_or_else(|| format!("There is no note titled {title:?}."))?;
        return Ok(done(note.text.clone()));
    }
    if notes.is_empty() {
        return Ok(done("There are no notes."));
    }
    let titles: Vec<&str> = notes.iter().map(|note| note.title.as_str()).collect();
    Ok(done(json!({ "titles": titles }).to_string()))
}

/// # Errors
/// Says that the store failed.
pub async fn search(
    arguments: &Map<String, Value>,
    context: &Context,
) -> Result<ToolResult, String> {
    let notes = context.inner.read_notes().await?;
    let hits = notes::search(&notes, text(arguments, "query"));
    if hits.is_empty() {
        return Ok(done("No note holds all of these words."));
    }
    let found = hits
        .iter()
        .take(MAX_HITS)
        .map(|hit| json!({ "title": hit.note.title, "snippet": hit.snippet }));
    let found: Vec<Value> = found.collect();
    Ok(done(
        json!({ "found": hits.len(), "notes": found }).to_string(),
    ))
}
