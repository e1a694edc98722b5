//! What the person has allowed beyond single calls: the one place where all of it can be taken back.

use crate::browser::Manager;
use crate::tool::Grant;
use crate::ui::format;
use leptos::prelude::*;

#[component]
pub fn Allowed() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let grants = Memo::new(move |_| {
        let grants = manager
            .settings
            .with(|settings| settings.tools.grants.clone());
        // The latest first.
        grants.into_iter().rev().collect::<Vec<Grant>>()
    });
    let has_any = Memo::new(move |_| !grants.read().is_empty());
    view! {
        <section class="part" aria-labelledby="allowed-title">
            <div class="section-top">
                <h4 id="allowed-title">"Allowed"</h4>
                <Show when=move || has_any.get()>
                    <button type="button" class="button" on:click=move |_| manager.revoke_all()>
                        "Revoke all"
                    </button>
                </Show>
            </div>
            <Show
                when=move || has_any.get()
                fallback=|| {
                    view! {
                        <p class="field-note">
                            "Nothing runs without asking but what is chosen above. What you allow in a chat, or always, is listed here."
                        </p>
                    }
                }
            >
                <ul class="models" aria-label="Allowed">
                    <For each=move || grants.get() key=|grant| format!("{grant:?}") let(grant)>
                        <GrantLine grant />
                    </For>
                </ul>
            </Show>
        </section>
    }
}

#[component]
fn GrantLine(grant: Grant) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let tools = manager.tools();
    let tool = tools.iter().find(|tool| tool.spec.name == grant.scope.tool);
    let tool = tool.map_or(grant.scope.tool.clone(), |tool| tool.title.clone());
    let agent = manager
        .registry
        .with_untracked(|registry| registry.get(&grant.scope.agent));
    let agent = agent.map_or("an agent that was deleted".to_owned(), |agent| agent.name);
    let host = grant.scope.host.clone();
    let place = match &grant.session {
        None => "in every chat".to_owned(),
        Some(id) => manager.sessions.with_untracked(|sessions| {
            let session = sessions.iter().find(|session| session.id == *id);
            session.map_or("in a chat that was deleted".to_owned(), |session| {
                format!("in the chat “{}”", session.title)
            })
        }),
    };
    let what = match &host {
        Some(host) => format!("{tool}, {host}"),
        None => tool,
    };
    let facts = format!("by {agent}, {place}, since {}", format::moment(grant.at));
    let label = format!("Revoke {what} {facts}");
    let grant = StoredValue::new(grant);
    view! {
        <li class="model">
            <div class="model-text">
                <span class="model-name">{what}</span>
                <span class="model-facts">{facts}</span>
            </div>
            <button
                type="button"
                class="text-button"
                aria-label=label
                on:click=move |_| grant.with_value(|grant| manager.revoke(grant))
            >
                "Revoke"
            </button>
        </li>
    }
}
