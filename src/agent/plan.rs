//! What an agent sets out with.

use crate::chat::{ModelInput, Session, Turn};
use crate::provider::{Codec, Endpoint, ModelConfig};
use std::collections::BTreeMap;

/// Everything one request needs, resolved. The agent asks nobody for more.
#[derive(Clone, Debug)]
pub struct Plan {
    /// As it is to be stored together with the turn.
    pub session: Session,
    /// The person's turn: no rounds yet, no outcome.
    pub turn: Turn,
    pub endpoint: Endpoint,
    /// Speaks the endpoint's dialect.
    pub codec: Codec,
    pub config: ModelConfig,
    /// What the first round says to the model.
    pub input: ModelInput,
    /// What the person allows, by tool name. A tool that is not listed is asked for.
    pub permissions: BTreeMap<String, Permission>,
    /// Model responses the turn may take, at least 1.
    pub max_rounds: u32,
    /// Spreads retries of many tabs: 0 to 1, chosen at random by the caller.
    pub jitter: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    Always,
    Ask,
    Never,
}
