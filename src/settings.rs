//! What the person chose for the whole page. Never holds a secret.

pub mod file;

use crate::chat::ModelConfigId;
use crate::provider::{ModelConfig, Provider};
use serde::{Deserialize, Serialize};

/// Everything in the settings dialog except keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub providers: Vec<Provider>,
    pub models: Vec<ModelConfig>,
    /// Used where a session has no choice of its own.
    pub default_model: Option<ModelConfigId>,
    pub theme: Theme,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

impl Settings {
    /// The model a session uses: its own choice, else the default, else the first there is. A choice
    /// that was deleted falls back the same way.
    pub fn model_for(&self, chosen: Option<&ModelConfigId>) -> Option<&ModelConfig> {
        let find = |id: &ModelConfigId| self.models.iter().find(|model| model.id == *id);
        chosen
            .and_then(find)
            .or_else(|| self.default_model.as_ref().and_then(find))
            .or_else(|| self.models.first())
    }

    /// After a deletion: the default names a model that exists, or none.
    pub fn forget_missing_default(&mut self) {
        let exists = |id: &ModelConfigId| self.models.iter().any(|model| model.id == *id);
        if !self.default_model.as_ref().is_some_and(exists) {
            self.default_model = self.models.first().map(|model| model.id.clone());
        }
    }
}
