//! Requests and recordings.

mod errors;
mod properties;
mod recordings;
pub(crate) mod requests;
