//! What the manager holds, and how it reaches the store.

use crate::agent::{Always, Registry};
use crate::browser::lazy::Parts;
use crate::browser::mcp::{Connections, ServerState};
use crate::browser::open_session::OpenSession;
use crate::browser::run::{OpenQuestions, Run, session_of_write};
use crate::browser::storage::Storage;
use crate::browser::tabs::{self, Tabs};
use crate::browser::vault::{Removed, VaultState};
use crate::browser::view::{Notice, SessionItem, TurnView, Undo};
use crate::browser::wire::WireLog;
use crate::chat::{
    AgentId, McpServerId, ModelConfigId, Outcome, ProviderId, Session, SessionId, Thinking, Turn,
    TurnId,
};
use crate::settings::Settings;
use crate::settings::revert::SettingsChange;
use crate::store::{Store, StoreError, Write};
use crate::tool::Grant;
use crate::tool::mcp::Catalog;
use crate::tool::project::Project;
use futures_channel::oneshot;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// The signals that the UI reads through [`super::Manager`].
#[derive(Clone, Copy)]
pub struct Signals {
    pub sessions: RwSignal<Vec<SessionItem>>,
    pub loaded: RwSignal<bool>,
    pub current: RwSignal<Option<SessionId>>,
    pub rows: RwSignal<Vec<TurnView>>,
    pub settings: RwSignal<Settings>,
    pub keys: RwSignal<Vec<ProviderId>>,
    pub vault: RwSignal<VaultState>,
    pub unlocking: RwSignal<bool>,
    pub notices: RwSignal<Vec<Notice>>,
    pub catalogs: RwSignal<BTreeMap<McpServerId, Catalog>>,
    pub servers: RwSignal<BTreeMap<McpServerId, ServerState>>,
    pub waiting: OpenQuestions,
    pub wire: WireLog,
    /// The model chosen in the open session.
    pub chosen: RwSignal<Option<ModelConfigId>>,
    /// What was chosen about thinking in the open session.
    pub thinking: RwSignal<Option<Thinking>>,
    pub registry: RwSignal<Registry>,
    /// Counts the changes of notes; what they say is read from storage.
    pub notes: RwSignal<u32>,
    /// The agent of the open session, or the one chosen for the new chat.
    pub chosen_agent: RwSignal<Option<AgentId>>,
}

impl Signals {
    pub fn new() -> Self {
        Self {
            sessions: RwSignal::new(vec![]),
            loaded: RwSignal::new(false),
            current: RwSignal::new(None),
            rows: RwSignal::new(vec![]),
            settings: RwSignal::new(Settings::default()),
            keys: RwSignal::new(vec![]),
            vault: RwSignal::new(VaultState::UNKNOWN),
            unlocking: RwSignal::new(false),
            notices: RwSignal::new(vec![]),
            catalogs: RwSignal::default(),
            servers: RwSignal::default(),
            waiting: OpenQuestions::default(),
            wire: WireLog::new(),
            chosen: RwSignal::new(None),
            thinking: RwSignal::new(None),
            registry: RwSignal::new(Registry::default()),
            notes: RwSignal::new(0),
            chosen_agent: RwSignal::new(None),
        }
    }
}

pub struct Inner {
    pub signals: Signals,
    pub parts: Parts,
    /// Set once loading is done.
    storage: RefCell<Option<Rc<Storage>>>,
    pub open: RefCell<HashMap<SessionId, OpenSession>>,
    pub runs: RefCell<HashMap<SessionId, Run>>,
    /// What each Undo puts back.
    pub undo: RefCell<HashMap<u64, Undoing>>,
    /// Where the answers go that tools wait for, by session and call.
    pub questions: RefCell<HashMap<(SessionId, String), oneshot::Sender<String>>>,
    /// The files that tools read and write, by session. They are not stored: a reload loses them.
    pub projects: RefCell<HashMap<SessionId, Project>>,
    /// Unsent text by session id; the new chat's under the empty id.
    pub unsent: RefCell<BTreeMap<String, String>>,
    pub unsent_version: Cell<u64>,
    pub tabs: RefCell<Option<Tabs>>,
    /// The servers of tools that are spoken with.
    pub connections: Connections,
    /// Who waits for the passphrase.
    pub waiting: RefCell<Vec<oneshot::Sender<bool>>>,
    /// Why the stored agents must not be overwritten.
    pub agents_unreadable: RefCell<Option<String>>,
    next_number: Cell<u64>,
}

/// What a change took away, for putting it back.
pub enum Undoing {
    /// Puts records back: a session's, or notes.
    Writes(Vec<Write>),
    Settings {
        change: Box<SettingsChange>,
        key: Option<Removed>,
    },
    Agent {
        before: Registry,
        id: AgentId,
    },
    Allowed {
        grants: Vec<Grant>,
        always: Vec<Always>,
    },
}

impl Inner {
    pub fn new(signals: Signals, parts: Parts) -> Rc<Self> {
        Rc::new(Self {
            signals,
            parts,
            storage: RefCell::default(),
            open: RefCell::default(),
            runs: RefCell::default(),
            undo: RefCell::default(),
            questions: RefCell::default(),
            projects: RefCell::default(),
            unsent: RefCell::default(),
            unsent_version: Cell::default(),
            tabs: RefCell::default(),
            connections: Connections::default(),
            waiting: RefCell::default(),
            agents_unreadable: RefCell::default(),
            next_number: Cell::new(1),
        })
    }

    pub fn set_storage(&self, storage: Rc<Storage>) {
        *self.storage.borrow_mut() = Some(storage);
    }

    /// The storage; `None` only while the page is still loading.
    pub fn storage(&self) -> Option<Rc<Storage>> {
        self.storage.borrow().clone()
    }

    /// Applies a batch to the copy in memory and to the store. A store that fails is reported and costs
    /// nobody the conversation on screen. What concerns a session that was deleted is dropped.
    pub async fn persist(&self, batch: Vec<Write>) {
        let batch: Vec<Write> = batch
            .into_iter()
            .filter_map(|write| self.take_in(write))
            .collect();
        self.write(batch).await;
    }

    /// Writes without touching the copy in memory; failures are reported.
    pub async fn write(&self, batch: Vec<Write>) {
        let Some(storage) = self.storage().filter(|_| !batch.is_empty()) else {
            return;
        };
        let changes = tabs::changes(&batch);
        match storage.write(batch).await {
            Ok(()) => {
                if let Some(tabs) = &*self.tabs.borrow() {
                    tabs.tell(&changes);
                }
            }
            Err(error) => self.report(&error),
        }
    }

    fn take_in(&self, write: Write) -> Option<Write> {
        let Some(id) = session_of_write(&write) else {
            return Some(write);
        };
        let mut open = self.open.borrow_mut();
        let known = open.get_mut(id)?;
        if matches!(write, Write::PutSession(_)) {
            // The copy in memory is the newer one: it may have been renamed since.
            return Some(Write::PutSession(known.session.clone()));
        }
        known.apply(&write);
        Some(write)
    }

    /// Writes in the background, in the order of the calls.
    pub fn persist_later(self: &Rc<Self>, batch: Vec<Write>) {
        let inner = self.clone();
        spawn_local(async move { inner.persist(batch).await });
    }

    /// Tells the person that storing failed; once, not for every write.
    pub fn report(&self, error: &StoreError) {
        let text =
            format!("{error}. What you see stays on screen until you leave; export it to be safe.");
        let known = self
            .signals
            .notices
            .with_untracked(|all| all.iter().any(|notice| notice.text == text));
        if !known {
            self.notify(text, None, true);
        }
    }

    pub fn notify(&self, text: String, undo: Option<Undo>, urgent: bool) {
        let notice = Notice {
            id: self.number(),
            text,
            undo,
            urgent,
        };
        self.signals.notices.update(|all| all.push(notice));
    }

    /// Posts a notice whose Undo puts back what was taken away.
    pub fn notify_undo(&self, text: String, undoing: Undoing) {
        let number = self.number();
        self.undo.borrow_mut().insert(number, undoing);
        self.notify(text, Some(Undo(number)), false);
    }

    /// A number that is not used again in this page's life.
    pub fn number(&self) -> u64 {
        let number = self.next_number.get();
        self.next_number.set(number + 1);
        number
    }

    /// Brings the sidebar's row of a session up to date, and the list into order.
    pub fn list(&self, session: &Session) {
        let running = self.runs.borrow().contains_key(&session.id);
        let item = SessionItem {
            id: session.id.clone(),
            title: session.title.clone(),
            updated: session.updated,
            running,
        };
        self.signals.sessions.update(|all| {
            all.retain(|other| other.id != item.id);
            let at = all.partition_point(|other| other.updated >= item.updated);
            all.insert(at, item);
        });
    }

    /// Shows the open session's visible turns.
    pub fn show_rows(&self) {
        let open = self.open.borrow();
        let current = self.signals.current.get_untracked();
        let session = current.as_ref().and_then(|id| open.get(id));
        self.signals
            .rows
            .set(session.map(OpenSession::rows).unwrap_or_default());
        self.signals
            .chosen
            .set(session.and_then(|open| open.session.model.clone()));
        self.signals
            .thinking
            .set(session.and_then(|open| open.session.thinking));
        self.signals
            .chosen_agent
            .set(session.map(|open| open.session.agent.clone()));
    }

    pub fn session_of(&self, turn: &TurnId) -> Option<SessionId> {
        let open = self.open.borrow();
        open.iter()
            .find(|(_, open)| open.turn(turn).is_some())
            .map(|(id, _)| id.clone())
    }

    /// How a turn is stored that is not being asked: not yet, or, with an outcome, not at all.
    pub fn unasked_writes(&self, turn: &TurnId, outcome: Option<&Outcome>) -> Option<Vec<Write>> {
        let open = self.open.borrow();
        let session = open.values().find(|open| open.turn(turn).is_some())?;
        let turn = Turn {
            outcome: outcome.cloned(),
            ..session.turn(turn)?.clone()
        };
        Some(vec![
            Write::PutSession(session.session.clone()),
            Write::PutTurn(turn),
        ])
    }

    pub fn run_ended(&self, session: &SessionId) {
        self.runs.borrow_mut().remove(session);
        let known = self
            .open
            .borrow()
            .get(session)
            .map(|open| open.session.clone());
        if let Some(session) = known {
            self.list(&session);
        }
        self.forget_unused();
    }

    /// Lets go of sessions that are neither on screen nor running.
    pub fn forget_unused(&self) {
        let current = self.signals.current.get_untracked();
        let runs = self.runs.borrow();
        self.open
            .borrow_mut()
            .retain(|id, _| current.as_ref() == Some(id) || runs.contains_key(id));
    }
}
