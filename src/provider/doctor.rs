//! Why no answer came at all, as far as a page can find out, and what mends it.
//!
//! A browser tells a page only that a request failed: a wrong host, a server that is not running, missing CORS
//! headers and a refused permission look the same to it. What can be told apart is told apart by asking
//! around ([`Circumstances`]); where that does not decide, the checks are listed by likelihood.

use crate::chat::{AddressMend, Failure};
use std::net::IpAddr;

/// What the page found out after a request failed without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// The address that was asked.
    pub base_url: String,
    /// What [`super::Endpoint::origin`] calls the server: the id of the row that the person chose, if it is of one.
    pub server: String,
    /// The page's origin, for example `https://example.test`.
    pub page: String,
    /// Whether the browser believes to be online at all.
    pub online: bool,
    /// What came of asking again in a way that needs no CORS headers, and whose answer no page can read.
    pub reach: Reach,
    pub local_network: Permission,
    /// The names of the headers that the request carried, in lower case.
    pub headers: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Something answers there.
    Answers,
    Silent,
    /// Not asked.
    Unknown,
}

/// The browser's permission for pages to reach the local network or this machine (Chrome 142 and later).
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
    if seen.page.starts_with("https://") && seen.base_url.starts_with("http://") && !near {
        return Cause::MixedContent;
    }
    if needs_leave(&seen.page, &seen.base_url) {
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

/// Whether the page is on the internet and the address near the person, so that some browsers ask first.
pub fn needs_leave(page: &str, base_url: &str) -> bool {
    is_near(host(base_url)) && !is_near(host(page))
}

/// The cause in words for the person, with the lines to copy. `mend`: the base URL that was meant, where this
/// one looks wrong.
pub fn failure(
    provider: &str,
    seen: &Circumstances,
    mend: Option<&AddressMend>,
    message: &str,
) -> Failure {
    let settings = format!("Settings → {provider} → Base URL");
    let host = host(&seen.base_url);
    let server = Server::of(seen);
    let own_headers = own_headers(&seen.headers);
    // What answers at all may just not know the path: then many leave out what lets a page read it.
    let mend = mend.filter(|_| seen.reach == Reach::Answers);
    let mut checks = vec![];
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
            format!("The browser does not let this page reach {}.", network(host)),
            "Its permission was denied. Press the icon left of the page's address, allow the local network \
             or the apps on this device there, and retry."
                .to_owned(),
            String::new(),
        ),
        Cause::LocalNetworkAsked => (
            format!(
                "The browser has not been told whether this page may reach {}.",
                network(host)
            ),
            format!(
                "Retry, and answer the question near the address bar with “Allow”. If none comes, the server \
                 at {host} may not be running."
            ),
            String::new(),
        ),
        Cause::LocalCors => {
            let mut advice = server.cors_advice().to_owned();
            if server == Server::Ollama && !own_headers.is_empty() {
                advice.push_str(&format!(
                    " Ollama allows no header of your own: take {} away under Settings → {provider} → More.",
                    own_headers.join(", ")
                ));
            }
            if let Some(mend) = mend {
                advice.push_str(&format!(
                    " If it allows the page already, the path may be wrong: such an API is usually at {}.",
                    mend.to
                ));
            }
            (
                format!("{provider} is running, but does not allow this page."),
                advice,
                server.cors_lines(seen),
            )
        }
        Cause::RemoteHidden => {
            checks = vec![
                format!(
                    "The API key is wrong or the model does not exist, and {host} hides such answers from \
                     web pages. Enter the key again."
                ),
                match server {
                    Server::Other => format!(
                        "{host} allows no requests from web pages (CORS); then a provider that does, such as \
                         OpenRouter, may offer the same model."
                    ),
                    own => format!(
                        "{host} allows no requests from this page (CORS). {}",
                        own.cors_advice()
                    ),
                },
            ];
            match mend {
                Some(mend) => checks.insert(
                    0,
                    format!("The path is wrong: such an API is usually at {}.", mend.to),
                ),
                None => checks.push(format!("{settings} has a wrong path.")),
            }
            if !own_headers.is_empty() {
                checks.push(format!(
                    "{host} does not allow a header of your own: {}. Try without, under Settings → \
                     {provider} → More.",
                    own_headers.join(", ")
                ));
            }
            (
                format!("{provider} answered, but the browser may not show its answer to this page."),
                BY_LIKELIHOOD.to_owned(),
                match server {
                    Server::Other => String::new(),
                    own => own.cors_lines(seen),
                },
            )
        }
        Cause::LocalSilent => {
            checks = vec![
                "The server is not running: start it.".to_owned(),
                format!("It listens at another port: check {settings}."),
                "This browser blocks http:// addresses on pages that came by https, as Safari does: open \
                 Colloquy by http, or use another browser."
                    .to_owned(),
            ];
            (
                format!("Nothing answers at {host}."),
                BY_LIKELIHOOD.to_owned(),
                server.start_line(&seen.base_url),
            )
        }
        Cause::RemoteSilent => {
            checks = vec![
                format!("The address is misspelt: check {settings}."),
                "The network or an ad blocker stands in between: open the address in a new tab.".to_owned(),
                "The server is down, or its certificate is not valid.".to_owned(),
            ];
            (
                format!("{host} cannot be reached."),
                BY_LIKELIHOOD.to_owned(),
                String::new(),
            )
        }
    };
    Failure {
        title,
        advice,
        checks,
        detail: message.to_owned(),
        fix,
        mend: mend.cloned(),
    }
}

/// What the browser asks before it lets a page reach an address near the person.
pub fn question(base_url: &str) -> String {
    format!(
        "The browser asks whether this page may reach {}. Answer “Allow”, near the address bar.",
        network(host(base_url))
    )
}

/// What the browser calls the neighbourhood that a host is in.
fn network(host: &str) -> &'static str {
    if is_this_machine(host) {
        "apps on this device"
    } else {
        "your local network"
    }
}

/// The headers that the person added, among those of a request.
fn own_headers(headers: &[String]) -> Vec<&str> {
    const DOCUMENTED: [&str; 7] = [
        "authorization",
        "content-type",
        "x-api-key",
        "api-key",
        "x-goog-api-key",
        "anthropic-version",
        "anthropic-dangerous-direct-browser-access",
    ];
    let names = headers.iter().map(String::as_str);
    names.filter(|name| !DOCUMENTED.contains(name)).collect()
}

/// Said before the checks.
pub(super) const BY_LIKELIHOOD: &str =
    "A browser does not tell which of these it is. In order of likelihood:";

/// A kind of server that people run themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Server {
    Ollama,
    LmStudio,
    LlamaCpp,
    Vllm,
    Other,
}

impl Server {
    /// The one that was chosen, else the one that usually listens at a port near the person.
    fn of(seen: &Circumstances) -> Self {
        let url = &seen.base_url;
        let near = if is_near(host(url)) { port(url) } else { "" };
        match (&*seen.server, near) {
            ("ollama" | "ollama-v1", _) => Self::Ollama,
            ("lm-studio", _) => Self::LmStudio,
            ("llama-cpp", _) => Self::LlamaCpp,
            ("vllm", _) => Self::Vllm,
            (_, "11434") => Self::Ollama,
            (_, "1234") => Self::LmStudio,
            (_, "8080") => Self::LlamaCpp,
            (_, "8000") => Self::Vllm,
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

    fn cors_lines(self, seen: &Circumstances) -> String {
        let page = &seen.page;
        let start = self.start_line(&seen.base_url);
        match self {
            Self::Ollama => format!(
                "OLLAMA_ORIGINS={page} ollama serve\nlaunchctl setenv OLLAMA_ORIGINS \"{page}\""
            ),
            Self::LmStudio | Self::LlamaCpp => start,
            Self::Vllm => format!("{start} --allowed-origins '[\"{page}\"]'"),
            Self::Other => {
                let mut headers: Vec<&str> = seen.headers.iter().map(String::as_str).collect();
                // Only a message has it, but a test of the connection shall not end in half a list.
                if !headers.contains(&"content-type") {
                    headers.push("content-type");
                }
                headers.sort_unstable();
                format!(
                    "Access-Control-Allow-Origin: {page}\nAccess-Control-Allow-Methods: GET, POST, \
                     OPTIONS\nAccess-Control-Allow-Headers: {}",
                    headers.join(", ")
                )
            }
        }
    }

    fn start_line(self, base_url: &str) -> String {
        let (line, usual) = match self {
            Self::Ollama => return "ollama serve".to_owned(),
            Self::LmStudio => ("lms server start --cors", "1234"),
            // Named even where it is the usual one, which other servers like as well.
            Self::LlamaCpp => ("llama-server -m model.gguf", ""),
            Self::Vllm => ("vllm serve MODEL", "8000"),
            Self::Other => return String::new(),
        };
        match port(base_url) {
            "" => line.to_owned(),
            port if port == usual => line.to_owned(),
            port => format!("{line} --port {port}"),
        }
    }
}

/// Whether a host is this machine or in the local network, where a page may use http.
pub fn is_near(host: &str) -> bool {
    is_this_machine(host)
        || is_named(host, "local")
        || host.parse().is_ok_and(|address| match address {
            IpAddr::V4(v4) => v4.is_private() || v4.is_link_local(),
            IpAddr::V6(v6) => v6.is_unique_local() || v6.is_unicast_link_local(),
        })
}

/// Whether a host is this machine.
pub fn is_this_machine(host: &str) -> bool {
    is_named(host, "localhost")
        || host
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback())
}

/// Whether a host has this name or is below it.
fn is_named(host: &str, name: &str) -> bool {
    let above = host.strip_suffix(name);
    above.is_some_and(|above| above.is_empty() || above.ends_with('.'))
}

/// The host of an address, without its port.
pub fn host(url: &str) -> &str {
    let authority = authority(url);
    match authority.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    }
}

/// The port of an address, empty where it names none.
fn port(url: &str) -> &str {
    let (_, port) = authority(url).rsplit_once(':').unwrap_or_default();
    // A host of IPv6 has colons of its own.
    if port.ends_with(']') { "" } else { port }
}

fn authority(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests;
