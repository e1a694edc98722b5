//! How much OpenAI's models think, in the words that each generation has.
//!
//! Each generation knows other efforts and refuses the rest with a 400
//! (<https://platform.openai.com/docs/guides/reasoning>), so a model's name decides which of them comes
//! nearest. A name that is not known counts as one of the newest models.

use super::preset::Efforts;
use super::{Effort, Thinking};
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// Does not reason, and refuses `reasoning` and its encrypted content.
    Plain,
    /// The o series and open models: low, medium, high.
    Three,
    /// GPT-5: minimal besides these.
    Minimal,
    /// GPT-5.1: none in its place.
    None,
    /// Later ones: none and xhigh.
    Newest,
    /// Pro models: high at least, whatever they are told.
    Pro,
}

fn family(model: &str) -> Family {
    // Routers put the company in front.
    let name = model.rsplit('/').next().unwrap_or(model);
    let name = name.strip_prefix("ft:").unwrap_or(name);
    let starts = |heads: &[&str]| heads.iter().any(|head| name.starts_with(head));
    if starts(&["gpt-3", "gpt-4", "chatgpt"]) || name.contains("chat-latest") {
        Family::Plain
    } else if starts(&["o1", "o3", "o4", "gpt-oss", "codex"]) {
        Family::Three
    } else if name.contains("-pro") {
        Family::Pro
    } else if name.contains("codex-max") {
        Family::Newest
    } else if starts(&["gpt-5-codex", "gpt-5.1-codex"]) {
        Family::Three
    } else if name == "gpt-5" || starts(&["gpt-5-"]) {
        Family::Minimal
    } else if name == "gpt-5.1" || starts(&["gpt-5.1-"]) {
        Family::None
    } else {
        Family::Newest
    }
}

/// Whether the model thinks, so that its reasoning can be asked for in encrypted form.
pub(super) fn reasons(model: &str) -> bool {
    family(model) != Family::Plain
}

/// The `reasoning` object of Responses; `None` leaves it out.
///
/// Left to itself a model is told nothing, and then shows no summary of its thoughts: asking for one is
/// refused by models that do not reason, and for accounts that are not verified.
pub(super) fn reasoning(model: &str, thinking: Thinking) -> Option<Value> {
    if family(model) == Family::Plain || thinking == Thinking::Auto {
        return None;
    }
    let effort = effort(model, thinking);
    if matches!(thinking, Thinking::Off | Thinking::Budget(0)) {
        return effort.map(|effort| json!({ "effort": effort }));
    }
    Some(match effort {
        Some(effort) => json!({ "effort": effort, "summary": "auto" }),
        None => json!({ "summary": "auto" }),
    })
}

/// The word for the effort; `None` leaves it out.
pub(super) fn effort(model: &str, thinking: Thinking) -> Option<&'static str> {
    let family = family(model);
    match thinking {
        _ if family == Family::Plain => None,
        Thinking::Auto => None,
        Thinking::Off | Thinking::Budget(0) => least(family),
        // The newer models do not think unless they are told how much.
        Thinking::On => named(Effort::Medium, family),
        Thinking::Effort(effort) => named(effort, family),
        Thinking::Budget(tokens) => named(nearest(tokens), family),
    }
}

/// Whether `temperature` and `top_p` are refused: by all models that reason, unless they are told not to.
/// What has another name is another company's and takes them.
pub(super) fn refuses_sampling(model: &str, thinking: Thinking) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model);
    let heads = ["gpt-", "o1", "o3", "o4", "codex"];
    heads.iter().any(|head| name.starts_with(head))
        && !name.starts_with("gpt-oss")
        && family(model) != Family::Plain
        && effort(model, thinking) != Some("none")
}

impl Efforts {
    /// The server's word for what the person asked; empty where it has none.
    pub(super) fn word(&self, thinking: Thinking) -> &'static str {
        let effort = match thinking {
            Thinking::Auto => return "",
            Thinking::Off | Thinking::Budget(0) => return self.off,
            Thinking::On => return self.on,
            Thinking::Effort(effort) => effort,
            Thinking::Budget(tokens) => nearest(tokens),
        };
        match effort {
            Effort::Minimal => self.minimal,
            Effort::Low => self.low,
            Effort::Medium => self.medium,
            Effort::High => self.high,
            Effort::Max => self.max,
        }
    }
}

/// The word for as little as there is; `None` where nothing less can be asked for.
fn least(family: Family) -> Option<&'static str> {
    match family {
        Family::Plain | Family::Pro => None,
        Family::Three => Some("low"),
        Family::Minimal => Some("minimal"),
        Family::None | Family::Newest => Some("none"),
    }
}

fn named(effort: Effort, family: Family) -> Option<&'static str> {
    if family == Family::Pro {
        return None;
    }
    Some(match effort {
        Effort::Minimal if family == Family::Minimal => "minimal",
        Effort::Minimal | Effort::Low => "low",
        Effort::Medium => "medium",
        Effort::Max if family == Family::Newest => "xhigh",
        Effort::High | Effort::Max => "high",
    })
}

/// The effort that comes nearest to a budget in tokens, by what the efforts usually cost.
fn nearest(tokens: u64) -> Effort {
    match tokens {
        0..=512 => Effort::Minimal,
        513..=2048 => Effort::Low,
        2049..=8192 => Effort::Medium,
        _ => Effort::High,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_generation_is_told_in_its_own_words() {
        for (model, thinking, expected) in [
            ("gpt-5.2", Thinking::Auto, "-"),
            ("gpt-4o", Thinking::On, "-"),
            ("gpt-5-chat-latest", Thinking::Off, "-"),
            ("gpt-5-mini", Thinking::Off, "minimal"),
            ("gpt-5.1", Thinking::Off, "none"),
            ("gpt-5.4", Thinking::Budget(0), "none"),
            ("o4-mini", Thinking::Off, "low"),
            ("openai/gpt-oss-120b", Thinking::Off, "low"),
            ("gpt-5-pro", Thinking::Off, "-"),
            ("gpt-5-pro", Thinking::On, "summary"),
            ("gpt-5.2", Thinking::On, "medium summary"),
            (
                "gpt-5",
                Thinking::Effort(Effort::Minimal),
                "minimal summary",
            ),
            ("gpt-5.1", Thinking::Effort(Effort::Minimal), "low summary"),
            ("gpt-5.1", Thinking::Effort(Effort::Max), "high summary"),
            ("gpt-5.1-codex", Thinking::Off, "low"),
            (
                "gpt-5.1-codex-max",
                Thinking::Effort(Effort::Max),
                "xhigh summary",
            ),
            ("gpt-5.5", Thinking::Effort(Effort::Max), "xhigh summary"),
            ("o3", Thinking::Budget(1000), "low summary"),
            ("gpt-5.2", Thinking::Budget(4000), "medium summary"),
            ("gpt-5.2", Thinking::Budget(30_000), "high summary"),
        ] {
            let said = match reasoning(model, thinking) {
                None => "-".to_owned(),
                Some(reasoning) => {
                    let summary = reasoning.get("summary").map(|_| "summary");
                    let words = [reasoning["effort"].as_str(), summary];
                    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
                }
            };
            assert_eq!(said, expected, "{model} {thinking:?}");
        }
    }
}
