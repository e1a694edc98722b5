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

/// State of this dialect, fitting its part or not.
fn state() -> impl Strategy<Value = Value> {
    let offset = prop_oneof![0_u64..6, Just(u64::MAX)];
    let mark = (offset.clone(), offset).prop_map(|(start, end)| json!([start, end, "c2ln"]));
    prop_oneof![
        Just(Value::Null),
        Just(json!({ "id": "fc_1" })),
        Just(json!({ "id": "fc_1", "signature": "c2ln" })),
        Just(json!({ "then": ["c2ln"] })),
        Just(json!({ "part": { "executableCode": { "code": "1" } } })),
        Just(json!({ "type": "reasoning", "encrypted_content": "x" })),
        prop::collection::vec(mark, 0..3).prop_map(|marks| json!({ "signed": marks })),
    ]
}

proptest! {
    #[test]
    fn every_request_keeps_the_rules(
        input in any_input(&endpoint().origin, state()),
        model in prop::sample::select(vec!["gemini-2.5-pro", "gemini-3-flash-preview", "gemma-3"]),
    ) {
        check_request(&encode(&endpoint(), &config(model), &made_by(model, input)));
    }

    #[test]
    fn any_order_of_any_lines_keeps_the_lifecycle(
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        broken_off in 0_usize..100,
    ) {
        let events = splice(&endpoint(), &LINES, &picks, broken_off);
        check_request(&replayed(&endpoint(), &config("gemini-3-pro"), &events));
    }
}
