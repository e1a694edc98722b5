//! Signing in at a provider for its key.

use super::Manager;
use crate::browser::client;
use crate::browser::clock::{sleep, within};
use crate::browser::sign_in::{self, Answer, Return};
use crate::chat::{Failure, Millis, ProviderId};
use crate::provider::preset::PRESETS;
use crate::provider::sign_in::{Trouble, key_request, read_key};
use crate::provider::{CredentialsChange, Provider, Secret};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// How far a sign-in has come, as far as it is to be shown.
#[derive(Clone, Debug, PartialEq)]
pub enum SignIn {
    None,
    /// The page is about to be left.
    Leaving,
    /// The person is back, and the key is being fetched for the provider of this name.
    Finishing(String),
    Failed {
        /// What to try again.
        provider: Provider,
        failure: Failure,
    },
}

/// The key has to come within so many milliseconds.
const KEY_LIMIT: Millis = 20_000.0;

/// What is shown about the sign-in comes onto the screen before a dialog lies over it.
const PAINT: Millis = 50.0;

impl Manager {
    /// Leaves the page to sign in at the provider, which is saved, with its key, when the person comes back.
    pub fn sign_in(&self, provider: Provider) {
        let manager = *self;
        self.sign_in.set(SignIn::Leaving);
        spawn_local(async move {
            manager.inner().store_unsent().await;
            if sign_in::leave(provider.clone()).await.is_none() {
                manager.sign_in_failed(provider, &Trouble::NotHere);
            }
        });
    }

    /// The person does not want to read about it any longer.
    pub fn forget_sign_in(&self) {
        self.sign_in.set(SignIn::None);
    }

    /// Goes on where the person came back. Called once what is stored has been read.
    pub(super) fn finish_sign_in(&self, returned: Option<Return>) {
        let manager = *self;
        if let Some(returned) = returned {
            spawn_local(async move { manager.finish(returned).await });
        }
        sign_in::on_restored(move || match sign_in::take_unfinished() {
            Some(returned) => spawn_local(async move { manager.finish(returned).await }),
            None => manager.forget_sign_in(),
        });
    }

    async fn finish(&self, returned: Return) {
        let Return { pending, answer } = returned;
        let Some(pending) = pending else {
            return self.sign_in_failed(self.some_provider(), &Trouble::Unknown);
        };
        let provider = pending.provider;
        let code = match answer {
            Answer::Code(code) => code,
            Answer::Refused(words) => {
                return self.sign_in_failed(provider, &Trouble::Refused(words));
            }
            Answer::Nothing => return self.sign_in_failed(provider, &Trouble::Cancelled),
        };
        self.sign_in.set(SignIn::Finishing(provider.name.clone()));
        sleep(PAINT).await;
        let kept = match self.fetch_key(&provider, &code, &pending.verifier).await {
            Ok(key) => self.keep(provider.clone(), key).await,
            Err(trouble) => Err(trouble),
        };
        match kept {
            Ok(()) => {
                self.forget_sign_in();
                let text = format!("Signed in to {}.", provider.name);
                self.inner().notify(text, None, false);
            }
            Err(trouble) => self.sign_in_failed(provider, &trouble),
        }
    }

    /// Its place is opened first: a code is good for one key, which could not be kept otherwise.
    async fn fetch_key(
        &self,
        provider: &Provider,
        code: &str,
        verifier: &str,
    ) -> Result<Secret, Trouble> {
        if !self.unlocked().await {
            return Err(Trouble::NotKept);
        }
        let request = key_request(&provider.base_url, code, verifier);
        match within(KEY_LIMIT, client::fetch_text(&request)).await {
            None => Err(Trouble::Silent("no answer within 20 seconds".to_owned())),
            Some(Err(words)) => Err(Trouble::Silent(words)),
            Some(Ok((head, body))) => read_key(&head, &body),
        }
    }

    async fn keep(&self, provider: Provider, key: Secret) -> Result<(), Trouble> {
        let change = CredentialsChange {
            key: Some(key),
            headers: vec![],
        };
        let provider = Provider {
            enabled: true,
            ..provider
        };
        if !self.inner().keep_credentials(&provider, change).await {
            return Err(Trouble::NotKept);
        }
        self.put_provider(provider);
        Ok(())
    }

    fn sign_in_failed(&self, provider: Provider, trouble: &Trouble) {
        let failure = trouble.failure(&provider.name, &provider.base_url);
        self.sign_in.set(SignIn::Failed { provider, failure });
    }

    /// A provider to try again with where it is not known which it was.
    fn some_provider(&self) -> Provider {
        let row = PRESETS.iter().find(|row| row.sign_in);
        let (id, name, base_url) = row.map_or(("", "", ""), |row| (row.id, row.name, row.base_url));
        let known = self.settings.with_untracked(|settings| {
            let mut providers = settings.providers.iter();
            providers.find(|known| known.preset == id).cloned()
        });
        known.unwrap_or_else(|| Provider {
            id: ProviderId(self.new_id()),
            name: name.to_owned(),
            preset: id.to_owned(),
            base_url: base_url.to_owned(),
            enabled: true,
            headers: vec![],
            body: serde_json::Map::new(),
        })
    }
}
