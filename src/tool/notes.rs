//! What agents write down for later: notes with a title and a text. The person reads, changes and wipes them in the
//! settings. Each note is a record of its own, so that two tabs that write do not lose each other's.

mod search;

pub use search::{Hit, search};

use crate::chat::Millis;
use serde::{Deserialize, Serialize};

/// The most characters of a title.
pub const MAX_TITLE: usize = 200;
/// The most characters of a text.
pub const MAX_TEXT: usize = 20_000;
pub const MAX_NOTES: usize = 1_000;

/// What the keys of notes begin with, among the settings.
pub const KEY: &str = "note:";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    pub id: String,
    /// No two notes have the same, whatever the case of its letters.
    pub title: String,
    pub text: String,
    pub created: Millis,
    pub updated: Millis,
}

impl Note {
    /// Where it is stored.
    pub fn key(&self) -> String {
        format!("{KEY}{}", self.id)
    }
}

/// What a note says that is written under this title, and whether it is a new one. `new_id` makes ids.
///
/// # Errors
/// Says in a sentence what is too long, too many or missing.
pub fn write(
    notes: &[Note],
    title: &str,
    text: &str,
    append: bool,
    now: Millis,
    new_id: impl FnOnce() -> String,
) -> Result<(Note, bool), String> {
    let title = checked_title(title)?;
    let known = find(notes, &title);
    if known.is_none() && notes.len() >= MAX_NOTES {
        return Err(format!(
            "There are {MAX_NOTES} notes, and no more are kept. Write into one that is there."
        ));
    }
    let text = match known {
        Some(note) if append && !note.text.is_empty() => format!("{}\n{text}", note.text),
        Some(_) | None => text.to_owned(),
    };
    checked_text(&text)?;
    let note = match known {
        Some(note) => Note {
            text,
            updated: now,
            ..note.clone()
        },
        None => Note {
            id: new_id(),
            title,
            text,
            created: now,
            updated: now,
        },
    };
    Ok((note, known.is_none()))
}

/// The note with this title.
pub fn find<'a>(notes: &'a [Note], title: &str) -> Option<&'a Note> {
    let wanted = title.trim().to_lowercase();
    notes
        .iter()
        .find(|note| note.title.to_lowercase() == wanted)
}

/// A title as it is kept.
///
/// # Errors
/// Says in a sentence what is wrong with it.
pub fn checked_title(title: &str) -> Result<String, String> {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    match title.chars().count() {
        0 => Err("A note needs a title.".to_owned()),
        length if length > MAX_TITLE => Err(format!(
            "The title has {length} characters; at most {MAX_TITLE} are kept."
        )),
        _ => Ok(title),
    }
}

/// # Errors
/// Says in a sentence that the text is too long.
pub fn checked_text(text: &str) -> Result<(), String> {
    match text.chars().count() {
        length if length > MAX_TEXT => Err(format!(
            "The note would have {length} characters; at most {MAX_TEXT} are kept. Use several notes."
        )),
        _ => Ok(()),
    }
}

/// Brings notes into the order in which they are shown: the latest first.
pub fn sort(notes: &mut [Note]) {
    notes.sort_by(|a, b| {
        b.updated
            .total_cmp(&a.updated)
            .then_with(|| a.id.cmp(&b.id))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(id: &str, title: &str, text: &str) -> Note {
        Note {
            id: id.to_owned(),
            title: title.to_owned(),
            text: text.to_owned(),
            created: 1.0,
            updated: 1.0,
        }
    }

    fn put(notes: &[Note], title: &str, text: &str, append: bool) -> Result<(Note, bool), String> {
        write(notes, title, text, append, 9.0, || "fresh".to_owned())
    }

    #[test]
    fn a_title_names_one_note() {
        let notes = [note("a", "Coffee", "black")];
        let (new, is_new) = put(&notes, "  Tea \n time ", "green", false).unwrap();
        assert_eq!((&*new.id, &*new.title, is_new), ("fresh", "Tea time", true));
        let (replaced, is_new) = put(&notes, "coffee", "white", false).unwrap();
        assert_eq!(
            (&*replaced.id, &*replaced.title, &*replaced.text),
            ("a", "Coffee", "white")
        );
        assert!(!is_new);
        assert_eq!((replaced.created, replaced.updated), (1.0, 9.0));
        let (grown, _) = put(&notes, "COFFEE", "no sugar", true).unwrap();
        assert_eq!(grown.text, "black\nno sugar");
        let (begun, _) = put(&notes, "Milk", "oat", true).unwrap();
        assert_eq!(begun.text, "oat");
    }

    #[test]
    fn what_is_too_much_is_refused_in_a_sentence() {
        let check = |result: Result<(Note, bool), String>, says: &str| {
            let error = result.unwrap_err();
            assert!(error.contains(says), "{error}");
        };
        check(put(&[], " \n ", "x", false), "needs a title");
        check(put(&[], &"t".repeat(201), "x", false), "201 characters");
        check(
            put(&[], "t", &"ä".repeat(20_001), false),
            "20001 characters",
        );
        assert!(put(&[], "t", &"ä".repeat(20_000), false).is_ok());
        let full = [note("a", "Full", &"x".repeat(20_000))];
        check(put(&full, "Full", "y", true), "20002 characters");
        let many: Vec<Note> = (0..MAX_NOTES)
            .map(|n| note(&n.to_string(), &format!("Note {n}"), ""))
            .collect();
        check(put(&many, "One more", "", false), "no more are kept");
        assert!(put(&many, "note 7", "fits", false).is_ok());
    }

    #[test]
    fn the_latest_stands_first() {
        let mut notes = vec![note("a", "A", ""), note("b", "B", ""), note("c", "C", "")];
        notes[1].updated = 5.0;
        sort(&mut notes);
        let ids: Vec<_> = notes.iter().map(|note| &*note.id).collect();
        assert_eq!(ids, ["b", "a", "c"]);
    }
}
