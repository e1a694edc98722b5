//! What stands in place of a conversation that has not begun.

use super::icon::Icon;
use super::screen::Screen;
use super::sidebar::Mark;
use crate::browser::Manager;
use icondata_lu as lu;
use leptos::prelude::*;

const STARTERS: [(&str, &str); 3] = [
    (
        "Explain something",
        "Explain how a suspension bridge carries its load, first in two sentences, then in detail.",
    ),
    (
        "Compare in a table",
        "Compare TCP, QUIC and WebSockets in a table: ordering, head-of-line blocking, typical use.",
    ),
    (
        "Write some code",
        "Write a function that groups a list of words into anagrams, and explain its running time.",
    ),
];

#[component]
pub fn Welcome() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let ready = Memo::new(move |_| manager.model.with(Option::is_some));
    view! {
        <Show when=move || ready.get() fallback=|| view! { <FirstRun /> }>
            <Greeting />
        </Show>
    }
}

#[component]
fn FirstRun() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let screen = expect_context::<Screen>();
    let try_demo = move |_| {
        manager.use_demo();
        screen.focus_composer();
    };
    view! {
        <div class="welcome">
            <Mark />
            <h2>"A workbench for talking with models"</h2>
            <p class="lede">
                "Colloquy is only this page: your browser talks straight to the models you choose, and keeps your conversations and keys to itself."
            </p>
            <div class="ways">
                <button type="button" class="way primary" on:click=try_demo aria-label="Try the demo">
                    <Icon icon=lu::LuPlay />
                    <span class="way-name">"Try the demo"</span>
                    <span class="way-note">"Scripted answers, no AI. Needs no account and no network."</span>
                </button>
                <button
                    type="button"
                    class="way"
                    on:click=move |_| screen.connect_provider()
                    aria-label="Connect a provider"
                >
                    <Icon icon=lu::LuPlug />
                    <span class="way-name">"Connect a provider"</span>
                    <span class="way-note">"With your own key, or a server on your own machine."</span>
                </button>
            </div>
        </div>
    }
}

#[component]
fn Greeting() -> impl IntoView {
    let screen = expect_context::<Screen>();
    view! {
        <div class="welcome">
            <Mark />
            <h2>"What shall we talk about?"</h2>
            <ul class="starters">
                {STARTERS
                    .into_iter()
                    .map(|(name, prompt)| {
                        view! {
                            <li>
                                <button
                                    type="button"
                                    class="starter"
                                    on:click=move |_| screen.prompt.set(Some(prompt))
                                >
                                    <span class="starter-name">{name}</span>
                                    <span class="starter-text">{prompt}</span>
                                </button>
                            </li>
                        }
                    })
                    .collect_view()}
            </ul>
        </div>
    }
}
