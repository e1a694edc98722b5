//! The connections there are.

use crate::chat::{Failure, McpServerId};
use crate::tool::mcp::{McpError, Terms};
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, Shared};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// How it stands with a server.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerState {
    Connecting,
    Connected {
        /// What it calls itself, with its version; may be empty.
        title: String,
        /// The version of the protocol.
        version: String,
    },
    Failed(Failure),
}

/// A connection that is being made or stands: whoever needs it first makes it, the others wait for the same.
pub type Connecting = Shared<LocalBoxFuture<'static, Result<Rc<Terms>, McpError>>>;

#[derive(Default)]
pub struct Connections {
    all: RefCell<HashMap<McpServerId, Connecting>>,
    /// The servers whose tools are being listed because they said that these have changed.
    listing: RefCell<HashSet<McpServerId>>,
}

impl Connections {
    /// The connection to a server, made by `make` where there is none.
    pub fn get(
        &self,
        server: &McpServerId,
        make: impl FnOnce() -> LocalBoxFuture<'static, Result<Rc<Terms>, McpError>>,
    ) -> Connecting {
        let mut all = self.all.borrow_mut();
        let known = all.get(server);
        // One that failed is made anew.
        if let Some(known) = known.filter(|known| !matches!(known.peek(), Some(Err(_)))) {
            return known.clone();
        }
        let made = make().shared();
        all.insert(server.clone(), made.clone());
        made
    }

    /// Lets a connection go, and hands over the terms of one that stood.
    pub fn forget(&self, server: &McpServerId) -> Option<Rc<Terms>> {
        let known = self.all.borrow_mut().remove(server)?;
        known.peek()?.clone().ok()
    }

    /// Whether the tools of a server that says they have changed are to be listed: not while they are already, or a
    /// server that says so every time would be asked for ever.
    pub fn begin_listing(&self, server: &McpServerId) -> bool {
        self.listing.borrow_mut().insert(server.clone())
    }

    pub fn end_listing(&self, server: &McpServerId) {
        self.listing.borrow_mut().remove(server);
    }
}
