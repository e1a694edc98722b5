//! Requests and recordings.

mod parameters;
mod properties;
mod recordings;
pub(crate) mod requests;
