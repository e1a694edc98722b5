//! Which ways of thinking a model can be asked for.

use super::{Codec, Credentials, ModelConfig, Provider};
use crate::chat::{Effort, ModelInput, Thinking};

/// The levels that make a difference on the wire: each changes the request, and no two of them alike. Where
/// nothing can be asked for, [`Thinking::Auto`] stands alone. What the model's own settings say is among them.
pub fn levels(codec: Codec, provider: &Provider, config: &ModelConfig) -> Vec<Thinking> {
    let endpoint = provider.endpoint(Credentials::default());
    let mut found: Vec<(Thinking, String)> = vec![];
    for thinking in [Thinking::Auto, config.thinking]
        .into_iter()
        .chain(BY_MEANING)
    {
        let config = ModelConfig {
            thinking,
            // What is merged in at the end could cover the difference, and is the person's own business.
            extra: serde_json::Map::new(),
            ..config.clone()
        };
        let body = (codec.encode)(&endpoint, &config, &ModelInput::default()).body;
        if found.iter().all(|(_, known)| *known != body) {
            found.push((thinking, body));
        }
    }
    let mut levels: Vec<Thinking> = found.into_iter().map(|(thinking, _)| thinking).collect();
    let place = |level: &Thinking| Thinking::LEVELS.iter().position(|known| known == level);
    levels.sort_by_key(|level| place(level).unwrap_or(Thinking::LEVELS.len()));
    levels
}

/// Of words that come to the same, the one that says most stands first.
const BY_MEANING: [Thinking; 7] = [
    Thinking::Off,
    Thinking::Effort(Effort::Low),
    Thinking::Effort(Effort::Medium),
    Thinking::Effort(Effort::High),
    Thinking::Effort(Effort::Minimal),
    Thinking::Effort(Effort::Max),
    Thinking::On,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::preset::preset;
    use expect_test::{Expect, expect};

    fn check(id: &str, model: &str, expected: Expect) {
        let provider: Provider = serde_json::from_value(serde_json::json!({
            "id": "p", "name": "P", "preset": id, "enabled": true,
            "base_url": preset(id).unwrap().base_url,
        }))
        .unwrap();
        let config = serde_json::from_value(serde_json::json!({
            "id": "m", "provider": "p", "model": model,
        }));
        let words: Vec<_> = levels(Codec::EVERY, &provider, &config.unwrap())
            .into_iter()
            .map(Thinking::word)
            .collect();
        expected.assert_eq(&words.join(" "));
    }

    #[test]
    fn each_dialect_offers_what_it_can_say() {
        check("openai", "gpt-4o", expect!["auto"]);
        check(
            "openai",
            "gpt-5",
            expect!["auto off minimal low medium high"],
        );
        check("openai", "gpt-5.5", expect!["auto off low medium high max"]);
        check(
            "anthropic",
            "claude-sonnet-4-5",
            expect!["auto off minimal low medium high max"],
        );
        check(
            "anthropic",
            "claude-3-5-haiku-latest",
            expect!["auto off minimal low medium high max"],
        );
        check(
            "gemini",
            "gemini-3-pro",
            expect!["auto off on low medium high"],
        );
        check(
            "gemini",
            "gemini-2.5-flash",
            expect!["auto off on minimal low medium high"],
        );
        check("ollama", "qwen3", expect!["auto off on low medium high"]);
        check(
            "openrouter",
            "any",
            expect!["auto off on minimal low medium high max"],
        );
        check("custom", "any", expect!["auto"]);
        check("demo", "any", expect!["auto"]);
    }

    #[test]
    fn the_models_own_budget_is_among_them() {
        let row = preset("anthropic").unwrap();
        let provider: Provider = serde_json::from_value(serde_json::json!({
            "id": "p", "name": "P", "preset": "anthropic", "enabled": true, "base_url": row.base_url,
        }))
        .unwrap();
        let mut config: ModelConfig = serde_json::from_value(serde_json::json!({
            "id": "m", "provider": "p", "model": "claude-sonnet-4-5",
        }))
        .unwrap();
        config.thinking = Thinking::Budget(3_000);
        assert!(levels(Codec::EVERY, &provider, &config).contains(&Thinking::Budget(3_000)));
    }
}
