//! The life of a response's parts: numbered as they start, grown while open, ended once.

use super::openai_chat::surrogate;
use super::{Event, PartKind};
use std::borrow::Cow;

/// Keeps which parts are open, so that no dialect can grow or end one twice.
#[derive(Default)]
pub(super) struct Lifecycle {
    open: Vec<bool>,
    /// Texts may hold marked halves of characters, see [`surrogate`].
    has_halves: bool,
    /// The half that waits for its other, and the part that it stands in.
    half: Option<(usize, u32)>,
}

impl Lifecycle {
    /// Whether no part has started.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    pub fn is_open(&self, index: usize) -> bool {
        self.open.get(index).copied().unwrap_or_default()
    }

    pub fn start(&mut self, kind: PartKind, out: &mut Vec<Event>) -> usize {
        let index = self.open.len();
        self.open.push(true);
        out.push(Event::PartStarted { index, kind });
        index
    }

    /// Grows an open part by words; nothing is said of an empty text, nor of a part that has ended.
    #[inline]
    pub fn text(&mut self, index: usize, text: &str, out: &mut Vec<Event>) {
        if self.is_open(index) {
            let text = self.join(index, text);
            if !text.is_empty() {
                let text = text.into_owned();
                out.push(Event::PartText { index, text });
            }
        }
    }

    /// Grows an open tool call's arguments, likewise.
    pub fn args(&mut self, index: usize, json: &str, out: &mut Vec<Event>) {
        if self.is_open(index) {
            let json = self.join(index, json);
            if !json.is_empty() {
                let json = json.into_owned();
                out.push(Event::PartArgs { index, json });
            }
        }
    }

    /// From now on texts may hold marked halves.
    pub fn expect_halves(&mut self) {
        self.has_halves = true;
    }

    #[inline]
    fn join<'a>(&mut self, index: usize, text: &'a str) -> Cow<'a, str> {
        if !self.has_halves || text.is_empty() {
            return Cow::Borrowed(text);
        }
        let own = self.half.take_if(|(of, _)| *of == index);
        let mut half = own.map(|(_, half)| half);
        let joined = surrogate::join(text, &mut half);
        if let Some(half) = half {
            self.half = Some((index, half));
        }
        joined
    }

    /// Ends a part that is open.
    pub fn end(&mut self, index: usize, out: &mut Vec<Event>) {
        if let Some(open) = self.open.get_mut(index)
            && std::mem::take(open)
        {
            out.push(Event::PartEnded { index });
        }
    }

    /// Ends every part that is still open.
    pub fn end_all(&mut self, out: &mut Vec<Event>) {
        for index in 0..self.open.len() {
            self.end(index, out);
        }
    }
}
