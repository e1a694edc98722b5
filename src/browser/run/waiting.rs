//! Which chats wait for their person.

use crate::chat::SessionId;
use leptos::prelude::*;
use std::collections::BTreeMap;

/// How many questions each chat has open.
pub type OpenQuestions = RwSignal<BTreeMap<SessionId, u32>>;

/// A question that is open as long as this lives, however it ends.
pub struct Waiting {
    session: SessionId,
    open: OpenQuestions,
}

impl Waiting {
    pub fn new(session: &SessionId, open: OpenQuestions) -> Self {
        open.update(|open| *open.entry(session.clone()).or_default() += 1);
        Self {
            session: session.clone(),
            open,
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        // The page may be going away, and its signals with it.
        self.open.try_update(|open| {
            if let Some(count) = open.get_mut(&self.session) {
                *count -= 1;
                if *count == 0 {
                    open.remove(&self.session);
                }
            }
        });
    }
}
