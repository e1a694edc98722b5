//! What the UI reads: one signal per thing that changes.

use crate::chat::{
    Answerer, Citation, Failure, Millis, Outcome, SessionId, StopReason, ToolResult, Turn, TurnId,
    Usage, UserMessage,
};
use crate::provider::PartKind;
use leptos::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A row of the sidebar.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionItem {
    pub id: SessionId,
    pub title: String,
    pub updated: Millis,
    /// An answer is being written right now.
    pub running: bool,
}

/// How many views there have been.
static MADE: AtomicU64 = AtomicU64::new(0);

/// A row of the transcript: the person's message and its answer.
#[derive(Clone)]
pub struct TurnView {
    pub id: TurnId,
    /// Distinguishes this view from an earlier one of the same turn: a list keyed by both takes up the new
    /// one when a turn was read anew.
    pub made: u64,
    pub created: Millis,
    pub user: UserMessage,
    /// The agent that was asked.
    pub agent: Answerer,
    /// Whether another agent was asked before it.
    pub switched: ArcRwSignal<bool>,
    /// The model's label, known from the start.
    pub model: ArcRwSignal<String>,
    /// Parts of all rounds in order. Grows at the end; text grows inside [`LiveText`].
    pub parts: ArcRwSignal<Vec<PartView>>,
    pub state: ArcRwSignal<TurnState>,
    /// Usage of all complete rounds together.
    pub usage: ArcRwSignal<Option<Usage>>,
    /// Stop reason of the last complete round.
    pub stop: ArcRwSignal<Option<StopReason>>,
    /// The unfinished text of an interrupted turn, offered for keeping.
    pub draft: ArcRwSignal<Option<String>>,
    /// Position among the alternatives to this turn (retries, edits), counted from 0, and their ids.
    pub alternatives: ArcRwSignal<(usize, Vec<TurnId>)>,
}

impl TurnView {
    /// The view of a turn that is about to be asked for.
    pub(super) fn new(turn: &Turn, state: TurnState) -> Self {
        Self {
            id: turn.id.clone(),
            made: MADE.fetch_add(1, Ordering::Relaxed),
            created: turn.created,
            user: turn.user.clone(),
            agent: turn.agent.clone(),
            switched: ArcRwSignal::new(false),
            model: ArcRwSignal::new(String::new()),
            parts: ArcRwSignal::new(vec![]),
            state: ArcRwSignal::new(state),
            usage: ArcRwSignal::new(None),
            stop: ArcRwSignal::new(None),
            draft: ArcRwSignal::new(None),
            alternatives: ArcRwSignal::new((0, vec![turn.id.clone()])),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum TurnState {
    /// A request is out; nothing has been said yet.
    Waiting,
    /// The model itself is being fetched first.
    Downloading {
        percent: u8,
    },
    Streaming,
    /// The next attempt starts at `at` (epoch milliseconds).
    Retrying {
        attempt: u32,
        at: Millis,
        failure: Failure,
    },
    /// Another tab of this browser is writing the answer.
    Elsewhere,
    Ended(Outcome),
}

impl TurnState {
    pub fn is_running(&self) -> bool {
        match self {
            Self::Waiting | Self::Downloading { .. } | Self::Streaming | Self::Retrying { .. } => {
                true
            }
            Self::Elsewhere | Self::Ended(_) => false,
        }
    }
}

/// One part of an answer. `(round, part)` is its identity within the turn.
#[derive(Clone)]
pub struct PartView {
    pub round: u32,
    pub part: usize,
    pub kind: PartKind,
    pub text: LiveText,
    /// Set when the part ends: how long it took, in milliseconds.
    pub duration: ArcRwSignal<Option<Millis>>,
    /// Where the text comes from.
    pub citations: ArcRwSignal<Vec<Citation>>,
    /// What becomes of it, if it is a tool call. Its text is the arguments.
    pub call: Option<CallView>,
}

/// What becomes of a tool call.
#[derive(Clone)]
pub struct CallView {
    /// Unique in its turn.
    pub id: String,
    /// Unique in its session while the turn runs: agents that are asked as tools number their calls anew.
    pub key: String,
    pub name: String,
    pub state: ArcRwSignal<CallState>,
    /// What the tool asks the person, while it waits for the answer.
    pub question: ArcRwSignal<Option<Question>>,
    /// What the tool says about how far it is; empty says nothing.
    pub progress: ArcRwSignal<String>,
    /// What an agent that is asked as a tool does meanwhile, and the tokens of its complete rounds.
    pub steps: ArcRwSignal<Vec<PartView>>,
    pub usage: ArcRwSignal<Option<Usage>>,
}

/// The key of a call below the one with the key `above`; that is empty at the top.
pub fn call_key(above: &str, id: &str) -> String {
    match above.is_empty() {
        true => id.to_owned(),
        false => format!("{above}/{id}"),
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum CallState {
    /// The model is writing its arguments.
    Writing,
    /// It is complete and waits for its turn.
    Queued,
    /// The person is asked whether it may run.
    Asked,
    /// Since a time in epoch milliseconds.
    Running(Millis),
    Ended(ToolResult),
    /// The page went away before it had an answer.
    Open,
}

/// What a tool asks the person.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub text: String,
    /// What there is to choose from; empty where the person writes the answer.
    pub choices: Vec<String>,
}

impl CallView {
    pub(super) fn new(id: String, name: String, state: CallState) -> Self {
        Self {
            key: id.clone(),
            id,
            name,
            state: ArcRwSignal::new(state),
            question: ArcRwSignal::new(None),
            progress: ArcRwSignal::default(),
            steps: ArcRwSignal::default(),
            usage: ArcRwSignal::default(),
        }
    }
}

impl PartView {
    pub(super) fn growing(round: u32, part: usize, kind: PartKind) -> Self {
        Self {
            round,
            part,
            call: call_of(&kind, CallState::Writing),
            kind,
            text: LiveText::growing(),
            duration: ArcRwSignal::new(None),
            citations: ArcRwSignal::default(),
        }
    }

    pub(super) fn complete(
        round: u32,
        part: usize,
        kind: PartKind,
        text: &str,
        duration: Millis,
        citations: Vec<Citation>,
    ) -> Self {
        let text = LiveText::complete(text);
        Self {
            round,
            part,
            kind,
            text,
            duration: ArcRwSignal::new(Some(duration)),
            citations: ArcRwSignal::new(citations),
            call: None,
        }
    }
}

fn call_of(kind: &PartKind, state: CallState) -> Option<CallView> {
    match kind {
        PartKind::ToolCall { id, name } => Some(CallView::new(id.clone(), name.clone(), state)),
        PartKind::Thinking | PartKind::Text | PartKind::Refusal | PartKind::ServerTool { .. } => {
            None
        }
    }
}

/// Text that grows. The signal fires once per delivery of the client; readers take what is new since
/// the length they saw last.
#[derive(Clone)]
pub struct LiveText {
    /// The page has one thread; the lock is what lets a closure of the UI hold this.
    text: Arc<Mutex<String>>,
    progress: ArcRwSignal<Progress>,
}

/// How far a [`LiveText`] has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes published so far.
    pub len: usize,
    /// No more will come.
    pub done: bool,
}

impl LiveText {
    /// A text that will grow.
    pub fn growing() -> Self {
        Self {
            text: Arc::default(),
            progress: ArcRwSignal::new(Progress::default()),
        }
    }

    /// A text that is complete.
    pub fn complete(text: &str) -> Self {
        Self {
            text: Arc::new(Mutex::new(text.to_owned())),
            progress: ArcRwSignal::new(Progress {
                len: text.len(),
                done: true,
            }),
        }
    }

    /// Tracked: how much is published.
    pub fn progress(&self) -> Progress {
        self.progress.get()
    }

    /// What was published after the first `seen` bytes, up to `until`.
    pub fn with_range<T>(&self, seen: usize, until: usize, read: impl FnOnce(&str) -> T) -> T {
        read(self.lock().get(seen..until).unwrap_or_default())
    }

    /// The largest cut at or before `at` that does not split a character.
    pub fn floor_boundary(&self, at: usize) -> usize {
        self.lock().floor_char_boundary(at)
    }

    /// The whole text so far, untracked, for Copy.
    pub fn to_text(&self) -> String {
        self.lock().clone()
    }

    /// Adds text without telling anyone yet.
    pub(super) fn append(&self, text: &str) {
        self.lock().push_str(text);
    }

    /// Tells readers what was added since the last time.
    pub(super) fn publish(&self) {
        let len = self.lock().len();
        if self.progress.read_untracked().len != len {
            self.progress.update(|progress| progress.len = len);
        }
    }

    /// Puts another text in its place. Only for readers that take the whole of it.
    pub(super) fn replace(&self, text: &str) {
        text.clone_into(&mut *self.lock());
        let len = text.len();
        self.progress.set(Progress { len, done: true });
    }

    pub(super) fn finish(&self) {
        let len = self.lock().len();
        self.progress.set(Progress { len, done: true });
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, String> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Something the person should know that belongs to no turn: storage trouble, an undo.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub id: u64,
    pub text: String,
    pub undo: Option<Undo>,
    /// Shown as an alert rather than a passing note.
    pub urgent: bool,
}

/// What a notice's Undo button takes back: a deletion's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo(pub(super) u64);
