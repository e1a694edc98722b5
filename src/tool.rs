//! Tools: what a model may call, apart from what only a browser can do.

pub mod script;
