//! What a conversation is: pure data, no behaviour that needs a browser.
//!
//! A [`Session`] is a tree of [`Turn`]s; a turn is a person's message and the ordered [`Round`]s that
//! answered it; a round is one model response made of [`Part`]s.

pub mod id;
pub mod message;
pub mod round;
pub mod session;
pub mod thinking;
pub mod tool_call;
pub mod tree;
pub mod turn;

pub use id::{AgentId, McpServerId, ModelConfigId, ProviderId, RoundKey, SessionId, TurnId};
pub use message::{Image, Message, ModelInput, ToolSpec};
pub use round::{Citation, Opaque, Part, PartBody, Round, StopReason, Usage};
pub use session::Session;
pub use thinking::{Effort, Thinking};
pub use tool_call::{Shown, ToolCall, ToolResult, ToolStatus};
pub use turn::{AddressMend, Answerer, Failure, JUST_ASK, Outcome, Turn, UserMessage};

/// Milliseconds since the Unix epoch, as the browser's clock gives them.
pub type Millis = f64;
