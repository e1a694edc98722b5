//! The agents: a list, and a form for one of them.

mod entry;
mod form;
mod import;
mod line;
mod prompt;
mod tools;

use crate::agent::AgentSchema;
use crate::browser::Manager;
use crate::chat::AgentId;
use crate::ui::icon::Icon;
use entry::Entry;
use form::AgentForm;
use icondata_lu as lu;
use import::AgentFile;
use leptos::prelude::*;
use line::AgentLine;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement};

/// What is being edited. It lives as long as the dialog, so that looking at another section loses nothing.
#[derive(Clone, Copy)]
pub struct Editing {
    entry: RwSignal<Option<Entry>>,
    owner: StoredValue<Owner>,
}

impl Editing {
    /// Made once, by the dialog.
    pub fn new() -> Self {
        let entry = RwSignal::new(None::<Entry>);
        window_event_listener_untyped("beforeunload", move |event: Event| {
            if entry.get_untracked().is_some_and(Entry::is_changed) {
                // The browser asks whether to leave.
                event.prevent_default();
            }
        });
        Self {
            entry,
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
        }
    }

    fn begin(self, agent: AgentSchema, is_new: bool) {
        let entry = self.owner.get_value().with(|| Entry::new(agent, is_new));
        self.entry.set(Some(entry));
    }

    /// Goes back to the list, with the focus on the agent that was edited, or on "New agent".
    fn end(self, agent: &AgentId) {
        self.entry.set(None);
        let edit = edit_id(agent);
        request_animation_frame(move || {
            let button = document()
                .get_element_by_id(&edit)
                .or_else(|| document().get_element_by_id(NEW_AGENT));
            if let Some(button) = button {
                // The list is on screen by now, so its buttons can take the focus.
                let _ = button.unchecked_ref::<HtmlElement>().focus();
            }
        });
    }
}

const NEW_AGENT: &str = "new-agent";

/// The element id of an agent's "Edit".
fn edit_id(agent: &AgentId) -> String {
    format!("edit-agent-{agent}")
}

#[component]
pub fn Agents() -> impl IntoView {
    let editing = expect_context::<Editing>();
    view! {
        <section aria-labelledby="agents-title">
            {move || match editing.entry.get() {
                Some(entry) => view! { <AgentForm entry editing /> }.into_any(),
                None => view! { <List editing /> }.into_any(),
            }}
        </section>
    }
}

#[component]
fn List(editing: Editing) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let add = move |_| {
        let mut agent = AgentSchema::new(AgentId(manager.new_id()), "");
        agent.template = "{{introduction}}\n\nAnswer in the language of the person.".to_owned();
        editing.begin(agent, true);
    };
    view! {
        <div class="section-top">
            <h3 id="agents-title">"Agents"</h3>
            <button type="button" class="button primary" id=NEW_AGENT on:click=add>
                <Icon icon=lu::LuPlus />
                "New agent"
            </button>
        </div>
        <p>"An agent is who answers: what the model is told, and which tools it may call."</p>
        <ul class="models agents" aria-label="Agents">
            <For each=move || manager.agents() key=|agent| format!("{agent:?}") let(agent)>
                <AgentLine agent editing />
            </For>
        </ul>
        <AgentFile />
    }
}
