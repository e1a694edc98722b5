//! Takes one change back, and leaves every other change alone.

use super::Settings;
use crate::tool::mcp::{McpServer, naming};
use crate::tool::{OwnTool, own};

/// The settings on both sides of a change.
pub struct SettingsChange {
    pub before: Settings,
    pub after: Settings,
}

impl Settings {
    /// Takes back what a change did to providers, models, servers and own tools, unless it was changed again since.
    /// What the person allows is never part of it. What comes back gets another name where its own is taken by now.
    pub fn revert(&mut self, change: &SettingsChange) {
        let SettingsChange { before, after } = change;
        revert(
            &mut self.providers,
            &before.providers,
            &after.providers,
            |it| &it.id,
        );
        revert(&mut self.models, &before.models, &after.models, |it| &it.id);
        if self.default_model == after.default_model {
            self.default_model.clone_from(&before.default_model);
        }
        self.forget_missing_default();

        self.revert_servers(&before.tools.servers, &after.tools.servers);
        self.revert_own_tools(&before.tools.own, &after.tools.own);
    }

    fn revert_servers(&mut self, before: &[McpServer], after: &[McpServer]) {
        let now = &mut self.tools.servers;
        let known = now.clone();
        revert(now, before, after, |it| &it.id);
        for server in now {
            let others = || known.iter().filter(|known| known.id != server.id);
            if others().any(|other| other.prefix == server.prefix) {
                server.prefix = naming::prefix(&server.name, &known);
            }
        }
    }

    fn revert_own_tools(&mut self, before: &[OwnTool], after: &[OwnTool]) {
        let known = self.tools.own.clone();
        let mut own = known.clone();
        revert(&mut own, before, after, |it| &it.id);
        for tool in &known {
            if own.iter().all(|other| other.id != tool.id) {
                self.tools.remove_own(&tool.id);
            }
        }
        for tool in &mut own {
            let others = known.iter().filter(|known| known.id != tool.id);
            let names: Vec<String> = others.map(|other| other.name.clone()).collect();
            tool.name = own::free_name(&tool.name, &names);
        }
        self.tools.own = own;
    }
}

/// Rows that the change took away come back to their places, rows it added go, rows it altered are as before; but a
/// row that is no longer as the change left it stays as it is.
fn revert<T: Clone + PartialEq, I: PartialEq>(
    now: &mut Vec<T>,
    before: &[T],
    after: &[T],
    id: impl Fn(&T) -> &I,
) {
    let find = |rows: &[T], row: &T| rows.iter().position(|other| id(other) == id(row));
    now.retain(|row| find(before, row).is_some() || !after.contains(row));
    for (at, row) in before.iter().enumerate() {
        match (find(now, row), find(after, row)) {
            (None, None) => {
                let mut earlier = before[..at].iter().rev();
                let place = earlier.find_map(|neighbour| find(now, neighbour));
                now.insert(place.map_or(0, |place| place + 1), row.clone());
            }
            (Some(here), Some(then)) if now[here] == after[then] => now[here] = row.clone(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::{OwnToolId, Permission};
    use serde_json::json;

    /// Rows are an id and a value.
    fn reverted(before: &str, after: &str, now: &str) -> String {
        let rows = |text: &str| -> Vec<(char, char)> {
            let row = |row: &str| (row.chars().next().unwrap(), row.chars().nth(1).unwrap());
            text.split(' ').map(row).collect()
        };
        let mut all = rows(now);
        revert(&mut all, &rows(before), &rows(after), |(id, _)| id);
        let all = all.into_iter().map(|(id, value)| format!("{id}{value}"));
        all.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_change_is_taken_back_alone() {
        for (before, after, now, expected) in [
            ("a1 b1 c1", "a1 c1", "a1 c1", "a1 b1 c1"),
            ("a1 b1", "b1", "b1", "a1 b1"),
            // What came or changed since stays.
            ("a1 b1 c1", "a1 c1", "a2 c1 d1", "a2 b1 c1 d1"),
            ("a1 b1 c1", "c1", "c1", "a1 b1 c1"),
            // Its neighbour is gone by now.
            ("a1 b1 c1", "a1 c1", "c1", "b1 c1"),
            // It was added again.
            ("a1 b1", "a1", "a1 b2", "a1 b2"),
            // What the change added goes, unless it was changed since.
            ("a1", "a1 b1 c1", "a1 b1 c2", "a1 c2"),
            // What it altered is as before, unless it was changed or taken away since.
            ("a1 b1 c1", "a2 b2 c2", "a2 b3", "a1 b3"),
        ] {
            assert_eq!(
                reverted(before, after, now),
                expected,
                "{before} | {after} | {now}"
            );
        }
    }

    fn changed(settings: &mut Settings, change: impl FnOnce(&mut Settings)) -> SettingsChange {
        let before = settings.clone();
        change(settings);
        SettingsChange {
            before,
            after: settings.clone(),
        }
    }

    fn tool(id: &str, name: &str) -> OwnTool {
        OwnTool {
            name: name.to_owned(),
            ..OwnTool::new(id.to_owned())
        }
    }

    #[test]
    fn a_tool_comes_back_under_a_free_name_and_allowed_nothing() {
        let mut settings = Settings::default();
        settings.tools.put_own(tool("1", "count"));
        let allow = |settings: &mut Settings| {
            let permissions = &mut settings.tools.permissions;
            permissions.insert("count".to_owned(), Permission::Always);
        };
        allow(&mut settings);
        let change = changed(&mut settings, |it| {
            it.tools.remove_own(&OwnToolId("1".to_owned()));
        });
        assert!(settings.tools.permissions.is_empty());
        settings.tools.put_own(tool("2", "count"));
        allow(&mut settings);
        settings.revert(&change);
        let names = settings
            .tools
            .own
            .iter()
            .map(|tool| (&*tool.id.0, &*tool.name));
        assert_eq!(
            names.collect::<Vec<_>>(),
            [("1", "count_2"), ("2", "count")]
        );
        assert_eq!(settings.tools.permissions.len(), 1);
    }

    #[test]
    fn what_was_chosen_for_an_import_goes_with_it() {
        let mut settings = Settings::default();
        let change = changed(&mut settings, |it| it.tools.put_own(tool("1", "count")));
        let permissions = &mut settings.tools.permissions;
        permissions.insert("count".to_owned(), Permission::Always);
        settings.revert(&change);
        assert!(settings.tools.own.is_empty() && settings.tools.permissions.is_empty());
    }

    #[test]
    fn a_server_comes_back_under_a_prefix_of_its_own() {
        let server = |id: &str| -> McpServer {
            let value = json!({ "id": id, "name": "Old", "url": "https://x.example", "prefix": "old", "enabled": true });
            serde_json::from_value(value).unwrap()
        };
        let mut settings = Settings::default();
        settings.tools.servers.push(server("1"));
        let change = changed(&mut settings, |it| it.tools.servers.clear());
        settings.tools.servers.push(server("2"));
        settings.revert(&change);
        let found = settings.tools.servers.iter();
        let found: Vec<_> = found.map(|it| (&*it.id.0, &*it.prefix)).collect();
        assert_eq!(found, [("1", "old2"), ("2", "old")]);
    }

    #[test]
    fn a_provider_added_since_stays() {
        let settings = |providers: &[&str], default: &str| -> Settings {
            let models: Vec<_> = providers
                .iter()
                .map(|id| json!({ "id": id, "provider": id, "model": id }))
                .collect();
            let providers: Vec<_> = providers
                .iter()
                .map(|id| json!({ "id": id, "name": id, "preset": "custom", "base_url": "", "enabled": true }))
                .collect();
            let value =
                json!({ "providers": providers, "models": models, "default_model": default });
            serde_json::from_value(value).unwrap()
        };
        let change = SettingsChange {
            before: settings(&["a", "b"], "a"),
            after: settings(&["b"], "b"),
        };
        let mut now = settings(&["b", "c"], "b");
        now.theme = crate::settings::Theme::Dark;
        now.revert(&change);
        let expected = settings(&["a", "b", "c"], "a");
        assert_eq!(now.providers, expected.providers);
        assert_eq!(
            (now.models, now.default_model),
            (expected.models, expected.default_model)
        );
        assert_eq!(now.theme, crate::settings::Theme::Dark);
    }
}
