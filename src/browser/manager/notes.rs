//! The notes, as agents and the person reach them. They are not kept in memory: whatever tab wrote last, what is
//! stored counts.

use super::inner::Undoing;
use super::{Inner, Manager};
use crate::browser::clock::now;
use crate::browser::locks;
use crate::store::{Store, Write};
use crate::tool::notes::{self, Note};
use leptos::prelude::*;
use uuid::Uuid;
use wasm_bindgen_futures::spawn_local;

/// Held from reading to writing, so that of two tabs that write to one note neither loses the other's words.
const LOCK: &str = "colloquy:notes";

impl Manager {
    /// All notes, the latest first.
    ///
    /// # Errors
    /// Says that the store failed.
    pub async fn notes(&self) -> Result<Vec<Note>, String> {
        self.inner().read_notes().await
    }

    /// Changes a note, or adds one.
    ///
    /// # Errors
    /// Says what is wrong with the title or the text.
    pub async fn save_note(&self, note: Note) -> Result<(), String> {
        let inner = self.inner();
        let _held = locks::acquire(LOCK).await;
        let title = notes::checked_title(&note.title)?;
        notes::checked_text(&note.text)?;
        let all = inner.read_notes().await?;
        if notes::find(&all, &title).is_some_and(|other| other.id != note.id) {
            return Err("Another note has this title.".to_owned());
        }
        let updated = now();
        inner
            .write(vec![put(&Note {
                title,
                updated,
                ..note
            })?])
            .await;
        inner.notes_changed();
        Ok(())
    }

    /// Deletes a note; the notice offers Undo.
    pub fn delete_note(&self, note: Note) {
        let text = format!("Deleted the note “{}”", note.title);
        self.wipe(vec![note], text);
    }

    /// Deletes all notes; the notice offers Undo.
    pub fn wipe_notes(&self) {
        let manager = *self;
        spawn_local(async move {
            match manager.notes().await {
                Ok(notes) => {
                    let text = match notes.len() {
                        1 => "Deleted 1 note".to_owned(),
                        count => format!("Deleted {count} notes"),
                    };
                    manager.wipe(notes, text);
                }
                Err(error) => manager.alert(error),
            }
        });
    }

    fn wipe(&self, notes: Vec<Note>, text: String) {
        let inner = self.inner();
        let back = notes.iter().filter_map(|note| put(note).ok()).collect();
        let deletions = notes
            .iter()
            .map(|note| Write::DeleteSetting { key: note.key() });
        let deletions = deletions.collect();
        spawn_local(async move {
            inner.write(deletions).await;
            inner.notes_changed();
            inner.notify_undo(text, Undoing::Writes(back));
        });
    }
}

impl Inner {
    /// All notes, the latest first.
    ///
    /// # Errors
    /// Says that the store failed.
    pub async fn read_notes(&self) -> Result<Vec<Note>, String> {
        let storage = self.storage().ok_or("The page is still loading.")?;
        let records = storage.settings(notes::KEY).await;
        let records = records.map_err(|error| error.to_string())?;
        let read = |(_, value)| serde_json::from_value::<Note>(value).ok();
        let mut notes: Vec<Note> = records.into_iter().filter_map(read).collect();
        notes::sort(&mut notes);
        Ok(notes)
    }

    /// Writes under a title, and tells whether the note is a new one.
    ///
    /// # Errors
    /// Says what is too long, too many or missing.
    pub async fn write_note(
        &self,
        title: &str,
        text: &str,
        append: bool,
    ) -> Result<(Note, bool), String> {
        let _held = locks::acquire(LOCK).await;
        let notes = self.read_notes().await?;
        let new_id = || Uuid::now_v7().to_string();
        let (note, is_new) = notes::write(&notes, title, text, append, now(), new_id)?;
        let storage = self.storage().ok_or("The page is still loading.")?;
        let batch = vec![put(&note)?];
        let changes = crate::browser::tabs::changes(&batch);
        let written = storage.write(batch).await;
        written.map_err(|error| format!("The note could not be stored. {error}"))?;
        if let Some(tabs) = &*self.tabs.borrow() {
            tabs.tell(&changes);
        }
        self.notes_changed();
        Ok((note, is_new))
    }

    /// What shows notes reads them anew.
    pub(super) fn notes_changed(&self) {
        self.signals
            .notes
            .update(|changes| *changes = changes.wrapping_add(1));
    }
}

fn put(note: &Note) -> Result<Write, String> {
    let value = serde_json::to_value(note).map_err(|error| error.to_string())?;
    Ok(Write::PutSetting {
        key: note.key(),
        value,
    })
}
