//! What the responses of all dialects go through, whatever their words: a model, its usage, a reason to
//! stop, and an end that is told from a break.

use super::error::{classify, mask};
use super::{Endpoint, ErrorKind, Event, ProviderError};
use crate::chat::{StopReason, Usage};

/// The state of one response beside its parts. Those have ended before it reports a failure.
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

    /// Why the model ended its answer, once it has.
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

    /// Takes the counts that are known, and reports them where they changed: some servers repeat them in
    /// every chunk.
    pub fn usage(&mut self, known: Usage, out: &mut Vec<Event>) {
        let merged = Usage {
            input: known.input.or(self.usage.input),
            cached: known.cached.or(self.usage.cached),
            output: known.output.or(self.usage.output),
            reasoning: known.reasoning.or(self.usage.reasoning),
        };
        if merged != self.usage {
            self.usage = merged;
            out.push(Event::UsageReported(merged));
        }
    }

    /// The model stopped. A plain end may be corrected later; any other reason stands.
    pub fn stopped(&mut self, stop: StopReason, out: &mut Vec<Event>) {
        let stop = match stop {
            StopReason::Other(word) => StopReason::Other(mask(&word, self.endpoint.secrets())),
            known => known,
        };
        if matches!(self.stop, None | Some(StopReason::End)) && self.stop.as_ref() != Some(&stop) {
            self.stop = Some(stop.clone());
            out.push(Event::Stopped(stop));
        }
    }

    /// A failure in our words.
    pub fn error(&self, kind: ErrorKind, message: &str) -> ProviderError {
        let message = mask(message, self.endpoint.secrets());
        ProviderError::new(&self.endpoint.name, kind, message)
    }

    /// A failure for the reason that the provider gives in one word.
    pub fn coded(&self, kind: ErrorKind, code: &str, message: &str) -> ProviderError {
        let mut error = self.error(kind, message);
        error.code = Some(mask(code, self.endpoint.secrets()));
        error
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

    /// Ends the response. Only the first failure counts.
    pub fn fail(&mut self, error: ProviderError, out: &mut Vec<Event>) {
        if !self.failed {
            self.failed = true;
            out.push(Event::Failed(error));
        }
    }

    /// The body is over: fails a response that broke off, or that holds no answer. `empty`: nothing was said
    /// at all; `answered`: there was more than thinking.
    pub fn finish(&mut self, empty: bool, answered: bool, out: &mut Vec<Event>) {
        if let Some((kind, message)) = self.verdict(empty, answered) {
            self.fail(self.error(kind, &message), out);
        }
    }

    fn verdict(&self, empty: bool, answered: bool) -> Option<(ErrorKind, String)> {
        let (kind, message) = match (&self.stop, empty) {
            (None, _) => (
                ErrorKind::CutOff,
                "The connection ended before the model had finished.",
            ),
            _ if answered => return None,
            (Some(StopReason::ContentFilter), _) => (
                ErrorKind::ContentFilter,
                "A filter stopped the answer before it began.",
            ),
            (Some(StopReason::Refusal), _) => (
                ErrorKind::ContentFilter,
                "The model declined to answer and did not say why.",
            ),
            (Some(StopReason::Length), true) => (
                ErrorKind::Empty,
                "The limit of output tokens was reached before the answer began.",
            ),
            (Some(StopReason::Length), false) => (
                ErrorKind::Empty,
                "The limit of output tokens was reached while the model was thinking.",
            ),
            (Some(StopReason::Other(reason)), _) => {
                let message =
                    format!("The model stopped with the reason “{reason}” and gave no answer.");
                return Some((ErrorKind::Empty, message));
            }
            (Some(StopReason::End | StopReason::ToolCalls), true) => {
                (ErrorKind::Empty, "The answer ended and holds nothing.")
            }
            (Some(StopReason::End | StopReason::ToolCalls), false) => {
                (ErrorKind::Empty, "The model thought and gave no answer.")
            }
        };
        Some((kind, message.to_owned()))
    }
}

/// What the plain end means: several servers end a response the same way after tool calls and refusals.
pub(super) fn natural_stop(called: bool, refused: bool) -> StopReason {
    if called {
        StopReason::ToolCalls
    } else if refused {
        StopReason::Refusal
    } else {
        StopReason::End
    }
}
