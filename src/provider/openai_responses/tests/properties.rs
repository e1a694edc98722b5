//! What holds for any stream and any history.

use super::recordings;
use super::requests::{check_request, endpoint};
use crate::provider::encode;
use crate::provider::testing::history::{config, made_by, replayed};
use crate::provider::testing::random::{any_input, lines_of, splice};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

static LINES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| lines_of(&recordings::recordings()));

/// The events that say something of an item, and end nothing.
static ITEM_EVENTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let says = |line: &&Vec<u8>| {
        let line = String::from_utf8_lossy(line);
        line.starts_with("data: {\"type\":\"response.") && !line.contains("\"response\":{")
    };
    LINES.iter().filter(says).cloned().collect()
});

/// State of this dialect, fitting its part or not.
fn state() -> impl Strategy<Value = Value> {
    let item = |id: &str| json!({ "type": "reasoning", "id": id, "summary": [], "encrypted_content": "gAAA" });
    prop::sample::select(vec![
        Value::Null,
        item("rs_1"),
        item("rs_2"),
        json!({ "type": "reasoning", "encrypted_content": "gAAA", "content": [], "summary": null }),
        json!({ "type": "reasoning", "id": "rs_3", "summary": [] }),
        json!({ "phase": "commentary" }),
        json!({ "signed": [[0, 1, "c2ln"]] }),
    ])
}

proptest! {
    #[test]
    fn every_request_keeps_the_rules(
        input in any_input(&endpoint().origin, state()),
        model in prop::sample::select(vec!["gpt-4o", "gpt-5.2"]),
    ) {
        check_request(&encode(&endpoint(), &config(model), &made_by(model, input)));
    }

    #[test]
    fn any_order_of_any_lines_keeps_the_lifecycle(
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        broken_off in 0_usize..100,
    ) {
        let events = splice(&endpoint(), &LINES, &picks, broken_off);
        check_request(&replayed(&endpoint(), &config("gpt-5.2"), &events));
    }
    #[test]
    fn items_in_any_order_keep_the_lifecycle(
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
        broken_off in 0_usize..100,
    ) {
        let events = splice(&endpoint(), &ITEM_EVENTS, &picks, broken_off);
        check_request(&replayed(&endpoint(), &config("gpt-5.2"), &events));
    }
}
