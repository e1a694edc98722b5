//! Turns changes into signals of one turn's view.

use super::Place;
use super::below::{end_below, keep_below};
use crate::agent::Change;
use crate::browser::clock::now;
use crate::browser::view::{CallState, CallView, LiveText, PartView, TurnState, TurnView};
use crate::chat::{Millis, PartBody, Round, Usage};
use leptos::prelude::*;

pub struct Screen {
    view: TurnView,
    place: Place,
    /// Texts that grew since the last publish.
    touched: Vec<LiveText>,
}

impl Screen {
    pub fn new(view: TurnView, place: Place) -> Self {
        Self {
            view,
            place,
            touched: Vec::new(),
        }
    }

    pub fn show(&mut self, change: Change) {
        match change {
            Change::Waiting { .. } => self.set_state(TurnState::Waiting),
            Change::Downloading { part } => {
                let percent = (part * 100.0).floor() as u8;
                self.set_state(TurnState::Downloading { percent });
            }
            Change::Retrying {
                attempt,
                after,
                failure,
            } => {
                self.set_state(TurnState::Retrying {
                    attempt,
                    at: now() + after,
                    failure,
                });
            }
            Change::PartStarted { round, part, kind } => {
                self.set_state(TurnState::Streaming);
                let mut part = PartView::growing(round, part, kind);
                if let Some(call) = &mut part.call {
                    call.key = self.place.key_of(&call.id);
                }
                self.view.parts.update(|parts| parts.push(part));
            }
            Change::PartText { round, part, text }
            | Change::PartArgs {
                round,
                part,
                json: text,
            } => {
                if let Some(growing) = self.text(round, part) {
                    growing.append(&text);
                    self.touched.push(growing);
                }
            }
            Change::PartRetyped { round, part, kind } => self.view.parts.update(|parts| {
                let view = parts
                    .iter_mut()
                    .find(|view| view.round == round && view.part == part);
                if let Some(view) = view {
                    view.kind = kind;
                }
            }),
            Change::PartCited {
                round,
                part,
                citation,
            } => {
                if let Some(view) = self.part(round, part) {
                    view.citations.update(|citations| citations.push(citation));
                }
            }
            Change::PartEnded {
                round,
                part,
                duration,
            } => self.end_part(round, part, duration),
            Change::ToolAsked { id, .. } => self.set_call(&id, CallState::Asked),
            Change::ToolStarted { id, .. } => self.set_call(&id, CallState::Running(now())),
            Change::ToolEdited { id, arguments, .. } => {
                let view = self.view.parts.with_untracked(|parts| {
                    let is_it = |call: &CallView| call.id == id;
                    let mut parts = parts.iter().rev();
                    parts
                        .find(|part| part.call.as_ref().is_some_and(is_it))
                        .cloned()
                });
                if let Some(view) = view {
                    view.text.replace(&arguments);
                }
            }
            Change::ToolAnswered { id, mut result, .. } => {
                if let Some(call) = self.call(&id) {
                    end_below(&call);
                    keep_below(&mut result, &call);
                }
                self.spent(result.usage());
                self.set_call(&id, CallState::Ended(result));
            }
            Change::RoundEnded {
                model, usage, stop, ..
            } => {
                self.view.model.set(model);
                self.spent(usage);
                self.view.stop.set(stop);
            }
            Change::Ended(outcome) => {
                let open: Vec<_> = self.view.parts.with_untracked(|parts| {
                    let open = parts
                        .iter()
                        .filter(|part| part.duration.get_untracked().is_none());
                    open.map(|part| (part.round, part.part)).collect()
                });
                for (round, part) in open {
                    self.end_part(round, part, 0.0);
                }
                self.set_state(TurnState::Ended(outcome));
            }
        }
    }

    /// Fires the signals of the texts that grew. The client delivers thirty times a second at most, so this
    /// happens no more often.
    pub fn publish(&mut self) {
        for text in self.touched.drain(..) {
            text.publish();
        }
    }

    fn end_part(&mut self, round: u32, part: usize, duration: Millis) {
        if let Some(view) = self.part(round, part) {
            view.text.finish();
            view.duration.set(Some(duration));
            if let Some(call) = view.call {
                let writing = call
                    .state
                    .with_untracked(|state| *state == CallState::Writing);
                if writing {
                    call.state.set(CallState::Queued);
                }
            }
        }
    }

    pub fn call(&self, id: &str) -> Option<CallView> {
        self.view.parts.with_untracked(|parts| {
            let mut calls = parts.iter().rev().filter_map(|part| part.call.as_ref());
            calls.find(|call| call.id == id).cloned()
        })
    }

    /// Completes the results of calls that gave an agent up.
    pub fn keep_steps(&self, round: &mut Round) {
        for part in &mut round.parts {
            if let PartBody::ToolCall(record) = &mut part.body
                && let (Some(result), Some(call)) = (&mut record.result, self.call(&record.id))
            {
                keep_below(result, &call);
            }
        }
    }

    fn spent(&self, usage: Option<Usage>) {
        let before = self.view.usage.get_untracked();
        let all = before.into_iter().chain(usage);
        self.view.usage.set(all.reduce(Usage::plus));
    }

    fn set_call(&self, id: &str, state: CallState) {
        if let Some(call) = self.call(id) {
            call.question.set(None);
            call.state.set(state);
        }
    }

    fn part(&self, round: u32, part: usize) -> Option<PartView> {
        self.view.parts.with_untracked(|parts| {
            let mut views = parts.iter().rev();
            views
                .find(|view| view.round == round && view.part == part)
                .cloned()
        })
    }

    fn text(&self, round: u32, part: usize) -> Option<LiveText> {
        self.part(round, part).map(|view| view.text)
    }

    fn set_state(&self, state: TurnState) {
        if self.view.state.with_untracked(|now| *now != state) {
            self.view.state.set(state);
        }
    }
}
