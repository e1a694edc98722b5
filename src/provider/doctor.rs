//! Why no answer came at all, as far as a page can find out, and what mends it.
//!
//! A browser tells a page only that a request failed: a wrong host, a server that is not running, missing CORS
//! headers and a refused permission look the same to it. What can be told apart is told apart by asking
//! around ([`Circumstances`]); where that does not decide, the checks are listed by likelihood.

use crate::chat::Failure;
use std::net::IpAddr;

/// What the page found out after a request failed without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// The address that was asked.
    pub base_url: String,
    /// The page's origin, for example `https://example.test`.
    pub page: String,
    /// Whether the browser believes to be online at all.
    pub online: bool,
    /// What came of asking again in a way that needs no CORS headers, and whose answer no page can read.
    pub reach: Reach,
    pub local_network: Permission,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Something answers there.
    Answers,
    Silent,
    /// Not asked.
    Unknown,
}

/// The browser's permission for pages to reach the local network (Chrome 142 and later).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    Granted,
    Denied,
    /// The person has not answered yet.
    Asked,
    /// This browser knows no such permission.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Offline,
    MixedContent,
    LocalNetworkDenied,
    LocalNetworkAsked,
    /// The server answers, but does not allow this page to read it.
    LocalCors,
    /// A server on the internet answers, and the page may not read what it says.
    RemoteHidden,
    LocalSilent,
    RemoteSilent,
}

/// The one cause that explains the circumstances best.
pub fn cause(seen: &Circumstances) -> Cause {
    let near = is_near(host(&seen.base_url));
    let page_is_near = is_near(host(&seen.page));
    if seen.page.starts_with("https://") && seen.base_url.starts_with("http://") && !near {
        return Cause::MixedContent;
    }
    if near && !page_is_near {
        match seen.local_network {
            Permission::Denied => return Cause::LocalNetworkDenied,
            Permission::Asked if seen.reach != Reach::Answers => return Cause::LocalNetworkAsked,
            Permission::Asked | Permission::Granted | Permission::Unknown => {}
        }
    }
    match (seen.reach, near) {
        (Reach::Answers, true) => Cause::LocalCors,
        (Reach::Answers, false) => Cause::RemoteHidden,
        (Reach::Silent | Reach::Unknown, true) => Cause::LocalSilent,
        (Reach::Silent | Reach::Unknown, false) if !seen.online => Cause::Offline,
        (Reach::Silent | Reach::Unknown, false) => Cause::RemoteSilent,
    }
}

/// The cause in words for the person, with the lines to copy.
pub fn failure(provider: &str, seen: &Circumstances, message: &str) -> Failure {
    let settings = format!("Settings → {provider} → Base URL");
    let host = host(&seen.base_url);
    let page = &seen.page;
    let server = Server::at(&seen.base_url);
    let (title, advice, fix) = match cause(seen) {
        Cause::Offline => (
            "You are offline.".to_owned(),
            "Your message is kept. Retry when the connection is back.".to_owned(),
            String::new(),
        ),
        Cause::MixedContent => (
            format!("The browser blocks {host}, because its address is not encrypted."),
            format!(
                "This page came by https, so it may ask https addresses only. Change {settings} to \
                 https://, if the server offers it, or open Colloquy by http."
            ),
            String::new(),
        ),
        Cause::LocalNetworkDenied => (
            "This page is not allowed to reach your local network.".to_owned(),
            "The browser was told to refuse. Press the icon left of the address, allow “Local network \
             access” for this page, and retry."
                .to_owned(),
            String::new(),
        ),
        Cause::LocalNetworkAsked => (
            "The browser waits for your leave to reach your local network.".to_owned(),
            format!(
                "Answer its question near the address bar with “Allow”, and retry. If it asks nothing, \
                 the server at {host} may not be running."
            ),
            String::new(),
        ),
        Cause::LocalCors => (
            format!("{provider} is running, but does not allow this page."),
            server.cors_advice().to_owned(),
            server.cors_lines(page),
        ),
        Cause::RemoteHidden => (
            format!("{provider} answered, but the browser may not show its answer to this page."),
            format!(
                "In order of likelihood: (1) The API key is wrong or the model does not exist, and {host} \
                 hides such answers from web pages. Enter the key again. (2) {host} allows no requests \
                 from web pages (CORS); then a provider that does, such as OpenRouter, may offer the \
                 same model. (3) {settings} has a wrong path: most end in /v1. (4) An extra header is not \
                 allowed there."
            ),
            String::new(),
        ),
        Cause::LocalSilent => (
            format!("Nothing answers at {host}."),
            format!(
                "In order of likelihood: (1) The server is not running: start it. (2) It listens at \
                 another port: check {settings}. (3) This browser blocks http:// addresses on pages that \
                 came by https, as Safari does: open Colloquy by http, or use another browser."
            ),
            server.start_line().to_owned(),
        ),
        Cause::RemoteSilent => (
            format!("{host} cannot be reached."),
            format!(
                "In order of likelihood: (1) The address is misspelt: check {settings}. (2) The network or \
                 an ad blocker stands in between: open the address in a new tab. (3) The server is down, \
                 or its certificate is not valid. A browser does not tell these apart."
            ),
            String::new(),
        ),
    };
    Failure {
        title,
        advice,
        detail: message.to_owned(),
        fix,
    }
}

/// A kind of server that people run on their own machine, by the port it listens at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Server {
    Ollama,
    LmStudio,
    LlamaCpp,
    Vllm,
    Other,
}

impl Server {
    fn at(base_url: &str) -> Self {
        match authority(base_url).rsplit(':').next() {
            Some("11434") => Self::Ollama,
            Some("1234") => Self::LmStudio,
            Some("8080") => Self::LlamaCpp,
            Some("8000") => Self::Vllm,
            _ => Self::Other,
        }
    }

    fn cors_advice(self) -> &'static str {
        match self {
            Self::Ollama => {
                "Quit Ollama and start it again with this page's address allowed. For the app on macOS, run \
                 the second line and restart it; on Windows, set the variable in the system settings."
            }
            Self::LmStudio => {
                "Start its server with CORS, by this line or under Developer → Settings → Enable CORS."
            }
            Self::LlamaCpp => {
                "llama.cpp's server allows every page unless it runs with its tools or MCP switched on, or \
                 behind a proxy. Start it without them, for example by this line."
            }
            Self::Vllm => "Start vLLM with this page's address allowed.",
            Self::Other => {
                "Switch on CORS: let the server, or the proxy before it, send these headers with every \
                 answer, also to OPTIONS requests. If it sends them and only its errors lack them, the \
                 API key may be wrong."
            }
        }
    }

    fn cors_lines(self, page: &str) -> String {
        match self {
            Self::Ollama => format!(
                "OLLAMA_ORIGINS={page} ollama serve\nlaunchctl setenv OLLAMA_ORIGINS \"{page}\""
            ),
            Self::LmStudio => "lms server start --cors".to_owned(),
            Self::LlamaCpp => "llama-server -m model.gguf --port 8080".to_owned(),
            Self::Vllm => format!("vllm serve MODEL --allowed-origins '[\"{page}\"]'"),
            Self::Other => format!(
                "Access-Control-Allow-Origin: {page}\nAccess-Control-Allow-Methods: GET, POST, \
                 OPTIONS\nAccess-Control-Allow-Headers: authorization, content-type"
            ),
        }
    }

    fn start_line(self) -> &'static str {
        match self {
            Self::Ollama => "ollama serve",
            Self::LmStudio => "lms server start --cors",
            Self::LlamaCpp => "llama-server -m model.gguf --port 8080",
            Self::Vllm => "vllm serve MODEL",
            Self::Other => "",
        }
    }
}

/// Whether a host is this machine or in the local network, where a page may use http.
pub fn is_near(host: &str) -> bool {
    let is_name = ["localhost", "local"]
        .iter()
        .any(|name| host == *name || host.ends_with(&format!(".{name}")));
    is_name
        || host.parse().is_ok_and(|address| match address {
            IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
            IpAddr::V6(v6) => {
                v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local()
            }
        })
}

/// The host of an address, without its port.
pub fn host(url: &str) -> &str {
    let authority = authority(url);
    match authority.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    }
}

fn authority(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests;
