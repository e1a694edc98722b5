//! The one native test binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod markdown;
mod stream;
mod tidy;
