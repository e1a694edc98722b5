//! Tables and charts.

use super::{done, text};
use crate::chat::{Shown, ToolResult};
use crate::tool::chart::Chart;
use serde_json::{Map, Value};

/// Largest table; a person reads no more.
const MOST_COLUMNS: usize = 30;
const MOST_ROWS: usize = 1_000;

/// # Errors
/// Says what is wrong with the table.
pub fn table(arguments: &Map<String, Value>) -> Result<ToolResult, String> {
    let columns = strings(arguments.get("columns"));
    let rows: Vec<Vec<String>> = items(arguments.get("rows"))
        .map(|row| strings(Some(row)))
        .collect();
    if columns.is_empty() {
        return Err("The table has no columns.".to_owned());
    }
    if columns.len() > MOST_COLUMNS || rows.len() > MOST_ROWS {
        return Err(format!(
            "A table may have {MOST_COLUMNS} columns and {MOST_ROWS} rows. Show less, or the most important part."
        ));
    }
    if let Some((at, row)) = rows
        .iter()
        .enumerate()
        .find(|(_, row)| row.len() != columns.len())
    {
        return Err(format!(
            "Row {} has {} cells, but there are {} columns.",
            at + 1,
            row.len(),
            columns.len()
        ));
    }
    let mut result = done(format!("The person sees the table: {} rows.", rows.len()));
    let title = match text(arguments, "title").trim() {
        "" => "Table",
        title => title,
    };
    result.shown.push(Shown::Table {
        title: title.to_owned(),
        columns,
        rows,
    });
    Ok(result)
}

/// # Errors
/// Says what is wrong with the chart.
pub fn chart(arguments: &Map<String, Value>) -> Result<ToolResult, String> {
    let spec = Value::Object(arguments.clone());
    let chart = Chart::read(&spec)?;
    let mut result = done(format!("The person sees the chart. {}", chart.summary()));
    result.shown.push(Shown::Chart { spec });
    Ok(result)
}

fn strings(list: Option<&Value>) -> Vec<String> {
    items(list)
        .map(|item| match item {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
        .collect()
}

fn items(list: Option<&Value>) -> impl Iterator<Item = &Value> {
    list.and_then(Value::as_array).into_iter().flatten()
}
