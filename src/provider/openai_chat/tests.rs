//! Requests and recordings.

mod events;
mod properties;
mod recordings;
pub(crate) mod requests;
