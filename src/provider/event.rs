//! What a stream says, in the same words for every dialect.

use super::ProviderError;
use crate::chat::{Citation, StopReason, Usage};

/// One step of a response. Parts have a lifecycle: started, grown, ended; `index` counts them from 0 in
/// the order they stand in the response.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    PartStarted {
        index: usize,
        kind: PartKind,
    },
    /// More text of a thinking, text, refusal or server tool part. Never empty.
    PartText {
        index: usize,
        text: String,
    },
    /// More of a tool call's arguments, as raw JSON text.
    PartArgs {
        index: usize,
        json: String,
    },
    /// State to be sent back in this part's slot; replaces what was reported before. Comes when it is
    /// complete, which may be after the part's end.
    PartOpaque {
        index: usize,
        value: serde_json::Value,
    },
    /// What the part said so far turns out to be of another kind of words: a model that thinks without
    /// saying so at first is found out by the tag that closes its thinking.
    PartRetyped {
        index: usize,
        kind: PartKind,
    },
    /// A source of a text part. May come after the part's end.
    PartCited {
        index: usize,
        citation: Citation,
    },
    PartEnded {
        index: usize,
    },
    /// The model itself is being fetched; this part of it, from 0 to 1, is here.
    Downloading(f64),
    /// The model's id as the provider reports it.
    ModelReported(String),
    /// Cumulative: replaces what was reported before, field by field where a field is known.
    UsageReported(Usage),
    /// The model stopped. Usage and the ends of parts still follow. Repeated where the provider corrects
    /// itself: the last reason counts.
    Stopped(StopReason),
    /// The response is over and failed; nothing follows.
    Failed(ProviderError),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartKind {
    Thinking,
    Text,
    Refusal,
    ToolCall {
        id: String,
        name: String,
    },
    /// Something the provider's own server did; its text says what.
    ServerTool {
        name: String,
    },
}
