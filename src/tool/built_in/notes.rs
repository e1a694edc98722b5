//! The rows of the tools for notes. What they do is in [`crate::tool::notes`].

use super::{BuiltIn, spec};
use crate::chat::ToolSpec;
use crate::tool::{Reach, Rule, Runner, Tool};
use serde_json::json;

pub fn write_note() -> Tool {
    let spec = spec(
        "write_note",
        "Writes a note that is there in every later chat. A note of the same title is replaced, or grows if append \
         is true.",
        json!({
            "title": { "type": "string", "description": "Up to 200 characters." },
            "text": { "type": "string", "description": "Up to 20,000 characters." },
            "append": { "type": "boolean", "description": "True: adds the text to the end of the note." }
        }),
        &["title", "text"],
    );
    row(BuiltIn::WriteNote, "Write a note", spec)
}

pub fn read_notes() -> Tool {
    let spec = spec(
        "read_notes",
        "Reads one note, or lists the titles of all notes.",
        json!({
            "title": { "type": "string", "description": "The note's title. Left out: all titles." }
        }),
        &[],
    );
    row(BuiltIn::ReadNotes, "Read notes", spec)
}

pub fn search_notes() -> Tool {
    let spec = spec(
        "search_notes",
        "Finds the notes that hold all words of the query, the best first, each with the place where they stand.",
        json!({ "query": { "type": "string" } }),
        &["query"],
    );
    row(BuiltIn::SearchNotes, "Search notes", spec)
}

/// Asks, as everything does that reaches something of the person's; one after the other, so that a note that was
/// written is there when it is read.
fn row(built_in: BuiltIn, title: &str, spec: ToolSpec) -> Tool {
    Tool {
        spec,
        title: title.to_owned(),
        rule: Rule::default(),
        reach: Reach::Data,
        runner: Runner::BuiltIn(built_in),
    }
}
