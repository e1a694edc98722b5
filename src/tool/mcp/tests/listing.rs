//! What a server lists, and under which names.

use super::super::{catalog, naming, reading};
use super::*;
use crate::chat::AgentId;
use crate::tool::consent::{Grant, scope};
use crate::tool::{Permission, Reach, Runner};

fn server(prefix: &str, url: &str) -> McpServer {
    McpServer {
        id: "m-1".into(),
        name: "Everything".into(),
        prefix: prefix.into(),
        url: url.into(),
        headers: vec![],
        enabled: true,
        off: vec![],
        era: None,
    }
}

fn everything() -> Catalog {
    let result = result(include_str!("../recordings/tools.sse"), 2);
    Catalog::read(result["tools"].as_array().unwrap())
}

#[test]
fn tools_are_read_and_named() {
    let catalog = everything();
    assert_eq!(catalog.unusable, [""; 0]);
    let mut server = server("everything", "http://127.0.0.1:3917/mcp");
    server.off = vec!["get-env".into()];
    let tools = server.tools(&catalog);
    assert_eq!(tools.len(), catalog.tools.len() - 1);
    let sum = tools
        .iter()
        .find(|tool| tool.spec.name == "mcp_everything_get-sum")
        .unwrap();
    assert_eq!(sum.title, "Get Sum Tool (Everything)");
    assert_eq!(sum.spec.parameters["required"], json!(["a", "b"]));
    // It says of itself that it only reads; it asks all the same.
    assert_eq!(sum.rule.permission, Permission::Ask);
    assert_eq!(sum.reach, Reach::Host(Some("127.0.0.1:3917".into())));
    let runner = Runner::Mcp {
        server: "m-1".into(),
        tool: "get-sum".into(),
    };
    assert_eq!(sum.runner, runner);
    server.enabled = false;
    assert!(server.tools(&catalog).is_empty());
}

#[test]
fn a_grant_is_for_the_servers_host() {
    let catalog = everything();
    let agent = AgentId::from("a");
    // What the model writes as an address does not matter.
    let arguments = json!({ "url": "https://elsewhere.test" });
    let scope_at = |url: &str| {
        let tools = server("s", url).tools(&catalog);
        scope(&tools[0], &agent, arguments.as_object().unwrap())
    };
    let here = scope_at("https://a.test/mcp").unwrap();
    assert_eq!(here.host.as_deref(), Some("a.test"));
    let grant = Grant {
        scope: here.clone(),
        session: None,
        at: 0.0,
    };
    assert!(grant.covers(&here, &"s".into()));
    assert!(!grant.covers(&scope_at("https://b.test/mcp").unwrap(), &"s".into()));
    assert_eq!(scope_at("not an address"), None);
}

#[test]
fn names_are_legal_unique_and_do_not_depend_on_the_order() {
    let names = |listed: &[&str]| {
        let items: Vec<Value> = listed.iter().map(|name| json!({ "name": name })).collect();
        let mut named: Vec<(String, String)> =
            naming::tools(&server("s", ""), &Catalog::read(&items))
                .into_iter()
                .map(|(name, tool)| (name, tool.spec.name))
                .collect();
        named.sort();
        named
    };
    let long = "x".repeat(100);
    let listed = ["a.b", "a/b", "a_b", "ä", &long];
    let named = names(&listed);
    let mut unique: Vec<&String> = named.iter().map(|(_, name)| name).collect();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), listed.len());
    for (_, name) in &named {
        assert!(name.len() <= 64 && name.starts_with("mcp_s_"), "{name}");
        assert!(
            name.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b))
        );
    }
    let mut other = listed;
    other.reverse();
    assert_eq!(names(&other), named);

    let prefix = |name: &str, known: &[&str]| {
        let known: Vec<McpServer> = known.iter().map(|prefix| server(prefix, "")).collect();
        naming::prefix(name, &known)
    };
    assert_eq!(prefix("My Server!", &[]), "myserver");
    assert_eq!(prefix("my_server", &["myserver", "myserver2"]), "myserver3");
    assert_eq!(prefix("日本", &[]), "server");
}

#[test]
fn what_a_server_lists_is_cut_to_size() {
    let items = [
        json!({ "name": "plain", "description": format!("a\u{200B}{}", "b".repeat(5_000)) }),
        json!({ "name": "huge", "inputSchema": { "type": "object", "enum": vec!["x".repeat(1000); 40] } }),
        json!({ "name": "list", "inputSchema": { "type": "array" } }),
        json!({ "name": "plain", "description": "again" }),
        json!({ "description": "nameless" }),
        json!("no object"),
        json!({ "name": "header", "inputSchema": { "properties": { "n": { "type": "number", "x-mcp-header": "N" } } } }),
        json!({ "name": "deep", "inputSchema": { "anyOf": [{ "properties": { "n": { "type": "string", "x-mcp-header": "N" } } }] } }),
    ];
    let catalog = Catalog::read(&items);
    let names: Vec<&str> = catalog.tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["plain"]);
    assert!(catalog.tools[0].description.len() <= 2_000);
    assert!(catalog.tools[0].description.starts_with("abb"));
    assert_eq!(
        catalog.tools[0].schema,
        json!({ "type": "object", "properties": {} })
    );
    assert_eq!(catalog.unusable.len(), 4, "{:?}", catalog.unusable);
    let many: Vec<Value> = (0..300).map(|n| json!({ "name": n.to_string() })).collect();
    assert_eq!(Catalog::read(&many).tools.len(), 200);
}

#[test]
fn resources_and_prompts_are_read() {
    let listed = result(include_str!("../recordings/res.sse"), 6);
    let resources = catalog::resources(listed["resources"].as_array().unwrap());
    assert_eq!(
        resources[0].uri,
        "demo://resource/static/document/architecture.md"
    );
    assert_eq!(resources[0].media_type, "text/markdown");
    let listed = result(include_str!("../recordings/tmpl.sse"), 7);
    let templates = catalog::resources(listed["resourceTemplates"].as_array().unwrap());
    assert!(templates[0].template);
    assert_eq!(reading::blanks(&templates[0].uri), ["resourceId"]);
    let listed = result(include_str!("../recordings/prompts.sse"), 8);
    let prompts = catalog::prompts(listed["prompts"].as_array().unwrap());
    assert_eq!(prompts[1].title, "Arguments Prompt");
    assert!(prompts[1].arguments[0].required && !prompts[1].arguments[1].required);
}

#[test]
fn blanks_are_filled_in() {
    let check = |template: &str, expected: Result<&str, &str>| {
        let values = [("id".to_owned(), "a/b ü".to_owned())];
        let filled = reading::fill(template, &values);
        assert_eq!(filled.as_deref().map_err(|why| &**why), expected);
    };
    check("x://{id}/y", Ok("x://a%2Fb%20%C3%BC/y"));
    check("x://{+id}", Ok("x://a/b%20%C3%BC"));
    check("x://{other}", Ok("x://"));
    check(
        "x://{?id}",
        Err("The blank {?id} is of a kind that is not understood."),
    );
    check(
        "x://{id",
        Err("The address has a brace that is not closed."),
    );
}
