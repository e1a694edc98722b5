//! One conversation.

use super::{AgentId, Millis, ModelConfigId, SessionId, Thinking, TurnId};

/// A conversation: who answers in it, and the tip of its tree of turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    pub id: SessionId,
    pub title: String,
    pub agent: AgentId,
    /// The settings chosen for this session; `None` follows the agent's, then the global default.
    pub model: Option<ModelConfigId>,
    /// How much the model thinks in this session; `None` follows the model's settings.
    pub thinking: Option<Thinking>,
    pub created: Millis,
    pub updated: Millis,
    /// The turn shown last. Walking its parents gives the visible conversation.
    pub tip: Option<TurnId>,
}

/// A title made of the first words of a message, at most 60 characters long, one line.
pub fn title_from(text: &str) -> String {
    const LIMIT: usize = 60;
    let line = text
        .lines()
        .map(|l| {
            l.trim()
                .trim_start_matches(['#', '>', '-', '*', '`'])
                .trim()
        })
        .find(|l| !l.is_empty())
        .unwrap_or_default();
    if line.is_empty() {
        return "New chat".to_owned();
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= LIMIT {
        return line;
    }
    let cut: String = line.chars().take(LIMIT - 1).collect();
    let cut = match cut.rfind(' ') {
        Some(at) if at > LIMIT / 2 => &cut[..at],
        _ => &cut,
    };
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::title_from;

    #[test]
    fn a_title_is_one_short_line() {
        assert_eq!(title_from("  \n## Hello   there\nmore"), "Hello there");
        assert_eq!(title_from("\n\n"), "New chat");
        let long = title_from(&"word ".repeat(40));
        assert!(
            long.chars().count() <= 60 && long.ends_with("word…"),
            "{long}"
        );
        assert_eq!(title_from(&"字".repeat(80)).chars().count(), 60);
    }
}
