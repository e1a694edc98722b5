//! The only door for the UI.

mod agents;
mod ask;
mod connection;
mod consent;
mod inner;
mod keys;
mod mcp;
mod models;
mod notes;
mod own_tools;
mod sessions;
mod settings_file;
mod setup;
mod sign_in;
mod tools;
mod unsent;

pub use consent::{Allowed, Extent};
pub(super) use inner::Inner;
#[cfg(feature = "testing")]
pub(super) use inner::Signals;
pub use sign_in::SignIn;

use super::lazy::Parts;
use super::mcp::ServerState;
use super::run::OpenQuestions;
use super::sign_in::take_return;
use super::vault::VaultState;
use super::view::{Notice, SessionItem, TurnView};
use super::wire::WireLog;
use crate::agent::{AgentSchema, Registry};
use crate::chat::{Failure, McpServerId, ProviderId, SessionId, Thinking};
use crate::provider::ModelConfig;
use crate::settings::Settings;
use crate::tool::mcp::Catalog;
use leptos::prelude::*;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the composer sends.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatRequest {
    pub content: String,
}

/// The outcome of "Test connection".
#[derive(Clone, Debug, PartialEq)]
pub enum ConnectionTest {
    /// It answered; these are the models it lists (possibly none).
    Works {
        models: Vec<String>,
    },
    Fails(Failure),
}

/// A copyable handle; provided as a context by [`crate::ui::start`]. What it does to conversations is in
/// `sessions`, to providers in `setup`, to model settings in `models`, to keys in `keys` and
/// `sign_in`.
#[derive(Clone, Copy)]
pub struct Manager {
    /// Newest first.
    pub sessions: RwSignal<Vec<SessionItem>>,
    /// Whether the stored sessions have been read yet.
    pub loaded: RwSignal<bool>,
    /// The open session; `None` is a new chat that has not been sent yet.
    pub current: RwSignal<Option<SessionId>>,
    /// The open session's visible turns. Rows keep their identity: compare by id.
    pub rows: RwSignal<Vec<TurnView>>,
    pub settings: RwSignal<Settings>,
    /// Providers that have a key stored.
    pub keys: RwSignal<Vec<ProviderId>>,
    /// How keys are kept.
    pub vault: RwSignal<VaultState>,
    /// Whether the person is being asked for the passphrase.
    pub unlocking: RwSignal<bool>,
    /// Signing in at a provider.
    pub sign_in: RwSignal<SignIn>,
    /// A settings file that the page's address brought along last.
    pub offered_settings: RwSignal<Option<String>>,
    pub notices: RwSignal<Vec<Notice>>,
    /// The tools of the servers that were ever connected.
    pub catalogs: RwSignal<BTreeMap<McpServerId, Catalog>>,
    /// How it stands with the servers of tools; one that was not asked yet is missing.
    pub servers: RwSignal<BTreeMap<McpServerId, ServerState>>,
    /// The chats that wait for the person.
    pub waiting: OpenQuestions,
    pub wire: WireLog,
    /// What was chosen about thinking in the open session; `None` follows the model.
    pub thinking: RwSignal<Option<Thinking>>,
    /// The agents there are.
    pub registry: RwSignal<Registry>,
    /// Changes whenever notes do, here or in another tab.
    pub notes_changed: RwSignal<u32>,
    /// The agent that answers in the open session.
    pub agent: Memo<AgentSchema>,
    /// The model that the open session uses; `None` when nothing is configured (first run).
    pub model: Memo<Option<ModelConfig>>,
    /// Whether the open session has a request in flight.
    pub running: Memo<bool>,
    inner: StoredValue<Rc<Inner>, LocalStorage>,
}

impl Manager {
    /// Makes the manager; reading what is stored starts at once and [`Manager::loaded`] tells when it is
    /// done.
    pub fn new(parts: Parts) -> Self {
        // First of all: what a sign-in left in the address is for nobody else.
        let returned = take_return();
        let signals = inner::Signals::new();
        let (settings, current, sessions) = (signals.settings, signals.current, signals.sessions);
        let (chosen, chosen_agent) = (signals.chosen, signals.chosen_agent);
        let registry = signals.registry;
        let agent = Memo::new(move |_| {
            let id = chosen_agent.get();
            let id = id.or_else(|| settings.with(|settings| settings.agent.clone()));
            registry.with(|registry| registry.get_or_default(id.as_ref()))
        });
        let manager = Self {
            sessions,
            loaded: signals.loaded,
            current,
            rows: signals.rows,
            settings,
            keys: signals.keys,
            vault: signals.vault,
            unlocking: signals.unlocking,
            sign_in: RwSignal::new(SignIn::None),
            offered_settings: RwSignal::new(None),
            notices: signals.notices,
            catalogs: signals.catalogs,
            servers: signals.servers,
            waiting: signals.waiting,
            wire: signals.wire,
            thinking: signals.thinking,
            registry,
            notes_changed: signals.notes,
            agent,
            model: Memo::new(move |_| {
                let (chosen, agent) = (chosen.get(), agent.get());
                settings.with(|settings| {
                    let model = settings.model_for(chosen.as_ref(), agent.model.as_ref());
                    model.cloned()
                })
            }),
            running: Memo::new(move |_| {
                let Some(current) = current.get() else {
                    return false;
                };
                sessions.with(|all| all.iter().any(|item| item.id == current && item.running))
            }),
            inner: StoredValue::new_local(Inner::new(signals, parts)),
        };
        manager.load(returned);
        manager
    }

    /// Tells the person of something that went wrong and belongs to no turn.
    pub fn alert(&self, text: String) {
        self.inner().notify(text, None, true);
    }

    fn inner(&self) -> Rc<Inner> {
        self.inner.get_value()
    }
}
