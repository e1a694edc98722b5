//! What the person chose for the whole page. Never holds a secret.

pub mod file;
pub mod revert;

use crate::chat::{AgentId, ModelConfigId, ProviderId};
use crate::provider::{ModelConfig, Provider};
use crate::tool::ToolSettings;
use serde::{Deserialize, Serialize};

/// Everything in the settings dialog except keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub providers: Vec<Provider>,
    pub models: Vec<ModelConfig>,
    /// Used where a session has no choice of its own.
    pub default_model: Option<ModelConfigId>,
    /// The models used last, the latest first; some may have been deleted since.
    pub recent: Vec<ModelConfigId>,
    /// The agent chosen last: a new chat begins with it.
    pub agent: Option<AgentId>,
    pub theme: Theme,
    pub tools: ToolSettings,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

/// How many recently used models are remembered.
const RECENT: usize = 5;

impl Settings {
    /// The model a session uses: its own choice, else the one its agent prefers, else the default, else the
    /// first there is. A choice that was deleted falls back the same way, and so do a preference and a default
    /// whose provider is switched off.
    pub fn model_for(
        &self,
        chosen: Option<&ModelConfigId>,
        preferred: Option<&ModelConfigId>,
    ) -> Option<&ModelConfig> {
        let default = self.default_model.as_ref().and_then(|id| self.model(id));
        let preferred = preferred.and_then(|id| self.model(id));
        chosen
            .and_then(|id| self.model(id))
            .or_else(|| preferred.filter(|model| self.is_offered(model)))
            .or_else(|| default.filter(|model| self.is_offered(model)))
            .or_else(|| self.models.iter().find(|model| self.is_offered(model)))
            .or(default)
            .or_else(|| self.models.first())
    }

    pub fn model(&self, id: &ModelConfigId) -> Option<&ModelConfig> {
        self.models.iter().find(|model| model.id == *id)
    }

    pub fn provider(&self, id: &ProviderId) -> Option<&Provider> {
        self.providers.iter().find(|provider| provider.id == *id)
    }

    /// Whether the model's provider is there and switched on.
    pub fn is_offered(&self, model: &ModelConfig) -> bool {
        self.provider(&model.provider)
            .is_some_and(|provider| provider.enabled)
    }

    /// Remembers that a model was used just now.
    pub fn remember(&mut self, model: &ModelConfigId) {
        self.recent.retain(|known| known != model);
        self.recent.insert(0, model.clone());
        self.recent.truncate(RECENT);
    }

    /// Puts a copy with this id behind a model.
    pub fn duplicate(&mut self, model: &ModelConfigId, id: ModelConfigId) {
        if let Some(at) = self.models.iter().position(|known| known.id == *model) {
            let original = &self.models[at];
            let mut name = format!("{} copy", original.label());
            for number in 2.. {
                if self.models.iter().all(|model| model.label() != name) {
                    break;
                }
                name = format!("{} copy {number}", original.label());
            }
            let copy = ModelConfig {
                id,
                name,
                ..original.clone()
            };
            self.models.insert(at + 1, copy);
        }
    }

    /// Changes places with the next model of the same provider, or with the one before it.
    pub fn move_model(&mut self, model: &ModelConfigId, towards: Towards) {
        let Some(at) = self.models.iter().position(|known| known.id == *model) else {
            return;
        };
        let is_sibling = |other: &usize| self.models[*other].provider == self.models[at].provider;
        let other = match towards {
            Towards::Start => (0..at).rev().find(is_sibling),
            Towards::End => (at + 1..self.models.len()).find(is_sibling),
        };
        if let Some(other) = other {
            self.models.swap(at, other);
        }
    }

    /// After a deletion: the default names a model that exists, or none.
    pub fn forget_missing_default(&mut self) {
        let exists = |id: &ModelConfigId| self.models.iter().any(|model| model.id == *id);
        if !self.default_model.as_ref().is_some_and(exists) {
            self.default_model = self.models.first().map(|model| model.id.clone());
        }
    }
}

/// A direction in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Towards {
    Start,
    End,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(models: &[(&str, &str)]) -> Settings {
        let models: Vec<_> = models
            .iter()
            .map(
                |(id, provider)| serde_json::json!({ "id": id, "provider": provider, "model": id }),
            )
            .collect();
        let providers: Vec<_> = ["a", "b"]
            .into_iter()
            .map(|id| {
                serde_json::json!({ "id": id, "name": id, "preset": "custom", "base_url": "", "enabled": true })
            })
            .collect();
        serde_json::from_value(serde_json::json!({ "providers": providers, "models": models }))
            .unwrap()
    }

    fn order(settings: &Settings) -> Vec<&str> {
        settings.models.iter().map(|model| &*model.id.0).collect()
    }

    #[test]
    fn a_model_moves_among_those_of_its_provider() {
        let mut settings = settings(&[("1", "a"), ("2", "b"), ("3", "a")]);
        settings.move_model(&"3".into(), Towards::Start);
        assert_eq!(order(&settings), ["3", "2", "1"]);
        settings.move_model(&"3".into(), Towards::Start);
        settings.move_model(&"2".into(), Towards::End);
        assert_eq!(order(&settings), ["3", "2", "1"]);
    }

    #[test]
    fn a_copy_stands_behind_its_original() {
        let mut settings = settings(&[("1", "a"), ("2", "a")]);
        settings.duplicate(&"1".into(), "3".into());
        assert_eq!(order(&settings), ["1", "3", "2"]);
        assert_eq!(settings.models[1].label(), "1 copy");
        settings.duplicate(&"1".into(), "4".into());
        assert_eq!(settings.models[1].label(), "1 copy 2");
    }

    #[test]
    fn a_default_that_is_switched_off_gives_way() {
        let mut settings = settings(&[("1", "a"), ("2", "b")]);
        settings.default_model = Some("1".into());
        let used = |settings: &Settings| {
            settings
                .model_for(None, None)
                .map(|model| model.id.0.clone())
        };
        assert_eq!(used(&settings).as_deref(), Some("1"));
        settings.providers[0].enabled = false;
        assert_eq!(used(&settings).as_deref(), Some("2"));
        settings.providers[1].enabled = false;
        assert_eq!(used(&settings).as_deref(), Some("1"));
    }

    #[test]
    fn what_the_agent_prefers_stands_between_choice_and_default() {
        let mut settings = settings(&[("1", "a"), ("2", "b"), ("3", "a")]);
        settings.default_model = Some("1".into());
        let check = |settings: &Settings, chosen: Option<&str>, preferred: &str, expected| {
            let (chosen, preferred) = (chosen.map(Into::into), preferred.into());
            let model = settings.model_for(chosen.as_ref(), Some(&preferred));
            assert_eq!(model.map(|model| &*model.id.0), Some(expected));
        };
        check(&settings, Some("3"), "2", "3");
        check(&settings, None, "2", "2");
        check(&settings, Some("gone"), "2", "2");
        check(&settings, None, "gone", "1");
        settings.providers[1].enabled = false;
        check(&settings, None, "2", "1");
    }

    #[test]
    fn the_latest_models_are_remembered_once() {
        let mut settings = Settings::default();
        for id in ["1", "2", "1", "3", "4", "5", "6"] {
            settings.remember(&id.into());
        }
        let recent: Vec<_> = settings.recent.iter().map(|id| &*id.0).collect();
        assert_eq!(recent, ["6", "5", "4", "3", "1"]);
    }
}
