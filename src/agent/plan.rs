//! What an agent sets out with.

use crate::chat::{Millis, ModelInput, Round, Session, ToolSpec, Turn};
use crate::provider::{Codec, Endpoint, ModelConfig};
use crate::tool::Rule;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Everything one request needs, resolved. The agent asks nobody for more.
#[derive(Clone, Debug)]
pub struct Plan {
    /// As it is to be stored together with the turn.
    pub session: Session,
    /// The person's turn, without outcome. Its rounds are those that came before, where the turn goes on.
    pub turn: Turn,
    /// The turn's last round, when some of its calls have no answer yet, and what becomes of these.
    pub unanswered: Option<(Round, Unanswered)>,
    pub endpoint: Endpoint,
    /// Speaks the endpoint's dialect.
    pub codec: Codec,
    pub config: ModelConfig,
    /// What the next request says to the model. What is told and offered is renewed, see [`super::Agent::renew`].
    pub input: ModelInput,
    /// How tools are run, by name. A tool that is not listed follows [`Rule::default`].
    pub rules: BTreeMap<String, Rule>,
    /// Says what is wrong with a call's arguments by the tool's schema.
    pub check: Check,
    /// Model responses the turn may take from here on, at least 1.
    pub max_rounds: u32,
    /// How long the turn may take, in milliseconds, not counting the time that the person, or another agent, is waited
    /// for.
    pub time_limit: Option<Millis>,
    /// Spreads retries of many tabs: 0 to 1, chosen at random by the caller.
    pub jitter: f64,
}

pub type Check = fn(&ToolSpec, &Map<String, Value>) -> Result<(), String>;

/// What becomes of calls that were open when the page went away. The person chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// They are treated like new ones: what asks is asked for again.
    RunAgain,
    /// The model is told that they were interrupted.
    LeaveOut,
}
