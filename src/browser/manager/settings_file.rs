//! Settings that come and go as a file.

use super::Manager;
use super::inner::Undoing;
use crate::browser::address;
use crate::settings::file::{self, Import};
use leptos::prelude::*;

impl Manager {
    /// The providers and models as a file, without keys.
    pub fn settings_file(&self) -> String {
        self.settings.with_untracked(file::write)
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

    /// A settings file that the page's address brought along, once.
    pub fn offered_settings(&self) -> Option<String> {
        address::take_config()
    }
}
