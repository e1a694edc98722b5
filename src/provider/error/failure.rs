//! Errors in words that a person can act on.

use super::{ErrorKind, ProviderError, parameter};
use crate::chat::{Failure, Millis};
use crate::provider::doctor;

impl ProviderError {
    /// The error as it is shown and kept: what happened, what to do, and what the provider said.
    pub fn failure(&self) -> Failure {
        if let Some(seen) = &self.circumstances {
            return doctor::failure(&self.provider, seen, self.mend.as_deref(), &self.message);
        }
        let (title, advice) = words(self);
        let mut advice = advice;
        let is_path = matches!(self.kind, ErrorKind::PathNotFound | ErrorKind::NotApi);
        let mend = self.mend.as_deref().cloned().filter(|_| is_path);
        let mut checks = checks(self.kind, &self.provider);
        if is_redirect(self) {
            checks.clear();
        }
        if let Some(mend) = &mend {
            checks.clear();
            advice = format!(
                "The base URL {} looks wrong. Such an API is usually at {}.",
                mend.from, mend.to
            );
            if self.kind == ErrorKind::NotApi {
                advice.push_str(
                    " If that is not it, open the address in a new tab: a sign-in page of your network \
                     may stand in between.",
                );
            }
        }
        if self.kind == ErrorKind::BadRequest
            && let Some(name) = parameter::refused(&self.message)
        {
            advice = match parameter::setting(name) {
                Some(setting) => format!(
                    "This model does not take “{name}” as it is set. Look at {setting} in the model's \
                     settings, and at its extra JSON."
                ),
                None => format!(
                    "This model does not take “{name}”. Look for it in the extra JSON of the model."
                ),
            };
        }
        if let Some(wait) = self.retry_after.filter(|wait| *wait >= 1000.0) {
            advice = format!(
                "{} asks to wait {}. {advice}",
                self.provider,
                duration(wait)
            );
        }
        let status = self.status.map(|status| format!("HTTP {status}"));
        // Many put the status into the code as well.
        let code = self
            .code
            .as_deref()
            .filter(|code| code.parse() != Ok(self.status.unwrap_or_default()));
        let detail: Vec<&str> = [status.as_deref(), code, Some(&self.message)]
            .into_iter()
            .flatten()
            .filter(|text| !text.is_empty())
            .collect();
        Failure {
            title,
            advice,
            checks,
            detail: detail.join(" · "),
            fix: String::new(),
            mend,
        }
    }
}

/// What happened, in one sentence, and what to do about it.
fn words(error: &ProviderError) -> (String, String) {
    let provider = &error.provider;
    let settings = format!("Settings → {provider}");
    let when = match error.retry_after {
        Some(wait) if wait >= 1000.0 => "then",
        Some(_) | None => "in a moment",
    };
    match error.kind {
        ErrorKind::Auth => (
            format!("{provider} did not accept the API key."),
            format!(
                "Enter the key again under {settings} → API key. If it is right, see in your account \
                 there whether it is still active."
            ),
        ),
        ErrorKind::Permission => (
            format!("{provider} does not allow this with your API key."),
            "See in your account there what the key may do, or choose another model. Some models need \
             an approval, and some accounts forbid requests from web pages."
                .to_owned(),
        ),
        ErrorKind::PagesForbidden => (
            format!("Your organisation at {provider} allows no requests from web pages."),
            "The key is right, but the organisation's settings forbid its use in a browser. Ask an \
             admin of the organisation, use a key of another one, or reach the model through a provider \
             such as OpenRouter."
                .to_owned(),
        ),
        ErrorKind::ModelForbidden => (
            "Your API key may not use this model.".to_owned(),
            format!(
                "Choose another model: the list under {settings} → Add model has those that the key can \
                 see. Or allow this one in your account there."
            ),
        ),
        // Many hide in the same words which of both it is.
        ErrorKind::ModelNotFound if error.message.to_lowercase().contains("access") => (
            format!("{provider} does not have this model, or your key may not use it."),
            format!(
                "It does not say which. Check the model's id: the list under {settings} → Add model has \
                 those that the key can see. If it is right, see in your account there what the key may do."
            ),
        ),
        ErrorKind::ModelNotFound => (
            format!("{provider} does not have this model."),
            format!(
                "Check the model's id: the list under {settings} → Add model has those that there are. A \
                 server on your own machine may have to download or load the model first."
            ),
        ),
        ErrorKind::PathNotFound => (
            format!("There is no API of {provider} at this address."),
            format!(
                "Compare {settings} → Base URL with what the server's documentation says: host, port and \
                 path. Most end in /v1. Look at Type, too: it decides which paths are asked."
            ),
        ),
        ErrorKind::RateLimit => (
            format!("{provider} is limiting how fast you may ask."),
            format!("Retry {when}, or choose another model."),
        ),
        ErrorKind::Quota => (
            format!("Your account with {provider} is out of credit or over its limit."),
            "Waiting does not help: add credit or raise the limit in your account there, or choose a \
             model of another provider."
                .to_owned(),
        ),
        ErrorKind::Overloaded => (
            format!("{provider} is overloaded or still starting."),
            format!("Retry {when}, or choose another model."),
        ),
        ErrorKind::ContextTooLong => (
            "The conversation is too long for this model.".to_owned(),
            "Shorten the message, start a new chat, or choose a model that takes more.".to_owned(),
        ),
        ErrorKind::ContentFilter => (
            format!("The content filter of {provider} stopped this."),
            "Put it in other words, or choose another model.".to_owned(),
        ),
        ErrorKind::BadRequest => (
            format!("{provider} refused the request."),
            "Its words below say why. Often it is a setting that this model does not know: look at \
             Temperature, Top P, Max tokens and the extra JSON of the model."
                .to_owned(),
        ),
        // Gateways say so of what is behind them.
        ErrorKind::Server if matches!(error.status, Some(502 | 504 | 520..=530)) => (
            format!("{provider} cannot be reached behind its gateway."),
            "A gateway or proxy answered in its place. Retry in a moment. If it stays so, see whether the \
             server behind it is running, or choose another model."
                .to_owned(),
        ),
        ErrorKind::Server => (
            format!("{provider} failed inside."),
            format!("Retry {when}. If it stays so, choose another model."),
        ),
        ErrorKind::NotApi if is_redirect(error) => (
            format!("The address of {provider} leads elsewhere."),
            format!(
                "A redirect is not followed: the key would go along. Enter the address that it leads to under \
                 {settings} → Base URL."
            ),
        ),
        ErrorKind::NotApi => (
            format!("What answered at the address of {provider} is not its API."),
            "In order of likelihood:".to_owned(),
        ),
        ErrorKind::Malformed => (
            format!("The answer of {provider} could not be read."),
            format!(
                "Retry. If it stays so, the server may speak another format: check {settings} → Type \
                 and Base URL."
            ),
        ),
        ErrorKind::CutOff => (
            "The answer broke off.".to_owned(),
            format!(
                "The connection to {provider} ended before the model had finished. What it said so far \
                 is kept. Retry to ask again."
            ),
        ),
        ErrorKind::Stalled => (
            format!("{provider} stopped sending."),
            "What it said so far is kept. Retry, or give the model more time with its idle timeout."
                .to_owned(),
        ),
        ErrorKind::Empty => (
            format!("{provider} sent an empty answer."),
            "Retry. If it stays so, raise Max tokens, which a model can use up before it says \
             anything, or choose another model."
                .to_owned(),
        ),
        ErrorKind::Unavailable => (
            "This browser has no model that it can run here.".to_owned(),
            "It takes Chrome 148 or later, or a recent Edge, on a desktop computer with Windows, macOS or \
             Linux or on a Chromebook Plus; 22 GB of free disk space; more than 4 GB of graphics memory, or 16 GB of memory and \
             4 cores; and a connection that is not metered, for the download. Type \
             chrome://on-device-internals into the address bar to see what is missing, or choose another \
             model."
                .to_owned(),
        ),
        ErrorKind::NeedsClick => (
            "The model has to be downloaded first.".to_owned(),
            "Press Retry: the browser begins the download only after a click, and shows how far it is. If \
             the click does not help, the browser's policy or its settings forbid the model to this page."
                .to_owned(),
        ),
        ErrorKind::Network => (
            format!("No answer came from {provider}."),
            doctor::BY_LIKELIHOOD.to_owned(),
        ),
    }
}

fn is_redirect(error: &ProviderError) -> bool {
    matches!(error.status, Some(300..=399))
}

/// What it may be, where the kind alone does not say.
fn checks(kind: ErrorKind, provider: &str) -> Vec<String> {
    match kind {
        ErrorKind::NotApi => vec![
            "A proxy or a sign-in page of your network stands in between: open the base URL in a new tab."
                .to_owned(),
            format!(
                "Settings → {provider} → Base URL is another one: compare it with what the server's \
                 documentation says."
            ),
        ],
        ErrorKind::Network => vec![
            "You are offline.".to_owned(),
            format!("The server is not running, or Settings → {provider} → Base URL is wrong."),
            "The API key is wrong: some providers hide that from web pages.".to_owned(),
            "The server does not allow requests from this page (CORS).".to_owned(),
        ],
        ErrorKind::Auth
        | ErrorKind::Permission
        | ErrorKind::PagesForbidden
        | ErrorKind::ModelForbidden
        | ErrorKind::ModelNotFound
        | ErrorKind::PathNotFound
        | ErrorKind::RateLimit
        | ErrorKind::Quota
        | ErrorKind::Overloaded
        | ErrorKind::ContextTooLong
        | ErrorKind::ContentFilter
        | ErrorKind::BadRequest
        | ErrorKind::Server
        | ErrorKind::Malformed
        | ErrorKind::CutOff
        | ErrorKind::Stalled
        | ErrorKind::Empty
        | ErrorKind::Unavailable
        | ErrorKind::NeedsClick => vec![],
    }
}

/// A wait in words, rounded up.
fn duration(wait: Millis) -> String {
    let seconds = (wait / 1000.0).ceil();
    let (count, unit) = if seconds < 120.0 {
        (seconds, "second")
    } else if seconds < 7200.0 {
        ((seconds / 60.0).ceil(), "minute")
    } else {
        ((seconds / 3600.0).ceil(), "hour")
    };
    let plural = if count == 1.0 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}
