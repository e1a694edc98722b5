//! Everything that decides what the model reads.

mod context;
mod history;
pub mod template;

pub use context::{Context, PLACEHOLDERS};
pub use history::history;
