//! A response's parts: when they start, grow and end.

use super::calls::{CallDelta, Calls, End, Step};
use super::think::{Piece, ThinkTags};
use crate::provider::{Event, PartKind};
use std::borrow::Cow;

/// Turns what the chunks say into events with a lifecycle.
#[derive(Default)]
pub(in crate::provider) struct Parts {
    next: usize,
    /// The part of words that is growing. At most one does; calls may grow side by side.
    open: Option<(usize, PartKind)>,
    tags: ThinkTags,
    calls: Calls,
    /// The field that thinking comes by. Servers repeat the same thinking under several names.
    source: Option<Source>,
    first_thinking: Option<usize>,
    /// The last part that is text.
    text: Option<usize>,
    refused: bool,
    /// There was text, a refusal or a call.
    answered: bool,
}

/// The fields that thinking comes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::provider) enum Source {
    ReasoningContent,
    Reasoning,
    ReasoningDetails,
    /// A part of a content that is a list.
    ContentPart,
}

impl Parts {
    /// Whether nothing has been said: no words and no call.
    pub fn is_empty(&self) -> bool {
        self.next == 0 && self.calls.is_empty()
    }

    /// Whether there is more than thinking.
    pub fn has_answer(&self) -> bool {
        self.answered
    }

    pub fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    /// The part that sources belong to.
    pub fn text(&self) -> Option<usize> {
        self.text
    }

    pub fn refused(&self) -> bool {
        self.refused
    }

    /// The part that state about thinking belongs to.
    pub fn thinking_part(&self) -> Option<usize> {
        self.first_thinking.or(self.next.checked_sub(1))
    }

    /// Whether `source` is the field whose thinking is shown.
    pub fn shows(&mut self, source: Source) -> bool {
        *self.source.get_or_insert(source) == source
    }

    pub fn thinking(&mut self, text: Cow<'_, str>, out: &mut Vec<Event>) {
        self.tags.disregard();
        self.say(PartKind::Thinking, text, out);
    }

    pub fn refusal(&mut self, text: Cow<'_, str>, out: &mut Vec<Event>) {
        self.refused |= !text.is_empty();
        self.say(PartKind::Refusal, text, out);
    }

    /// Content that is text, or thinking between tags.
    #[inline]
    pub fn content(&mut self, text: Cow<'_, str>, out: &mut Vec<Event>) {
        let mut tags = std::mem::take(&mut self.tags);
        tags.push(text, &mut |piece| self.piece(piece, out));
        self.tags = tags;
    }

    /// A call ends thinking. Text may go on beside it: content is one text, wherever the calls stand.
    pub fn call(&mut self, delta: CallDelta<'_>, out: &mut Vec<Event>) {
        self.answered = true;
        if let Some((index, PartKind::Thinking)) = self.open {
            out.push(Event::PartEnded { index });
            self.open = None;
        }
        let mut calls = std::mem::take(&mut self.calls);
        calls.push(delta, &mut self.next, &mut |step| out.push(event(step)));
        self.calls = calls;
    }

    /// Ends every part that is still open.
    pub fn close(&mut self, end: End, out: &mut Vec<Event>) {
        let mut tags = std::mem::take(&mut self.tags);
        tags.flush(&mut |piece| self.piece(piece, out));
        self.tags = tags;
        if let Some((index, _)) = self.open.take() {
            out.push(Event::PartEnded { index });
        }
        let parts = self
            .calls
            .close(end, &mut self.next, &mut |step| out.push(event(step)));
        out.extend(parts.into_iter().map(|index| Event::PartEnded { index }));
    }

    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Event>) {
        match piece {
            Piece::Text(text) => self.say(PartKind::Text, text, out),
            Piece::Thinking(text) => self.say(PartKind::Thinking, text, out),
            Piece::TextWasThinking => {
                if let Some((index, PartKind::Text)) = self.open {
                    let kind = PartKind::Thinking;
                    self.first_thinking.get_or_insert(index);
                    out.push(Event::PartRetyped { index, kind });
                    out.push(Event::PartEnded { index });
                    self.open = None;
                    self.text = None;
                    self.answered = false;
                }
            }
        }
    }

    #[inline]
    fn say(&mut self, kind: PartKind, text: Cow<'_, str>, out: &mut Vec<Event>) {
        if text.is_empty() {
            return;
        }
        let index = match &self.open {
            Some((index, open)) if *open == kind => *index,
            _ => self.start(kind, out),
        };
        let text = text.into_owned();
        out.push(Event::PartText { index, text });
    }

    fn start(&mut self, kind: PartKind, out: &mut Vec<Event>) -> usize {
        if let Some((index, _)) = self.open.take() {
            out.push(Event::PartEnded { index });
        }
        let index = self.next;
        self.next += 1;
        if kind == PartKind::Text {
            self.text = Some(index);
        }
        match kind {
            PartKind::Thinking => {
                self.first_thinking.get_or_insert(index);
            }
            PartKind::Text
            | PartKind::Refusal
            | PartKind::ToolCall { .. }
            | PartKind::ServerTool { .. } => self.answered = true,
        }
        self.open = Some((index, kind.clone()));
        out.push(Event::PartStarted { index, kind });
        index
    }
}

fn event(step: Step) -> Event {
    match step {
        Step::Started { part, id, name } => Event::PartStarted {
            index: part,
            kind: PartKind::ToolCall { id, name },
        },
        Step::Arguments { part, json } => Event::PartArgs { index: part, json },
    }
}
