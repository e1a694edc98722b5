//! The tools that ship: one row each.
//!
//! Schemas keep to what every provider takes: types, properties, items, enums and descriptions. What else holds for an
//! argument is checked where the tool runs.

mod basic;
mod files;
mod notes;
mod reaching;
mod script;

use super::{Permission, Reach, Rule, Runner, Tool};
use crate::chat::ToolSpec;
use serde_json::{Value, json};

/// Every built-in tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BuiltIn {
    CurrentTime,
    Calculate,
    AskPerson,
    RunJavascript,
    ShowTable,
    ShowChart,
    FetchUrl,
    ListFiles,
    ReadFile,
    SearchFiles,
    WriteFile,
    EditFile,
    WriteNote,
    ReadNotes,
    SearchNotes,
    ReadClipboard,
    GetLocation,
    Speak,
}

/// All of them, in the order in which they are shown.
pub const ALL: [BuiltIn; 18] = [
    BuiltIn::CurrentTime,
    BuiltIn::Calculate,
    BuiltIn::AskPerson,
    BuiltIn::RunJavascript,
    BuiltIn::ShowTable,
    BuiltIn::ShowChart,
    BuiltIn::FetchUrl,
    BuiltIn::ListFiles,
    BuiltIn::ReadFile,
    BuiltIn::SearchFiles,
    BuiltIn::WriteFile,
    BuiltIn::EditFile,
    BuiltIn::WriteNote,
    BuiltIn::ReadNotes,
    BuiltIn::SearchNotes,
    BuiltIn::ReadClipboard,
    BuiltIn::GetLocation,
    BuiltIn::Speak,
];

impl BuiltIn {
    pub fn tool(self) -> Tool {
        match self {
            Self::CurrentTime => basic::current_time(),
            Self::Calculate => basic::calculate(),
            Self::AskPerson => basic::ask_person(),
            Self::RunJavascript => script::run_javascript(),
            Self::ShowTable => basic::show_table(),
            Self::ShowChart => basic::show_chart(),
            Self::FetchUrl => reaching::fetch_url(),
            Self::ListFiles => files::list_files(),
            Self::ReadFile => files::read_file(),
            Self::SearchFiles => files::search_files(),
            Self::WriteFile => files::write_file(),
            Self::EditFile => files::edit_file(),
            Self::WriteNote => notes::write_note(),
            Self::ReadNotes => notes::read_notes(),
            Self::SearchNotes => notes::search_notes(),
            Self::ReadClipboard => reaching::read_clipboard(),
            Self::GetLocation => reaching::get_location(),
            Self::Speak => reaching::speak(),
        }
    }
}

/// A row of the table. It runs without asking, beside others, and touches nothing; what differs is set after.
fn row(built_in: BuiltIn, title: &str, spec: ToolSpec) -> Tool {
    Tool {
        spec,
        title: title.to_owned(),
        rule: Rule {
            permission: Permission::Always,
            parallel: true,
            ..Rule::default()
        },
        reach: Reach::Nothing,
        runner: Runner::BuiltIn(built_in),
    }
}

/// The same for a tool that the person is asked about.
fn asking(built_in: BuiltIn, title: &str, reach: Reach, spec: ToolSpec) -> Tool {
    let mut tool = row(built_in, title, spec);
    tool.rule.permission = Permission::Ask;
    tool.reach = reach;
    tool
}

fn spec(name: &str, description: &str, properties: Value, required: &[&str]) -> ToolSpec {
    ToolSpec {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_fit_every_provider() {
        let mut names: Vec<_> = ALL.iter().map(|tool| tool.tool().spec.name).collect();
        for name in &names {
            let fits = |c: char| c.is_ascii_lowercase() || c == '_';
            assert!(name.len() <= 64 && name.chars().all(fits), "{name}");
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
    }

    #[test]
    fn what_reaches_data_or_the_network_asks() {
        for built_in in ALL {
            let tool = built_in.tool();
            let asks = tool.rule.permission == Permission::Ask;
            // Speaking reaches nothing, but everybody in the room hears it.
            let expected = tool.reach != Reach::Nothing || built_in == BuiltIn::Speak;
            assert_eq!(asks, expected, "{}", tool.title);
        }
    }

    #[test]
    fn a_row_is_run_by_itself() {
        for built_in in ALL {
            assert_eq!(built_in.tool().runner, Runner::BuiltIn(built_in));
        }
    }

    /// Keys that some provider refuses are in no schema, at no depth.
    #[test]
    fn schemas_are_plain() {
        const PLAIN: [&str; 5] = ["type", "description", "properties", "required", "items"];
        fn check(name: &str, schema: &Value, is_top: bool) {
            let schema = schema.as_object().unwrap();
            for key in schema.keys() {
                let known = PLAIN.contains(&key.as_str()) || key == "enum";
                assert!(
                    known || (is_top && key == "additionalProperties"),
                    "{name}: {key}"
                );
            }
            let kind = schema["type"].as_str().unwrap();
            assert_eq!(kind == "array", schema.contains_key("items"), "{name}");
            let inner = schema.get("properties").and_then(Value::as_object);
            for (key, property) in inner.into_iter().flatten() {
                check(&format!("{name}.{key}"), property, false);
            }
            for key in schema
                .get("required")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                assert!(
                    inner.unwrap().contains_key(key.as_str().unwrap()),
                    "{name}: {key}"
                );
            }
            if let Some(items) = schema.get("items") {
                check(&format!("{name}[]"), items, false);
            }
        }
        for tool in ALL.map(BuiltIn::tool) {
            check(&tool.spec.name, &tool.spec.parameters, true);
            assert!(!tool.spec.description.is_empty(), "{}", tool.title);
        }
    }
}
