//! The only door for the UI.

mod ask;
mod consent;
mod inner;
mod keys;
mod models;
mod sessions;
mod settings_file;
mod setup;
mod tools;
mod unsent;

pub use consent::Extent;
pub(super) use inner::Inner;
#[cfg(feature = "testing")]
pub(super) use inner::Signals;

use super::vault::VaultState;
use super::view::{Notice, SessionItem, TurnView};
use super::wire::WireLog;
use crate::agent::{AgentSchema, schema};
use crate::chat::{Failure, ModelConfigId, ProviderId, SessionId};
use crate::provider::ModelConfig;
use crate::settings::Settings;
use leptos::prelude::*;
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
/// `sessions`, to providers in `setup`, to model settings in `models`, to keys in `keys`.
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
    pub notices: RwSignal<Vec<Notice>>,
    pub wire: WireLog,
    /// The model that the open session uses; `None` when nothing is configured (first run).
    pub model: Memo<Option<ModelConfig>>,
    /// Whether the open session has a request in flight.
    pub running: Memo<bool>,
    inner: StoredValue<Rc<Inner>, LocalStorage>,
}

impl Manager {
    /// Makes the manager; reading what is stored starts at once and [`Manager::loaded`] tells when it is
    /// done.
    pub fn new() -> Self {
        let signals = inner::Signals::new();
        let (settings, current, sessions) = (signals.settings, signals.current, signals.sessions);
        let chosen = signals.chosen;
        let manager = Self {
            sessions,
            loaded: signals.loaded,
            current,
            rows: signals.rows,
            settings,
            keys: signals.keys,
            vault: signals.vault,
            unlocking: signals.unlocking,
            notices: signals.notices,
            wire: signals.wire,
            model: Memo::new(move |_| {
                let chosen: Option<ModelConfigId> = chosen.get();
                settings.with(|settings| settings.model_for(chosen.as_ref()).cloned())
            }),
            running: Memo::new(move |_| {
                let Some(current) = current.get() else {
                    return false;
                };
                sessions.with(|all| all.iter().any(|item| item.id == current && item.running))
            }),
            inner: StoredValue::new_local(Inner::new(signals)),
        };
        manager.load();
        manager
    }

    /// The registered agents; never empty, the default one first.
    pub fn agents(&self) -> Vec<AgentSchema> {
        schema::built_in()
    }

    fn inner(&self) -> Rc<Inner> {
        self.inner.get_value()
    }
}

impl Default for Manager {
    fn default() -> Self {
        Self::new()
    }
}
