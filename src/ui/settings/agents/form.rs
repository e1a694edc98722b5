//! Adds or changes an agent.

use super::Editing;
use super::entry::Entry;
use super::prompt::PromptField;
use super::tools::ToolsField;
use crate::agent::AgentKind;
use crate::browser::Manager;
use crate::ui::settings::field::{Field, focus_first_error, focus_first_field, unique_id};
use crate::ui::settings::form_end::FormEnd;
use leptos::html;
use leptos::prelude::*;
use web_sys::SubmitEvent;

#[component]
pub fn AgentForm(entry: Entry, editing: Editing) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let form = NodeRef::<html::Form>::new();
    focus_first_field(form);
    let tried = RwSignal::new(false);
    let shown = move |error: Option<String>| error.filter(|_| tried.get());
    let id = StoredValue::new(entry.before.with_value(|agent| agent.id.clone()));
    let others = Memo::new(move |_| {
        let others = manager.agents().into_iter();
        let others = others.filter(|agent| id.with_value(|id| agent.id != *id));
        others.map(|agent| agent.name).collect::<Vec<_>>()
    });
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        tried.set(true);
        match untrack(|| entry.read(&others.get())) {
            Ok(agent) => {
                manager.save_agent(agent);
                id.with_value(|id| editing.end(id));
            }
            Err(_) => focus_first_error(form),
        }
    };
    let title = match entry.is_new {
        true => "New agent".to_owned(),
        false => entry
            .before
            .with_value(|agent| format!("Edit {}", agent.name)),
    };
    view! {
        <form class="form" novalidate node_ref=form on:submit=save>
            <h3 id="agents-title">{title}</h3>
            <div class="field-row name-row">
                <Field
                    label="Name"
                    value=entry.name
                    error=Signal::derive(move || {
                        shown(others.with(|others| entry.checked_name(others)).err())
                    })
                />
                <Field
                    label="Emoji"
                    value=entry.icon
                    error=Signal::derive(move || shown(entry.checked_icon().err()))
                />
            </div>
            <Field
                label="Description"
                value=entry.description
                hint="One sentence: what it is good for."
            />
            <div class="field-row wide">
                <KindField entry />
                <ModelField entry />
            </div>
            <PromptField entry />
            <ToolsField entry />
            <div class="field-row wide">
                <Field
                    label="Max rounds"
                    value=entry.max_rounds
                    inputmode="numeric"
                    placeholder="10"
                    hint="Answers of the model in one turn, 1 to 100."
                    error=Signal::derive(move || shown(entry.checked_rounds().err()))
                />
                <Field
                    label="Time limit"
                    value=entry.time_limit
                    inputmode="numeric"
                    placeholder="none"
                    hint="Seconds for one turn, without the time it waits for you or for agents that it asks: each of them has its own limit."
                    error=Signal::derive(move || shown(entry.checked_time_limit().err()))
                />
            </div>
            <Field
                label="Starter prompts"
                value=entry.starters
                multiline=true
                hint="Offered when a chat begins, one in each line."
            />
            <FormEnd
                what="this agent"
                is_changed=move || entry.is_changed()
                on_leave=move || id.with_value(|id| editing.end(id))
            />
        </form>
    }
}

#[component]
fn KindField(entry: Entry) -> impl IntoView {
    let id = unique_id();
    let note = format!("{id}-note");
    let is_app = move || entry.kind.get() == AgentKind::App;
    view! {
        <div class="field">
            <label for=id.clone()>"Kind"</label>
            <select
                id=id
                aria-describedby=note.clone()
                on:change:target=move |event| {
                    entry
                        .kind
                        .set(
                            match event.target().value().as_str() {
                                "app" => AgentKind::App,
                                _ => AgentKind::Chat,
                            },
                        );
                }
            >
                <option value="chat" selected=!is_app()>
                    "Chat"
                </option>
                <option value="app" selected=is_app()>
                    "App"
                </option>
            </select>
            <p class="field-note" id=note>
                "App is for agents that write something to run."
            </p>
        </div>
    }
}

#[component]
fn ModelField(entry: Entry) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let id = unique_id();
    let note = format!("{id}-note");
    let chosen = entry.model;
    let option = move |id: String, name: String| {
        let selected = chosen.with_untracked(|chosen| *chosen == id);
        view! {
            <option value=id selected=selected>
                {name}
            </option>
        }
    };
    let options = manager.settings.with_untracked(|settings| {
        let mut options = vec![(String::new(), "None".to_owned())];
        for model in &settings.models {
            options.push((model.id.0.clone(), model.label().to_owned()));
        }
        let gone = chosen.get_untracked();
        if options.iter().all(|(id, _)| *id != gone) {
            options.push((gone, "A model that was deleted".to_owned()));
        }
        options
    });
    view! {
        <div class="field">
            <label for=id.clone()>"Preferred model"</label>
            <select
                id=id
                aria-describedby=note.clone()
                on:change:target=move |event| chosen.set(event.target().value())
            >
                {options.into_iter().map(|(id, name)| option(id, name)).collect_view()}
            </select>
            <p class="field-note" id=note>
                "Answers unless another is chosen in the chat. None follows your default."
            </p>
        </div>
    }
}
