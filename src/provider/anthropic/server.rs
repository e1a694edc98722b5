//! Blocks that the provider's own tools leave behind: calls, results, and whatever else is not known here.
//!
//! The tools: <https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools>.

use serde_json::{Map, Value};

/// A block that is shown in short and sent back as it came.
pub(super) struct ServerBlock {
    block: Map<String, Value>,
    input: String,
    /// It grew in a way that is not known here.
    misread: bool,
}

impl ServerBlock {
    pub fn new(block: Map<String, Value>) -> Self {
        Self {
            block,
            input: String::new(),
            misread: false,
        }
    }

    /// The tool's name. A result has none but its type.
    pub fn name(&self) -> String {
        let word = |name| self.block.get(name).and_then(Value::as_str);
        let kind = word("type").unwrap_or_default();
        let kind = kind.strip_suffix("_tool_result").unwrap_or(kind);
        word("name").unwrap_or(kind).to_owned()
    }

    pub fn input(&mut self, json: &str) {
        self.input.push_str(json);
    }

    pub fn misread(&mut self) {
        self.misread = true;
    }

    /// What to show of the block, and the block itself where it is whole.
    pub fn end(mut self, complete: bool) -> (String, Option<Value>) {
        if !self.input.is_empty() {
            match serde_json::from_str(&self.input) {
                Ok(input) => self.block.insert("input".to_owned(), input),
                Err(_) => return (self.input, None),
            };
        }
        let mut text = String::new();
        match (self.block.get("input"), self.block.get("content")) {
            (Some(Value::Object(input)), _) => tell_input(input, &mut text),
            (_, Some(content)) => tell(content, &mut text),
            _ => {}
        }
        let whole = complete && !self.misread;
        (text, whole.then_some(Value::Object(self.block)))
    }
}

/// What a tool was asked: most take one word or one program.
fn tell_input(input: &Map<String, Value>, text: &mut String) {
    match input.values().next() {
        Some(Value::String(only)) if input.len() == 1 => text.push_str(only),
        Some(_) => text.push_str(&pretty(input)),
        None => {}
    }
}

/// What a person may want to read of a result; it also holds page contents and encrypted copies of them.
fn tell(value: &Value, text: &mut String) {
    match value {
        Value::String(words) => add_line(words, text),
        Value::Array(list) => list.iter().for_each(|value| tell(value, text)),
        Value::Object(fields) => {
            let before = text.len();
            let word = |name: &str| fields.get(name).and_then(Value::as_str);
            if let Some(code) = word("error_code") {
                return add_line(&format!("Error: {code}"), text);
            }
            for name in ["title", "url", "text", "stdout", "stderr", "file_id"] {
                add_line(word(name).unwrap_or_default(), text);
            }
            if let Some(content) = fields.get("content") {
                tell(content, text);
            }
            if text.len() == before {
                let mut fields = fields.clone();
                fields.retain(|name, _| name != "type" && !name.starts_with("encrypted"));
                if !fields.is_empty() {
                    add_line(&pretty(&fields), text);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn add_line(line: &str, text: &mut String) {
    if line.is_empty() {
        return;
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(line);
}

fn pretty(fields: &Map<String, Value>) -> String {
    format!("{:#}", Value::Object(fields.clone()))
}
