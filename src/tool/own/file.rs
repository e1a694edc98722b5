//! Own tools as a file: for another browser, or for someone else. It holds no permission, and brings none.

use super::{OwnTool, OwnToolId, check_name, free_name};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const FORMAT: &str = "colloquy-tools";
const VERSION: u64 = 1;
/// The most tools of one file.
const MAX_TOOLS: usize = 100;

/// A tool as a file has it.
#[derive(Serialize, Deserialize)]
struct FileTool {
    name: String,
    #[serde(default)]
    title: String,
    description: String,
    parameters: Value,
    code: String,
}

/// The tools as a JSON document.
///
/// ```json
/// {"format": "colloquy-tools", "version": 1, "tools": [
///   {"name": "…", "title": "…", "description": "…", "parameters": {"type": "object"}, "code": "…"}]}
/// ```
pub fn write<'a>(tools: impl IntoIterator<Item = &'a OwnTool>) -> String {
    let tools = tools.into_iter().map(|tool| FileTool {
        name: tool.name.clone(),
        title: tool.title.clone(),
        description: tool.description.clone(),
        parameters: tool.parameters.clone(),
        code: tool.code.clone(),
    });
    let tools: Vec<FileTool> = tools.collect();
    let file = serde_json::json!({ "format": FORMAT, "version": VERSION, "tools": tools });
    format!("{file:#}")
}

/// What a file brings.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// As they will be added: each with an id of its own and a name that no other tool has.
    pub tools: Vec<OwnTool>,
    /// The names that were taken, with what stands in their place.
    pub renamed: Vec<(String, String)>,
}

/// Reads a file; `taken` are the names of all tools there are, and `new_id` makes ids.
///
/// # Errors
/// Says in a sentence why nothing of the file can be added.
pub fn read(text: &str, taken: &[String], new_id: impl Fn() -> String) -> Result<Import, String> {
    const NO_TOOLS: &str = "This is not a file of Colloquy's tools.";
    let mut file: Value =
        serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|_| NO_TOOLS)?;
    if file["format"] != FORMAT {
        return Err(NO_TOOLS.to_owned());
    }
    if file["version"].as_u64().is_none_or(|found| found > VERSION) {
        return Err(
            "This file was made by a newer Colloquy. Reload this page and try again.".to_owned(),
        );
    }
    let records = match file["tools"].take() {
        Value::Array(records) if !records.is_empty() => records,
        _ => return Err("There is no tool in this file.".to_owned()),
    };
    if records.len() > MAX_TOOLS {
        return Err(format!("A file may bring {MAX_TOOLS} tools at most."));
    }
    let mut taken = taken.to_vec();
    let mut import = Import {
        tools: vec![],
        renamed: vec![],
    };
    for (at, record) in records.into_iter().enumerate() {
        let wrong = |why: String| format!("Tool {} of this file cannot be added: {why}", at + 1);
        let read: FileTool =
            serde_json::from_value(record).map_err(|why| wrong(format!("{why}.")))?;
        check_name(&read.name, &[]).map_err(wrong)?;
        let name = free_name(&read.name, &taken);
        let title = match read.title.trim() {
            "" => read.name.replace('_', " "),
            title => title.to_owned(),
        };
        let tool = OwnTool {
            // Never the file's own.
            id: OwnToolId(new_id()),
            name,
            title,
            description: read.description,
            parameters: read.parameters,
            code: read.code,
        };
        tool.check(&taken).map_err(wrong)?;
        if tool.name != read.name {
            import.renamed.push((read.name, tool.name.clone()));
        }
        taken.push(tool.name.clone());
        import.tools.push(tool);
    }
    Ok(import)
}
