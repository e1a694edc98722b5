//! A session in memory: its turns, and the views the UI holds on them.

use super::view::{CallState, CallView, PartView, TurnState, TurnView, call_key};
use crate::chat::{
    Answerer, Outcome, Part, PartBody, Round, Session, Shown, Turn, TurnId, Usage, tree,
};
use crate::provider::PartKind;
use crate::store::{Conversation, Draft, Write};
use leptos::prelude::*;
use std::collections::{HashMap, HashSet};

/// A session that is open on screen or has a request in flight.
pub struct OpenSession {
    pub session: Session,
    turns: Vec<Turn>,
    drafts: Vec<Draft>,
    views: HashMap<TurnId, TurnView>,
}

impl OpenSession {
    pub fn new(session: Session) -> Self {
        Self {
            session,
            turns: vec![],
            drafts: vec![],
            views: HashMap::new(),
        }
    }

    /// A session as it was stored. `elsewhere` are the turns that another tab is writing.
    pub fn stored(session: Session, stored: Conversation, elsewhere: &HashSet<TurnId>) -> Self {
        let mut open = Self {
            session,
            turns: stored.turns,
            drafts: stored.drafts,
            views: HashMap::new(),
        };
        for turn in &open.turns {
            let view = complete_view(turn, open.drafts.iter().find(|draft| draft.turn == turn.id));
            if turn.outcome.is_none() && elsewhere.contains(&turn.id) {
                view.state.set(TurnState::Elsewhere);
                view.draft.set(None);
            }
            open.views.insert(turn.id.clone(), view);
        }
        open
    }

    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    pub fn turn(&self, id: &TurnId) -> Option<&Turn> {
        self.turns.iter().find(|turn| turn.id == *id)
    }

    pub fn draft(&self, id: &TurnId) -> Option<&Draft> {
        self.drafts.iter().find(|draft| draft.turn == *id)
    }

    /// The conversation up to the tip, as the model will read it.
    pub fn visible(&self) -> Vec<Turn> {
        tree::path(&self.turns, self.session.tip.as_ref())
            .into_iter()
            .cloned()
            .collect()
    }

    /// The rows on screen, with their places among alternatives and what came before them brought up to date.
    pub fn rows(&self) -> Vec<TurnView> {
        let path = tree::path(&self.turns, self.session.tip.as_ref());
        let mut before: Option<&Answerer> = None;
        path.into_iter()
            .filter_map(|turn| {
                let view = self.views.get(&turn.id)?;
                let switched = before.is_some_and(|before| before.id != turn.agent.id);
                before = Some(&turn.agent);
                if view.switched.get_untracked() != switched {
                    view.switched.set(switched);
                }
                let all = tree::alternatives(&self.turns, turn);
                let at = all.iter().position(|id| *id == turn.id).unwrap_or_default();
                if view
                    .alternatives
                    .with_untracked(|now| *now != (at, all.clone()))
                {
                    view.alternatives.set((at, all));
                }
                Some(view.clone())
            })
            .collect()
    }

    /// Adds a turn whose answer is about to be asked for, and makes it the tip.
    pub fn begin(&mut self, turn: Turn, model: &str) -> TurnView {
        let view = TurnView::new(&turn, TurnState::Waiting);
        view.model.set(model.to_owned());
        self.session.tip = Some(turn.id.clone());
        self.session.updated = turn.created;
        self.views.insert(turn.id.clone(), view.clone());
        self.turns.push(turn);
        view
    }

    /// Takes up a turn that has ended.
    pub fn reopen(&mut self, id: &TurnId) -> Option<TurnView> {
        let turn = self.turns.iter_mut().find(|turn| turn.id == *id)?;
        turn.outcome = None;
        self.drafts.retain(|draft| draft.turn != *id);
        let view = self.views.get(id)?;
        view.draft.set(None);
        Some(view.clone())
    }

    /// Makes the view of a turn anew from its records, after they changed other than by streaming.
    pub fn refresh(&mut self, id: &TurnId) {
        let Some(turn) = self.turns.iter().find(|turn| turn.id == *id) else {
            return;
        };
        let view = complete_view(turn, self.drafts.iter().find(|draft| draft.turn == *id));
        self.views.insert(id.clone(), view);
    }

    /// Does to the copy in memory what the store does to the records.
    pub fn apply(&mut self, write: &Write) {
        match write {
            Write::PutSession(session) => self.session = session.clone(),
            Write::PutTurn(turn) => match self.turns.iter_mut().find(|known| known.id == turn.id) {
                Some(known) => known.outcome = turn.outcome.clone(),
                None => self.turns.push(turn.clone()),
            },
            Write::PutRound { round, .. } => {
                if let Some(turn) = self.turns.iter_mut().find(|turn| turn.id == round.key.turn) {
                    turn.rounds.retain(|known| known.key != round.key);
                    let earlier = |known: &Round| known.key.index < round.key.index;
                    let at = turn.rounds.partition_point(earlier);
                    turn.rounds.insert(at, round.clone());
                }
            }
            Write::PutDraft(draft) => {
                self.drafts.retain(|known| known.turn != draft.turn);
                self.drafts.push(draft.clone());
            }
            Write::DeleteDraft(turn) => self.drafts.retain(|known| known.turn != *turn),
            Write::DeleteSession(_) | Write::PutSetting { .. } | Write::DeleteSetting { .. } => {}
        }
    }

    /// The writes that make this session again from nothing.
    pub fn to_writes(&self) -> Vec<Write> {
        let mut batch = vec![Write::PutSession(self.session.clone())];
        for turn in &self.turns {
            batch.push(Write::PutTurn(turn.clone()));
            let rounds = turn.rounds.iter().cloned();
            batch.extend(rounds.map(|round| Write::PutRound {
                session: turn.session.clone(),
                round,
            }));
        }
        batch.extend(self.drafts.iter().cloned().map(Write::PutDraft));
        batch
    }
}

/// A turn that nobody is writing: one without an outcome was interrupted.
fn complete_view(turn: &Turn, draft: Option<&Draft>) -> TurnView {
    let outcome = turn.outcome.clone().unwrap_or(Outcome::Interrupted);
    let view = TurnView::new(turn, TurnState::Ended(outcome));
    let mut parts = Vec::new();
    for round in &turn.rounds {
        for (index, part) in round.parts.iter().enumerate() {
            parts.push(complete_part(round.key.index, index, part, ""));
        }
    }
    view.parts.set(parts);
    if let Some(round) = turn.rounds.last() {
        view.model.set(round.model.clone());
        view.usage.set(total_usage(&turn.rounds));
        view.stop.set(round.stop.clone());
    }
    view.draft
        .set(draft.map(draft_text).filter(|text| !text.is_empty()));
    view
}

pub fn total_usage(rounds: &[Round]) -> Option<Usage> {
    let reported = rounds.iter().filter_map(Round::total_usage);
    reported.reduce(Usage::plus)
}

/// `above` is the key of the call below which it stands; empty at the top.
fn complete_part(round: u32, index: usize, part: &Part, above: &str) -> PartView {
    let (kind, text, duration) = match &part.body {
        PartBody::Thinking { text, duration } => (PartKind::Thinking, text, *duration),
        PartBody::Text { text } => (PartKind::Text, text, 0.0),
        PartBody::Refusal { text } => (PartKind::Refusal, text, 0.0),
        PartBody::ServerTool { name, text } => {
            (PartKind::ServerTool { name: name.clone() }, text, 0.0)
        }
        PartBody::ToolCall(call) => {
            let kind = PartKind::ToolCall {
                id: call.id.clone(),
                name: call.name.clone(),
            };
            (kind, &call.arguments, 0.0)
        }
    };
    let citations = part.citations.clone();
    let mut view = PartView::complete(round, index, kind, text, duration, citations);
    if let PartBody::ToolCall(call) = &part.body {
        let state = match &call.result {
            Some(result) => CallState::Ended(result.clone()),
            None => CallState::Open,
        };
        let mut call_view = CallView::new(call.id.clone(), call.name.clone(), state);
        call_view.key = call_key(above, &call.id);
        let shown = call.result.iter().flat_map(|result| &result.shown);
        for shown in shown {
            if let Shown::Steps { parts, .. } = shown {
                let steps = parts.iter().enumerate();
                let steps = steps.map(|(at, part)| complete_part(0, at, part, &call_view.key));
                call_view.steps.set(steps.collect());
            }
        }
        view.call = Some(call_view);
    }
    view
}

/// What an unfinished answer says, for its preview.
fn draft_text(draft: &Draft) -> String {
    let texts = draft.parts.iter().filter_map(|part| match &part.body {
        PartBody::Text { text } | PartBody::Refusal { text } => Some(text.as_str()),
        PartBody::Thinking { .. } | PartBody::ToolCall(_) | PartBody::ServerTool { .. } => None,
    });
    texts.collect::<Vec<_>>().join("\n\n")
}
