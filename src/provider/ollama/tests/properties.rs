//! What holds for any stream, and for any conversation.

use super::recordings;
use super::requests::{ORIGIN, check_request, endpoint};
use crate::chat::{Message, ModelInput};
use crate::provider::testing::history::{config, made_by, parts_of, user};
use crate::provider::testing::random::{any_config, any_input};
use crate::provider::testing::{assert_lifecycle, run};
use crate::provider::{Event, encode};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The lines of all recordings.
static LINES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let recordings = recordings::recordings().all();
    recordings
        .iter()
        .flat_map(|(_, bytes)| bytes.split_inclusive(|byte| *byte == b'\n'))
        .map(<[u8]>::to_vec)
        .collect()
});

fn states() -> Vec<Value> {
    vec![
        json!({ "thinking": "hm" }),
        json!({ "thinking": 7 }),
        json!([]),
        Value::Null,
    ]
}

proptest! {
    #[test]
    fn any_conversation_makes_a_valid_request(
        input in any_input("ollama:ollama", prop::sample::select(states())),
        config in any_config(&["llama3.2", "gpt-oss:20b"]),
    ) {
        check_request(&encode(&endpoint(), &config, &made_by(&config.model, input)));
    }

    #[test]
    fn any_order_of_any_lines_keeps_the_lifecycle(
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
        broken_off in 0_usize..200,
    ) {
        let mut bytes: Vec<u8> = Vec::new();
        for pick in picks {
            bytes.extend(pick.get(&LINES));
        }
        bytes.truncate(bytes.len().saturating_sub(broken_off));
        let events = run(&endpoint(), &[&bytes]);
        assert_lifecycle(&events);
        let ended = |event: &Event| matches!(event, Event::Stopped(_) | Event::Failed(_));
        prop_assert!(events.iter().any(ended));
    }
}

#[test]
fn every_recording_can_be_sent_back() {
    for (name, bytes) in recordings::recordings().all() {
        let parts = parts_of(&run(&endpoint(), &[&bytes]), ORIGIN);
        let input = ModelInput {
            messages: vec![user("Go"), Message::Assistant { parts }, user(&name)],
            ..Default::default()
        };
        check_request(&encode(&endpoint(), &config("model-1"), &input));
    }
}
