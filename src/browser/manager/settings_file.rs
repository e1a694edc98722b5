//! Settings that come and go as a file.

use super::Manager;
use super::inner::Undoing;
use crate::browser::address;
use crate::settings::file::{self, Import};
use leptos::prelude::*;

impl Manager {
    /// The providers and models as a file, without keys.
    pub fn settings_file(&self) -> String {
        format!("{:#}", self.settings.with_untracked(file::write))
    }

    /// The same as a link to this page, which offers it to whoever opens it.
    pub fn settings_link(&self) -> String {
        let file = self.settings.with_untracked(file::write);
        address::with_config(&file.to_string()).unwrap_or_default()
    }

    /// Reads a settings file; nothing changes yet.
    ///
    /// # Errors
    /// Says why the text is no such file.
    pub fn read_settings_file(&self, text: &str) -> Result<Import, String> {
        self.settings
            .with_untracked(|current| file::read(text, current, || self.new_id()))
    }

    /// Puts an import into effect and posts a notice with Undo.
    pub fn import_settings(&self, import: Import) {
        let inner = self.inner();
        let change = inner.change_settings(|settings| import.apply(settings));
        let text = "The settings were imported".to_owned();
        inner.notify_undo(text, Undoing::Settings { change, key: None });
    }
}
