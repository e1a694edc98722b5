//! What a conversation is: pure data, no behaviour that needs a browser.
//!
//! A [`Session`] is a tree of [`Turn`]s; a turn is a person's message and the ordered [`Round`]s that
//! answered it; a round is one model response made of [`Part`]s.

pub mod id;
pub mod message;
pub mod round;
pub mod session;
pub mod tree;
pub mod turn;

pub use id::{AgentId, ModelConfigId, ProviderId, RoundKey, SessionId, TurnId};
pub use message::{Image, Message, ModelInput, ToolSpec};
pub use round::{Citation, Opaque, Part, PartBody, Round, StopReason, ToolCall, ToolResult, Usage};
pub use session::Session;
pub use turn::{AddressMend, Failure, Outcome, Turn, UserMessage};

/// Milliseconds since the Unix epoch, as the browser's clock gives them.
pub type Millis = f64;
