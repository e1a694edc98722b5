use super::*;
use crate::chat::{
    AddressMend, Answerer, Citation, Effort, Failure, Opaque, Outcome, Part, PartBody, Round,
    Session, Shown, StopReason, Thinking, ToolCall, ToolResult, ToolStatus, Turn, Usage,
};
use crate::store::Draft;
use crate::store::contract::{draft, nasty_json, round, session, turn};
use expect_test::{Expect, expect};
use proptest::prelude::*;
use serde_json::json;

/// The text of a record as version 1 wrote it. These expectations are what is on people's disks: when a
/// record changes, they move to a test that reads them, and are never edited.
fn check_text<R: Record + Clone + fmt::Debug + PartialEq>(record: R, expected: Expect) {
    let text = write(&record).unwrap();
    expected.assert_eq(&text);
    assert_eq!(read::<R>(&text).unwrap(), record);
}

/// A text as an earlier build wrote it, which is read for ever.
fn check_read<R: Record + Clone + fmt::Debug + PartialEq>(record: R, earlier: Expect) {
    assert_ne!(write(&record).unwrap(), earlier.data());
    assert_eq!(read::<R>(earlier.data()).unwrap(), record);
}

#[test]
fn texts_of_version_2() {
    check_text(
        TurnRecord::from(Turn {
            outcome: Some(Outcome::Failed {
                failure: Failure {
                    title: "No".to_owned(),
                    advice: "Try".to_owned(),
                    checks: vec!["This".to_owned()],
                    mend: Some(AddressMend {
                        from: "a".to_owned(),
                        to: "b".to_owned(),
                    }),
                    ..Failure::default()
                },
            }),
            ..turn("s", "t")
        }),
        expect![[
            r#"{"v":2,"id":"t","session":"s","parent":null,"created":1763000000123.0,"agent":{"id":"just-ask","name":"General Assistant"},"user":{"text":"Hello?"},"outcome":{"kind":"failed","title":"No","advice":"Try","checks":["This"],"detail":"","mend":{"from":"a","to":"b"}}}"#
        ]],
    );
    check_text(
        TurnRecord::from(Turn {
            agent: Answerer {
                id: "researcher".into(),
                name: "Researcher".to_owned(),
            },
            ..turn("s", "t")
        }),
        expect![[
            r#"{"v":2,"id":"t","session":"s","parent":null,"created":1763000000123.0,"agent":{"id":"researcher","name":"Researcher"},"user":{"text":"Hello?"},"outcome":null}"#
        ]],
    );
    // Before a turn remembered its agent.
    check_read(
        TurnRecord {
            agent: None,
            ..TurnRecord::from(Turn {
                outcome: Some(Outcome::TimedOut { limit: 60_000.0 }),
                ..turn("s", "t")
            })
        },
        expect![[
            r#"{"v":2,"id":"t","session":"s","parent":null,"created":1763000000123.0,"user":{"text":"Hello?"},"outcome":{"kind":"timed_out","limit":60000.0}}"#
        ]],
    );
    let result = ToolResult {
        shown: vec![
            Shown::Table {
                title: String::new(),
                columns: vec!["a".to_owned()],
                rows: vec![vec!["1".to_owned()]],
            },
            Shown::Steps {
                parts: vec![
                    PartBody::Text {
                        text: "x".to_owned(),
                    }
                    .into(),
                ],
                usage: None,
            },
        ],
        duration: 12.5,
        ..ToolResult::new(ToolStatus::Done, "1")
    };
    let call = ToolCall {
        id: "c1".to_owned(),
        name: "clock".to_owned(),
        arguments: "{}".to_owned(),
        result: Some(result),
    };
    check_text(
        RoundRecord::new(
            "s".into(),
            Round {
                parts: vec![PartBody::ToolCall(call).into()],
                ..round("t", 2)
            },
        ),
        expect![[
            r#"{"v":2,"turn":"t","index":2,"session":"s","parts":[{"kind":"tool_call","id":"c1","name":"clock","arguments":"{}","result":{"status":"done","content":"1","shown":[{"kind":"table","columns":["a"],"rows":[["1"]]},{"kind":"steps","parts":[{"kind":"text","text":"x"}]}],"duration":12.5}}],"usage":null,"model":"","stop":null,"summary":null,"started":0.0,"ended":0.0}"#
        ]],
    );
}

#[test]
fn texts_of_version_1() {
    check_text(
        SessionRecord::from(Session {
            model: Some("fast".into()),
            thinking: Some(Thinking::Effort(Effort::High)),
            ..session("s")
        }),
        expect![[
            r#"{"v":1,"id":"s","title":"Title of s","agent":"just-ask","model":"fast","thinking":"high","created":1.0,"updated":2.0,"tip":null}"#
        ]],
    );
    // Before a session had a choice about thinking.
    check_read(
        SessionRecord::from(Session {
            model: Some("fast".into()),
            ..session("s")
        }),
        expect![[
            r#"{"v":1,"id":"s","title":"Title of s","agent":"just-ask","model":"fast","created":1.0,"updated":2.0,"tip":null}"#
        ]],
    );
    let failed = Turn {
        parent: Some("p".into()),
        outcome: Some(Outcome::Failed {
            failure: Failure {
                title: "No".to_owned(),
                advice: "Try".to_owned(),
                detail: "429".to_owned(),
                ..Failure::default()
            },
        }),
        ..turn("s", "t")
    };
    check_read(
        TurnRecord {
            agent: None,
            ..TurnRecord::from(failed)
        },
        expect![[
            r#"{"v":1,"id":"t","session":"s","parent":"p","created":1763000000123.0,"user":{"text":"Hello?"},"outcome":{"kind":"failed","title":"No","advice":"Try","detail":"429"}}"#
        ]],
    );
    let call = ToolCall {
        id: "c1".to_owned(),
        name: "clock".to_owned(),
        arguments: "{}".to_owned(),
        result: Some(ToolResult::new(ToolStatus::TimedOut, "late")),
    };
    let parts = vec![
        Part {
            body: PartBody::Thinking {
                text: "Hm".to_owned(),
                duration: 12.0,
            },
            opaque: Some(Opaque {
                origin: "o".to_owned(),
                value: json!({"n": 1.0}),
            }),
            citations: vec![Citation {
                url: "https://a.test".to_owned(),
                title: String::new(),
            }],
        },
        PartBody::ToolCall(call).into(),
    ];
    check_read(
        RoundRecord::new(
            "s".into(),
            Round {
                parts,
                usage: Some(Usage {
                    input: Some(u64::MAX),
                    ..Usage::default()
                }),
                stop: Some(StopReason::Other("tired".to_owned())),
                ..round("t", 2)
            },
        ),
        expect![[
            r#"{"v":1,"turn":"t","index":2,"session":"s","parts":[{"kind":"thinking","text":"Hm","duration":12.0,"opaque":{"origin":"o","value":{"n":1.0}},"citations":[{"url":"https://a.test","title":""}]},{"kind":"tool_call","id":"c1","name":"clock","arguments":"{}","result":{"status":"timed_out","content":"late"}}],"usage":{"input":18446744073709551615,"cached":null,"output":null,"reasoning":null},"model":"","stop":{"kind":"other","raw":"tired"},"summary":null,"started":0.0,"ended":0.0}"#
        ]],
    );
    let mut draft = draft("s", "t");
    draft.parts = vec![
        PartBody::Text {
            text: "Hel".to_owned(),
        }
        .into(),
    ];
    check_read(
        DraftRecord::from(draft),
        expect![[
            r#"{"v":1,"turn":"t","session":"s","round":3,"parts":[{"kind":"text","text":"Hel"}],"saved":12.5}"#
        ]],
    );
    check_text(
        SettingRecord {
            key: "k".to_owned(),
            value: json!(["x", 1.0]),
        },
        expect![[r#"{"v":1,"key":"k","value":["x",1.0]}"#]],
    );
}

#[test]
fn what_is_missing_means_what_it_meant() {
    let old = r#"{"v":2,"id":"t","session":"s","parent":null,"created":1.0,"user":{"text":""},"outcome":null}"#;
    let turn = Turn::from(read::<TurnRecord>(old).unwrap());
    assert_eq!(turn.agent, Answerer::default());
    let newer = r#"{"v":1,"id":"s","title":"","agent":"a","model":null,"thinking":"telepathy","created":1.0,"updated":2.0,"tip":null}"#;
    let session = Session::from(read::<SessionRecord>(newer).unwrap());
    assert_eq!(session.thinking, None);
}

#[test]
fn what_cannot_be_read_says_why() {
    let check = |json: &str, expected: Expect| {
        let error = read::<SessionRecord>(json).unwrap_err();
        expected.assert_eq(&error.to_string());
    };
    check("", expect!["EOF while parsing a value at line 1 column 0"]);
    check("{}", expect!["it has no version"]);
    check(r#"{"v":0}"#, expect!["its version is 0"]);
    check(
        r#"{"v":2}"#,
        expect!["a newer Colloquy wrote it (version 2, this page knows 1)"],
    );
    check(
        r#"{"v":1,"id":7}"#,
        expect!["invalid type: integer `7`, expected a string"],
    );
    check(r#"{"v":-1}"#, expect!["it has no version"]);
}

/// A record in its third version: a name was split in two, then got an age.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Person {
    first: String,
    last: String,
    age: Option<u32>,
}

impl Record for Person {
    const NAME: &'static str = "person";
    const UPGRADES: &'static [Upgrade] = &[
        |fields| {
            let name = fields.remove("name").unwrap_or_default();
            let name = name.as_str().unwrap_or_default();
            let (first, last) = name.split_once(' ').unwrap_or((name, ""));
            fields.insert("first".to_owned(), first.into());
            fields.insert("last".to_owned(), last.into());
        },
        |fields| {
            fields.insert("age".to_owned(), Value::Null);
        },
    ];
}

const PERSONS: [&str; 3] = [
    r#"{"v":1,"name":"Ada Lovelace","pet":"none"}"#,
    r#"{"v":2,"first":"Ada","last":"Lovelace","pet":"none"}"#,
    r#"{"v":3,"first":"Ada","last":"Lovelace","age":null,"pet":"none"}"#,
];

#[test]
fn every_earlier_version_is_read() {
    let ada = Person {
        first: "Ada".to_owned(),
        last: "Lovelace".to_owned(),
        age: None,
    };
    for text in PERSONS {
        assert_eq!(read::<Person>(text), Ok(ada.clone()));
    }
    assert!(matches!(
        read::<Person>(r#"{"v":4}"#),
        Err(ReadError::Newer { found: 4, known: 3 })
    ));
}

#[test]
fn an_earlier_version_is_replaced_without_its_old_fields() {
    let new = write(&Person {
        first: "Ada".to_owned(),
        last: "King".to_owned(),
        age: Some(28),
    });
    let new = new.unwrap();
    for old in PERSONS {
        let merged: Value = serde_json::from_str(&replace::<Person>(old, &new).unwrap()).unwrap();
        assert_eq!(
            merged,
            json!({"v": 3, "first": "Ada", "last": "King", "age": 28, "pet": "none"})
        );
    }
    let refused = replace::<Person>(r#"{"v":4}"#, &new);
    assert_eq!(refused, Err(StoreError::Newer { found: 4, known: 3 }));
    for broken in ["", "[]", r#"{"v":3,"first":1}"#] {
        let refused = replace::<Person>(broken, &new);
        assert!(matches!(refused, Err(StoreError::Failed(_))), "{broken}");
    }
}

#[test]
fn a_clock_that_gives_nonsense_harms_nothing() {
    for nonsense in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let text = write(&DraftRecord::from(Draft {
            saved: nonsense,
            ..draft("s", "t")
        }));
        assert_eq!(read::<DraftRecord>(&text.unwrap()).unwrap().saved, 0.0);
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        proptest::num::f64::NORMAL.prop_map(Value::from),
        proptest::num::f64::SUBNORMAL.prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(nasty_json()),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn opaque_state_comes_back_exactly(value in any_json(), text in any::<String>(), duration in proptest::num::f64::NORMAL) {
        let part = Part {
            body: PartBody::Thinking { text, duration },
            opaque: Some(Opaque { origin: "o".to_owned(), value }),
            citations: vec![],
        };
        let round = Round { parts: vec![part], ..round("t", 0) };
        let text = write(&RoundRecord::new("s".into(), round.clone())).unwrap();
        let read = Round::from(read::<RoundRecord>(&text).unwrap());
        // `==` holds 1 and 1.0 apart, but not 0.0 and -0.0: the text does.
        prop_assert_eq!(format!("{:?}", &read), format!("{:?}", &round));
        prop_assert_eq!(read, round);
    }

    #[test]
    fn no_text_makes_reading_panic(text in any::<String>(), value in any_json()) {
        let _ = read::<RoundRecord>(&text);
        let _ = read::<Person>(&json!({"v": 1, "name": value}).to_string());
        let _ = salvage_session(&value.to_string());
    }
}
