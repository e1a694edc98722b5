//! Raw bytes of responses, in the shapes that servers send.

mod answers;
mod endings;

use super::requests::endpoint;
use crate::provider::testing::Recordings;
use expect_test::Expect;

pub(super) fn recordings() -> Recordings {
    Recordings::of("ollama")
}

fn check(name: &str, expected: Expect) {
    recordings().check(&endpoint(), name, expected);
}

#[test]
fn every_recording_is_replayed() {
    let tests = [
        include_str!("recordings/answers.rs"),
        include_str!("recordings/endings.rs"),
    ]
    .concat();
    recordings().assert_all_replayed(&tests);
    let recordings = recordings().all();
    assert!(recordings.len() >= 41, "{} recordings", recordings.len());
}
