//! What a template's placeholders stand for.

use crate::chat::ToolSpec;

/// What is known when a request is made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    /// The agent's name.
    pub name: String,
    /// The agent's description.
    pub description: String,
    /// The local day, for example `Monday, 2026-03-30`.
    pub date: String,
    /// A language tag, for example `de-AT`.
    pub locale: String,
    /// An IANA name, for example `Europe/Vienna`.
    pub time_zone: String,
    /// The paths of the session's files.
    pub workspace_files: Vec<String>,
    /// The files that the person has open: path and content.
    pub open_files: Vec<(String, String)>,
}

/// Every placeholder, with what it stands for in the person's words.
pub const PLACEHOLDERS: [(&str, &str); 9] = [
    ("introduction", "Who the agent is: its name and description"),
    ("name", "The agent's name"),
    ("description", "The agent's description"),
    ("tools", "The tools that it has, a line each"),
    ("workspace_files", "The files of the session's project"),
    ("open_files", "The files that you have open"),
    ("date", "Today's date"),
    ("locale", "The language of your browser"),
    ("time_zone", "Your time zone"),
];

impl Context {
    /// The values of all placeholders, in the order of [`PLACEHOLDERS`]. What there is nothing to say about is
    /// empty.
    pub fn values(&self, tools: &[ToolSpec]) -> Vec<(&'static str, String)> {
        let values = [
            self.introduction(),
            self.name.clone(),
            self.description.clone(),
            lines(
                tools
                    .iter()
                    .map(|tool| format!("- {}: {}", tool.name, tool.description)),
            ),
            lines(self.workspace_files.iter().map(|path| format!("- {path}"))),
            lines(
                self.open_files
                    .iter()
                    .map(|(path, text)| format!("{path}:\n{text}")),
            ),
            self.date.clone(),
            self.locale.clone(),
            self.time_zone.clone(),
        ];
        let names = PLACEHOLDERS.into_iter().map(|(name, _)| name);
        names.zip(values).collect()
    }

    fn introduction(&self) -> String {
        match (self.name.trim(), self.description.trim()) {
            ("", description) => description.to_owned(),
            (name, "") => format!("You are {name}."),
            (name, description) => format!("You are {name}. {description}"),
        }
    }
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::template::fill;
    use serde_json::json;

    fn all(context: &Context, tools: &[ToolSpec]) -> String {
        let template: String = PLACEHOLDERS
            .iter()
            .map(|(name, _)| format!("<{name}>{{{{{name}}}}}</{name}>\n"))
            .collect();
        fill(&template, &context.values(tools)).text
    }

    #[test]
    fn every_placeholder_has_its_value() {
        let context = Context {
            name: "Coder".to_owned(),
            description: "Writes code.".to_owned(),
            date: "Monday, 2026-03-30".to_owned(),
            locale: "de-AT".to_owned(),
            time_zone: "Europe/Vienna".to_owned(),
            workspace_files: vec!["a.rs".to_owned(), "b.rs".to_owned()],
            open_files: vec![("a.rs".to_owned(), "fn a() {}".to_owned())],
        };
        let tool = ToolSpec {
            name: "current_time".to_owned(),
            description: "Tells the time.".to_owned(),
            parameters: json!({}),
        };
        assert_eq!(
            all(&context, &[tool]),
            "<introduction>You are Coder. Writes code.</introduction>\n\
             <name>Coder</name>\n\
             <description>Writes code.</description>\n\
             <tools>- current_time: Tells the time.</tools>\n\
             <workspace_files>- a.rs\n- b.rs</workspace_files>\n\
             <open_files>a.rs:\nfn a() {}</open_files>\n\
             <date>Monday, 2026-03-30</date>\n\
             <locale>de-AT</locale>\n\
             <time_zone>Europe/Vienna</time_zone>"
        );
    }

    #[test]
    fn nothing_known_leaves_nothing() {
        assert_eq!(all(&Context::default(), &[]), "");
    }
}
