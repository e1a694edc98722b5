//! Ollama chat.

use super::{Decode, Endpoint, Event, HttpRequest, ModelConfig};
use crate::chat::ModelInput;

pub fn encode(_endpoint: &Endpoint, _config: &ModelConfig, _input: &ModelInput) -> HttpRequest {
    todo!()
}

pub struct Decoder;

impl Decoder {
    pub fn new(_endpoint: &Endpoint) -> Self {
        Self
    }
}

impl Decode for Decoder {
    fn push(&mut self, _bytes: &[u8], _out: &mut Vec<Event>) {}

    fn finish(&mut self, _out: &mut Vec<Event>) {}

    fn is_done(&self) -> bool {
        true
    }
}
