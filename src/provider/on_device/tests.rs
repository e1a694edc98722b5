//! Requests and recordings.

mod properties;
mod recordings;
pub(crate) mod requests;
