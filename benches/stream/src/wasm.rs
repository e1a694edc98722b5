//! What the page calls.

use crate::corpus::{self, Style};
use colloquy::provider::Event;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
pub fn plain(size: usize) -> Vec<u8> {
    corpus::openai_chat(Style::Plain, size)
}

#[wasm_bindgen]
pub fn padded(size: usize) -> Vec<u8> {
    corpus::openai_chat(Style::Padded, size)
}

#[wasm_bindgen]
#[derive(Default)]
pub struct Reader(crate::Reader);

#[wasm_bindgen]
impl Reader {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Decodes a chunk and returns the number of events so far.
    pub fn push(&mut self, chunk: &[u8]) -> usize {
        self.0.push(chunk);
        self.0.event_count()
    }

    /// Decodes a chunk and returns its text, for a comparison outside of the measurement.
    pub fn text(&mut self, chunk: &[u8]) -> String {
        let texts = self.0.push(chunk).iter().map(|event| match event {
            Event::PartText { text, .. } => text.as_str(),
            _ => "",
        });
        texts.collect()
    }
}
