//! A round while it is being written.

use super::Change;
use crate::chat::{
    Millis, Opaque, Part, PartBody, Round, RoundKey, StopReason, ToolCall, ToolResult, Usage,
};
use crate::provider::{Event, PartKind, ProviderError};
use std::collections::BTreeSet;

/// Collects a response's events.
pub struct PartialRound {
    key: RoundKey,
    /// What this endpoint's opaque state is marked with.
    origin: String,
    /// Ids of the turn's calls so far: some servers start every response over with `call_0`.
    taken_ids: BTreeSet<String>,
    parts: Vec<Part>,
    began: Vec<Millis>,
    usage: Option<Usage>,
    model: String,
    stop: Option<StopReason>,
    started: Millis,
    /// Bytes of text and arguments so far.
    size: usize,
}

impl PartialRound {
    pub fn new(
        key: RoundKey,
        origin: &str,
        model: &str,
        taken: BTreeSet<String>,
        now: Millis,
    ) -> Self {
        Self {
            key,
            origin: origin.to_owned(),
            taken_ids: taken,
            parts: Vec::new(),
            began: Vec::new(),
            usage: None,
            model: model.to_owned(),
            stop: None,
            started: now,
            size: 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether the model said that it is finished. Usage may still follow.
    pub fn has_stopped(&self) -> bool {
        self.stop.is_some()
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    pub fn index(&self) -> u32 {
        self.key.index
    }

    /// Takes one event and says what changes on screen; a failure ends the round.
    pub fn apply(
        &mut self,
        event: Event,
        now: Millis,
        shown: &mut Vec<Change>,
    ) -> Result<(), ProviderError> {
        let round = self.key.index;
        match event {
            Event::PartStarted { index: _, kind } => {
                let kind = self.with_free_id(kind);
                shown.push(Change::PartStarted {
                    round,
                    part: self.parts.len(),
                    kind: kind.clone(),
                });
                self.parts.push(empty_body(kind).into());
                self.began.push(now);
            }
            Event::PartText { index, text } => {
                if let Some(slot) = self
                    .parts
                    .get_mut(index)
                    .and_then(|part| words_of(&mut part.body))
                {
                    slot.push_str(&text);
                    self.size += text.len();
                    show_text(shown, round, index, text);
                }
            }
            Event::PartArgs { index, json } => {
                if let Some(PartBody::ToolCall(call)) =
                    self.parts.get_mut(index).map(|p| &mut p.body)
                {
                    call.arguments.push_str(&json);
                    self.size += json.len();
                    shown.push(Change::PartArgs {
                        round,
                        part: index,
                        json,
                    });
                }
            }
            Event::PartOpaque { index, value } => {
                if let Some(part) = self.parts.get_mut(index) {
                    part.opaque = Some(Opaque {
                        origin: self.origin.clone(),
                        value,
                    });
                }
            }
            Event::PartRetyped { index, kind } => {
                if let Some(part) = self.parts.get_mut(index) {
                    let mut body = empty_body(kind.clone());
                    if let (Some(from), Some(to)) = (words_of(&mut part.body), words_of(&mut body))
                    {
                        *to = std::mem::take(from);
                    }
                    part.body = body;
                    shown.push(Change::PartRetyped {
                        round,
                        part: index,
                        kind,
                    });
                }
            }
            Event::PartCited { index, citation } => {
                if let Some(part) = self.parts.get_mut(index)
                    && !part.citations.contains(&citation)
                {
                    part.citations.push(citation.clone());
                    shown.push(Change::PartCited {
                        round,
                        part: index,
                        citation,
                    });
                }
            }
            Event::PartEnded { index } => {
                let duration = self
                    .began
                    .get(index)
                    .map_or(0.0, |began| (now - began).max(0.0));
                if let Some(PartBody::Thinking { duration: kept, .. }) =
                    self.parts.get_mut(index).map(|p| &mut p.body)
                {
                    *kept = duration;
                }
                shown.push(Change::PartEnded {
                    round,
                    part: index,
                    duration,
                });
            }
            Event::Downloading(part) => shown.push(Change::Downloading { part }),
            Event::ModelReported(model) => self.model = model,
            Event::UsageReported(usage) => self.usage = Some(merged(self.usage, usage)),
            Event::Stopped(reason) => self.stop = Some(reason),
            Event::Failed(error) => return Err(error),
        }
        Ok(())
    }

    /// The round as it stands.
    pub fn into_round(self, now: Millis) -> Round {
        Round {
            key: self.key,
            parts: self.parts,
            usage: self.usage,
            model: self.model,
            stop: self.stop,
            summary: None,
            started: self.started,
            ended: now,
        }
    }

    fn with_free_id(&mut self, kind: PartKind) -> PartKind {
        let PartKind::ToolCall { id, name } = kind else {
            return kind;
        };
        let mut free = id.clone();
        while !self.taken_ids.insert(free.clone()) {
            free = format!("{id}-{}", self.taken_ids.len());
        }
        PartKind::ToolCall { id: free, name }
    }
}

/// Answers every call of the round that has no answer yet.
pub fn answer_open_calls(round: &mut Round, result: &ToolResult) -> Vec<String> {
    let mut answered = Vec::new();
    for part in &mut round.parts {
        if let PartBody::ToolCall(call) = &mut part.body
            && call.result.is_none()
        {
            call.result = Some(result.clone());
            answered.push(call.id.clone());
        }
    }
    answered
}

fn empty_body(kind: PartKind) -> PartBody {
    match kind {
        PartKind::Thinking => PartBody::Thinking {
            text: String::new(),
            duration: 0.0,
        },
        PartKind::Text => PartBody::Text {
            text: String::new(),
        },
        PartKind::Refusal => PartBody::Refusal {
            text: String::new(),
        },
        PartKind::ServerTool { name } => PartBody::ServerTool {
            name,
            text: String::new(),
        },
        PartKind::ToolCall { id, name } => PartBody::ToolCall(ToolCall {
            id,
            name,
            arguments: String::new(),
            result: None,
        }),
    }
}

fn words_of(body: &mut PartBody) -> Option<&mut String> {
    match body {
        PartBody::Thinking { text, .. }
        | PartBody::Text { text }
        | PartBody::Refusal { text }
        | PartBody::ServerTool { text, .. } => Some(text),
        PartBody::ToolCall(_) => None,
    }
}

/// Many small deltas of one chunk become one change.
fn show_text(shown: &mut Vec<Change>, round: u32, part: usize, text: String) {
    match shown.last_mut() {
        Some(Change::PartText {
            part: last,
            text: growing,
            ..
        }) if *last == part => growing.push_str(&text),
        _ => shown.push(Change::PartText { round, part, text }),
    }
}

fn merged(old: Option<Usage>, new: Usage) -> Usage {
    let old = old.unwrap_or_default();
    Usage {
        input: new.input.or(old.input),
        cached: new.cached.or(old.cached),
        output: new.output.or(old.output),
        reasoning: new.reasoning.or(old.reasoning),
    }
}
