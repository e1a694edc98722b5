//! The agent: one request in flight, as a state machine without I/O.
//!
//! [`Agent::handle`] takes an [`Input`] (a chunk, a finished tool, a timer, Stop) with the time it
//! happened and returns the [`Effect`]s to carry out, in order. It never waits, never reads a clock and
//! never touches the network, so every schedule can be written down as a table test.

mod built_in;
mod calls;
mod effect;
mod excuse;
mod fate;
pub mod file;
mod input;
mod machine;
mod partial;
mod plan;
pub mod registry;
mod result;
mod retry;
pub mod schema;
mod timers;
mod tools;

#[cfg(test)]
mod tests;

pub use effect::{Change, Effect, Timer};
pub use input::{Decision, Input};
pub use machine::Agent;
pub use plan::{Check, Plan, Unanswered};
pub use registry::{Always, Registry};
pub use schema::{AgentKind, AgentSchema, AgentTool};
