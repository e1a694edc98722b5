//! Addresses as people paste them.

use crate::provider::{demo, on_device};

/// The base URL as it is kept: scheme and host in lower case, without a trailing slash, and cut back where
/// the address of one operation was pasted. Of a query only Azure's `api-version` stays; others belong to an
/// operation, and may even hold a key.
///
/// # Errors
/// Says in one sentence what is wrong with the address.
pub fn normalize_base_url(typed: &str) -> Result<String, String> {
    const EXAMPLE: &str = "https://api.example.com/v1";
    let typed = typed.trim();
    if BUILT_IN.contains(&typed) {
        return Ok(typed.to_owned());
    }
    if typed.is_empty() {
        return Err(format!("Enter the base URL, for example {EXAMPLE}."));
    }
    let Some((scheme, rest)) = typed.split_once("://") else {
        return Err(format!(
            "The base URL must start with https:// or http://, for example {EXAMPLE}."
        ));
    };
    let scheme = scheme.to_ascii_lowercase();
    if scheme != "http" && scheme != "https" {
        return Err(format!(
            "A browser reaches https:// and http:// addresses only, not {scheme}://."
        ));
    }
    if typed.contains(char::is_whitespace) {
        return Err("The base URL must not contain spaces.".to_owned());
    }
    if let Some((_, rest)) = typed.split_once('{') {
        let name = rest.split('}').next().unwrap_or_default();
        return Err(format!("Put your own {name} in the place of {{{name}}}."));
    }
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if host.is_empty() || host.starts_with(':') {
        return Err(format!(
            "The base URL names no host, for example {EXAMPLE}."
        ));
    }
    if host.contains('@') {
        return Err("The base URL must not contain a user name or password.".to_owned());
    }
    let base = without_operation(path.trim_end_matches('/'));
    let is_version = |parameter: &&str| parameter.starts_with("api-version=");
    let version = query.split('&').find(is_version);
    let was_cut = base.len() < path.trim_end_matches('/').len();
    let is_alone = query.is_empty() || query.split('&').all(|it| is_version(&it));
    if typed.contains('#') || !is_alone && !was_cut {
        return Err("The base URL must end before the “?” or “#”.".to_owned());
    }
    let query = version.map(|version| format!("?{version}"));
    let host = host.to_ascii_lowercase();
    Ok(format!(
        "{scheme}://{host}{base}{}",
        query.unwrap_or_default()
    ))
}

/// The addresses of what needs no server. No request is ever sent to them.
const BUILT_IN: [&str; 2] = [demo::SCHEME, on_device::SCHEME];

/// How the paths of the dialects' operations end.
const OPERATIONS: [&str; 8] = [
    "/chat/completions",
    "/responses",
    "/messages",
    "/models",
    "/api/chat",
    "/api/generate",
    "/api/tags",
    "/api/show",
];

fn without_operation(path: &str) -> &str {
    // Gemini's name the model, and after a colon what it is to do.
    let mut base = match path.rsplit_once("/models/") {
        Some((base, rest)) if rest.contains(':') && !rest.contains('/') => base,
        _ => path,
    };
    if let Some(cut) = OPERATIONS.iter().find_map(|end| base.strip_suffix(end)) {
        base = cut.trim_end_matches('/');
    }
    // Azure's old ones name the deployment, which is the model.
    match base.rsplit_once("/openai/deployments/") {
        Some((base, deployment)) if !deployment.contains('/') => base,
        _ => base,
    }
}

/// Host and port of an address.
pub(super) fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    rest.split(['/', '?'])
        .next()
        .filter(|host| !host.is_empty())
}

/// What follows the host, without a query: empty, or it begins with a slash.
pub(super) fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let rest = rest.split('?').next().unwrap_or_default();
    rest.find('/').map_or("", |at| &rest[at..])
}

/// Whether an address is one of those that `pattern` stands for: the same host, where what is in braces
/// stands for anything, and likewise with a query or without.
pub(super) fn fits(pattern: &str, url: &str) -> bool {
    let (Some(wanted), Some(host)) = (host(pattern), host(url)) else {
        return false;
    };
    let same_host = match wanted.split_once('}') {
        Some((_, rest)) => host.len() > rest.len() && host.ends_with(rest),
        None => host == wanted,
    };
    same_host && pattern.contains('?') == url.contains('?')
}
