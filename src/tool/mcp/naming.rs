//! A server's tools under names that every provider takes.

use super::{Catalog, McpServer};
use crate::chat::ToolSpec;
use crate::tool::consent::host;
use crate::tool::{Permission, Reach, Rule, Runner, Tool};

/// The longest name that every provider takes.
const LONGEST: usize = 64;
/// How long a call may take, in milliseconds: tools of servers do long work, and report their progress.
const TIMEOUT: f64 = 300_000.0;

/// Every tool of a server, with the server's name of it. What a server says of a tool beside its description and schema
/// is not heard: whether it only reads, say, is for the person to judge.
pub fn tools(server: &McpServer, catalog: &Catalog) -> Vec<(String, Tool)> {
    // Numbers must not depend on the order in which a server lists its tools: permissions hang on names.
    let mut sorted: Vec<&str> = catalog.tools.iter().map(|tool| &*tool.name).collect();
    sorted.sort_unstable();
    let mut taken: Vec<(String, &str)> = vec![];
    for name in sorted {
        let mut number = 1;
        let unique = loop {
            let unique = legal(&server.prefix, name, number);
            if taken.iter().all(|(known, _)| *known != unique) {
                break unique;
            }
            number += 1;
        };
        taken.push((unique, name));
    }
    let named = catalog.tools.iter().filter_map(|tool| {
        let (unique, _) = taken.iter().find(|(_, name)| *name == tool.name)?;
        let tool_here = Tool {
            spec: ToolSpec {
                name: unique.clone(),
                description: tool.description.clone(),
                parameters: tool.schema.clone(),
            },
            title: format!("{} ({})", tool.title, server.name),
            rule: Rule {
                permission: Permission::Ask,
                parallel: true,
                timeout: Some(TIMEOUT),
                ..Rule::default()
            },
            reach: Reach::Host(host(&server.url)),
            runner: Runner::Mcp {
                server: server.id.clone(),
                tool: tool.name.clone(),
            },
        };
        Some((tool.name.clone(), tool_here))
    });
    named.collect()
}

/// A prefix that no server has yet, made of a server's name. It has no underscore, so that no tool of one server can be
/// named like one of another.
pub fn prefix(name: &str, known: &[McpServer]) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let mut base: String = letters.take(20).collect();
    base.make_ascii_lowercase();
    if base.is_empty() {
        base.push_str("server");
    }
    let mut prefix = base.clone();
    let mut number = 1;
    while known.iter().any(|server| server.prefix == prefix) {
        number += 1;
        prefix = format!("{base}{number}");
    }
    prefix
}

fn legal(prefix: &str, name: &str, number: usize) -> String {
    let plain = |c: char| match c.is_ascii_alphanumeric() || matches!(c, '-' | '_') {
        true => c,
        false => '_',
    };
    let end = match number {
        1 => String::new(),
        number => format!("_{number}"),
    };
    let mut legal: String = format!("mcp_{prefix}_{name}").chars().map(plain).collect();
    legal.truncate(LONGEST - end.len());
    legal + &end
}
