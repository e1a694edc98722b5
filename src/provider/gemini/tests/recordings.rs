//! Raw bytes of responses, in the shapes that the API and its proxies send.

mod calls;
mod endings;
mod errors;
mod text;
mod thinking;

use super::requests::endpoint;
use crate::provider::testing::Recordings;
use expect_test::Expect;

pub(super) fn recordings() -> Recordings {
    Recordings::of("gemini")
}

fn check(name: &str, expected: Expect) {
    recordings().check(&endpoint(), name, expected);
}

#[test]
fn every_recording_is_replayed() {
    let tests = [
        include_str!("recordings/calls.rs"),
        include_str!("recordings/endings.rs"),
        include_str!("recordings/errors.rs"),
        include_str!("recordings/text.rs"),
        include_str!("recordings/thinking.rs"),
    ]
    .concat();
    recordings().assert_all_replayed(&tests);
    let recordings = recordings().all();
    assert!(recordings.len() > 40, "{} recordings", recordings.len());
}
