//! What this page changes in storage is told to the other tabs of the browser, so that none of them shows
//! or goes on from an old state.

use crate::chat::SessionId;
use crate::store::Write;
use crate::tool::notes;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{BroadcastChannel, MessageEvent};

const CHANNEL: &str = "colloquy";
const SETTINGS: &str = "settings";
const NOTES: &str = "notes";
/// How keys are kept, or which there are.
pub const VAULT: &str = "vault";

/// What another tab changed.
pub enum Changed {
    Session(SessionId),
    Settings,
    Notes,
    Vault,
}

/// The line to the other tabs; silent where the browser has none.
pub struct Tabs {
    channel: Option<BroadcastChannel>,
}

impl Tabs {
    /// Opens the line; `hear` is called for every change that another tab tells of.
    pub fn open(hear: impl Fn(Changed) + 'static) -> Self {
        let channel = BroadcastChannel::new(CHANNEL).ok();
        if let Some(channel) = &channel {
            let listener = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
                match event.data().as_string() {
                    Some(text) if text == SETTINGS => hear(Changed::Settings),
                    Some(text) if text == NOTES => hear(Changed::Notes),
                    Some(text) if text == VAULT => hear(Changed::Vault),
                    Some(session) => hear(Changed::Session(SessionId(session))),
                    None => {}
                }
            });
            channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
            // It listens for as long as the page lives.
            listener.forget();
        }
        Self { channel }
    }

    /// Tells the other tabs of changes.
    pub fn tell(&self, changes: &[String]) {
        if let Some(channel) = &self.channel {
            for change in changes {
                let _ = channel.post_message(&change.as_str().into());
            }
        }
    }
}

/// What a batch changes, each once. Drafts change nothing that other tabs show.
pub fn changes(batch: &[Write]) -> Vec<String> {
    let mut changes: Vec<String> = Vec::new();
    for write in batch {
        let what = match write {
            Write::PutSession(session) => session.id.0.as_str(),
            Write::DeleteSession(session) | Write::PutRound { session, .. } => &session.0,
            Write::PutTurn(turn) => &turn.session.0,
            Write::PutSetting { key, .. } | Write::DeleteSetting { key }
                if key.starts_with(notes::KEY) =>
            {
                NOTES
            }
            Write::PutSetting { .. } | Write::DeleteSetting { .. } => SETTINGS,
            Write::PutDraft(_) | Write::DeleteDraft(_) => continue,
        };
        if !changes.iter().any(|known| known == what) {
            changes.push(what.to_owned());
        }
    }
    changes
}
