//! What stands in the form of an own tool.

use crate::tool::OwnTool;
use crate::tool::own;
use leptos::prelude::*;

/// A tool with its fields as they are typed.
#[derive(Clone, Copy)]
pub struct Entry {
    /// As it was when the form was opened.
    pub before: StoredValue<OwnTool>,
    pub is_new: bool,
    pub title: RwSignal<String>,
    pub name: RwSignal<String>,
    pub description: RwSignal<String>,
    pub schema: RwSignal<String>,
    pub code: RwSignal<String>,
    /// The arguments to try it with.
    pub args: RwSignal<String>,
}

impl Entry {
    pub fn new(tool: OwnTool, is_new: bool) -> Self {
        Self {
            is_new,
            title: RwSignal::new(tool.title.clone()),
            name: RwSignal::new(tool.name.clone()),
            description: RwSignal::new(tool.description.clone()),
            schema: RwSignal::new(format!("{:#}", tool.parameters)),
            code: RwSignal::new(tool.code.clone()),
            args: RwSignal::new(format!("{:#}", own::example(&tool.parameters))),
            before: StoredValue::new(tool),
        }
    }

    /// The tool as it is typed; a schema that cannot be read counts as unchanged.
    pub fn draft(self) -> OwnTool {
        let before = self.before.get_value();
        OwnTool {
            name: self.name.get().trim().to_owned(),
            title: self.title.get().trim().to_owned(),
            description: self.description.get().trim().to_owned(),
            parameters: self.checked_schema().unwrap_or(before.parameters),
            code: self.code.get(),
            id: before.id,
        }
    }

    /// The tool, if nothing is wrong. `taken` are the names of all others.
    pub fn read(self, taken: &[String]) -> Result<OwnTool, String> {
        self.checked_schema()?;
        let tool = self.draft();
        tool.check(taken)?;
        Ok(tool)
    }

    pub fn checked_schema(self) -> Result<serde_json::Value, String> {
        self.schema.with(|schema| own::read_schema(schema))
    }

    /// Whether leaving the form would lose something.
    pub fn is_changed(self) -> bool {
        untrack(|| self.checked_schema().is_err() || self.draft() != self.before.get_value())
    }
}
