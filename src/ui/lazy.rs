//! Parts of the page that are fetched when they are first needed. `src/lazy.rs` says which.

use futures_util::FutureExt;
use leptos::prelude::*;
use std::future::Future;
use std::pin::Pin;

/// A view that may have to be fetched before it can be made. Fetching again costs nothing.
pub type Part = fn() -> Pin<Box<dyn Future<Output = Result<fn() -> AnyView, Unavailable>>>>;

/// A copyable handle; provided as a context by [`super::start`].
#[derive(Clone, Copy)]
pub struct Parts {
    pub settings: Part,
}

/// The part cannot be fetched now: there is no connection, or the page's host has another version by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unavailable;

#[derive(Clone, Copy)]
enum State {
    Loading,
    Here(fn() -> AnyView),
    Missing,
}

/// Shows the part, and until it is here what becomes of it.
#[component]
pub fn Lazy(part: Part) -> impl IntoView {
    let state = RwSignal::new(State::Loading);
    let load = move || {
        state.set(State::Loading);
        let mut loading = part();
        // What is here already shall not blink.
        if let Some(loaded) = loading.as_mut().now_or_never() {
            state.set(loaded.into());
            return;
        }
        leptos::task::spawn_local(async move {
            // Whoever wanted it may be gone.
            state.try_set(loading.await.into());
        });
    };
    load();
    move || match state.get() {
        State::Loading => view! { <p class="busy" role="status">"Loading…"</p> }.into_any(),
        State::Here(build) => build(),
        State::Missing => view! { <Missing again=load /> }.into_any(),
    }
}

#[component]
fn Missing(again: impl Fn() + 'static) -> impl IntoView {
    view! {
        <section class="card" role="alert">
            <h3>"This part could not be loaded"</h3>
            <p>
                "It is fetched when it is first needed. Check the connection and try again. If that does not help, the page has been updated in the meantime: reload it."
            </p>
            <div class="buttons">
                <button type="button" class="button primary" on:click=move |_| again()>
                    "Try again"
                </button>
            </div>
        </section>
    }
}

/// Fetches the part while nothing else is to be done, so that nobody has to wait for it later.
pub fn fetch_ahead(part: Part) {
    leptos::task::spawn_local(async move {
        // Where this fails, it is tried again, and told, when the part is needed.
        let _ = part().await;
    });
}

impl From<Result<fn() -> AnyView, Unavailable>> for State {
    fn from(loaded: Result<fn() -> AnyView, Unavailable>) -> Self {
        loaded.map_or(Self::Missing, Self::Here)
    }
}
