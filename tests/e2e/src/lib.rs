//! End-to-end tests: the built page in three browsers, against a provider made of fixtures.
//!
//! [`Site`] serves the build, [`Provider`] answers like a model service and records what it was asked, and
//! [`run`] gives a test a fresh browser with both. Tests find things by role and accessible name only.

pub mod azure;
pub mod bench;
pub mod browser;
pub mod chat;
pub mod chunk;
pub mod consent;
pub mod dialects;
pub mod elsewhere;
pub mod mcp;
pub mod openrouter;
pub mod page;
pub mod program;
pub mod provider;
pub mod refusal;
pub mod reply;
pub mod run;
pub mod scenario;
pub mod search;
pub mod site;
mod tls;

pub use browser::Engine;
pub use dialects::Wire;
pub use page::Page;
pub use program::Step;
pub use provider::{Provider, Request};
pub use reply::{End, Piece, Reply};
pub use run::{Stage, Test, run, run_on};
pub use site::Site;

use std::net::SocketAddr;
use tokio::net::TcpListener;

/// Serves `router` on a free port of this machine until the runtime ends.
async fn serve(router: axum::Router, port: u16) -> SocketAddr {
    use axum::serve::ListenerExt;

    let (listener, address) = listen(port).await;
    // Every piece shall reach the page as it is, not merged with the next one.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

async fn listen(port: u16) -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind(("127.0.0.1", port))
        .await
        .unwrap_or_else(|error| panic!("cannot listen on 127.0.0.1:{port}: {error}"));
    let address = listener
        .local_addr()
        .expect("a bound listener has an address");
    (listener, address)
}
