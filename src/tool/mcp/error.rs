//! What goes wrong between this page and a server.

use crate::chat::Failure;
use std::fmt;

/// Text from the server is quoted, cut to size.
#[derive(Clone, Debug, PartialEq)]
pub enum McpError {
    /// No answer that the page may read; already in words for the person.
    Unreachable(Box<Failure>),
    /// An HTTP status instead of an answer, and what was said with it.
    Status { status: u16, words: String },
    /// The session is not known any more, or never was: a new one mends it.
    SessionGone { status: u16, words: String },
    /// An answer with a JSON-RPC error.
    Rpc { code: i64, message: String },
    /// The versions that the server speaks, none of which is spoken here.
    Versions(Vec<String>),
    /// It sends requests on to another address, which the page is not told.
    Redirected,
    /// Not what the protocol says.
    Protocol(String),
    /// Nothing came for so many seconds.
    Silent(u32),
    /// The connection broke before the answer.
    Broken(String),
    /// The person has not opened the vault, or it cannot be read.
    Locked(String),
}

impl McpError {
    /// For the person, at a server of this name.
    pub fn failure(&self, server: &str) -> Failure {
        let (title, advice, detail) = match self {
            Self::Unreachable(failure) => return (**failure).clone(),
            Self::Status { status: 401, words } => (
                format!("{server} wants a token."),
                "Enter one that it accepts, or the header that it expects.",
                words.clone(),
            ),
            Self::Status { status: 403, words } => (
                format!("{server} refuses this page."),
                "The token may lack a permission, or the server allows other origins only.",
                words.clone(),
            ),
            Self::Status {
                status: 404 | 405,
                words,
            } => (
                format!("There is no MCP server at this address of {server}."),
                "Check the path, which often ends in /mcp. Servers of the old HTTP+SSE transport, whose \
                 addresses end in /sse, cannot be used.",
                words.clone(),
            ),
            Self::Status { status, words } => (
                format!("{server} answered with status {status}."),
                "The address may be that of another service, or the server is in trouble.",
                words.clone(),
            ),
            Self::SessionGone { words, .. } => (
                format!("{server} does not keep the session."),
                "It must let pages read its session: Access-Control-Expose-Headers: mcp-session-id.",
                words.clone(),
            ),
            Self::Rpc { code, message } => (
                format!("{server} answered with an error."),
                "This is what it said:",
                format!("{message} ({code})"),
            ),
            Self::Versions(versions) => (
                format!("{server} speaks no version of the protocol that Colloquy speaks."),
                "Update the server, or this page.",
                versions.join(", "),
            ),
            Self::Redirected => (
                format!("{server} sends requests on to another address."),
                "Enter the address that it leads to; often only a slash at the end is missing or too many.",
                String::new(),
            ),
            Self::Protocol(what) => (
                format!("{server} does not speak MCP as expected."),
                "The address may be that of another service.",
                what.clone(),
            ),
            Self::Silent(seconds) => (
                format!("{server} did not answer within {seconds} seconds."),
                "Try again; if it stays so, look at the server's log.",
                String::new(),
            ),
            Self::Broken(words) => (
                format!("The connection to {server} broke."),
                "Try again.",
                words.clone(),
            ),
            Self::Locked(words) => (
                format!("The token of {server} cannot be read."),
                "Enter your passphrase and try again.",
                words.clone(),
            ),
        };
        Failure {
            title,
            advice: advice.to_owned(),
            detail,
            ..Failure::default()
        }
    }
}

/// For the model, which reads it as the result of its call.
impl fmt::Display for McpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failure = self.failure("The server");
        match failure.detail.is_empty() {
            true => f.write_str(&failure.title),
            false => write!(f, "{} {}", failure.title, failure.detail),
        }
    }
}

/// What lets a page of origin `page` ask a server and read its answers, as response headers. `own`: further headers
/// that the requests carry.
pub fn cors_lines(page: &str, own: &[String]) -> String {
    let mut allowed: Vec<String> = REQUEST_HEADERS.iter().map(|name| (*name).into()).collect();
    for name in own {
        let name = name.to_ascii_lowercase();
        if !allowed.contains(&name) {
            allowed.push(name);
        }
    }
    format!(
        "Access-Control-Allow-Origin: {page}\nAccess-Control-Allow-Methods: GET, POST, DELETE\n\
         Access-Control-Allow-Headers: {}\nAccess-Control-Expose-Headers: mcp-session-id, mcp-protocol-version",
        allowed.join(", ")
    )
}

/// What requests of either era carry beyond what every page may send.
const REQUEST_HEADERS: [&str; 7] = [
    "content-type",
    "authorization",
    "mcp-protocol-version",
    "mcp-session-id",
    "mcp-method",
    "mcp-name",
    "last-event-id",
];

/// A server that answers, but not to this page.
pub fn hidden(server: &str, page: &str, own: &[String], detail: &str) -> Failure {
    Failure {
        title: format!("{server} answers, but does not allow this page to read it (CORS)."),
        advice: "Its answers, also those to OPTIONS, must carry these headers. Where you run the server yourself, \
                 set them there or in a proxy before it."
            .to_owned(),
        fix: cors_lines(page, own),
        detail: detail.to_owned(),
        ..Failure::default()
    }
}
