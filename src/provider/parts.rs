//! The parts of a response: numbered as they start, grown while open, ended once.

use super::lifecycle::natural_stop;
use super::openai_chat::surrogate;
use super::{Event, PartKind};
use crate::chat::StopReason;
use std::borrow::Cow;

/// Keeps which parts are open, so that no dialect can grow or end one twice, and what they came to.
#[derive(Default)]
pub(super) struct Parts {
    open: Vec<bool>,
    /// There was text, a refusal, a call, or something the server did.
    answered: bool,
    called: bool,
    refused: bool,
    /// Texts may hold marked halves of characters, see [`surrogate`].
    has_halves: bool,
    /// The half that waits for its other, and the part that it stands in.
    half: Option<(usize, u32)>,
}

impl Parts {
    /// Whether no part has started.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The index of the next part.
    pub fn next(&self) -> usize {
        self.open.len()
    }

    /// Whether there is more than thinking.
    pub fn has_answer(&self) -> bool {
        self.answered
    }

    /// What the plain end of this response means.
    pub fn natural_stop(&self) -> StopReason {
        natural_stop(self.called, self.refused)
    }

    pub fn start(&mut self, kind: PartKind, out: &mut Vec<Event>) -> usize {
        match &kind {
            PartKind::ToolCall { .. } => {
                self.called = true;
                self.answered = true;
            }
            PartKind::ServerTool { .. } => self.answered = true,
            PartKind::Refusal => self.refused = true,
            // A part that only carries state is no answer; its first word makes it one.
            PartKind::Text | PartKind::Thinking => {}
        }
        let index = self.open.len();
        self.open.push(true);
        out.push(Event::PartStarted { index, kind });
        index
    }

    /// Grows an open part by words; nothing is said of an empty text, nor of a part that has ended.
    #[inline]
    pub fn text<'a>(&mut self, index: usize, text: impl Into<Cow<'a, str>>, out: &mut Vec<Event>) {
        if self.is_open(index) {
            let text = self.join(index, text.into());
            if !text.is_empty() {
                let text = text.into_owned();
                out.push(Event::PartText { index, text });
            }
        }
    }

    /// Grows a part that is the answer, likewise.
    #[inline]
    pub fn answer<'a>(
        &mut self,
        index: usize,
        text: impl Into<Cow<'a, str>>,
        out: &mut Vec<Event>,
    ) {
        let text = text.into();
        self.answered |= !text.is_empty();
        self.text(index, text, out);
    }

    /// Grows an open tool call's arguments, likewise.
    pub fn args<'a>(&mut self, index: usize, json: impl Into<Cow<'a, str>>, out: &mut Vec<Event>) {
        if self.is_open(index) {
            let json = self.join(index, json.into());
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

    fn is_open(&self, index: usize) -> bool {
        self.open.get(index).copied().unwrap_or_default()
    }

    #[inline]
    fn join<'a>(&mut self, index: usize, text: Cow<'a, str>) -> Cow<'a, str> {
        if !self.has_halves || text.is_empty() {
            return text;
        }
        let own = self.half.take_if(|(of, _)| *of == index);
        let mut half = own.map(|(_, half)| half);
        let joined = surrogate::join(&text, &mut half).into_owned();
        if let Some(half) = half {
            self.half = Some((index, half));
        }
        joined.into()
    }
}
