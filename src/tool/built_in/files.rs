//! Tools for the files of the session's project.
//!
//! Reading asks as well: these files are the person's data, and one press allows it for the chat. The files are kept
//! in memory; they are gone after a reload.

use super::{BuiltIn, asking, spec};
use crate::chat::ToolSpec;
use crate::tool::{Reach, Tool};
use serde_json::json;

pub fn list_files() -> Tool {
    let spec = spec(
        "list_files",
        "Lists the files of this chat's project with their sizes in bytes.",
        json!({
            "folder": { "type": "string", "description": "Only what is in this folder and below it. Left out: everything." }
        }),
        &[],
    );
    data(BuiltIn::ListFiles, "List files", spec)
}

pub fn read_file() -> Tool {
    let spec = spec(
        "read_file",
        "Reads a text file of this chat's project, whole or some of its lines.",
        json!({
            "path": { "type": "string", "description": "Such as \"src/main.rs\"." },
            "first_line": { "type": "integer", "description": "Counted from 1. Left out: 1." },
            "lines": { "type": "integer", "description": "How many at most. Left out: 400." }
        }),
        &["path"],
    );
    data(BuiltIn::ReadFile, "Read a file", spec)
}

pub fn search_files() -> Tool {
    let spec = spec(
        "search_files",
        "Finds the lines of the project's files that contain a text, each with its path and line number.",
        json!({
            "pattern": { "type": "string" },
            "regex": { "type": "boolean", "description": "True if the pattern is a regular expression." },
            "ignore_case": { "type": "boolean" },
            "folder": { "type": "string", "description": "Only in this folder and below it." }
        }),
        &["pattern"],
    );
    data(BuiltIn::SearchFiles, "Search files", spec)
}

pub fn write_file() -> Tool {
    let spec = spec(
        "write_file",
        "Creates a text file in this chat's project, or replaces all of it. To change a part, use edit_file.",
        json!({
            "path": { "type": "string", "description": "Such as \"src/main.rs\"." },
            "content": { "type": "string" }
        }),
        &["path", "content"],
    );
    changes(BuiltIn::WriteFile, "Write a file", spec)
}

pub fn edit_file() -> Tool {
    let spec = spec(
        "edit_file",
        "Replaces a text in a file of this chat's project with another one. The old text must stand there exactly once.",
        json!({
            "path": { "type": "string" },
            "old_text": { "type": "string", "description": "Exactly as it is in the file, with spaces and line ends." },
            "new_text": { "type": "string" }
        }),
        &["path", "old_text", "new_text"],
    );
    changes(BuiltIn::EditFile, "Edit a file", spec)
}

fn data(built_in: BuiltIn, title: &str, spec: ToolSpec) -> Tool {
    asking(built_in, title, Reach::Data, spec)
}

/// What changes files runs in the order of the calls.
fn changes(built_in: BuiltIn, title: &str, spec: ToolSpec) -> Tool {
    let mut tool = data(built_in, title, spec);
    tool.rule.parallel = false;
    tool
}
