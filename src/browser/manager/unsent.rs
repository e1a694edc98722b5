//! What was written and not sent yet.

use super::Manager;
use super::inner::Inner;
use crate::browser::clock::sleep;
use crate::chat::{Millis, SessionId};
use crate::store::Write;
use wasm_bindgen_futures::spawn_local;

/// Unsent text is stored this long after the last keystroke, in milliseconds.
const UNSENT_DELAY: Millis = 300.0;

/// The setting that holds unsent texts by session id.
pub(super) const UNSENT: &str = "unsent";

impl Manager {
    /// The unsent text of a session's composer (`None`: of the new chat), kept over reloads.
    pub fn unsent(&self, session: Option<&SessionId>) -> String {
        let key = session.map(|id| id.0.clone()).unwrap_or_default();
        self.inner()
            .unsent
            .borrow()
            .get(&key)
            .cloned()
            .unwrap_or_default()
    }

    pub fn set_unsent(&self, session: Option<&SessionId>, text: &str) {
        let inner = self.inner();
        let key = session.map(|id| id.0.clone()).unwrap_or_default();
        {
            let mut unsent = inner.unsent.borrow_mut();
            if text.is_empty() {
                unsent.remove(&key);
            } else {
                unsent.insert(key, text.to_owned());
            }
        }
        let version = inner.number();
        inner.unsent_version.set(version);
        spawn_local(async move {
            sleep(UNSENT_DELAY).await;
            if inner.unsent_version.get() == version {
                inner.store_unsent().await;
            }
        });
    }
}

impl Inner {
    /// Stores what was written so far, at once.
    pub(super) async fn store_unsent(&self) {
        let all = serde_json::to_value(&*self.unsent.borrow()).unwrap_or_default();
        self.write(vec![Write::PutSetting {
            key: UNSENT.to_owned(),
            value: all,
        }])
        .await;
    }
}
