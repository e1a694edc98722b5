//! How much a model is asked to think.

use super::field::{Field, unique_id};
use super::validate;
use crate::provider::{Effort, Thinking};
use leptos::prelude::*;

const BUDGET: &str = "budget";

/// The words of the select, with what they stand for. A budget has a field of its own besides.
const LEVELS: [(&str, &str, Thinking); 8] = [
    ("auto", "Automatic", Thinking::Auto),
    ("off", "Off", Thinking::Off),
    ("on", "On", Thinking::On),
    (
        "minimal",
        "Minimal effort",
        Thinking::Effort(Effort::Minimal),
    ),
    ("low", "Low effort", Thinking::Effort(Effort::Low)),
    ("medium", "Medium effort", Thinking::Effort(Effort::Medium)),
    ("high", "High effort", Thinking::Effort(Effort::High)),
    ("max", "Maximum effort", Thinking::Effort(Effort::Max)),
];

/// The field's state.
#[derive(Clone, Copy)]
pub struct ThinkingEntry {
    level: RwSignal<String>,
    budget: RwSignal<String>,
}

impl ThinkingEntry {
    pub fn new(thinking: Thinking) -> Self {
        let (level, budget) = match thinking {
            Thinking::Budget(tokens) => (BUDGET, tokens.to_string()),
            Thinking::Auto | Thinking::Off | Thinking::On | Thinking::Effort(_) => {
                let known = LEVELS.iter().find(|(_, _, level)| *level == thinking);
                (known.map_or("auto", |(id, _, _)| id), String::new())
            }
        };
        Self {
            level: RwSignal::new(level.to_owned()),
            budget: RwSignal::new(budget),
        }
    }

    pub fn checked(self) -> Result<Thinking, String> {
        let level = self.level.get();
        if level == BUDGET {
            return validate::whole_number(&self.budget.get())?
                .map(Thinking::Budget)
                .ok_or_else(|| "Enter how many tokens.".to_owned());
        }
        let known = LEVELS.iter().find(|(id, _, _)| *id == level);
        Ok(known.map_or(Thinking::Auto, |(_, _, thinking)| *thinking))
    }
}

/// What a model's line says of it; nothing while it is left to the model.
pub fn fact(thinking: Thinking) -> Option<String> {
    match thinking {
        Thinking::Auto => None,
        Thinking::Off => Some("no thinking".to_owned()),
        Thinking::On => Some("thinking".to_owned()),
        Thinking::Budget(tokens) => Some(format!("thinking, at most {tokens} tokens")),
        Thinking::Effort(_) => {
            let known = LEVELS.iter().find(|(_, _, level)| *level == thinking);
            known.map(|(_, name, _)| format!("thinking, {}", name.to_lowercase()))
        }
    }
}

#[component]
pub fn ThinkingField(
    entry: ThinkingEntry,
    /// What is wrong with the budget.
    #[prop(into)]
    error: MaybeProp<String>,
) -> impl IntoView {
    let id = unique_id();
    let note = format!("{id}-note");
    let level = entry.level;
    let option = move |id: &'static str, name: &'static str| {
        let selected = level.with_untracked(|level| level == id);
        view! {
            <option value=id selected=selected>
                {name}
            </option>
        }
    };
    view! {
        <div class="field">
            <label for=id.clone()>"Thinking"</label>
            <select
                id=id
                aria-describedby=note.clone()
                prop:value=level
                on:change:target=move |event| level.set(event.target().value())
            >
                {LEVELS.into_iter().map(|(id, name, _)| option(id, name)).collect_view()}
                {option(BUDGET, "Budget in tokens")}
            </select>
            <p class="field-note" id=note>
                "On Automatic nothing about thinking is sent. Some models ignore temperature while they think."
            </p>
        </div>
        <Show when=move || level.with(|level| level == BUDGET)>
            <Field label="Thinking budget" value=entry.budget inputmode="numeric" error hint="Tokens, at most." />
        </Show>
    }
}
