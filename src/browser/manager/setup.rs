//! What the manager does to providers; loading; undo.

use super::Manager;
use super::inner::{Inner, Undoing};
use super::keys;
use super::unsent::UNSENT;
use crate::browser::sign_in::Return;
use crate::browser::storage::Storage;
use crate::browser::tabs::{Changed, Tabs};
use crate::browser::view::Undo;
use crate::browser::{address, leaving};
use crate::chat::{Failure, ModelConfigId, ProviderId};
use crate::provider::config::DEFAULT_IDLE_TIMEOUT;
use crate::provider::preset::{self, DEMO, ON_DEVICE};
use crate::provider::{
    CredentialsChange, Endpoint, ModelConfig, Provider, Thinking, demo, on_device,
};
use crate::settings::revert::SettingsChange;
use crate::settings::{Settings, Theme};
use crate::store::{Store, Write};
use leptos::prelude::*;
use std::rc::Rc;
use uuid::Uuid;
use wasm_bindgen_futures::spawn_local;

/// The setting that holds [`Settings`].
const SETTINGS: &str = "settings";

impl Manager {
    /// Reads what is stored, shows the session that the address names, and goes on with a sign-in that the
    /// person came back from.
    pub(super) fn load(&self, returned: Option<Return>) {
        let inner = self.inner();
        let manager = *self;
        spawn_local(async move {
            let (storage, trouble) = Storage::open().await;
            if let Some(error) = trouble {
                let text = format!("{error}. Nothing will be kept when you leave this page.");
                inner.notify(text, None, true);
            }
            let storage = Rc::new(storage);
            inner.set_storage(storage.clone());
            inner.read_settings().await;
            match storage.sessions().await {
                Ok(sessions) => sessions.iter().for_each(|session| inner.list(session)),
                Err(error) => inner.report(&error),
            }
            manager.loaded.set(true);
            manager.take_offer();
            manager.follow_address();
            address::on_change(move || {
                if !manager.take_offer() {
                    manager.follow_address();
                }
            });
            let checkpointing = inner.clone();
            leaving::watch(move || checkpointing.checkpoint());
            let listening = inner.clone();
            let tabs = Tabs::open(move |changed| {
                let inner = listening.clone();
                spawn_local(async move {
                    match changed {
                        Changed::Session(id) => inner.changed_elsewhere(&id).await,
                        Changed::Settings => inner.read_settings().await,
                        Changed::Notes => inner.notes_changed(),
                        Changed::Vault => inner.read_vault().await,
                    }
                });
            });
            *inner.tabs.borrow_mut() = Some(tabs);
            manager.finish_sign_in(returned);
        });
    }

    /// Offers the settings that the address brings along. False where it brings none.
    fn take_offer(&self) -> bool {
        let offer = address::take_config(self.current.get_untracked().as_ref());
        let is_one = offer.is_some();
        if is_one {
            self.offered_settings.set(offer);
        }
        is_one
    }

    /// Shows the session that the address names, if it is not shown already.
    fn follow_address(&self) {
        let named = address::session();
        if named != self.current.get_untracked() {
            match named {
                Some(session) => self.open(&session),
                None => self.new_chat(),
            }
        }
    }

    /// Sets up the demo provider and its model, as the first-run screen offers.
    pub fn use_demo(&self) {
        let Some(row) = preset::preset(DEMO) else {
            return;
        };
        let provider = Provider {
            id: ProviderId::from(DEMO),
            name: row.name.to_owned(),
            preset: DEMO.to_owned(),
            base_url: row.base_url.to_owned(),
            enabled: true,
            headers: vec![],
            body: serde_json::Map::new(),
        };
        let model = only_model(DEMO, &provider.id, demo::MODEL);
        let id = model.id.clone();
        self.put_provider(provider);
        self.save_model(model);
        self.choose_model(&id);
    }

    /// As [`Manager::put_provider`], and what the change says of its credentials first: when this ends, they are
    /// kept, or the person has been told why not.
    pub async fn save_provider(&self, provider: Provider, change: CredentialsChange) {
        if !change.is_empty() {
            self.inner().keep_credentials(&provider, change).await;
        }
        self.put_provider(provider);
    }

    /// Adds or replaces a provider. One that has a single model comes with it.
    pub fn put_provider(&self, provider: Provider) {
        let is_known = self
            .settings
            .with_untracked(|settings| settings.provider(&provider.id).is_some());
        if provider.preset == ON_DEVICE && !is_known {
            self.save_model(only_model(&self.new_id(), &provider.id, on_device::MODEL));
        }
        self.inner().change_settings(|settings| {
            match settings
                .providers
                .iter_mut()
                .find(|known| known.id == provider.id)
            {
                Some(known) => *known = provider,
                None => settings.providers.push(provider),
            }
        });
    }

    /// Switches a provider on or off. While it is off its models are not offered.
    pub fn enable_provider(&self, provider: &ProviderId, enabled: bool) {
        self.inner().change_settings(|settings| {
            let known = settings.providers.iter_mut();
            for known in known.filter(|known| known.id == *provider) {
                known.enabled = enabled;
            }
        });
    }

    /// Deletes a provider with its models and key; the notice offers Undo.
    pub fn delete_provider(&self, provider: &ProviderId) {
        let inner = self.inner();
        let id = provider.clone();
        spawn_local(async move {
            let gone = inner
                .signals
                .settings
                .with_untracked(|settings| settings.provider(&id).cloned());
            let Some(gone) = gone else {
                return;
            };
            let change = inner.change_settings(|settings| {
                settings.providers.retain(|known| known.id != id);
                settings.models.retain(|model| model.provider != id);
                settings.forget_missing_default();
            });
            let key = inner.remove_key(&id).await;
            inner.notify_undo(
                format!("Deleted “{}”", gone.name),
                Undoing::Settings { change, key },
            );
        });
    }

    pub fn set_theme(&self, theme: Theme) {
        self.inner()
            .change_settings(|settings| settings.theme = theme);
    }

    /// A fresh id for a provider or model that is being added.
    pub fn new_id(&self) -> String {
        Uuid::now_v7().to_string()
    }

    /// Puts back what a change took away.
    pub fn undo(&self, what: &Undo) {
        let inner = self.inner();
        self.notices
            .update(|all| all.retain(|notice| notice.undo != Some(*what)));
        match inner.undo.borrow_mut().remove(&what.0) {
            Some(Undoing::Writes(writes)) => {
                for write in &writes {
                    if let Write::PutSession(session) = write {
                        inner.list(session);
                    }
                }
                let inner = inner.clone();
                spawn_local(async move {
                    inner.write(writes).await;
                    inner.notes_changed();
                });
            }
            Some(Undoing::Settings { change, key }) => {
                inner.change_settings(|settings| settings.revert(&change));
                if let Some(key) = key {
                    inner.clone().restore_key(key);
                }
            }
            Some(Undoing::Allowed { grants, always }) => {
                inner.change_settings(|settings| {
                    for grant in grants {
                        settings.tools.grant(grant);
                    }
                });
                if !always.is_empty() {
                    inner.change_agents(|registry| registry.give_back(&always));
                }
            }
            Some(Undoing::Agent { before, id }) => {
                inner.change_agents(|registry| registry.restore(&before, &id));
            }
            None => {}
        }
    }

    /// Takes a notice away; its Undo is gone with it.
    pub fn dismiss(&self, notice: u64) {
        let inner = self.inner();
        self.notices.update(|all| {
            if let Some(Undo(number)) = all.iter().find(|n| n.id == notice).and_then(|n| n.undo) {
                inner.undo.borrow_mut().remove(&number);
            }
            all.retain(|other| other.id != notice);
        });
    }

    /// Everything except keys, as a JSON document.
    pub async fn export(&self) -> Result<String, String> {
        let storage = self.inner().storage().ok_or("The page is still loading.")?;
        storage.export().await.map_err(|error| error.to_string())
    }
}

/// The model of a provider that has no other.
fn only_model(id: &str, provider: &ProviderId, model: &str) -> ModelConfig {
    ModelConfig {
        id: ModelConfigId::from(id),
        provider: provider.clone(),
        model: model.to_owned(),
        name: String::new(),
        temperature: None,
        max_tokens: None,
        top_p: None,
        thinking: Thinking::Auto,
        idle_timeout: DEFAULT_IDLE_TIMEOUT,
        extra: serde_json::Map::new(),
    }
}

impl Inner {
    async fn read_settings(&self) {
        let Some(storage) = self.storage() else {
            return;
        };
        match storage.setting(SETTINGS).await {
            Ok(Some(value)) => match serde_json::from_value(value) {
                Ok(settings) => self.signals.settings.set(settings),
                Err(error) => {
                    let text = format!(
                        "The stored settings cannot be read ({error}). They are left as they are until you change something."
                    );
                    self.notify(text, None, true);
                }
            },
            Ok(None) => {}
            Err(error) => self.report(&error),
        }
        self.read_agents(&storage).await;
        self.read_catalogs(&storage).await;
        if let Ok(Some(value)) = storage.setting(UNSENT).await
            && let Ok(unsent) = serde_json::from_value(value)
        {
            *self.unsent.borrow_mut() = unsent;
        }
        self.read_vault().await;
    }

    pub(super) fn change_settings(
        self: &Rc<Self>,
        change: impl FnOnce(&mut Settings),
    ) -> Box<SettingsChange> {
        let before = self.signals.settings.get_untracked();
        let mut after = before.clone();
        change(&mut after);
        let exchanged = after.tools.forget_exchanged(&before.tools);
        self.signals.settings.set(after.clone());
        if !exchanged.is_empty() {
            self.narrow_agents(&exchanged);
        }
        if let Ok(value) = serde_json::to_value(&after) {
            self.persist_later(vec![Write::PutSetting {
                key: SETTINGS.to_owned(),
                value,
            }]);
        }
        Box::new(SettingsChange { before, after })
    }

    /// The model settings of a session, whose agent may prefer a model, and where its requests go; or what is
    /// missing.
    pub(super) async fn resolve(
        &self,
        chosen: Option<&ModelConfigId>,
        preferred: Option<&ModelConfigId>,
    ) -> Result<(ModelConfig, Endpoint), Failure> {
        let settings = self.signals.settings.get_untracked();
        let missing = |title: String, advice: &str| Failure {
            title,
            advice: advice.to_owned(),
            ..Failure::default()
        };
        let config = settings.model_for(chosen, preferred).ok_or_else(|| {
            missing(
                "No model is set up".to_owned(),
                "Open Settings and add a provider and a model.",
            )
        })?;
        let provider = settings.provider(&config.provider).ok_or_else(|| {
            missing(
                format!("The provider of “{}” was deleted", config.label()),
                "Choose another model, or add the provider again in Settings.",
            )
        })?;
        if !provider.enabled {
            return Err(missing(
                format!("“{}” is switched off", provider.name),
                "Switch it on in Settings, or choose another model.",
            ));
        }
        let credentials = self.credentials(&provider.id).await;
        let credentials = credentials.map_err(|error| keys::failure(&error))?;
        let needs_key = preset::preset(&provider.preset).is_some_and(|row| row.needs_key);
        if needs_key && credentials.key.is_none() {
            return Err(missing(
                format!("“{}” has no API key", provider.name),
                "Open Settings and enter the key.",
            ));
        }
        Ok((config.clone(), provider.endpoint(credentials)))
    }
}
