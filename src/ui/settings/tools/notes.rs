//! The notes that agents keep: to read, change and wipe.

use super::Editing;
use super::note_form::{NEW_NOTE, edit_id, new_note};
use crate::browser::Manager;
use crate::tool::notes::{self, Note};
use crate::ui::focus::focus_when_shown;
use crate::ui::format;
use crate::ui::icon::{Icon, IconButton};
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;

/// How many are listed; the rest is found by searching.
const LISTED: usize = 50;
/// How many characters of a note its line shows.
const BEGINNING: usize = 120;

#[component]
pub fn Notes(editing: Editing) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let notes = RwSignal::new(Vec::<Note>::new());
    let trouble = RwSignal::new(None::<String>);
    Effect::new(move || {
        manager.notes_changed.track();
        if !manager.loaded.get() {
            return;
        }
        leptos::task::spawn_local(async move {
            // The section may be gone by the time they are read.
            match manager.notes().await {
                Ok(read) => drop(notes.try_set(read)),
                Err(error) => drop(trouble.try_set(Some(error))),
            }
        });
    });
    let query = RwSignal::new(String::new());
    let found = Memo::new(move |_| {
        let query = query.get();
        notes.with(|notes| match query.trim() {
            "" => notes
                .iter()
                .map(|note| (note.clone(), beginning(&note.text)))
                .collect::<Vec<_>>(),
            query => notes::search(notes, query)
                .into_iter()
                .map(|hit| (hit.note.clone(), hit.snippet))
                .collect(),
        })
    });
    let has_any = Memo::new(move |_| !notes.read().is_empty());
    let wiping = RwSignal::new(false);
    let add = move |_| editing.edit_note(new_note(manager), true);
    view! {
        <section class="part" aria-labelledby="notes-title">
            <div class="section-top">
                <h4 id="notes-title">"Notes"</h4>
                <button type="button" class="button" id=NEW_NOTE on:click=add>
                    <Icon icon=lu::LuPlus />
                    "New note"
                </button>
            </div>
            <p class="field-note">
                "What agents write down for later chats. They are asked for by the tools Write a note, Read notes and Search notes, and kept in this browser."
            </p>
            {move || trouble.get().map(|error| view! { <p class="bad" role="alert">{error}</p> })}
            <Show when=move || has_any.get()>
                <div class="field">
                    <input
                        type="search"
                        aria-label="Search notes"
                        placeholder="Search notes"
                        prop:value=query
                        on:input:target=move |event| query.set(event.target().value())
                    />
                </div>
                <ul class="models" aria-label="Notes">
                    <For
                        each=move || found.get().into_iter().take(LISTED)
                        key=|(note, shown)| format!("{} {} {} {shown}", note.id, note.updated, note.title)
                        let((note, shown))
                    >
                        <NoteLine note shown editing />
                    </For>
                </ul>
                <p class="field-note" role="status">
                    {move || match found.read().len() {
                        0 => "No note holds all of these words.".to_owned(),
                        count if count > LISTED => {
                            format!("{} more: search for them.", count - LISTED)
                        }
                        _ => String::new(),
                    }}
                </p>
                <Show
                    when=move || wiping.get()
                    fallback=move || {
                        view! {
                            <div class="buttons">
                                <button
                                    type="button"
                                    class="button danger"
                                    on:click=move |_| wiping.set(true)
                                >
                                    "Delete all notes…"
                                </button>
                            </div>
                        }
                    }
                >
                    <Wipe count=Signal::derive(move || notes.read().len()) wiping />
                </Show>
            </Show>
        </section>
    }
}

#[component]
fn NoteLine(note: Note, shown: String, editing: Editing) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let title = note.title.clone();
    let named = move |verb: &str| format!("{verb} {title}");
    let (title, updated) = (note.title.clone(), format::moment(note.updated));
    let note = StoredValue::new(note);
    view! {
        <li class="model">
            <div class="model-text">
                <span class="model-name">{title}</span>
                <span class="model-facts">{updated}</span>
                <span class="model-facts">{shown}</span>
            </div>
            <div class="model-tools">
                <IconButton
                    label=named("Edit")
                    icon=lu::LuPencil
                    id=note.with_value(edit_id)
                    on_press=move || editing.edit_note(note.get_value(), false)
                />
                <IconButton
                    label=named("Delete")
                    icon=lu::LuTrash2
                    on_press=move || manager.delete_note(note.get_value())
                />
            </div>
        </li>
    }
}

#[component]
fn Wipe(count: Signal<usize>, wiping: RwSignal<bool>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let stay = NodeRef::<html::Button>::new();
    focus_when_shown(stay);
    let wipe = move |_| {
        wiping.set(false);
        manager.wipe_notes();
    };
    let question = move || match count.get() {
        1 => "Delete the one note there is? No agent will know what stands in it.".to_owned(),
        count => format!("Delete all {count} notes? No agent will know what stands in them."),
    };
    view! {
        <div class="card" role="alertdialog" aria-label="Delete all notes?">
            <div class="card-text">
                <p>{question}</p>
                <div class="buttons">
                    <button
                        type="button"
                        class="button"
                        node_ref=stay
                        on:click=move |_| wiping.set(false)
                    >
                        "Keep the notes"
                    </button>
                    <button type="button" class="button danger" on:click=wipe>
                        "Delete all notes"
                    </button>
                </div>
            </div>
        </div>
    }
}

/// The text's beginning, on one line.
fn beginning(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(BEGINNING) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}
