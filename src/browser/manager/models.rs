//! What the manager does to model settings.

use super::Manager;
use super::inner::Undoing;
use crate::chat::ModelConfigId;
use crate::provider::ModelConfig;
use crate::settings::Towards;
use crate::store::Write;
use leptos::prelude::*;

impl Manager {
    /// Adds or replaces a model. The first one becomes the default.
    pub fn save_model(&self, model: ModelConfig) {
        self.inner().change_settings(|settings| {
            settings
                .default_model
                .get_or_insert_with(|| model.id.clone());
            match settings
                .models
                .iter_mut()
                .find(|known| known.id == model.id)
            {
                Some(known) => *known = model,
                None => settings.models.push(model),
            }
        });
    }

    /// Deletes a model; the notice offers Undo.
    pub fn delete_model(&self, model: &ModelConfigId) {
        let inner = self.inner();
        let gone = self
            .settings
            .with_untracked(|settings| settings.model(model).cloned());
        let Some(gone) = gone else {
            return;
        };
        let change = inner.change_settings(|settings| {
            settings.models.retain(|known| known.id != *model);
            settings.forget_missing_default();
        });
        let text = format!("Deleted “{}”", gone.label());
        inner.notify_undo(text, Undoing::Settings { change, key: None });
    }

    pub fn duplicate_model(&self, model: &ModelConfigId) {
        let id = ModelConfigId(self.new_id());
        self.inner()
            .change_settings(|settings| settings.duplicate(model, id));
    }

    pub fn move_model(&self, model: &ModelConfigId, towards: Towards) {
        self.inner()
            .change_settings(|settings| settings.move_model(model, towards));
    }

    /// Makes it the model of every session that has no choice of its own.
    pub fn set_default_model(&self, model: &ModelConfigId) {
        self.inner()
            .change_settings(|settings| settings.default_model = Some(model.clone()));
    }

    /// Chooses the open session's model.
    pub fn choose_model(&self, model: &ModelConfigId) {
        let inner = self.inner();
        let before = self.model.get_untracked();
        inner.change_settings(|settings| {
            // The default is in use without ever having been chosen.
            if let Some(before) = &before {
                settings.remember(&before.id);
            }
            settings.remember(model);
        });
        let mut write = None;
        if let Some(id) = self.current.get_untracked()
            && let Some(open) = inner.open.borrow_mut().get_mut(&id)
        {
            open.session.model = Some(model.clone());
            write = Some(Write::PutSession(open.session.clone()));
        }
        inner.signals.chosen.set(Some(model.clone()));
        inner.persist_later(write.into_iter().collect());
    }
}
