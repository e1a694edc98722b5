//! What the manager does to conversations.

use super::inner::{Inner, Undoing};
use super::{ChatRequest, Manager};
use crate::agent::Input;
use crate::browser::address;
use crate::browser::clock::now;
use crate::browser::locks;
use crate::browser::open_session::OpenSession;
use crate::chat::session::title_from;
use crate::chat::{Outcome, Round, RoundKey, Session, SessionId, Turn, TurnId, tree};
use crate::store::{Store, Write};
use leptos::prelude::*;
use std::rc::Rc;
use uuid::Uuid;
use wasm_bindgen_futures::spawn_local;

impl Manager {
    /// Starts a new, empty chat. Nothing is stored until the first message.
    pub fn new_chat(&self) {
        self.current.set(None);
        address::show(None);
        let inner = self.inner();
        inner.show_rows();
        inner.forget_unused();
    }

    /// Opens a stored session.
    pub fn open(&self, session: &SessionId) {
        self.current.set(Some(session.clone()));
        address::show(Some(session));
        let inner = self.inner();
        if inner.open.borrow().contains_key(session) {
            inner.show_rows();
            inner.forget_unused();
            return;
        }
        self.rows.set(vec![]);
        let id = session.clone();
        spawn_local(async move { inner.read_session(&id).await });
    }

    /// Sends a message in the open session. Returns false, and does nothing, while a request runs there
    /// or when there is nothing to send.
    pub fn send(&self, request: ChatRequest) -> bool {
        let inner = self.inner();
        if request.content.trim().is_empty() || !self.loaded.get_untracked() {
            return false;
        }
        let id = match self.current.get_untracked() {
            Some(id) => id,
            None => {
                let id = SessionId(Uuid::now_v7().to_string());
                let at = now();
                let session = Session {
                    id: id.clone(),
                    title: title_from(&request.content),
                    agent: self.agent.with_untracked(|agent| agent.id.clone()),
                    model: inner.signals.chosen.get_untracked(),
                    thinking: inner.signals.thinking.get_untracked(),
                    created: at,
                    updated: at,
                    tip: None,
                };
                inner
                    .open
                    .borrow_mut()
                    .insert(id.clone(), OpenSession::new(session));
                self.current.set(Some(id.clone()));
                address::show(Some(&id));
                id
            }
        };
        let parent = match inner.open.borrow().get(&id) {
            Some(open) => open.session.tip.clone(),
            None => return false,
        };
        inner.ask(&id, parent, request.content)
    }

    /// Stops the open session's request.
    pub fn stop(&self) {
        if let Some(id) = self.current.get_untracked() {
            self.inner().tell(&id, Input::Stop);
        }
    }

    /// Shows another alternative of a turn, with what followed it most recently.
    pub fn show_alternative(&self, turn: &TurnId) {
        let inner = self.inner();
        let Some(id) = inner.session_of(turn) else {
            return;
        };
        if inner.runs.borrow().contains_key(&id) {
            return;
        }
        let mut write = None;
        if let Some(open) = inner.open.borrow_mut().get_mut(&id) {
            open.session.tip = Some(tree::newest_tip(open.turns(), turn));
            write = Some(Write::PutSession(open.session.clone()));
        }
        inner.show_rows();
        inner.persist_later(write.into_iter().collect());
    }

    /// Makes an interrupted turn's draft part of its answer.
    pub fn keep_draft(&self, turn: &TurnId) {
        let inner = self.inner();
        inner.settle_draft(turn, |draft, turn| {
            vec![
                Write::PutRound {
                    session: draft.session.clone(),
                    round: Round {
                        key: RoundKey {
                            turn: draft.turn.clone(),
                            index: draft.round,
                        },
                        parts: draft.parts.clone(),
                        usage: None,
                        model: String::new(),
                        stop: None,
                        summary: None,
                        started: draft.saved,
                        ended: draft.saved,
                    },
                },
                Write::PutTurn(Turn {
                    outcome: Some(Outcome::Interrupted),
                    ..turn.clone()
                }),
                Write::DeleteDraft(draft.turn.clone()),
            ]
        });
    }

    pub fn discard_draft(&self, turn: &TurnId) {
        self.inner().settle_draft(turn, |draft, turn| {
            vec![
                Write::PutTurn(Turn {
                    outcome: Some(Outcome::Interrupted),
                    ..turn.clone()
                }),
                Write::DeleteDraft(draft.turn.clone()),
            ]
        });
    }

    /// Gives a session another title; a blank one is ignored.
    pub fn rename(&self, session: &SessionId, title: &str) {
        let title = title.trim().to_owned();
        if title.is_empty() {
            return;
        }
        let inner = self.inner();
        let id = session.clone();
        spawn_local(async move {
            let Some(mut session) = inner.stored_session(&id).await else {
                return;
            };
            session.title = title;
            if let Some(open) = inner.open.borrow_mut().get_mut(&id) {
                open.session.title = session.title.clone();
            }
            inner.list(&session);
            inner.write(vec![Write::PutSession(session)]).await;
        });
    }

    /// Deletes a session and posts a notice with Undo. A request in flight is stopped.
    pub fn delete(&self, session: &SessionId) {
        let inner = self.inner();
        let manager = *self;
        let id = session.clone();
        inner.tell(&id, Input::Stop);
        spawn_local(async move {
            if !inner.open.borrow().contains_key(&id) {
                inner.load_session(&id).await;
            }
            let removed = inner.open.borrow_mut().remove(&id);
            let Some(removed) = removed else { return };
            if manager.current.get_untracked().as_ref() == Some(&id) {
                manager.new_chat();
            }
            inner
                .signals
                .sessions
                .update(|all| all.retain(|item| item.id != id));
            // An Undo brings the chat back, not what was allowed in it.
            if inner.allows_in(&id) {
                inner.change_settings(|settings| settings.tools.forget_session(&id));
            }
            let text = format!("Deleted “{}”", removed.session.title);
            inner.notify_undo(text, Undoing::Writes(removed.to_writes()));
            inner.write(vec![Write::DeleteSession(id)]).await;
        });
    }
}

impl Inner {
    pub fn tell(&self, session: &SessionId, input: Input) {
        if let Some(run) = self.runs.borrow().get(session) {
            let _ = run.inputs.unbounded_send(input);
        }
    }

    /// Every request in flight saves what it has: the page may go away.
    pub fn checkpoint(&self) {
        for run in self.runs.borrow().values() {
            let _ = run.inputs.unbounded_send(Input::Checkpoint);
        }
    }

    /// Reads a session and shows it, if it is still the one to be shown.
    pub async fn read_session(self: &Rc<Self>, id: &SessionId) {
        self.load_session(id).await;
        if self.signals.current.get_untracked().as_ref() == Some(id) {
            if !self.open.borrow().contains_key(id) {
                self.notify(
                    "This chat is not stored in this browser.".to_owned(),
                    None,
                    true,
                );
                self.signals.current.set(None);
                address::show(None);
            }
            self.show_rows();
        }
        self.forget_unused();
    }

    async fn load_session(self: &Rc<Self>, id: &SessionId) {
        let Some(storage) = self.storage() else {
            return;
        };
        let Some(session) = self.stored_session(id).await else {
            return;
        };
        let elsewhere = locks::turns_held().await;
        match storage.conversation(id).await {
            Ok(conversation) => {
                for problem in &conversation.unreadable {
                    self.notify(
                        format!("Part of this chat cannot be read: {problem}"),
                        None,
                        true,
                    );
                }
                // It may have been opened meanwhile, by another click on it.
                let mut open = self.open.borrow_mut();
                let open = open
                    .entry(id.clone())
                    .or_insert_with(|| OpenSession::stored(session, conversation, &elsewhere));
                let unfinished = open.turns().iter().filter(|turn| turn.outcome.is_none());
                for turn in unfinished.filter(|turn| elsewhere.contains(&turn.id)) {
                    self.await_release(&turn.id, id);
                }
            }
            Err(error) => self.report(&error),
        }
    }

    /// Reads the session anew once the tab that writes the turn has let go of it: a tab that crashed, or the
    /// page that was here before a reload, says nothing itself.
    fn await_release(self: &Rc<Self>, turn: &TurnId, session: &SessionId) {
        let inner = self.clone();
        let (lock, session) = (locks::turn(turn), session.clone());
        spawn_local(async move {
            locks::released(&lock).await;
            inner.changed_elsewhere(&session).await;
        });
    }

    async fn stored_session(&self, id: &SessionId) -> Option<Session> {
        if let Some(open) = self.open.borrow().get(id) {
            return Some(open.session.clone());
        }
        match self.storage()?.sessions().await {
            Ok(sessions) => sessions.into_iter().find(|session| session.id == *id),
            Err(error) => {
                self.report(&error);
                None
            }
        }
    }

    /// Another tab changed a session: the list is read anew, and the session with it if it is on screen.
    /// One that is being answered here is this tab's own.
    pub async fn changed_elsewhere(self: &Rc<Self>, id: &SessionId) {
        if self.runs.borrow().contains_key(id) {
            return;
        }
        self.open.borrow_mut().remove(id);
        match self.stored_session(id).await {
            Some(session) => {
                self.list(&session);
                if self.signals.current.get_untracked().as_ref() == Some(id) {
                    self.read_session(id).await;
                }
            }
            None => {
                self.signals
                    .sessions
                    .update(|all| all.retain(|item| item.id != *id));
                if self.signals.current.get_untracked().as_ref() == Some(id) {
                    self.read_session(id).await;
                }
            }
        }
    }

    fn settle_draft(
        self: &Rc<Self>,
        turn: &TurnId,
        writes: impl FnOnce(&crate::store::Draft, &Turn) -> Vec<Write>,
    ) {
        let Some(id) = self.session_of(turn) else {
            return;
        };
        let mut batch = Vec::new();
        if let Some(open) = self.open.borrow_mut().get_mut(&id) {
            if let (Some(draft), Some(stored)) = (open.draft(turn), open.turn(turn)) {
                batch = writes(draft, stored);
            }
            for write in &batch {
                open.apply(write);
            }
            open.refresh(turn);
        }
        self.show_rows();
        self.persist_later(batch);
    }
}
