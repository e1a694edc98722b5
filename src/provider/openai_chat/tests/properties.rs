//! What holds for any stream.

use super::recordings;
use super::requests::{check_request, endpoint};
use crate::chat::Message;
use crate::provider::openai_chat::response::Response;
use crate::provider::testing::history::made_by;
use crate::provider::testing::random::{any_config, any_input};
use crate::provider::testing::{assert_lifecycle, run, show};
use crate::provider::{Event, PartKind, encode};
use crate::stream::SseDecoder;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The data of a recording's events.
fn data_of(bytes: &[u8]) -> Vec<String> {
    let mut data = Vec::new();
    let mut decoder = SseDecoder::default();
    decoder
        .push(bytes, |frame| data.push(frame.data.to_owned()))
        .unwrap();
    decoder
        .finish(|frame| data.push(frame.data.to_owned()))
        .unwrap();
    data
}

#[test]
fn the_quick_and_the_tolerant_way_say_the_same() {
    let mut compared = 0;
    for (name, bytes) in recordings::recordings().all() {
        let (mut quick, mut tolerant) = (Vec::new(), Vec::new());
        let mut response = Response::new(&endpoint());
        let mut again = Response::new(&endpoint());
        for data in data_of(&bytes) {
            response.data(&data, &mut quick);
            if data.starts_with('{') && !again.has_failed() {
                again.tolerant(&data, &mut tolerant);
                compared += 1;
            } else {
                again.data(&data, &mut tolerant);
            }
        }
        response.finish(&mut quick);
        again.finish(&mut tolerant);
        assert_eq!(show(&quick), show(&tolerant), "{name}");
    }
    assert!(compared > 200, "{compared} events");
}

/// The events of all recordings.
static EVENTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    recordings::recordings()
        .all()
        .iter()
        .flat_map(|(_, bytes)| data_of(bytes))
        .filter(|data| !data.contains('\n'))
        .collect()
});

#[derive(Clone, Debug)]
struct Wanted {
    id: String,
    name: &'static str,
    arguments: Value,
}

/// How a server words its deltas.
#[derive(Clone, Copy, Debug)]
struct Wording {
    ids: Ids,
    index: Index,
    name_again: bool,
    empty_in_later: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ids {
    First,
    Every,
    Never,
    NewEachTime,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Index {
    FromZero,
    FromOne,
    AllZero,
    Absent,
    Text,
}

fn wanted() -> impl Strategy<Value = Vec<Wanted>> {
    let value = prop_oneof![
        Just(json!(1)),
        Just(json!("} {\"")),
        Just(json!("é😀\n")),
        Just(json!({ "deep": [1, null] })),
    ];
    let arguments = prop::collection::btree_map("[a-c]", value, 0..3);
    let name = prop::sample::select(vec!["one", "two"]);
    prop::collection::vec((name, arguments), 1..5).prop_map(|calls| {
        let calls = calls.into_iter().enumerate();
        calls
            .map(|(at, (name, arguments))| Wanted {
                id: format!("id_{at}"),
                name,
                arguments: arguments.into_iter().collect(),
            })
            .collect()
    })
}

fn wording() -> impl Strategy<Value = Wording> {
    let ids = vec![Ids::First, Ids::Every, Ids::Never, Ids::NewEachTime];
    let index = vec![
        Index::FromZero,
        Index::FromOne,
        Index::AllZero,
        Index::Absent,
        Index::Text,
    ];
    let parts = (
        prop::sample::select(ids),
        prop::sample::select(index),
        any::<bool>(),
        any::<bool>(),
    );
    parts
        .prop_map(|(ids, index, name_again, empty_in_later)| Wording {
            ids,
            index,
            name_again,
            empty_in_later,
        })
        // A new id and the name in every delta cannot be told from new calls.
        .prop_filter("ambiguous", |w| {
            !(w.ids == Ids::NewEachTime && w.name_again)
        })
}

/// The deltas of one call; its arguments are cut into pieces of `size` characters.
fn deltas(at: usize, call: &Wanted, wording: Wording, size: usize) -> Vec<Value> {
    let arguments: Vec<char> = call.arguments.to_string().chars().collect();
    let pieces = arguments.chunks(size).map(String::from_iter);
    let mut deltas = Vec::new();
    for (count, piece) in pieces.enumerate() {
        let first = count == 0;
        let mut delta = json!({ "function": { "arguments": piece } });
        let id = match wording.ids {
            Ids::First if first => Some(call.id.clone()),
            Ids::Every => Some(call.id.clone()),
            Ids::NewEachTime => Some(format!("{}-{count}", call.id)),
            Ids::First | Ids::Never => None,
        };
        match id {
            Some(id) => delta["id"] = json!(id),
            None if wording.empty_in_later => delta["id"] = json!(""),
            None => {}
        }
        match wording.index {
            Index::FromZero => delta["index"] = json!(at),
            Index::FromOne => delta["index"] = json!(at + 1),
            Index::AllZero => delta["index"] = json!(0),
            Index::Text => delta["index"] = json!(at.to_string()),
            Index::Absent => {}
        }
        if first || wording.name_again {
            delta["function"]["name"] = json!(call.name);
        } else if wording.empty_in_later {
            delta["function"]["name"] = Value::Null;
        }
        deltas.push(delta);
    }
    deltas
}

fn stream(chunks: &[Vec<Value>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for calls in chunks {
        let chunk = json!({ "choices": [{ "delta": { "tool_calls": calls } }] });
        bytes.extend(format!("data: {chunk}\n\n").bytes());
    }
    bytes.extend(b"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n");
    bytes
}

/// The names and arguments that came out, in the order of the parts.
fn calls_of(events: &[Event]) -> Vec<(String, Value)> {
    let mut calls: Vec<(String, String)> = Vec::new();
    let mut ids = Vec::new();
    for event in events {
        match event {
            Event::PartStarted {
                kind: PartKind::ToolCall { id, name },
                ..
            } => {
                assert!(!id.is_empty() && !ids.contains(id), "{id:?} in {ids:?}");
                ids.push(id.clone());
                calls.push((name.clone(), String::new()));
            }
            Event::PartArgs { index, json } => calls[*index].1.push_str(json),
            _ => {}
        }
    }
    let parse = |(name, arguments): (String, String)| {
        let value = serde_json::from_str(&arguments);
        (name, value.unwrap_or_else(|_| panic!("{arguments:?}")))
    };
    calls.into_iter().map(parse).collect()
}

proptest! {
    #[test]
    fn any_conversation_makes_a_valid_request(
        mut input in any_input(
            "openai-chat:example",
            prop::sample::select(vec![json!({ "reasoning_content": "hm" }), json!([]), Value::Null]),
        ),
        config in any_config(&["m"]),
    ) {
        for message in &mut input.messages {
            // The message field sends nothing that says nothing.
            if let Message::User { text, .. } = message {
                text.push('.');
            }
        }
        check_request(&encode(&endpoint(), &config, &made_by(&config.model, input)));
    }

    #[test]
    fn calls_one_after_another_are_put_together(
        wanted in wanted(),
        wording in wording(),
        size in 1_usize..12,
        per_chunk in 1_usize..4,
    ) {
        let deltas: Vec<Value> = wanted
            .iter()
            .enumerate()
            .flat_map(|(at, call)| deltas(at, call, wording, size))
            .collect();
        let chunks: Vec<Vec<Value>> = deltas.chunks(per_chunk).map(<[Value]>::to_vec).collect();
        let events = run(&endpoint(), &[&stream(&chunks)]);
        assert_lifecycle(&events);
        let expected: Vec<_> = wanted
            .into_iter()
            .map(|call| (call.name.to_owned(), call.arguments))
            .collect();
        prop_assert_eq!(calls_of(&events), expected);
    }

    #[test]
    fn calls_side_by_side_are_put_together(
        wanted in wanted(),
        mut wording in wording(),
        size in 1_usize..12,
        order in prop::collection::vec(any::<prop::sample::Index>(), 100),
    ) {
        // Only an id or an index of its own tells which call a later piece belongs to.
        if wording.ids != Ids::Every && matches!(wording.index, Index::AllZero | Index::Absent) {
            wording.index = Index::FromZero;
        }
        let mut waiting: Vec<_> = wanted
            .iter()
            .enumerate()
            .map(|(at, call)| deltas(at, call, wording, size).into_iter().peekable())
            .collect();
        // All begin in order, then go on in any.
        let mut chunks: Vec<Vec<Value>> =
            waiting.iter_mut().map(|call| call.next().into_iter().collect()).collect();
        for pick in order {
            let call = &mut waiting[pick.index(wanted.len())];
            chunks.extend(call.next().map(|delta| vec![delta]));
        }
        for call in waiting {
            chunks.extend(call.map(|delta| vec![delta]));
        }
        let events = run(&endpoint(), &[&stream(&chunks)]);
        assert_lifecycle(&events);
        let expected: Vec<_> = wanted
            .into_iter()
            .map(|call| (call.name.to_owned(), call.arguments))
            .collect();
        prop_assert_eq!(calls_of(&events), expected);
    }

    #[test]
    fn any_order_of_any_events_keeps_the_lifecycle(
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        broken_off in 0_usize..200,
    ) {
        let mut bytes = Vec::new();
        for pick in picks {
            bytes.extend(format!("data: {}\n\n", pick.get(&EVENTS)).bytes());
        }
        bytes.truncate(bytes.len().saturating_sub(broken_off));
        assert_lifecycle(&run(&endpoint(), &[&bytes]));
    }
}
