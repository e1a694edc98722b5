//! Whether a provider can be reached, and what mends it.

use super::inner::Undoing;
use super::{ConnectionTest, Manager, keys};
use crate::browser::clock::within;
use crate::browser::{client, doctor};
use crate::chat::{AddressMend, Millis};
use crate::provider::doctor::{Cause, cause, question};
use crate::provider::preset::DEMO;
use crate::provider::{
    self, Credentials, CredentialsChange, Endpoint, ErrorKind, Provider, ProviderError, demo,
};
use leptos::prelude::*;

/// "Test connection" gives up after so many milliseconds.
const TEST_LIMIT: Millis = 20_000.0;

impl Manager {
    /// Asks the provider for its models, with what is stored as the change would leave it.
    pub async fn test_connection(
        &self,
        provider: Provider,
        change: CredentialsChange,
    ) -> ConnectionTest {
        if provider.preset == DEMO {
            return ConnectionTest::Works {
                models: vec![demo::MODEL.to_owned()],
            };
        }
        let inner = self.inner();
        let mut stored = Credentials::default();
        // A typed key needs no unlocking, unless there are more secrets than the key.
        if change.key.is_none() || !provider.headers.is_empty() {
            stored = match inner.credentials(&provider.id).await {
                Ok(stored) => stored,
                Err(error) => return ConnectionTest::Fails(keys::failure(&error)),
            };
        }
        let credentials = change.apply(stored, &provider);
        let endpoint = provider.endpoint(credentials);
        match list_models(&endpoint).await {
            Ok(models) => ConnectionTest::Works { models },
            Err(error) => ConnectionTest::Fails(error.failure()),
        }
    }

    /// Gives the providers at an address the one that was meant; the notice offers Undo.
    pub fn mend_address(&self, mend: &AddressMend) {
        let inner = self.inner();
        let change = inner.change_settings(|settings| {
            for provider in settings
                .providers
                .iter_mut()
                .filter(|it| it.is_at(&mend.from))
            {
                provider.base_url = mend.to.clone();
            }
        });
        let text = format!("The base URL is now {}", mend.to);
        inner.notify_undo(text, Undoing::Settings { change, key: None });
    }

    /// What the browser asks the person before it lets the open session's request out, as far as a page can know:
    /// until then nothing is heard of the request.
    pub async fn unanswered_question(&self) -> Option<String> {
        let config = self.model.get_untracked()?;
        let base_url = self.settings.with_untracked(|settings| {
            let provider = settings.provider(&config.provider)?;
            Some(provider.endpoint(Credentials::default()).base_url)
        })?;
        doctor::is_asked(&base_url)
            .await
            .then(|| question(&base_url))
    }
}

async fn list_models(endpoint: &Endpoint) -> Result<Vec<String>, ProviderError> {
    if let Some(request) = provider::key_request(endpoint)
        && let Some(Ok((head, body))) = within(TEST_LIMIT, client::fetch_text(&request)).await
        && let Some(error) = provider::key_refusal(endpoint, &head, &body, js_sys::Date::now())
    {
        return Err(error);
    }
    let request = provider::models_request(endpoint);
    match within(TEST_LIMIT, client::fetch_text(&request)).await {
        None => {
            let words = "no answer came within 20 seconds";
            let mut error = ProviderError::new(&endpoint.name, ErrorKind::Stalled, words);
            // The browser may be waiting for the person, and with it the request.
            let seen = doctor::look_around(&request).await;
            if cause(&seen) == Cause::LocalNetworkAsked {
                error.circumstances = Some(Box::new(seen));
            }
            Err(error)
        }
        Some(Err(words)) => {
            let seen = Box::new(doctor::look_around(&request).await);
            Err(ProviderError::unanswered(endpoint, words, Some(seen)))
        }
        Some(Ok((head, body))) => {
            provider::parse_models(endpoint, &head, &body, js_sys::Date::now())
        }
    }
}
