//! Footnotes: numbered by their first reference, written after everything else.

use std::collections::HashMap;

use super::{Ending, Writer};
use crate::markdown::token::{Element, Token};

#[derive(Default)]
pub(super) struct Notes {
    /// The labels in the order of their first reference.
    referenced: Vec<String>,
    numbers: HashMap<String, usize>,
    defined: HashMap<String, Vec<Token>>,
    /// The label of the definition being written, and the tokens before it.
    current: Option<(String, Vec<Token>)>,
}

impl Writer<'_> {
    pub(super) fn note_reference(&mut self, label: &str) {
        let number = self.note_number(label).to_string();
        self.open(
            Element::html("sup")
                .with("class", "footnote-ref")
                .with("data-footnote", number.clone()),
        );
        self.text(&number);
        self.tokens.push(Token::Close);
        self.open_end = self.tokens.len();
    }

    fn note_number(&mut self, label: &str) -> usize {
        let notes = &mut self.notes;
        let key = label.to_lowercase();
        if let Some(number) = notes.numbers.get(&key) {
            return *number;
        }
        notes.referenced.push(key.clone());
        notes.numbers.insert(key, notes.referenced.len());
        notes.referenced.len()
    }

    /// A definition is set aside until the end; while text may follow it is shown where it stands.
    pub(super) fn begin_note(&mut self, label: &str) {
        if self.ending == Ending::Open {
            self.open(Element::html("section").with("class", "footnotes"));
            return;
        }
        let before = std::mem::take(&mut self.tokens);
        self.notes.current = Some((label.to_lowercase(), before));
    }

    pub(super) fn end_note(&mut self) {
        if self.ending == Ending::Open {
            self.tokens.push(Token::Close);
            return;
        }
        if let Some((label, before)) = self.notes.current.take() {
            let note = std::mem::replace(&mut self.tokens, before);
            self.notes.defined.entry(label).or_insert(note);
        }
    }

    pub(super) fn write_notes(&mut self) {
        let referenced = std::mem::take(&mut self.notes.referenced);
        let mut defined = std::mem::take(&mut self.notes.defined);
        let mut list_open = false;
        for (index, label) in referenced.iter().enumerate() {
            let Some(note) = defined.remove(label) else {
                continue;
            };
            if !list_open {
                self.begin(super::Kind::Note, self.source.len());
                self.open(Element::html("section").with("class", "footnotes"));
                self.open(Element::html("ol"));
                list_open = true;
            }
            let number = (index + 1).to_string();
            let mut item = Element::html("li").with("data-footnote", number.clone());
            if index > 0 {
                item = item.with("value", number);
            }
            self.open(item);
            self.tokens.extend(note);
            self.tokens.push(Token::Close);
        }
        if list_open {
            self.tokens.extend([const { Token::Close }; 2]);
            self.finish(self.source.len());
        }
    }
}
