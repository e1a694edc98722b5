//! Nothing has come of the answer yet.

use crate::browser::{Manager, sleep};
use crate::chat::Millis;
use leptos::prelude::*;

/// A request that is waited for so long, in milliseconds, may be held back by a question of the browser's.
const SUSPICIOUS: Millis = 2_000.0;

#[component]
pub fn Waiting() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let question = RwSignal::new(None::<String>);
    leptos::task::spawn_local(async move {
        loop {
            sleep(SUSPICIOUS).await;
            let asked = manager.unanswered_question().await;
            // The wait is over by now.
            if question.try_set(asked).is_some() {
                return;
            }
        }
    });
    view! {
        <p class="waiting">
            <span class="visually-hidden">"Waiting for the answer"</span>
        </p>
        <p role="status" class="ending">
            {question}
        </p>
    }
}
