//! Shows parts of the page that may have to be fetched first.

use crate::browser::{Manager, Part, Parts, Unavailable};
use futures_util::FutureExt;
use leptos::prelude::*;
use std::time::Duration;

/// How long the page has been standing when the parts are fetched ahead: long enough for the first screen to be drawn.
const SETTLED: Duration = Duration::from_secs(1);

/// Fetches all parts once the page has settled, so that nobody has to wait for one later.
pub fn fetch_ahead() {
    let manager = expect_context::<Manager>();
    let Parts {
        settings,
        unlock: _, // It comes with the settings.
        tools,
        steps: _, // They come with the tools.
        dialects,
        mcp: _, // Who needs it has a connection.
    } = expect_context::<Parts>();
    let fetch = move || {
        leptos::task::spawn_local(async move {
            // Where this fails, it is tried again, and told, when the part is needed.
            let _ = settings().await;
            let _ = dialects().await;
            let _ = tools().await;
        });
    };
    Effect::new(move || {
        if manager.loaded.get() {
            set_timeout(fetch, SETTLED);
        }
    });
}

#[derive(Clone, Copy)]
enum State {
    Loading,
    Here(fn() -> AnyView),
    Missing,
}

/// Shows the part; until it is here, that it is being fetched, or that it could not be and what to do about it.
/// `on_cancel` is offered where the person has no other way out.
#[component]
pub fn Lazy(
    part: Part<fn() -> AnyView>,
    #[prop(optional, into)] on_cancel: Option<Callback<()>>,
) -> impl IntoView {
    let state = RwSignal::new(State::Loading);
    let busy = RwSignal::new(false);
    let load = move || {
        let mut loading = part();
        // What is here already shall not blink.
        if let Some(loaded) = loading.as_mut().now_or_never() {
            state.set(loaded.into());
            return;
        }
        busy.set(true);
        leptos::task::spawn_local(async move {
            let loaded = loading.await;
            // Whoever wanted it may be gone.
            busy.try_set(false);
            state.try_set(loaded.into());
        });
    };
    load();
    let try_again = move |_| {
        if !busy.get_untracked() {
            load();
        }
    };
    move || {
        match state.get() {
        State::Loading => view! {
            <p class="field-note" role="status">
                "Loading…"
            </p>
        }
        .into_any(),
        State::Here(build) => build(),
        State::Missing => view! {
            <section class="card failure">
                <div role="alert">
                    <h3>"This part could not be loaded"</h3>
                    <p>
                        "It is fetched when it is first needed. Check the connection and try again. If that does not help, the page has been updated in the meantime: reload it."
                    </p>
                </div>
                <div class="buttons">
                    <button
                        type="button"
                        class="button primary"
                        aria-disabled=move || busy.get().to_string()
                        on:click=try_again
                    >
                        {move || if busy.get() { "Loading…" } else { "Try again" }}
                    </button>
                    {on_cancel
                        .map(|cancel| {
                            view! {
                                <button type="button" class="button" on:click=move |_| cancel.run(())>
                                    "Cancel"
                                </button>
                            }
                        })}
                </div>
            </section>
        }
        .into_any(),
    }
    }
}

impl From<Result<fn() -> AnyView, Unavailable>> for State {
    fn from(loaded: Result<fn() -> AnyView, Unavailable>) -> Self {
        loaded.map_or(Self::Missing, Self::Here)
    }
}
