//! Settings as a file: for another browser, or for handing someone a set-up. Never holds a key.

use super::Settings;
use crate::chat::ProviderId;
use crate::provider::doctor::host;
use crate::provider::{ModelConfig, Provider};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

const FORMAT: &str = "colloquy-settings";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u32,
    providers: Vec<Provider>,
    models: Vec<ModelConfig>,
}

/// The providers and models as a JSON document.
pub fn write(settings: &Settings) -> Value {
    let file = File {
        format: FORMAT.to_owned(),
        version: VERSION,
        providers: settings.providers.clone(),
        models: settings.models.clone(),
    };
    serde_json::to_value(file).unwrap_or_default()
}

/// What a file brings to the settings that are there.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    providers: Vec<Provider>,
    models: Vec<ModelConfig>,
    /// What changes, a sentence each.
    pub changes: Vec<String>,
    /// Every host that its providers call or that a request's extra JSON names, in order and without repetitions.
    pub hosts: Vec<String>,
}

/// Reads a file and compares it with the settings that are there. `new_id` makes ids.
///
/// A provider that is known already, but has another host in the file, comes as one more provider: the key that
/// is stored for the known one must not go to a host that the person has not chosen for it.
///
/// # Errors
/// Says in a sentence why the text is no such file.
pub fn read(text: &str, current: &Settings, new_id: impl Fn() -> String) -> Result<Import, String> {
    let file: File = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .and_then(serde_json::from_value::<File>)
        .map_err(|error| format!("This is not a file of Colloquy's settings: {error}."))?;
    if file.format != FORMAT {
        return Err("This is not a file of Colloquy's settings.".to_owned());
    }
    if file.version > VERSION {
        return Err(
            "This file was made by a newer Colloquy. Reload this page and try again.".to_owned(),
        );
    }
    let mut import = Import {
        providers: vec![],
        models: vec![],
        changes: vec![],
        hosts: vec![],
    };
    let mut renamed: Vec<(ProviderId, ProviderId)> = vec![];
    for mut provider in file.providers {
        let address = address(&provider);
        let host = host(&address).to_owned();
        name_host(&host, &mut import.hosts);
        let known = current
            .providers
            .iter()
            .find(|known| known.id == provider.id);
        match known {
            Some(known) if *known == provider => {}
            Some(known) if super::file::address(known) == address => {
                let what = changes(known, &provider);
                import
                    .changes
                    .push(format!("The provider “{}” changes: {what}.", known.name));
            }
            Some(_) | None => {
                if known.is_some() {
                    let fresh = ProviderId(new_id());
                    renamed.push((provider.id.clone(), fresh.clone()));
                    provider.id = fresh;
                }
                let calls = match host.as_str() {
                    "" => String::new(),
                    host => format!("; it calls {host}"),
                };
                let name = &provider.name;
                let what = settings_of(&provider);
                import
                    .changes
                    .push(format!("The provider “{name}” is added{calls}{what}."));
            }
        }
        import.providers.push(provider);
    }
    for mut model in file.models {
        if let Some((_, fresh)) = renamed.iter().find(|(old, _)| *old == model.provider) {
            model.provider = fresh.clone();
            model.id = crate::chat::ModelConfigId(new_id());
        }
        let known = current.models.iter().find(|known| known.id == model.id);
        match known {
            Some(known) if *known == model => {}
            Some(known) => import.changes.push(format!(
                "The model “{}” changes: {}.",
                known.label(),
                changes(known, &model)
            )),
            None => import.changes.push(format!(
                "The model “{}” is added{}.",
                model.label(),
                settings_of(&model)
            )),
        }
        import.models.push(model);
    }
    let bodies = import.providers.iter().map(|provider| &provider.body);
    let extras = import.models.iter().map(|model| &model.extra);
    for value in bodies.chain(extras).flat_map(Map::values) {
        hosts_in(value, &mut import.hosts);
    }
    Ok(import)
}

impl Import {
    /// Puts what the file brings over the settings; nothing is taken away.
    pub fn apply(self, settings: &mut Settings) {
        for provider in self.providers {
            match settings
                .providers
                .iter_mut()
                .find(|known| known.id == provider.id)
            {
                Some(known) => *known = provider,
                None => settings.providers.push(provider),
            }
        }
        for model in self.models {
            match settings
                .models
                .iter_mut()
                .find(|known| known.id == model.id)
            {
                Some(known) => *known = model,
                None => settings.models.push(model),
            }
        }
        settings.forget_missing_default();
    }
}

/// What a sentence about something added says already, or says nothing to a person.
const SAID: &[&str] = &[
    "id", "name", "preset", "base_url", "enabled", "provider", "model",
];

/// What is set of something that is added, for the end of a sentence.
fn settings_of<T: Serialize + DeserializeOwned>(added: &T) -> String {
    let all = object(added);
    let mut blank = all.clone();
    blank.retain(|name, _| SAID.contains(&name.as_str()));
    let blank = serde_json::from_value::<T>(Value::Object(blank));
    let blank = blank.as_ref().map(object).unwrap_or_default();
    let set = differences(&blank, &all);
    set.map(|(name, _, value)| format!("; {} {}", label(name), shown(value)))
        .collect()
}

/// What a change makes of something, with what it was before.
fn changes<T: Serialize>(before: &T, after: &T) -> String {
    let (before, after) = (object(before), object(after));
    let lines = differences(&before, &after)
        .map(|(name, old, new)| format!("{} {} → {}", label(name), shown(old), shown(new)));
    lines.collect::<Vec<_>>().join("; ")
}

/// The fields that differ, with both values. The newer one has all that the older one has.
fn differences<'a>(
    before: &'a Map<String, Value>,
    after: &'a Map<String, Value>,
) -> impl Iterator<Item = (&'a str, Option<&'a Value>, Option<&'a Value>)> {
    let values = after
        .iter()
        .map(|(name, new)| (name.as_str(), before.get(name), Some(new)));
    values.filter(|(_, old, new)| old != new)
}

fn object(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => object,
        Ok(_) | Err(_) => Map::new(),
    }
}

/// A field's name in words.
fn label(name: &str) -> String {
    match name {
        "body" | "extra" => "extra JSON".to_owned(),
        "preset" => "type".to_owned(),
        name => name.replace('_', " "),
    }
}

fn shown(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "none".to_owned(),
        Some(Value::String(text)) => format!("“{text}”"),
        Some(other) => other.to_string(),
    }
}

fn name_host(host: &str, found: &mut Vec<String>) {
    if !host.is_empty() && !found.iter().any(|known| known == host) {
        found.push(host.to_owned());
    }
}

/// The hosts of all addresses that a value names: a provider's own tools call some.
fn hosts_in(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.contains("://") => name_host(host(text), found),
        Value::Array(list) => list.iter().for_each(|value| hosts_in(value, found)),
        Value::Object(object) => object.values().for_each(|value| hosts_in(value, found)),
        Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {}
    }
}

/// Where the provider's requests go.
fn address(provider: &Provider) -> String {
    provider.endpoint(Default::default()).base_url
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::ModelConfigId;
    use crate::tool::ToolSettings;

    fn provider(id: &str, base_url: &str) -> Provider {
        let value = serde_json::json!({
            "id": id, "name": format!("Name {id}"), "preset": "custom", "base_url": base_url, "enabled": true,
        });
        serde_json::from_value(value).unwrap()
    }

    fn model(id: &str, provider: &str) -> ModelConfig {
        let value = serde_json::json!({ "id": id, "provider": provider, "model": id });
        serde_json::from_value(value).unwrap()
    }

    fn settings() -> Settings {
        Settings {
            providers: vec![provider("a", "https://a.test/v1")],
            models: vec![model("m", "a")],
            default_model: Some(ModelConfigId::from("m")),
            ..Settings::default()
        }
    }

    fn import(file: &Settings, current: &Settings) -> Import {
        read(&write(file).to_string(), current, || "fresh".to_owned()).unwrap()
    }

    #[test]
    fn what_was_written_changes_nothing_where_it_came_from() {
        let settings = settings();
        let import = import(&settings, &settings);
        assert!(import.changes.is_empty(), "{:?}", import.changes);
        let mut after = settings.clone();
        import.apply(&mut after);
        assert_eq!(after, settings);
    }

    #[test]
    fn an_empty_browser_gets_all_of_it() {
        let import = import(&settings(), &Settings::default());
        assert_eq!(import.hosts, ["a.test"]);
        assert_eq!(
            import.changes,
            [
                "The provider “Name a” is added; it calls a.test.",
                "The model “m” is added."
            ]
        );
        let mut after = Settings::default();
        import.apply(&mut after);
        assert_eq!(
            (after.providers, after.models),
            (settings().providers, settings().models)
        );
        assert_eq!(after.default_model, Some(ModelConfigId::from("m")));
    }

    #[test]
    fn everything_that_changes_is_named() {
        let mut file = settings();
        file.providers[0].headers = vec!["X-Team".to_owned()];
        file.providers[0].enabled = false;
        file.models[0].temperature = Some(0.5);
        file.models.push(model("n", "a"));
        let tools = serde_json::json!([{ "type": "mcp", "server_url": "https://tools.test/mcp" }]);
        file.models[1].extra.insert("tools".to_owned(), tools);
        let import = import(&file, &settings());
        assert_eq!(
            import.changes,
            [
                "The provider “Name a” changes: enabled true → false; headers [] → [\"X-Team\"].",
                "The model “m” changes: temperature none → 0.5.",
                "The model “n” is added; extra JSON \
                 {\"tools\":[{\"server_url\":\"https://tools.test/mcp\",\"type\":\"mcp\"}]}.",
            ]
        );
        // OpenAI would call it, with what the conversation holds.
        assert_eq!(import.hosts, ["a.test", "tools.test"]);
    }

    #[test]
    fn each_host_is_named_once() {
        let mut file = settings();
        let urls = [
            "https://b.test/1",
            "https://a.test/2",
            "https://c.test/3",
            "https://b.test/4",
        ];
        let body = &mut file.providers[0].body;
        body.insert("urls".to_owned(), serde_json::json!(urls));
        assert_eq!(
            import(&file, &settings()).hosts,
            ["a.test", "b.test", "c.test"]
        );
    }

    #[test]
    fn a_stored_key_never_follows_to_another_host() {
        let mut file = settings();
        file.providers[0].base_url = "https://evil.test/v1".to_owned();
        let current = settings();
        let import = import(&file, &current);
        assert_eq!(import.hosts, ["evil.test"]);
        let mut after = current.clone();
        import.apply(&mut after);
        assert_eq!(after.providers[0], current.providers[0]);
        assert_eq!(after.providers[1].id, ProviderId::from("fresh"));
        assert_eq!(after.models[0], current.models[0]);
        assert_eq!(after.models[1].provider, ProviderId::from("fresh"));
    }

    #[test]
    fn a_file_grants_nothing() {
        let mut file = write(&settings());
        let grants = serde_json::json!([{ "tool": "write_note", "agent": "just-ask", "at": 0 }]);
        let permissions = serde_json::json!({ "write_note": "always" });
        file["grants"] = grants.clone();
        file["permissions"] = permissions.clone();
        file["tools"] = serde_json::json!({ "grants": grants, "permissions": permissions });
        file["settings"] = serde_json::json!({ "tools": file["tools"] });
        let mut after = Settings::default();
        let import = read(&file.to_string(), &after, || "fresh".to_owned()).unwrap();
        import.apply(&mut after);
        assert_eq!(after.tools, ToolSettings::default());
        assert_eq!(after.providers, settings().providers);
    }

    #[test]
    fn what_is_no_such_file_says_so() {
        let current = settings();
        for (text, says) in [
            ("", "not a file"),
            ("{}", "not a file"),
            (
                r#"{"format":"other","version":1,"providers":[],"models":[]}"#,
                "not a file",
            ),
            (
                r#"{"format":"colloquy-settings","version":99,"providers":[],"models":[]}"#,
                "newer",
            ),
        ] {
            let error = read(text, &current, String::new).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
