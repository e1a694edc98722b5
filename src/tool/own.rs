//! A person's own tools: a name and a description that the model reads, a JSON Schema, and JavaScript that runs in
//! the sandbox and finds the arguments in `args`.

pub mod file;

use super::{Permission, Reach, Rule, Runner, Tool, script};
use crate::chat::ToolSpec;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The most characters of a description.
pub const MAX_DESCRIPTION: usize = 4_000;
/// The most bytes of a schema, written as JSON.
pub const MAX_SCHEMA: usize = 32 * 1024;
/// The most bytes of code.
pub const MAX_CODE: usize = 256 * 1024;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, PartialOrd, Ord)]
#[serde(transparent)]
pub struct OwnToolId(pub String);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnTool {
    pub id: OwnToolId,
    /// What the model calls it by, see [`check_name`].
    pub name: String,
    /// What the person reads.
    pub title: String,
    pub description: String,
    /// A JSON Schema of an object.
    pub parameters: Value,
    pub code: String,
}

impl OwnTool {
    /// One that has nothing but an id.
    pub fn new(id: String) -> Self {
        Self {
            id: OwnToolId(id),
            name: String::new(),
            title: String::new(),
            description: String::new(),
            parameters: no_parameters(),
            code: String::new(),
        }
    }

    pub fn tool(&self) -> Tool {
        Tool {
            spec: ToolSpec {
                name: self.name.clone(),
                description: self.description.clone(),
                parameters: self.parameters.clone(),
            },
            title: self.title.clone(),
            rule: Rule {
                // The code is the person's own and reaches nothing, but it is a model that chooses when it runs and
                // on what.
                permission: Permission::Ask,
                parallel: true,
                timeout: Some(script::DEFAULT_TIMEOUT + script::GRACE),
                ..Rule::default()
            },
            reach: Reach::Nothing,
            runner: Runner::Own(self.id.clone()),
        }
    }

    /// What is wrong with it, if anything: the first of all errors. `taken` are the names of all other tools.
    ///
    /// # Errors
    /// A sentence for the person.
    pub fn check(&self, taken: &[String]) -> Result<(), String> {
        check_name(&self.name, taken)?;
        check_title(&self.title)?;
        check_description(&self.description)?;
        check_schema(&self.parameters)?;
        check_code(&self.code)
    }
}

/// The schema of a tool that takes nothing.
pub fn no_parameters() -> Value {
    json!({ "type": "object", "properties": {} })
}

/// A name that every provider takes and no other tool has. The names of agents as tools are kept free.
///
/// # Errors
/// A sentence for the person.
pub fn check_name(name: &str, taken: &[String]) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    if !begins || !name.chars().all(fits) {
        return Err(
            "Use small letters, digits and underscores, a letter first: for example word_count."
                .to_owned(),
        );
    }
    if name.len() > 64 {
        return Err("A name has at most 64 characters.".to_owned());
    }
    if taken.iter().any(|other| other == name) {
        return Err("Another tool has this name.".to_owned());
    }
    if name.starts_with("ask_") {
        return Err("Names that begin with ask_ are those of agents.".to_owned());
    }
    Ok(())
}

/// # Errors
/// A sentence for the person.
pub fn check_title(title: &str) -> Result<(), String> {
    match title.trim().chars().count() {
        0 => Err("Enter a title.".to_owned()),
        length if length > 80 => Err("A title has at most 80 characters.".to_owned()),
        _ => Ok(()),
    }
}

/// # Errors
/// A sentence for the person.
pub fn check_description(description: &str) -> Result<(), String> {
    match description.trim().chars().count() {
        0 => {
            Err("Say what the tool does: the model chooses its tools by what they say.".to_owned())
        }
        length if length > MAX_DESCRIPTION => Err(format!(
            "A description has at most {MAX_DESCRIPTION} characters."
        )),
        _ => Ok(()),
    }
}

/// # Errors
/// A sentence for the person.
pub fn check_code(code: &str) -> Result<(), String> {
    match code.trim().len() {
        0 => Err("Write what the tool does.".to_owned()),
        length if length > MAX_CODE => Err("The code is longer than 256 KB.".to_owned()),
        _ => Ok(()),
    }
}

/// A schema as it is typed; nothing stands for a tool that takes nothing.
///
/// # Errors
/// A sentence for the person.
pub fn read_schema(text: &str) -> Result<Value, String> {
    if text.trim().is_empty() {
        return Ok(no_parameters());
    }
    let schema =
        serde_json::from_str(text).map_err(|error| format!("This is not JSON: {error}."))?;
    check_schema(&schema)?;
    Ok(schema)
}

/// Whether a schema is one of an object, which is what every provider wants. What its properties say is checked
/// with the arguments.
///
/// # Errors
/// A sentence for the person.
pub fn check_schema(schema: &Value) -> Result<(), String> {
    let fields = schema.as_object().ok_or("A schema is a JSON object.")?;
    if fields.get("type").and_then(Value::as_str) != Some("object") {
        return Err(r#"The schema must be one of an object: give it "type": "object"."#.to_owned());
    }
    let none = Map::new();
    let properties = match fields.get("properties") {
        None => &none,
        Some(Value::Object(properties)) => properties,
        Some(_) => return Err("“properties” must be an object.".to_owned()),
    };
    if let Some((name, _)) = properties.iter().find(|(_, schema)| !schema.is_object()) {
        return Err(format!(
            "The property “{name}” must have an object as its schema."
        ));
    }
    match fields.get("required") {
        None => {}
        Some(Value::Array(names)) => {
            for name in names {
                let name = name
                    .as_str()
                    .ok_or("“required” must be a list of names of properties.")?;
                if !properties.contains_key(name) {
                    return Err(format!("“required” names “{name}”, which is no property."));
                }
            }
        }
        Some(_) => return Err("“required” must be a list of names of properties.".to_owned()),
    }
    match schema.to_string().len() > MAX_SCHEMA {
        true => Err("The schema is longer than 32 KB.".to_owned()),
        false => Ok(()),
    }
}

/// Arguments to try a tool with: a value of its type for each property, or what the schema itself offers.
pub fn example(schema: &Value) -> Value {
    for key in ["default", "const"] {
        if let Some(value) = schema.get(key) {
            return value.clone();
        }
    }
    for key in ["examples", "enum"] {
        if let Some(value) = schema.get(key).and_then(|list| list.get(0)) {
            return value.clone();
        }
    }
    let kind = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str),
        other => other.and_then(Value::as_str),
    };
    match kind {
        Some("string") => json!("text"),
        Some("number" | "integer") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(true),
        Some("array") => match schema.get("items") {
            Some(items) => json!([example(items)]),
            None => json!([]),
        },
        Some("object") => {
            let properties = schema.get("properties").and_then(Value::as_object);
            let properties = properties.into_iter().flatten();
            let fields = properties.map(|(name, schema)| (name.clone(), example(schema)));
            Value::Object(fields.collect())
        }
        Some(_) | None => Value::Null,
    }
}

/// The name, with a number behind it where it is taken; short enough for [`check_name`].
pub fn free_name(name: &str, taken: &[String]) -> String {
    let mut free = name.to_owned();
    let mut number = 2;
    while taken.contains(&free) {
        let short: String = name.chars().take(58).collect();
        free = format!("{short}_{number}");
        number += 1;
    }
    free
}

#[cfg(test)]
mod tests;
