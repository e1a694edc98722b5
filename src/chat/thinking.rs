//! How much a model is asked to think.

use serde::{Deserialize, Serialize};

/// How much the model is asked to think before it answers. Each dialect has its own words for it; what one
/// cannot say is left to the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Thinking {
    /// Whatever the model does by itself: nothing about it is sent.
    #[default]
    Auto,
    Off,
    On,
    Effort(Effort),
    /// Tokens, at most.
    Budget(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    Minimal,
    Low,
    Medium,
    High,
    /// The most that the model offers.
    Max,
}

impl Thinking {
    /// Every way that is not a budget, from nothing to the most.
    pub const LEVELS: [Self; 8] = [
        Self::Auto,
        Self::Off,
        Self::On,
        Self::Effort(Effort::Minimal),
        Self::Effort(Effort::Low),
        Self::Effort(Effort::Medium),
        Self::Effort(Effort::High),
        Self::Effort(Effort::Max),
    ];

    /// A word for it, as it is stored: `auto`, `high`, `budget 2048`.
    pub fn word(self) -> String {
        match self {
            Self::Auto => "auto",
            Self::Off => "off",
            Self::On => "on",
            Self::Effort(Effort::Minimal) => "minimal",
            Self::Effort(Effort::Low) => "low",
            Self::Effort(Effort::Medium) => "medium",
            Self::Effort(Effort::High) => "high",
            Self::Effort(Effort::Max) => "max",
            Self::Budget(tokens) => return format!("budget {tokens}"),
        }
        .to_owned()
    }

    /// What [`Thinking::word`] said; `None` for a word that this build does not know.
    pub fn from_word(word: &str) -> Option<Self> {
        match word.strip_prefix("budget ") {
            Some(tokens) => tokens.parse().ok().map(Self::Budget),
            None => Self::LEVELS.into_iter().find(|level| level.word() == word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Thinking;

    /// The words are on people's disks.
    #[test]
    fn words_stay_what_they_are() {
        let words = Thinking::LEVELS.map(Thinking::word);
        assert_eq!(
            words,
            [
                "auto", "off", "on", "minimal", "low", "medium", "high", "max"
            ]
        );
        for level in Thinking::LEVELS.into_iter().chain([Thinking::Budget(2048)]) {
            assert_eq!(Thinking::from_word(&level.word()), Some(level));
        }
        assert_eq!(Thinking::Budget(7).word(), "budget 7");
        for unknown in ["", "budget", "budget x", "telepathy"] {
            assert_eq!(Thinking::from_word(unknown), None);
        }
    }
}
