//! Raw bytes of responses, in the shapes that servers send.

mod calls;
mod endings;
mod oddities;
mod server_tools;
mod text;

use super::requests::endpoint;
use crate::provider::testing::Recordings;
use expect_test::Expect;

pub(super) fn recordings() -> Recordings {
    Recordings::of("anthropic")
}

fn check(name: &str, expected: Expect) {
    recordings().check(&endpoint(), name, expected);
}

#[test]
fn every_recording_is_replayed() {
    let tests = [
        include_str!("recordings/calls.rs"),
        include_str!("recordings/endings.rs"),
        include_str!("recordings/oddities.rs"),
        include_str!("recordings/server_tools.rs"),
        include_str!("recordings/text.rs"),
    ]
    .concat();
    recordings().assert_all_replayed(&tests);
    let recordings = recordings().all();
    assert!(recordings.len() >= 74, "{} recordings", recordings.len());
}
