//! The files of the session's project.

use super::{Context, done, flag, number, text};
use crate::browser::toolbox;
use crate::chat::{Shown, ToolResult};
use crate::tool::project::{Project, Query};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Lines read at once where nothing is said.
const LINES: usize = 400;
/// Lines that a search finds at most, and how much of each is shown, in bytes.
const MOST_MATCHES: usize = 100;
const LONGEST_LINE: usize = 300;

/// # Errors
/// When the folder's name is none.
pub fn list(arguments: &Map<String, Value>, context: &Context) -> Result<ToolResult, String> {
    with(context, |project| {
        let files = project.list(text(arguments, "folder"))?;
        if files.is_empty() {
            return Ok(done("There are no files."));
        }
        let lines: Vec<_> = files
            .iter()
            .map(|(path, size)| format!("{path}\t{size}"))
            .collect();
        let mut result = done(lines.join("\n"));
        let rows = files
            .iter()
            .map(|(path, size)| vec![(*path).to_owned(), size.to_string()]);
        result.shown.push(Shown::Table {
            title: String::new(),
            columns: vec!["File".to_owned(), "Bytes".to_owned()],
            rows: rows.collect(),
        });
        Ok(result)
    })
}

/// # Errors
/// When there is no such file or line.
pub fn read(arguments: &Map<String, Value>, context: &Context) -> Result<ToolResult, String> {
    with(context, |project| {
        let first = number(arguments, "first_line").unwrap_or(1);
        let limit = number(arguments, "lines").unwrap_or(LINES).max(1);
        let lines = project.lines(text(arguments, "path"), first, limit)?;
        if lines.total == 0 {
            return Ok(done("The file is empty."));
        }
        let (first, last) = lines.range;
        let mut content = lines.text.clone();
        if (first, last) != (1, lines.total) {
            let _ = write!(content, "\n[Lines {first} to {last} of {}.]", lines.total);
        }
        let mut result = done(content);
        result.shown.push(Shown::Text { text: lines.text });
        Ok(result)
    })
}

/// # Errors
/// When the pattern or the folder is none.
pub fn search(arguments: &Map<String, Value>, context: &Context) -> Result<ToolResult, String> {
    let query = Query {
        pattern: text(arguments, "pattern").to_owned(),
        regex: flag(arguments, "regex"),
        ignore_case: flag(arguments, "ignore_case"),
        most: MOST_MATCHES,
        longest_line: LONGEST_LINE,
    };
    if query.pattern.is_empty() {
        return Err("The pattern is empty.".to_owned());
    }
    with(context, |project| {
        let files: BTreeMap<&str, &str> = project.under(text(arguments, "folder"))?.collect();
        let found = toolbox::search(&files, &query)?;
        let lines: Vec<_> = found
            .matches
            .iter()
            .map(|found| format!("{}:{}: {}", found.path, found.line, found.text))
            .collect();
        let content = match found.total - found.matches.len() {
            _ if found.total == 0 => "No line matches.".to_owned(),
            0 => lines.join("\n"),
            more => format!("{}\n[{more} more lines match.]", lines.join("\n")),
        };
        Ok(done(content))
    })
}

/// # Errors
/// When the path is none, or the content is no text or too large.
pub fn write(arguments: &Map<String, Value>, context: &Context) -> Result<ToolResult, String> {
    with(context, |project| {
        let (path, content) = (text(arguments, "path"), text(arguments, "content"));
        let is_new = project.write(path, content)?;
        let what = if is_new { "Created" } else { "Replaced" };
        Ok(done(format!("{what} {path}: {} bytes.", content.len())))
    })
}

/// # Errors
/// When the old text does not stand in the file exactly once.
pub fn edit(arguments: &Map<String, Value>, context: &Context) -> Result<ToolResult, String> {
    with(context, |project| {
        let path = text(arguments, "path");
        project.edit(
            path,
            text(arguments, "old_text"),
            text(arguments, "new_text"),
        )?;
        Ok(done(format!("Edited {path}.")))
    })
}

fn with<T>(context: &Context, work: impl FnOnce(&mut Project) -> T) -> T {
    let mut projects = context.inner.projects.borrow_mut();
    work(projects.entry(context.session.clone()).or_default())
}
