//! The tools: what each may do, the person's own, what is allowed, notes, and a place to try JavaScript.

mod allowed;
mod list;
mod note_form;
mod notes;
mod own;
mod report;
mod trial;
mod try_javascript;

use super::mcp::McpServers;
use crate::tool::OwnTool;
use crate::tool::notes::Note;
use allowed::AllowedList;
use leptos::prelude::*;
use list::ToolList;
use note_form::{NoteEntry, NoteForm};
use notes::Notes;
use own::{Entry, OwnToolForm, OwnTools};
use try_javascript::TryJavaScript;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement};

/// What is being edited. It lives as long as the dialog, so that looking at another section loses nothing.
#[derive(Clone, Copy)]
pub struct Editing {
    form: RwSignal<Option<Form>>,
    owner: StoredValue<Owner>,
}

#[derive(Clone, Copy)]
enum Form {
    Tool(Entry),
    Note(NoteEntry),
}

impl Editing {
    /// Made once, by the dialog.
    pub fn new() -> Self {
        let form = RwSignal::new(None::<Form>);
        window_event_listener_untyped("beforeunload", move |event: Event| {
            let is_changed = match form.get_untracked() {
                Some(Form::Tool(entry)) => entry.is_changed(),
                Some(Form::Note(entry)) => entry.is_changed(),
                None => false,
            };
            if is_changed {
                // The browser asks whether to leave.
                event.prevent_default();
            }
        });
        Self {
            form,
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
        }
    }

    fn edit_tool(self, tool: OwnTool, is_new: bool) {
        let entry = self.owner.get_value().with(|| Entry::new(tool, is_new));
        self.form.set(Some(Form::Tool(entry)));
    }

    fn edit_note(self, note: Note, is_new: bool) {
        let entry = self.owner.get_value().with(|| NoteEntry::new(note, is_new));
        self.form.set(Some(Form::Note(entry)));
    }

    /// Goes back to the lists, with the focus on the element with this id, or on the one that adds such a thing.
    fn end(self, edit: String, add: &'static str) {
        self.form.set(None);
        focus_when_there(edit, add, 20);
    }
}

/// Notes are read anew before they are listed, so their buttons may take some frames to come.
fn focus_when_there(edit: String, add: &'static str, frames: u32) {
    request_animation_frame(move || {
        let mut button = document().get_element_by_id(&edit);
        if button.is_none() && frames > 0 {
            return focus_when_there(edit, add, frames - 1);
        }
        button = button.or_else(|| document().get_element_by_id(add));
        if let Some(button) = button {
            // It is on screen, so it can take the focus.
            let _ = button.unchecked_ref::<HtmlElement>().focus();
        }
    });
}

#[component]
pub fn Tools() -> impl IntoView {
    let editing = expect_context::<Editing>();
    view! {
        <section aria-labelledby="tools-title">
            {move || match editing.form.get() {
                Some(Form::Tool(entry)) => view! { <OwnToolForm entry editing /> }.into_any(),
                Some(Form::Note(entry)) => view! { <NoteForm entry editing /> }.into_any(),
                None => view! { <Overview editing /> }.into_any(),
            }}
        </section>
    }
}

#[component]
fn Overview(editing: Editing) -> impl IntoView {
    view! {
        <h3 id="tools-title">"Tools"</h3>
        <p>
            "What agents may do here. You choose for each tool; an agent's own form may choose otherwise for that agent."
        </p>
        <ToolList />
        <OwnTools editing />
        <McpServers />
        <AllowedList />
        <Notes editing />
        <TryJavaScript />
    }
}
