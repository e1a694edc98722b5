//! How one tool is run.

use crate::chat::Millis;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    pub permission: Permission,
    /// May run beside other calls.
    pub parallel: bool,
    /// How long one call may take, in milliseconds; `None` for a tool that waits for the person, or for an agent.
    pub timeout: Option<Millis>,
    /// How much of a result the model reads, in bytes of UTF-8.
    pub max_result: usize,
}

impl Default for Rule {
    fn default() -> Self {
        Self {
            permission: Permission::Ask,
            parallel: false,
            timeout: Some(60_000.0),
            max_result: 32 * 1024,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    Always,
    Ask,
    Never,
}

impl Permission {
    /// Whether it lets nothing run by itself.
    pub fn is_narrow(self) -> bool {
        match self {
            Self::Always => false,
            Self::Ask | Self::Never => true,
        }
    }

    /// What holds when the tool itself, the person's choice for the tool, and the person's choice for it in one
    /// agent are taken together: the narrower choice counts, except that a "never" is never widened.
    pub fn resolve(default: Self, tool: Option<Self>, agent: Option<Self>) -> Self {
        if tool == Some(Self::Never) {
            return Self::Never;
        }
        agent.or(tool).unwrap_or(default)
    }
}

#[cfg(test)]
mod tests {
    use super::Permission::{self, Always, Ask, Never};

    #[test]
    fn the_narrower_choice_counts() {
        let check = |tool, agent, expected| {
            assert_eq!(
                Permission::resolve(Ask, tool, agent),
                expected,
                "{tool:?} {agent:?}"
            );
        };
        check(None, None, Ask);
        check(Some(Always), None, Always);
        check(Some(Always), Some(Ask), Ask);
        check(None, Some(Always), Always);
        check(Some(Ask), Some(Never), Never);
        check(Some(Never), Some(Always), Never);
    }
}
