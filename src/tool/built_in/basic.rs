//! Tools that touch nothing but their arguments and the transcript.

use super::{BuiltIn, row, spec};
use crate::tool::Tool;
use serde_json::json;

pub fn current_time() -> Tool {
    let spec = spec(
        "current_time",
        "Tells the current date and time, with the weekday and the offset from UTC.",
        json!({
            "time_zone": {
                "type": "string",
                "description": "IANA name such as \"Europe/Berlin\". Left out: the person's own time zone."
            }
        }),
        &[],
    );
    row(BuiltIn::CurrentTime, "Current time", spec)
}

pub fn calculate() -> Tool {
    let spec = spec(
        "calculate",
        "Calculates an expression, with units: \"(3.2 + 4/7) * 12\", \"2^100\", \"sqrt(2) to 12 dp\", \"72 km/h to m/s\", \
         \"12% of 340\", \"0xff to decimal\". Sums, products and powers are exact; roots, logarithms and the like are \
         good to about 15 digits. There are no currencies and no functions of your own.",
        json!({ "expression": { "type": "string" } }),
        &["expression"],
    );
    row(BuiltIn::Calculate, "Calculator", spec)
}

pub fn ask_person() -> Tool {
    let spec = spec(
        "ask_person",
        "Asks the person a question and waits for the answer. Use it when a choice is theirs to make.",
        json!({
            "question": { "type": "string" },
            "choices": {
                "type": "array",
                "items": { "type": "string" },
                "description": "Answers to choose from. Left out: the person writes one."
            },
            "confirm": {
                "type": "boolean",
                "description": "True for a question that is answered with yes or no."
            }
        }),
        &["question"],
    );
    let mut tool = row(BuiltIn::AskPerson, "Ask you a question", spec);
    tool.rule.timeout = None;
    tool.rule.parallel = false;
    tool
}

pub fn show_table() -> Tool {
    let spec = spec(
        "show_table",
        "Shows the person a table. Use it for more than a few rows; a small table may stand in the answer.",
        json!({
            "title": { "type": "string" },
            "columns": { "type": "array", "items": { "type": "string" } },
            "rows": {
                "type": "array",
                "description": "Each row has one cell per column.",
                "items": { "type": "array", "items": { "type": "string" } }
            }
        }),
        &["columns", "rows"],
    );
    row(BuiltIn::ShowTable, "Table", spec)
}

pub fn show_chart() -> Tool {
    let spec = spec(
        "show_chart",
        "Draws a chart for the person.",
        json!({
            "kind": { "type": "string", "enum": ["bar", "line", "pie", "scatter"] },
            "title": { "type": "string" },
            "labels": {
                "type": "array",
                "items": { "type": "string" },
                "description": "What the values stand for, one per value. A scatter chart has none."
            },
            "series": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "name": { "type": "string" },
                        "values": { "type": "array", "items": { "type": "number" } },
                        "x": {
                            "type": "array",
                            "items": { "type": "number" },
                            "description": "Only for a scatter chart: where each value stands."
                        }
                    },
                    "required": ["name", "values"]
                },
                "description": "A pie chart has one."
            },
            "x_label": { "type": "string" },
            "y_label": { "type": "string" }
        }),
        &["kind", "title", "series"],
    );
    row(BuiltIn::ShowChart, "Chart", spec)
}
