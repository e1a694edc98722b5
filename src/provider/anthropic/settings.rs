//! What the person set, in the words that the model takes.
//!
//! Models before Claude 4.6, and those of other makers behind this API, think within a budget of tokens:
//! <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>. Later ones decide themselves,
//! guided by an effort, and those after 4.6 refuse a budget:
//! <https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking>,
//! <https://platform.claude.com/docs/en/build-with-claude/effort>.

use crate::provider::{Effort, ModelConfig, Thinking};
use serde_json::{Map, Value, json};

/// Sent where the person set no limit of tokens, because the API wants one. Every Claude since 4 allows as
/// many, and no answer gets longer for being allowed more.
pub(super) const DEFAULT_MAX_TOKENS: u64 = 32_000;

/// The API refuses a smaller one.
const LEAST_BUDGET: u64 = 1024;

/// The budget for a person who asked for thinking and did not say how much.
const DEFAULT_BUDGET: u64 = 8_192;

/// Inserts the limit of tokens, the thinking, and the randomness where it may be set beside them.
///
/// `may_think`: whether the conversation allows a budget, see [`super::conversation::may_think`].
pub(super) fn insert(config: &ModelConfig, may_think: bool, body: &mut Map<String, Value>) {
    let model = Model::named(&config.model);
    let mut limit = config.max_tokens.unwrap_or(DEFAULT_MAX_TOKENS).max(1);
    let mut thinks = false;
    match (config.thinking, model.thinks) {
        (Thinking::Auto, _) | (Thinking::Off | Thinking::Budget(0), Thinks::Always) => {}
        (Thinking::Off | Thinking::Budget(0), _) => {
            body.insert("thinking".into(), json!({ "type": "disabled" }));
        }
        (asked, Thinks::WithinBudget) => {
            if may_think {
                let budget = budget(asked).max(LEAST_BUDGET);
                // The limit holds for both; what the person allowed is meant for the answer.
                if limit <= budget {
                    limit = limit.saturating_add(budget);
                }
                let thinking = json!({ "type": "enabled", "budget_tokens": budget });
                body.insert("thinking".into(), thinking);
                thinks = true;
            }
        }
        (asked, Thinks::Adaptively | Thinks::Always) => {
            // Some models do not show what they think unless they are asked to.
            let thinking = json!({ "type": "adaptive", "display": "summarized" });
            body.insert("thinking".into(), thinking);
            if let Some(effort) = effort(asked) {
                body.insert("output_config".into(), json!({ "effort": effort }));
            }
            thinks = true;
        }
    }
    body.insert("max_tokens".into(), json!(limit));
    if thinks || !model.samples {
        return;
    }
    if let Some(temperature) = config.temperature {
        // Other APIs go up to 2, and so does the setting.
        body.insert("temperature".into(), json!(temperature.min(1.0)));
    }
    // Claude takes one of the two since 4.1.
    if let Some(top_p) = config.top_p
        && (config.temperature.is_none() || !model.is_claude)
    {
        body.insert("top_p".into(), json!(top_p));
    }
}

/// What a model's id tells of the parameters it takes.
struct Model {
    is_claude: bool,
    thinks: Thinks,
    /// Whether temperature and the like are accepted at all.
    samples: bool,
}

enum Thinks {
    WithinBudget,
    Adaptively,
    /// And refuses to be told not to.
    Always,
}

impl Model {
    /// Reads the version out of ids such as `claude-opus-4-6`, `claude-3-7-sonnet-20250219` and
    /// `anthropic/claude-opus-4.8`. Claude without a number is taken for a new one.
    fn named(id: &str) -> Self {
        let id = id.to_ascii_lowercase();
        let Some(at) = id.find("claude") else {
            return Self {
                is_claude: false,
                thinks: Thinks::WithinBudget,
                samples: true,
            };
        };
        let mut numbers = id[at..]
            .split(|c: char| !c.is_ascii_digit())
            // Longer ones are dates.
            .filter(|digits| digits.len() <= 2)
            .filter_map(|digits| digits.parse::<u32>().ok());
        let version = numbers
            .next()
            .map(|major| (major, numbers.next().unwrap_or(0)));
        let since = |first: (u32, u32)| version.is_none_or(|version| version >= first);
        Self {
            is_claude: true,
            thinks: if id.contains("fable") || id.contains("mythos") {
                Thinks::Always
            } else if since((4, 6)) {
                Thinks::Adaptively
            } else {
                Thinks::WithinBudget
            },
            samples: !since((4, 7)),
        }
    }
}

/// Below the limit of every model that has budgets, with room for an answer.
const BUDGETS: [(Effort, u64, &str); 5] = [
    (Effort::Max, 24_000, "max"),
    (Effort::High, 16_000, "high"),
    (Effort::Medium, DEFAULT_BUDGET, "medium"),
    (Effort::Low, 4_096, "low"),
    (Effort::Minimal, LEAST_BUDGET, "low"),
];

fn budget(thinking: Thinking) -> u64 {
    match thinking {
        Thinking::Budget(tokens) => tokens,
        Thinking::Effort(asked) => BUDGETS
            .iter()
            .find(|(effort, ..)| *effort == asked)
            .map_or(DEFAULT_BUDGET, |(_, tokens, _)| *tokens),
        Thinking::Auto | Thinking::Off | Thinking::On => DEFAULT_BUDGET,
    }
}

/// A budget becomes the effort that would have come to about as much.
fn effort(thinking: Thinking) -> Option<&'static str> {
    match thinking {
        Thinking::Budget(_) | Thinking::Effort(_) => {
            let wanted = budget(thinking);
            let fits = BUDGETS.iter().find(|(_, tokens, _)| *tokens <= wanted);
            Some(fits.map_or("low", |(_, _, word)| *word))
        }
        Thinking::Auto | Thinking::Off | Thinking::On => None,
    }
}
