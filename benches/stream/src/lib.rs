//! How fast bytes become events. `run.sh` measures it, native and in a browser.

pub mod corpus;
#[cfg(target_family = "wasm")]
mod wasm;

use colloquy::chat::ProviderId;
use colloquy::provider::{Decode, Event, Provider, decoder, preset};

/// Reads one response with the decoder of the app.
pub struct Reader {
    decoder: Box<dyn Decode>,
    events: Vec<Event>,
    event_count: usize,
}

impl Default for Reader {
    fn default() -> Self {
        let provider = Provider {
            id: ProviderId::from("bench"),
            name: "Bench".to_owned(),
            preset: preset::CUSTOM.to_owned(),
            base_url: "https://models.example/v1".to_owned(),
            enabled: true,
            headers: vec![],
            body: Default::default(),
        };
        Self {
            decoder: decoder(&provider.endpoint(Default::default())),
            events: Vec::new(),
            event_count: 0,
        }
    }
}

impl Reader {
    /// Decodes `chunk` and returns its events.
    pub fn push(&mut self, chunk: &[u8]) -> &[Event] {
        self.events.clear();
        self.decoder.push(chunk, &mut self.events);
        self.event_count += self.events.len();
        &self.events
    }

    /// The number of events so far.
    pub fn event_count(&self) -> usize {
        self.event_count
    }
}
