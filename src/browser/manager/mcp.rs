//! What the manager does to servers of tools.

use super::Manager;
use super::inner::{Inner, Undoing};
use crate::browser::mcp::{self, Link, ServerState};
use crate::browser::storage::Storage;
use crate::chat::{Failure, McpServerId, ProviderId, Shown};
use crate::provider::{Credentials, CredentialsChange};
use crate::store::{Store, Write};
use crate::tool::mcp::catalog::{self, Prompt, Resource};
use crate::tool::mcp::message::List;
use crate::tool::mcp::{Catalog, Era, McpError, McpServer, Message, reading};
use leptos::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// The setting that holds the catalogues by server.
const CATALOGS: &str = "mcp-catalogs";

impl Manager {
    /// Adds or replaces a server and what the change says of its credentials. A token stays with the host that it was
    /// entered for. When this ends, it is kept, or the person has been told why not.
    pub async fn save_server(&self, server: McpServer, change: CredentialsChange) {
        let inner = self.inner();
        let id = server.id.clone();
        inner.let_go(&id).await;
        let moved = inner.moves(&server);
        if moved || !change.is_empty() {
            let names = server.headers.clone();
            let apply = |stored: Credentials| {
                let stored = if moved {
                    Credentials::default()
                } else {
                    stored
                };
                change.apply_to(stored, &names)
            };
            inner.keep_secrets(&id.0, apply).await;
        }
        inner.change_settings(|settings| {
            let servers = &mut settings.tools.servers;
            match servers.iter_mut().find(|known| known.id == id) {
                Some(known) => *known = server,
                None => servers.push(server),
            }
        });
    }

    /// Connects anew and lists the server's tools.
    pub async fn connect_server(&self, id: &McpServerId) {
        let inner = self.inner();
        inner.let_go(id).await;
        let server = self.settings.with_untracked(|settings| {
            let server = settings.tools.server(id);
            server.filter(|server| server.enabled).cloned()
        });
        let Some(server) = server else {
            inner.signals.servers.update(|all| {
                all.remove(id);
            });
            return;
        };
        inner.stands(id, ServerState::Connecting);
        let state = match inner.look_up(id).await {
            Ok(state) => state,
            Err(error) => ServerState::Failed(error.failure(&server.name)),
        };
        inner.stands(id, state);
    }

    /// Asks a server that need not be saved for its tools, and says how many there are.
    pub async fn test_server(
        &self,
        server: McpServer,
        change: CredentialsChange,
    ) -> Result<usize, Failure> {
        let inner = self.inner();
        let name = server.name.clone();
        let tested = async {
            let mut stored = Credentials::default();
            if !inner.moves(&server) {
                let known = inner.credentials(&ProviderId(server.id.0.clone())).await;
                stored = known.map_err(|error| McpError::Locked(error.to_string()))?;
            }
            let credentials = change.apply_to(stored, &server.headers);
            // Under an id of its own: what stands already is not disturbed.
            let server = McpServer {
                id: McpServerId(self.new_id()),
                era: None,
                ..server
            };
            let link = Link::new(server, credentials);
            let catalog = mcp::catalog(&inner, &link).await;
            if let Some(terms) = inner.connections.forget(&link.server.id) {
                link.end(&terms);
            }
            Ok(catalog?.tools.len())
        };
        tested.await.map_err(|error: McpError| error.failure(&name))
    }

    /// Switches a server on or off. While it is off no agent has its tools.
    pub async fn enable_server(&self, id: &McpServerId, enabled: bool) {
        let inner = self.inner();
        if !enabled {
            inner.let_go(id).await;
        }
        inner.change_server(id, |server| server.enabled = enabled);
        self.connect_server(id).await;
    }

    /// Switches one tool of a server on or off.
    pub fn switch_server_tool(&self, id: &McpServerId, tool: &str, on: bool) {
        self.inner().change_server(id, |server| {
            server.off.retain(|known| known != tool);
            if !on {
                server.off.push(tool.to_owned());
            }
        });
    }

    /// Deletes a server with its token and what was allowed of its tools; the notice offers Undo.
    pub fn delete_server(&self, id: &McpServerId) {
        let inner = self.inner();
        let id = id.clone();
        spawn_local(async move {
            inner.let_go(&id).await;
            let settings = inner.signals.settings;
            let gone = settings.with_untracked(|settings| settings.tools.server(&id).cloned());
            let Some(gone) = gone else {
                return;
            };
            let change = inner.change_settings(|settings| {
                settings.tools.servers.retain(|known| known.id != id);
            });
            let key = inner.remove_key(&ProviderId(id.0.clone())).await;
            inner.notify_undo(
                format!("Deleted “{}”", gone.name),
                Undoing::Settings { change, key },
            );
        });
    }

    /// What a server has to read, templates last.
    pub async fn server_resources(&self, id: &McpServerId) -> Result<Vec<Resource>, Failure> {
        let mut items = self.server_list(id, List::Resources).await?;
        // Not every server that has resources knows templates.
        items.extend(
            self.server_list(id, List::Templates)
                .await
                .unwrap_or_default(),
        );
        Ok(catalog::resources(&items))
    }

    pub async fn server_prompts(&self, id: &McpServerId) -> Result<Vec<Prompt>, Failure> {
        let items = self.server_list(id, List::Prompts).await?;
        Ok(catalog::prompts(&items))
    }

    pub async fn read_resource(&self, id: &McpServerId, uri: &str) -> Result<Vec<Shown>, Failure> {
        let result = self.server_fetch(id, &Message::read_resource(uri)).await?;
        Ok(reading::resource(&result))
    }

    /// A prompt's text, with these arguments.
    pub async fn server_prompt(
        &self,
        id: &McpServerId,
        name: &str,
        arguments: &[(String, String)],
    ) -> Result<String, Failure> {
        let message = Message::get_prompt(name, arguments);
        let result = self.server_fetch(id, &message).await?;
        Ok(reading::prompt(&result))
    }

    async fn server_list(&self, id: &McpServerId, list: List) -> Result<Vec<Value>, Failure> {
        let inner = self.inner();
        let listed = async { mcp::list(&inner, &Link::of(&inner, id).await?, list).await };
        listed.await.map_err(|error| error.failure("The server"))
    }

    async fn server_fetch(&self, id: &McpServerId, message: &Message) -> Result<Value, Failure> {
        let inner = self.inner();
        let fetched = async { mcp::fetch(&inner, &Link::of(&inner, id).await?, message).await };
        fetched.await.map_err(|error| error.failure("The server"))
    }
}

impl Inner {
    /// Connects to a server, lists its tools and keeps the list.
    async fn look_up(self: &Rc<Self>, id: &McpServerId) -> Result<ServerState, McpError> {
        let link = Link::of(self, id).await?;
        let catalog = mcp::catalog(self, &link).await?;
        let terms = mcp::connected(self, &link).await?;
        self.keep_catalog(id, catalog);
        let server = &terms.server;
        Ok(ServerState::Connected {
            title: format!("{} {}", server.title, server.version)
                .trim()
                .to_owned(),
            version: terms.version.clone(),
        })
    }

    /// A server has said that it offers something else now.
    pub fn catalog_changed(self: &Rc<Self>, id: &McpServerId) {
        if !self.connections.begin_listing(id) {
            return;
        }
        let (inner, id) = (self.clone(), id.clone());
        spawn_local(async move {
            if let Ok(link) = Link::of(&inner, &id).await
                && let Ok(catalog) = mcp::catalog(&inner, &link).await
            {
                inner.keep_catalog(&id, catalog);
            }
            inner.connections.end_listing(&id);
        });
    }

    pub fn remember_era(self: &Rc<Self>, id: &McpServerId, era: Era) {
        let known = self
            .signals
            .settings
            .with_untracked(|settings| settings.tools.server(id).map(|server| server.era));
        // A server that is only being tested is not there.
        if known.is_some_and(|known| known != Some(era)) {
            self.change_server(id, |server| server.era = Some(era));
        }
    }

    /// Ends the connection to a server, if there is one.
    async fn let_go(self: &Rc<Self>, id: &McpServerId) {
        if let Some(terms) = self.connections.forget(id)
            && let Ok(link) = Link::of(self, id).await
        {
            link.end(&terms);
        }
    }

    /// Whether a server is another one than before for whoever has its token.
    fn moves(&self, server: &McpServer) -> bool {
        self.signals.settings.with_untracked(|settings| {
            let known = settings.tools.server(&server.id);
            known.is_some_and(|known| known.is_elsewhere(server))
        })
    }

    fn change_server(self: &Rc<Self>, id: &McpServerId, change: impl FnOnce(&mut McpServer)) {
        self.change_settings(|settings| {
            let servers = &mut settings.tools.servers;
            if let Some(server) = servers.iter_mut().find(|known| known.id == *id) {
                change(server);
            }
        });
    }

    fn stands(&self, id: &McpServerId, state: ServerState) {
        self.signals.servers.update(|all| {
            all.insert(id.clone(), state);
        });
    }

    fn keep_catalog(self: &Rc<Self>, id: &McpServerId, catalog: Catalog) {
        let same = |all: &BTreeMap<_, _>| all.get(id) == Some(&catalog);
        if self.signals.catalogs.with_untracked(same) {
            return;
        }
        self.signals.catalogs.update(|all| {
            all.insert(id.clone(), catalog);
        });
        let mut all = self.signals.catalogs.get_untracked();
        self.signals
            .settings
            .with_untracked(|settings| all.retain(|id, _| settings.tools.server(id).is_some()));
        if let Ok(value) = serde_json::to_value(all) {
            let key = CATALOGS.to_owned();
            self.persist_later(vec![Write::PutSetting { key, value }]);
        }
    }

    pub(super) async fn read_catalogs(&self, storage: &Storage) {
        if let Ok(Some(value)) = storage.setting(CATALOGS).await
            && let Ok(catalogs) = serde_json::from_value(value)
        {
            // What cannot be read is listed anew.
            self.signals.catalogs.set(catalogs);
        }
    }
}
