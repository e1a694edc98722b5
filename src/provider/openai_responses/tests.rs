//! Requests and recordings.

mod history;
mod properties;
mod recordings;
pub(crate) mod requests;
