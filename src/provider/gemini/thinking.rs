//! How much a model thinks, in Gemini's two ways of saying so.
//!
//! Gemini 2.5 takes a budget in tokens, later models a level; both at once are refused. Earlier models and
//! other families refuse the whole object (<https://ai.google.dev/gemini-api/docs/thinking>).

use crate::provider::{Effort, Thinking};
use serde_json::{Value, json};

/// The generation of models by what they can be told about thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// Nothing is known of it, or that it does not think.
    Other,
    Budgets,
    Levels,
}

fn family(model: &str) -> Family {
    let name = model.strip_prefix("models/").unwrap_or(model);
    match name.strip_prefix("gemini-") {
        Some(rest) if rest.starts_with("2.5") => Family::Budgets,
        Some(rest) if rest.starts_with("1.") || rest.starts_with("2.0") => Family::Other,
        // Also `gemini-flash-latest` and its like, which follow the newest model.
        Some(_) => Family::Levels,
        None => Family::Other,
    }
}

/// Whether the model refuses a call in the history that has no thought signature: all since Gemini 3 do.
pub(super) fn demands_signatures(model: &str) -> bool {
    family(model) == Family::Levels
}

/// The `thinkingConfig`; `None` leaves it out.
///
/// Left to itself a model is told nothing, not even to show its thoughts: `includeThoughts` is refused by
/// models that do not think, and by Gemini 2.5 Flash-Lite as long as its thinking is off.
pub(super) fn config(model: &str, thinking: Thinking) -> Option<Value> {
    let family = family(model);
    let is_pro = model.contains("-pro");
    Some(match (thinking, family) {
        (Thinking::Auto, _) => return None,
        (Thinking::Off | Thinking::Budget(0), Family::Other) => return None,
        // The Pro models always think, and refuse to be told not to; the others since Gemini 3 cannot be
        // told so either. What comes nearest is the least.
        (Thinking::Off | Thinking::Budget(0), Family::Budgets) => {
            json!({ "thinkingBudget": if is_pro { 128 } else { 0 } })
        }
        (Thinking::Off | Thinking::Budget(0), Family::Levels) => {
            json!({ "thinkingLevel": level(Effort::Minimal, is_pro) })
        }
        (Thinking::On, _) => json!({ "includeThoughts": true }),
        (Thinking::Budget(tokens), _) => {
            json!({ "includeThoughts": true, "thinkingBudget": tokens })
        }
        (Thinking::Effort(effort), Family::Levels) => {
            json!({ "includeThoughts": true, "thinkingLevel": level(effort, is_pro) })
        }
        (Thinking::Effort(effort), Family::Budgets | Family::Other) => {
            json!({ "includeThoughts": true, "thinkingBudget": budget(effort, is_pro) })
        }
    })
}

fn level(effort: Effort, is_pro: bool) -> &'static str {
    match effort {
        Effort::Minimal if is_pro => "low",
        Effort::Minimal => "minimal",
        Effort::Low => "low",
        Effort::Medium => "medium",
        Effort::High | Effort::Max => "high",
    }
}

/// Tokens, within the documented range of every Gemini 2.5 model.
fn budget(effort: Effort, is_pro: bool) -> u64 {
    match effort {
        Effort::Minimal => 512,
        Effort::Low => 1024,
        Effort::Medium => 8192,
        Effort::Max if is_pro => 32_768,
        Effort::High | Effort::Max => 24_576,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_generation_is_told_in_its_own_words() {
        let (effort, budget) = (Thinking::Effort, Thinking::Budget);
        for (model, thinking, expected) in [
            ("gemini-2.0-flash", Thinking::Auto, ""),
            ("gemini-2.0-flash", Thinking::Off, ""),
            ("gemma-3-27b-it", Thinking::Off, ""),
            ("gemini-2.5-flash", Thinking::Auto, ""),
            ("gemini-2.5-flash", Thinking::Off, r#"{"thinkingBudget":0}"#),
            ("gemini-2.5-flash", budget(0), r#"{"thinkingBudget":0}"#),
            ("gemini-2.5-pro", Thinking::Off, r#"{"thinkingBudget":128}"#),
            (
                "models/gemini-2.5-pro",
                Thinking::On,
                r#"{"includeThoughts":true}"#,
            ),
            (
                "gemini-2.5-flash",
                budget(5000),
                r#"{"includeThoughts":true,"thinkingBudget":5000}"#,
            ),
            (
                "gemini-2.5-flash",
                effort(Effort::Max),
                r#"{"includeThoughts":true,"thinkingBudget":24576}"#,
            ),
            (
                "gemini-2.5-pro",
                effort(Effort::Max),
                r#"{"includeThoughts":true,"thinkingBudget":32768}"#,
            ),
            ("gemini-3-pro-preview", Thinking::Auto, ""),
            (
                "gemini-3-pro-preview",
                Thinking::Off,
                r#"{"thinkingLevel":"low"}"#,
            ),
            (
                "models/gemini-3-flash-preview",
                Thinking::Off,
                r#"{"thinkingLevel":"minimal"}"#,
            ),
            (
                "gemini-flash-latest",
                effort(Effort::Medium),
                r#"{"includeThoughts":true,"thinkingLevel":"medium"}"#,
            ),
            (
                "gemini-3.1-pro-preview",
                effort(Effort::Minimal),
                r#"{"includeThoughts":true,"thinkingLevel":"low"}"#,
            ),
        ] {
            let config = config(model, thinking).map(|config| config.to_string());
            assert_eq!(config.unwrap_or_default(), expected, "{model} {thinking:?}");
        }
    }
}
