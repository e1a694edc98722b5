//! One agent as a file: for another browser, or for someone else.

use super::registry::{Registry, read_agent};
use super::schema::{AgentSchema, AgentTool};
use crate::chat::AgentId;
use crate::tool::Permission;
use serde_json::{Value, json};

const FORMAT: &str = "colloquy-agent";
const VERSION: u64 = 1;

/// The agent as a JSON document.
pub fn write(agent: &AgentSchema) -> String {
    let file = json!({ "format": FORMAT, "version": VERSION, "agent": agent });
    format!("{file:#}")
}

/// What a file brings.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// As it will be added.
    pub agent: AgentSchema,
    /// The tools that the file wanted to run without asking. They follow the person's own choice for each tool
    /// instead: an import cannot grant anything.
    pub narrowed: Vec<String>,
}

/// Reads a file. The agent gets an id of its own, and a name that no other has. `new_id` makes ids; `is_model`
/// says which ids of models mean something here.
///
/// # Errors
/// Says in a sentence why the text is no such file.
pub fn read(
    text: &str,
    known: &Registry,
    new_id: impl FnOnce() -> String,
    is_model: impl Fn(&crate::chat::ModelConfigId) -> bool,
) -> Result<Import, String> {
    const NO_AGENT: &str = "This is not a file of a Colloquy agent.";
    let file: Value =
        serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|_| NO_AGENT)?;
    if file["format"] != FORMAT {
        return Err(NO_AGENT.to_owned());
    }
    if file["version"].as_u64().is_none_or(|found| found > VERSION) {
        return Err(
            "This file was made by a newer Colloquy. Reload this page and try again.".to_owned(),
        );
    }
    let mut agent = read_agent(&file["agent"])
        .ok_or("The agent in this file cannot be read: something is missing or misspelt.")?;
    if agent.name.trim().is_empty() {
        return Err("The agent in this file has no name.".to_owned());
    }
    let mut narrowed = vec![];
    for tool in &mut agent.tools {
        if tool.permission == Some(Permission::Always) {
            tool.permission = None;
            narrowed.push(tool.name.clone());
        }
    }
    dedup(&mut agent.tools);
    agent.model = agent.model.filter(is_model);
    // Never the file's own: what the person once allowed an agent of that id was not meant for this one.
    agent.id = AgentId(new_id());
    agent.name = known.free_name(agent.name.trim());
    Ok(Import { agent, narrowed })
}

/// A tool stands in the list once.
fn dedup(tools: &mut Vec<AgentTool>) {
    let mut seen: Vec<String> = vec![];
    tools.retain(|tool| {
        let is_new = !seen.contains(&tool.name);
        seen.push(tool.name.clone());
        is_new
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent() -> AgentSchema {
        let mut agent = AgentSchema::new("mine".into(), "Mine");
        agent.icon = "🦊".to_owned();
        agent.description = "Does things.".to_owned();
        agent.template = "{{introduction}} <tools>{{tools}}</tools>".to_owned();
        agent.tools = vec!["current_time".into(), "ask_person".into()];
        agent.model = Some("fast".into());
        agent.time_limit = Some(60);
        agent.starters = vec!["Begin!".to_owned()];
        agent
    }

    fn import(text: &str, known: &Registry) -> Result<Import, String> {
        read(text, known, || "fresh".to_owned(), |id| id.0 == "fast")
    }

    #[test]
    fn what_was_written_comes_back() {
        let import = import(&write(&agent()), &Registry::default()).unwrap();
        let expected = AgentSchema {
            id: "fresh".into(),
            ..agent()
        };
        assert_eq!(import.agent, expected);
        assert!(import.narrowed.is_empty());
    }

    #[test]
    fn it_stands_beside_those_that_are_there() {
        let mut known = Registry::default();
        known.put(agent());
        let import = import(&write(&agent()), &known).unwrap();
        assert_eq!(import.agent.id.0, "fresh");
        assert_eq!(import.agent.name, "Mine 2");
        // Nor does a file replace an agent that ships.
        let mut evil = agent();
        evil.id = "just-ask".into();
        let import = super::read(&write(&evil), &known, || "fresh".to_owned(), |_| false).unwrap();
        assert_eq!(import.agent.id.0, "fresh");
        assert_eq!(import.agent.model, None);
    }

    #[test]
    fn an_import_grants_nothing() {
        let mut evil = agent();
        evil.tools[0].permission = Some(Permission::Always);
        evil.tools[1].permission = Some(Permission::Never);
        let mut asking = AgentTool::from("fetch_url");
        asking.permission = Some(Permission::Ask);
        evil.tools.push(asking);
        evil.tools.push("current_time".into());
        let import = import(&write(&evil), &Registry::default()).unwrap();
        let permissions: Vec<_> = import
            .agent
            .tools
            .iter()
            .map(|tool| tool.permission)
            .collect();
        assert_eq!(
            permissions,
            [None, Some(Permission::Never), Some(Permission::Ask)]
        );
        assert_eq!(import.narrowed, ["current_time"]);
    }

    #[test]
    fn what_is_no_such_file_says_so() {
        let broken = [
            ("", "not a file"),
            ("[]", "not a file"),
            (
                r#"{"format":"colloquy-settings","version":1}"#,
                "not a file",
            ),
            (
                r#"{"format":"colloquy-agent","version":9,"agent":{}}"#,
                "newer",
            ),
            (
                r#"{"format":"colloquy-agent","version":1,"agent":{"id":"x"}}"#,
                "cannot be read",
            ),
            (
                r#"{"format":"colloquy-agent","version":1,"agent":{"id":"x","name":" ","template":""}}"#,
                "no name",
            ),
        ];
        for (text, says) in broken {
            let error = import(text, &Registry::default()).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn limits_out_of_range_are_brought_back() {
        let mut greedy = agent();
        greedy.max_rounds = 1_000_000;
        let import = import(&write(&greedy), &Registry::default()).unwrap();
        assert_eq!(import.agent.max_rounds, 100);
    }
}
