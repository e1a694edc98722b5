//! What dialects keep of a response apart from its words: whose it is, what it cost, how it ended.

use super::error::{classify, mask};
use super::lifecycle::Lifecycle;
use super::{Endpoint, ErrorKind, Event, PartKind, ProviderError};
use crate::chat::{StopReason, Usage};

/// Said of a stream that broke off.
pub(super) const CUT_OFF: &str = "The connection ended before the model had finished.";

/// A response while it comes in.
pub(super) struct Reply {
    endpoint: Endpoint,
    pub parts: Lifecycle,
    model_known: bool,
    usage: Usage,
    stop: Option<StopReason>,
    /// There was text, a refusal, a call, or something the server did.
    answered: bool,
    called: bool,
    refused: bool,
    failed: bool,
}

impl Reply {
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            endpoint: endpoint.clone(),
            parts: Lifecycle::default(),
            model_known: false,
            usage: Usage::default(),
            stop: None,
            answered: false,
            called: false,
            refused: false,
            failed: false,
        }
    }

    pub fn has_failed(&self) -> bool {
        self.failed
    }

    /// Whether the model ended its answer.
    pub fn has_ended(&self) -> bool {
        self.stop.is_some()
    }

    pub fn start(&mut self, kind: PartKind, out: &mut Vec<Event>) -> usize {
        match &kind {
            PartKind::ToolCall { .. } => self.called = true,
            PartKind::ServerTool { .. } => self.answered = true,
            PartKind::Refusal => self.refused = true,
            // A part that only carries state is no answer; its first word makes it one.
            PartKind::Text | PartKind::Thinking => {}
        }
        self.parts.start(kind, out)
    }

    /// Grows a part that is the answer.
    #[inline]
    pub fn answer(&mut self, index: usize, text: &str, out: &mut Vec<Event>) {
        self.answered |= !text.is_empty();
        self.parts.text(index, text, out);
    }

    pub fn model(&mut self, model: &str, out: &mut Vec<Event>) {
        if !self.model_known && !model.is_empty() {
            self.model_known = true;
            out.push(Event::ModelReported(model.to_owned()));
        }
    }

    /// Takes the counts that are known, and reports them where they differ from those before.
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

    /// What the plain end means: tool calls and refusals end a response the same way.
    pub fn natural_stop(&self) -> StopReason {
        if self.called {
            StopReason::ToolCalls
        } else if self.refused {
            StopReason::Refusal
        } else {
            StopReason::End
        }
    }

    /// A reason this program does not know.
    pub fn other_stop(&self, reason: &str) -> StopReason {
        StopReason::Other(mask(reason, self.endpoint.key.as_ref()))
    }

    /// The model stopped. A plain end may be corrected later; any other reason stands.
    pub fn stop(&mut self, stop: StopReason, out: &mut Vec<Event>) {
        if matches!(self.stop, None | Some(StopReason::End)) && self.stop.as_ref() != Some(&stop) {
            self.stop = Some(stop.clone());
            out.push(Event::Stopped(stop));
        }
    }

    /// The body is over.
    pub fn finish(&mut self, out: &mut Vec<Event>) {
        if self.failed {
            return;
        }
        self.parts.end_all(out);
        let Some(stop) = &self.stop else {
            return self.fail(ErrorKind::CutOff, CUT_OFF, out);
        };
        if !self.answered && !self.called {
            let (kind, message) = empty_answer(Some(stop), !self.parts.is_empty());
            self.fail(kind, &message, out);
        }
    }

    /// The response failed, in our words.
    pub fn fail(&mut self, kind: ErrorKind, message: &str, out: &mut Vec<Event>) {
        let message = mask(message, self.endpoint.key.as_ref());
        let error = ProviderError::new(&self.endpoint.name, kind, message);
        self.fail_with(error, out);
    }

    /// The response failed, for the reason that the provider gives in one word.
    pub fn fail_coded(&mut self, kind: ErrorKind, code: &str, message: &str, out: &mut Vec<Event>) {
        let key = self.endpoint.key.as_ref();
        let mut error = ProviderError::new(&self.endpoint.name, kind, mask(message, key));
        error.code = Some(mask(code, key));
        self.fail_with(error, out);
    }

    /// The response failed, in the provider's words.
    pub fn fail_saying(&mut self, body: &str, out: &mut Vec<Event>) {
        // A date to wait for comes in a header only, so the clock is never read.
        let error = classify(&self.endpoint, None, body, 0.0);
        self.fail_with(error, out);
    }

    /// The body is not the API's.
    pub fn fail_with_foreign(&mut self, body: &str, out: &mut Vec<Event>) {
        let mut error = classify(&self.endpoint, None, body, 0.0);
        error.kind = ErrorKind::NotApi;
        self.fail_with(error, out);
    }

    fn fail_with(&mut self, error: ProviderError, out: &mut Vec<Event>) {
        if self.failed {
            return;
        }
        self.failed = true;
        self.parts.end_all(out);
        out.push(Event::Failed(error));
    }
}

/// What is wrong with an answer that ended and holds neither words for the person nor a call. `thought`:
/// there was thinking.
pub(super) fn empty_answer(stop: Option<&StopReason>, thought: bool) -> (ErrorKind, String) {
    let message = match (stop, thought) {
        (Some(StopReason::ContentFilter), _) => {
            let message = "A filter stopped the answer before it began.";
            return (ErrorKind::ContentFilter, message.to_owned());
        }
        (Some(StopReason::Length), false) => {
            "The limit of output tokens was reached before the answer began."
        }
        (Some(StopReason::Length), true) => {
            "The limit of output tokens was reached while the model was thinking."
        }
        (Some(StopReason::Other(reason)), _) => {
            let message =
                format!("The model stopped with the reason “{reason}” and gave no answer.");
            return (ErrorKind::Empty, message);
        }
        (_, false) => "The answer ended and holds nothing.",
        (_, true) => "The model thought and gave no answer.",
    };
    (ErrorKind::Empty, message.to_owned())
}
