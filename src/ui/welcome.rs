//! What stands in place of a conversation that has not begun.

use super::icon::Icon;
use super::screen::Screen;
use super::sidebar::Mark;
use crate::browser::Manager;
use crate::chat::JUST_ASK;
use icondata_lu as lu;
use leptos::prelude::*;

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

/// The agent that will answer introduces itself, with messages to begin with.
#[component]
fn Greeting() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let screen = expect_context::<Screen>();
    let starter = move |prompt: String| {
        let chosen = prompt.clone();
        view! {
            <li>
                <button
                    type="button"
                    class="starter"
                    on:click=move |_| screen.prompt.set(Some(chosen.clone()))
                >
                    {prompt}
                </button>
            </li>
        }
    };
    move || {
        let agent = manager.agent.get();
        let (heading, lede) = match agent.id.0 == JUST_ASK {
            true => ("What shall we talk about?".to_owned(), None),
            false => (agent.name, Some(agent.description)),
        };
        view! {
            <div class="welcome">
                <Mark />
                <h2>{heading}</h2>
                {lede.map(|lede| view! { <p class="lede">{lede}</p> })}
                <ul class="starters" aria-label="Starters">
                    {agent.starters.into_iter().map(starter).collect_view()}
                </ul>
            </div>
        }
    }
}
