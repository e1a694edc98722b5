//! What the responses of all dialects go through, whatever their words: a model, its usage, a reason to
//! stop, and an end that is told from a break.

use super::error::{classify, mask};
use super::{Endpoint, ErrorKind, Event, ProviderError};
use crate::chat::{StopReason, Usage};

/// The state of one response beside its parts. Each dialect keeps those itself, and ends them before it
/// reports a failure.
pub(super) struct Lifecycle {
    endpoint: Endpoint,
    model_known: bool,
    usage: Usage,
    stop: Option<StopReason>,
    failed: bool,
}

impl Lifecycle {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            endpoint: endpoint.clone(),
            model_known: false,
            usage: Usage::default(),
            stop: None,
            failed: false,
        }
    }

    pub fn has_failed(&self) -> bool {
        self.failed
    }

    pub fn stop(&self) -> Option<&StopReason> {
        self.stop.as_ref()
    }

    /// The model's id; the first one counts.
    pub fn model(&mut self, model: &str, out: &mut Vec<Event>) {
        if !self.model_known && !model.is_empty() {
            self.model_known = true;
            out.push(Event::ModelReported(model.to_owned()));
        }
    }

    /// The counts known by now. Reported where they changed: some servers repeat them.
    pub fn usage(&mut self, usage: Usage, out: &mut Vec<Event>) {
        if usage != self.usage {
            self.usage = usage;
            out.push(Event::UsageReported(usage));
        }
    }

    /// The model stopped. A reason that says more may follow a natural end.
    pub fn stopped(&mut self, stop: StopReason, out: &mut Vec<Event>) {
        let stop = match stop {
            StopReason::Other(word) => StopReason::Other(mask(&word, self.endpoint.key.as_ref())),
            known => known,
        };
        if matches!(self.stop, None | Some(StopReason::End)) && self.stop.as_ref() != Some(&stop) {
            self.stop = Some(stop.clone());
            out.push(Event::Stopped(stop));
        }
    }

    /// A failure in our words.
    pub fn error(&self, kind: ErrorKind, message: &str) -> ProviderError {
        let message = mask(message, self.endpoint.key.as_ref());
        ProviderError::new(&self.endpoint.name, kind, message)
    }

    /// A failure in the provider's words.
    pub fn said(&self, body: &str) -> ProviderError {
        // A date to wait for comes in a header only, so the clock is never read.
        classify(&self.endpoint, None, body, 0.0)
    }

    /// The words of something that is no response of this API.
    pub fn foreign(&self, body: &str) -> ProviderError {
        let mut error = self.said(body);
        error.kind = ErrorKind::NotApi;
        error
    }

    /// An event that is no JSON.
    pub fn unreadable(&self, data: &str) -> ProviderError {
        let head: String = data.chars().take(200).collect();
        let message = format!("An event could not be read: {head}");
        self.error(ErrorKind::Malformed, &message)
    }

    /// Ends the response. Only the first failure counts, and its parts have ended before.
    pub fn fail(&mut self, error: ProviderError, out: &mut Vec<Event>) {
        if !self.failed {
            self.failed = true;
            out.push(Event::Failed(error));
        }
    }
}

/// What is wrong with a response whose body is over, if anything is: it broke off, or holds no answer.
/// `empty`: nothing was said at all; `answered`: there was more than thinking.
pub(super) fn verdict(
    stop: Option<&StopReason>,
    empty: bool,
    answered: bool,
) -> Option<(ErrorKind, &'static str)> {
    let Some(stop) = stop else {
        let message = "The connection ended before the model had finished.";
        return Some((ErrorKind::CutOff, message));
    };
    if answered {
        return None;
    }
    Some(match (stop, empty) {
        (StopReason::ContentFilter, _) => (
            ErrorKind::ContentFilter,
            "A filter stopped the answer before it began.",
        ),
        (StopReason::Refusal, _) => (
            ErrorKind::ContentFilter,
            "The model declined to answer and did not say why.",
        ),
        (StopReason::Length, true) => (
            ErrorKind::Empty,
            "The limit of output tokens was reached before the answer began.",
        ),
        (StopReason::Length, false) => (
            ErrorKind::Empty,
            "The limit of output tokens was reached while the model was thinking.",
        ),
        (_, true) => (ErrorKind::Empty, "The answer ended and holds nothing."),
        (_, false) => (ErrorKind::Empty, "The model thought and gave no answer."),
    })
}
