//! What is shown of the tools that the server runs itself.

use serde_json::Value;

/// The tool's name, from the type of its item; `None` for an item that is no such tool.
pub(super) fn name(item_type: &str) -> Option<&str> {
    match item_type {
        // The one is run here, the other cannot be.
        "function_call" | "custom_tool_call" => None,
        other => other.strip_suffix("_call"),
    }
}

/// What the finished item says, as text: the query, the address, the code with its output.
pub(super) fn describe(item: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let lines = match item["type"].as_str().unwrap_or_default() {
        "web_search_call" => {
            let action = &item["action"];
            let mut lines = texts(&action["queries"]);
            if lines.is_empty() {
                lines = vec![text(&action["query"])];
            }
            lines.push(text(&action["url"]));
            lines.push(text(&action["pattern"]));
            lines
        }
        "file_search_call" => texts(&item["queries"]),
        "code_interpreter_call" => {
            let mut lines = vec![text(&item["code"])];
            for output in item["outputs"].as_array().into_iter().flatten() {
                lines.push(text(&output["logs"]));
            }
            lines
        }
        "image_generation_call" => {
            // Base64 has four characters for three bytes. The picture itself would fill the store.
            let picture = item["result"].as_str().unwrap_or_default();
            let kilobytes = (picture.len() / 4 * 3).div_ceil(1024);
            let format = item["output_format"].as_str().unwrap_or("png");
            let shown = format!("image/{format}, {kilobytes} KB");
            (!picture.is_empty()).then_some(shown).into_iter().collect()
        }
        "mcp_call" => {
            let call = format!("{} {}", text(&item["name"]), text(&item["arguments"]));
            let error = match &item["error"] {
                Value::Null => String::new(),
                Value::String(error) => error.clone(),
                error => error.to_string(),
            };
            vec![call.trim().to_owned(), text(&item["output"]), error]
        }
        _ => {
            let action = item.get("action").unwrap_or(&Value::Null);
            let shown = if action.is_null() { item } else { action };
            vec![format!("{shown:#}")]
        }
    };
    let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(|text| text.as_str().map(str::to_owned))
        .collect()
}
