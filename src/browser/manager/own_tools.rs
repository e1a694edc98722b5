//! What the manager does to the person's own tools, and to what was chosen for all tools.

use super::Manager;
use super::inner::Undoing;
use crate::tool::own::{self, file};
use crate::tool::{OwnTool, OwnToolId, Permission};

impl Manager {
    /// Adds or replaces an own tool.
    pub fn save_own_tool(&self, tool: OwnTool) {
        self.inner()
            .change_settings(|settings| settings.tools.put_own(tool));
    }

    /// Adds a copy of an own tool, under a name that is free.
    pub fn duplicate_own_tool(&self, tool: &OwnTool) {
        let id = OwnToolId(self.new_id());
        let copy = OwnTool {
            id: id.clone(),
            name: own::free_name(&tool.name, &self.tool_names(&id)),
            title: format!("{} copy", tool.title.chars().take(75).collect::<String>()),
            ..tool.clone()
        };
        self.save_own_tool(copy);
    }

    /// Deletes an own tool with what was chosen for it; the notice offers Undo, which brings the tool back, not what
    /// it was allowed.
    pub fn delete_own_tool(&self, tool: &OwnTool) {
        let inner = self.inner();
        let change = inner.change_settings(|settings| settings.tools.remove_own(&tool.id));
        let text = format!("Deleted “{}”", tool.title);
        inner.notify_undo(text, Undoing::Settings { change, key: None });
    }

    /// The names of all tools but this one.
    pub fn tool_names(&self, except: &OwnToolId) -> Vec<String> {
        let except = crate::tool::Runner::Own(except.clone());
        let others = self.tools().into_iter();
        let others = others.filter(|tool| tool.runner != except);
        others.map(|tool| tool.spec.name).collect()
    }

    /// Reads a file of tools; nothing changes yet.
    ///
    /// # Errors
    /// Says why nothing of it can be added.
    pub fn read_tools_file(&self, text: &str) -> Result<file::Import, String> {
        let names: Vec<String> = self
            .tools()
            .into_iter()
            .map(|tool| tool.spec.name)
            .collect();
        file::read(text, &names, || self.new_id())
    }

    /// Adds what a file brings; the notice offers Undo.
    pub fn import_tools(&self, tools: Vec<OwnTool>) {
        let inner = self.inner();
        let text = match tools.len() {
            1 => "1 tool was imported".to_owned(),
            count => format!("{count} tools were imported"),
        };
        let change = inner.change_settings(|settings| {
            for tool in tools {
                settings.tools.put_own(tool);
            }
        });
        inner.notify_undo(text, Undoing::Settings { change, key: None });
    }

    /// What holds for a tool wherever it is used; `None` leaves it to the tool.
    pub fn choose_permission(&self, tool: &str, permission: Option<Permission>) {
        self.inner()
            .change_settings(|settings| settings.tools.permit(tool, permission));
    }

    /// How long a call of a tool may take, in seconds; `None` leaves it to the tool.
    pub fn choose_time_limit(&self, tool: &str, seconds: Option<u32>) {
        self.inner().change_settings(|settings| {
            let chosen = &mut settings.tools.time_limits;
            match seconds {
                Some(seconds) => chosen.insert(tool.to_owned(), seconds),
                None => chosen.remove(tool),
            };
        });
    }
}
