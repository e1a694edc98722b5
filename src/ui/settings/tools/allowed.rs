//! What the person has allowed beyond single calls: the one place where all of it can be taken back.

use crate::agent::Always;
use crate::browser::{Allowed, Manager};
use crate::tool::Grant;
use crate::ui::format;
use leptos::prelude::*;

#[component]
pub fn AllowedList() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let allowed = Memo::new(move |_| manager.allowed());
    let has_any = Memo::new(move |_| !allowed.read().is_empty());
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
                            "Nothing runs without asking but what is chosen above. What you allow in a chat, always, or in an agent's form is listed here."
                        </p>
                    }
                }
            >
                <ul class="models" aria-label="Allowed">
                    <For
                        each=move || allowed.get()
                        key=|allowed| format!("{allowed:?}")
                        let(allowed)
                    >
                        <Line allowed />
                    </For>
                </ul>
            </Show>
        </section>
    }
}

#[component]
fn Line(allowed: Allowed) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let (tool, agent) = match &allowed {
        Allowed::Granted(Grant { scope, .. }) => (&scope.tool, &scope.agent),
        Allowed::Always(Always { agent, tool }) => (tool, agent),
    };
    let known = manager.tools();
    let known = known.iter().find(|known| known.spec.name == *tool);
    let tool = known.map_or(tool.clone(), |known| known.title.clone());
    let agent = manager
        .registry
        .with_untracked(|registry| registry.get(agent));
    let agent = agent.map_or("an agent that was deleted".to_owned(), |agent| agent.name);
    let (what, limits) = match &allowed {
        Allowed::Granted(grant) => {
            let place = match &grant.session {
                None => "in every chat".to_owned(),
                Some(id) => manager.sessions.with_untracked(|sessions| {
                    let session = sessions.iter().find(|session| session.id == *id);
                    session.map_or("in a chat that was deleted".to_owned(), |session| {
                        format!("in the chat “{}”", session.title)
                    })
                }),
            };
            let what = match &grant.scope.host {
                Some(host) => format!("{tool}, {host}"),
                None => tool,
            };
            (what, format!("{place}, since {}", format::moment(grant.at)))
        }
        Allowed::Always(_) => (tool, "in every chat, as its form says".to_owned()),
    };
    let facts = format!("by {agent}, {limits}");
    let label = format!("Revoke {what} {facts}");
    let allowed = StoredValue::new(allowed);
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
                on:click=move |_| manager.revoke(allowed.get_value())
            >
                "Revoke"
            </button>
        </li>
    }
}
