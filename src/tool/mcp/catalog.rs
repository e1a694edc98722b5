//! What a server lists, cut to size.

use super::mirror;
use super::text::{plain, plain_inside};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Items of a list that are kept, and pages that are asked for.
const MOST_ITEMS: usize = 200;
pub const MOST_PAGES: usize = 20;
/// Bytes of a description, and of a tool's schema as JSON.
const LONGEST_DESCRIPTION: usize = 2_000;
const LARGEST_SCHEMA: usize = 16 * 1024;
/// Bytes of a name or an address; whatever is longer is left out.
const LONGEST_NAME: usize = 256;
const LONGEST_URI: usize = 2_048;

/// The tools of a server, as they were listed last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Catalog {
    pub tools: Vec<ServerTool>,
    /// Tools that cannot be used, with the reason, a sentence each.
    pub unusable: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ServerTool {
    /// The server's name of it.
    pub name: String,
    /// For the person.
    pub title: String,
    pub description: String,
    /// A JSON Schema of an object.
    pub schema: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Resource {
    pub uri: String,
    pub title: String,
    pub description: String,
    pub media_type: String,
    /// Whether the address has blanks in braces, to be filled in first.
    pub template: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    pub name: String,
    pub title: String,
    pub description: String,
    pub arguments: Vec<PromptArgument>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PromptArgument {
    pub name: String,
    pub description: String,
    pub required: bool,
}

impl Catalog {
    /// From the items of `tools/list`, all pages together.
    pub fn read(items: &[Value]) -> Self {
        let mut catalog = Self::default();
        for item in items.iter().take(MOST_ITEMS) {
            match tool(item) {
                Ok(tool) if catalog.tools.iter().any(|known| known.name == tool.name) => {}
                Ok(tool) => catalog.tools.push(tool),
                Err(Some(why)) => catalog.unusable.push(why),
                Err(None) => {}
            }
        }
        if items.len() > MOST_ITEMS {
            catalog.unusable.push(format!(
                "{} more tools: a server may have {MOST_ITEMS} here.",
                items.len() - MOST_ITEMS
            ));
        }
        catalog
    }

    pub fn tool(&self, name: &str) -> Option<&ServerTool> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

fn tool(item: &Value) -> Result<ServerTool, Option<String>> {
    let name = name(item).ok_or(None)?;
    let unusable = |why: &str| Some(format!("{}: {why}", plain(&name, 80)));
    let mut schema = match item.get("inputSchema") {
        None | Some(Value::Null) => json!({ "type": "object" }),
        Some(schema) => schema.clone(),
    };
    let fields = schema
        .as_object_mut()
        .filter(|fields| fields.get("type").is_none_or(|kind| kind == "object"))
        .ok_or_else(|| unusable("its arguments are no object."))?;
    fields.insert("type".to_owned(), json!("object"));
    fields.remove("$schema");
    // Some providers refuse an object that names no properties.
    fields
        .entry("properties")
        .or_insert_with(|| Value::Object(Map::new()));
    plain_inside(&mut schema, LONGEST_DESCRIPTION);
    if schema.to_string().len() > LARGEST_SCHEMA {
        return Err(unusable("its schema is larger than 16 KiB."));
    }
    mirror::marks(&schema).map_err(|why| unusable(&why))?;
    Ok(ServerTool {
        title: title(item, &name),
        description: description(item),
        name,
        schema,
    })
}

/// From the items of `resources/list` or `resources/templates/list`.
pub fn resources(items: &[Value]) -> Vec<Resource> {
    let read = |item: &Value| {
        let template = item["uriTemplate"].as_str();
        let uri = template.or(item["uri"].as_str())?;
        (uri.len() <= LONGEST_URI).then(|| Resource {
            uri: uri.to_owned(),
            title: title(item, uri),
            description: description(item),
            media_type: plain(item["mimeType"].as_str().unwrap_or_default(), 80),
            template: template.is_some(),
        })
    };
    items.iter().take(MOST_ITEMS).filter_map(read).collect()
}

/// From the items of `prompts/list`.
pub fn prompts(items: &[Value]) -> Vec<Prompt> {
    let argument = |item: &Value| {
        Some(PromptArgument {
            name: name(item)?,
            description: description(item),
            required: item["required"] == true,
        })
    };
    let read = |item: &Value| {
        let name = name(item)?;
        let arguments = item["arguments"].as_array().into_iter().flatten();
        Some(Prompt {
            title: title(item, &name),
            description: description(item),
            arguments: arguments.take(20).filter_map(argument).collect(),
            name,
        })
    };
    items.iter().take(MOST_ITEMS).filter_map(read).collect()
}

fn name(item: &Value) -> Option<String> {
    let name = item["name"].as_str()?;
    (!name.is_empty() && name.len() <= LONGEST_NAME).then(|| name.to_owned())
}

fn title(item: &Value, name: &str) -> String {
    let given = [&item["title"], &item["annotations"]["title"], &item["name"]];
    let mut given = given.into_iter().filter_map(Value::as_str);
    let title = given.find_map(|title| Some(plain(title, 80)).filter(|title| !title.is_empty()));
    title.unwrap_or_else(|| plain(name, 80))
}

fn description(item: &Value) -> String {
    plain(
        item["description"].as_str().unwrap_or_default(),
        LONGEST_DESCRIPTION,
    )
}
