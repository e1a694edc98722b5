//! Adds or changes a note.

use super::Editing;
use crate::browser::Manager;
use crate::tool::notes::{self, Note};
use crate::ui::settings::field::{Field, focus_first_error, focus_first_field};
use crate::ui::settings::form_end::FormEnd;
use leptos::html;
use leptos::prelude::*;
use web_sys::SubmitEvent;

pub const NEW_NOTE: &str = "new-note";

/// The element id of a note's "Edit".
pub fn edit_id(note: &Note) -> String {
    format!("edit-note-{}", note.id)
}

pub fn new_note(manager: Manager) -> Note {
    let at = js_sys::Date::now();
    Note {
        id: manager.new_id(),
        title: String::new(),
        text: String::new(),
        created: at,
        updated: at,
    }
}

/// A note with its fields as they are typed.
#[derive(Clone, Copy)]
pub struct NoteEntry {
    before: StoredValue<Note>,
    is_new: bool,
    title: RwSignal<String>,
    text: RwSignal<String>,
}

impl NoteEntry {
    pub fn new(note: Note, is_new: bool) -> Self {
        Self {
            is_new,
            title: RwSignal::new(note.title.clone()),
            text: RwSignal::new(note.text.clone()),
            before: StoredValue::new(note),
        }
    }

    fn draft(self) -> Note {
        Note {
            title: self.title.get(),
            text: self.text.get(),
            ..self.before.get_value()
        }
    }

    /// Whether leaving the form would lose something.
    pub fn is_changed(self) -> bool {
        untrack(|| self.draft() != self.before.get_value())
    }
}

#[component]
pub fn NoteForm(entry: NoteEntry, editing: Editing) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let form = NodeRef::<html::Form>::new();
    focus_first_field(form);
    let tried = RwSignal::new(false);
    // What only the store can tell, such as a title that is taken.
    let trouble = RwSignal::new(None::<String>);
    let end = move || editing.end(entry.before.with_value(edit_id), NEW_NOTE);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        tried.set(true);
        let note = untrack(|| entry.draft());
        if notes::checked_title(&note.title).is_err() || notes::checked_text(&note.text).is_err() {
            focus_first_error(form);
            return;
        }
        leptos::task::spawn_local(async move {
            match manager.save_note(note).await {
                Ok(()) => end(),
                // The form may be gone by now.
                Err(error) => {
                    trouble.try_set(Some(error));
                }
            }
        });
    };
    let heading = match entry.is_new {
        true => "New note".to_owned(),
        false => entry
            .before
            .with_value(|note| format!("Edit {}", note.title)),
    };
    view! {
        <form class="form note-form" novalidate node_ref=form on:submit=save>
            <h3 id="tools-title">{heading}</h3>
            <Field
                label="Title"
                value=entry.title
                error=Signal::derive(move || {
                    let wrong = entry.title.with(|title| notes::checked_title(title)).err();
                    wrong.filter(|_| tried.get())
                })
            />
            <Field
                label="Text"
                value=entry.text
                multiline=true
                error=Signal::derive(move || {
                    let wrong = entry.text.with(|text| notes::checked_text(text)).err();
                    wrong.filter(|_| tried.get())
                })
            />
            <p class="bad" role="alert">
                {trouble}
            </p>
            <FormEnd what="this note" is_changed=move || entry.is_changed() on_leave=end />
        </form>
    }
}
