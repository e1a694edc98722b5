//! The tools that ship: one row each.

mod notes;
mod script;

use super::{Permission, Reach, Rule, Runner, Tool};
use crate::chat::ToolSpec;
use serde_json::{Value, json};

/// Every built-in tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BuiltIn {
    CurrentTime,
    AskPerson,
    RunJavascript,
    WriteNote,
    ReadNotes,
    SearchNotes,
}

/// All of them, in the order in which they are shown.
pub const ALL: [BuiltIn; 6] = [
    BuiltIn::CurrentTime,
    BuiltIn::AskPerson,
    BuiltIn::RunJavascript,
    BuiltIn::WriteNote,
    BuiltIn::ReadNotes,
    BuiltIn::SearchNotes,
];

impl BuiltIn {
    pub fn tool(self) -> Tool {
        match self {
            Self::CurrentTime => Tool {
                spec: spec(
                    "current_time",
                    "Tells the current date and time, with the weekday and the offset from UTC.",
                    json!({
                        "time_zone": {
                            "type": "string",
                            "description": "IANA name such as \"Europe/Berlin\". Left out: the person's own time zone."
                        }
                    }),
                    &[],
                ),
                title: "Current time".to_owned(),
                rule: free(),
                reach: Reach::Nothing,
                runner: Runner::BuiltIn(self),
            },
            Self::AskPerson => Tool {
                spec: spec(
                    "ask_person",
                    "Asks the person a question and waits for the answer. Use it when a choice is theirs to make.",
                    json!({
                        "question": { "type": "string", "minLength": 1 },
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
                ),
                title: "Ask you a question".to_owned(),
                rule: Rule {
                    timeout: None,
                    parallel: false,
                    ..free()
                },
                reach: Reach::Nothing,
                runner: Runner::BuiltIn(self),
            },
            Self::RunJavascript => script::run_javascript(),
            Self::WriteNote => notes::write_note(),
            Self::ReadNotes => notes::read_notes(),
            Self::SearchNotes => notes::search_notes(),
        }
    }
}

/// A tool that touches nothing: it runs without asking, beside others.
fn free() -> Rule {
    Rule {
        permission: Permission::Always,
        parallel: true,
        ..Rule::default()
    }
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
        for tool in ALL.map(BuiltIn::tool) {
            let asks = tool.rule.permission == Permission::Ask;
            assert_eq!(asks, tool.reach != Reach::Nothing, "{}", tool.title);
        }
    }
}
