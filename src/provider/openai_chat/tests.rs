//! Requests and recordings.

pub(crate) mod parameters;
mod properties;
mod recordings;
pub(crate) mod requests;
