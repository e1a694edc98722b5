//! Errors in words that a person can act on.

use super::{ErrorKind, ProviderError, parameter};
use crate::chat::{Failure, Millis};
use crate::provider::doctor;

impl ProviderError {
    /// The error as it is shown and kept: what happened, what to do, and what the provider said.
    pub fn failure(&self) -> Failure {
        if let Some(seen) = &self.circumstances {
            return doctor::failure(&self.provider, seen, &self.message);
        }
        let (title, advice) = words(self.kind, &self.provider);
        let mut advice = advice;
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
            detail: detail.join(" · "),
            fix: String::new(),
        }
    }
}

fn words(kind: ErrorKind, provider: &str) -> (String, String) {
    let settings = format!("Settings → {provider}");
    match kind {
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
        ErrorKind::ModelNotFound => (
            format!("{provider} does not have this model."),
            format!(
                "Check the model's id. “Test connection” under {settings} lists the models there are. \
                 A server on your own machine may have to download or load the model first."
            ),
        ),
        ErrorKind::PathNotFound => (
            format!("There is no API of {provider} at this address."),
            format!(
                "Check {settings} → Base URL. Most end in /v1, for example http://localhost:11434/v1."
            ),
        ),
        ErrorKind::RateLimit => (
            format!("{provider} is limiting how fast you may ask."),
            "Retry in a moment, or choose another model.".to_owned(),
        ),
        ErrorKind::Quota => (
            format!("Your account with {provider} is out of credit or over its limit."),
            "Waiting does not help: add credit or raise the limit in your account there, or choose a \
             model of another provider."
                .to_owned(),
        ),
        ErrorKind::Overloaded => (
            format!("{provider} is overloaded or still starting."),
            "Retry in a moment, or choose another model.".to_owned(),
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
        ErrorKind::Server => (
            format!("{provider} failed inside."),
            "Retry in a moment. If it stays so, choose another model.".to_owned(),
        ),
        ErrorKind::NotApi => (
            format!("What answered at the address of {provider} is not its API."),
            format!(
                "Check {settings} → Base URL: most end in /v1. If it is right, open it in a new tab: \
                 a sign-in page of your network may stand in between."
            ),
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
            format!(
                "A browser is not told why. Check in this order: (1) Are you online? (2) Is {settings} \
                 → Base URL right, and is the server running? (3) Is the API key right? Some providers \
                 hide a wrong key from web pages. (4) Does the server allow requests from this page \
                 (CORS)? Ollama needs OLLAMA_ORIGINS set, LM Studio “lms server start --cors”."
            ),
        ),
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
