//! Conversations to keep, with everything in them that has ever been lost somewhere.

use crate::chat::{
    AddressMend, Answerer, Failure, Opaque, Outcome, Part, PartBody, Round, RoundKey, Session,
    Shown, StopReason, Thinking, ToolCall, ToolResult, ToolStatus, Turn, Usage, UserMessage,
};
use crate::store::{Conversation, Draft, Write};
use serde_json::{Value, json};

/// Texts that are hard to keep.
pub fn nasty_texts() -> Vec<String> {
    vec![
        String::new(),
        "👩‍👩‍👧‍👦 ﷽ e\u{301} \u{feff}\u{202e}abc\u{2028}".to_owned(),
        "NUL \0 and \u{1} and \\ and \" and </script>".to_owned(),
        "line\r\nline\rline\n".to_owned(),
    ]
}

/// A message of a megabyte, a turn with it, and an answer as long.
pub fn megabyte() -> (Session, Conversation) {
    let text = "ab字😀".repeat(100_000);
    let mut answered = turn("s", "t");
    answered.user.text.clone_from(&text);
    answered.rounds = vec![Round {
        parts: vec![part(PartBody::Text { text })],
        ..round("t", 0)
    }];
    let conversation = Conversation {
        turns: vec![answered],
        ..Conversation::default()
    };
    (session("s"), conversation)
}

/// JSON as a provider may want it back: to the last bit.
pub fn nasty_json() -> Value {
    json!({
        "": null,
        "__proto__": {"constructor": [], "length": 0},
        "big": u64::MAX,
        "small": i64::MIN,
        "beyond": 9_007_199_254_740_993_u64,
        "whole": 1.0,
        "zero": -0.0,
        "tiny": 5e-324,
        "huge": 1.797_693_134_862_315_7e308,
        "third": 0.1 + 0.2,
        "nested": [[], {}, [null, [true, false, ""]], {"a": {"b": {"c": "\0"}}}],
        "signature": "Eo8=\u{0}😀",
    })
}

pub fn session(id: &str) -> Session {
    Session {
        id: id.into(),
        title: format!("Title of {id}"),
        agent: "just-ask".into(),
        model: None,
        thinking: None,
        created: 1.0,
        updated: 2.0,
        tip: None,
    }
}

pub fn turn(session: &str, id: &str) -> Turn {
    Turn {
        id: id.into(),
        session: session.into(),
        parent: None,
        created: 1_763_000_000_123.0,
        agent: Answerer::default(),
        user: UserMessage {
            text: "Hello?".to_owned(),
        },
        rounds: vec![],
        outcome: None,
    }
}

pub fn round(turn: &str, index: u32) -> Round {
    Round {
        key: RoundKey {
            turn: turn.into(),
            index,
        },
        parts: vec![part(PartBody::Text {
            text: "Hello.".to_owned(),
        })],
        usage: None,
        model: String::new(),
        stop: None,
        summary: None,
        started: 0.0,
        ended: 0.0,
    }
}

pub fn draft(session: &str, turn: &str) -> Draft {
    Draft {
        turn: turn.into(),
        session: session.into(),
        round: 3,
        parts: parts("draft"),
        saved: 12.5,
    }
}

/// A session whose every text is `text`, under an id of its own.
pub fn full(text: &str) -> (Session, Conversation) {
    let label: String = text.chars().take(20).collect();
    let id = format!("s-{label}");
    let session = Session {
        title: text.to_owned(),
        agent: label.as_str().into(),
        model: Some(label.as_str().into()),
        thinking: Some(Thinking::Budget(u64::MAX)),
        created: 0.1,
        updated: 1e15 + 0.5,
        tip: Some(format!("t-{label}-2").as_str().into()),
        ..session(&id)
    };
    let outcomes = [
        None,
        Some(Outcome::Done),
        Some(Outcome::Stopped),
        Some(Outcome::Interrupted),
        Some(Outcome::LimitReached {
            max_rounds: u32::MAX,
        }),
        Some(Outcome::TimedOut { limit: 0.5 }),
        Some(Outcome::Failed {
            failure: Failure {
                title: text.to_owned(),
                advice: text.to_owned(),
                checks: vec![text.to_owned()],
                detail: text.to_owned(),
                fix: text.to_owned(),
                mend: Some(AddressMend {
                    from: text.to_owned(),
                    to: text.to_owned(),
                }),
            },
        }),
    ];
    let turns = outcomes.into_iter().enumerate().map(|(n, outcome)| {
        let turn_id = format!("t-{label}-{n}");
        Turn {
            agent: Answerer {
                id: label.as_str().into(),
                name: text.to_owned(),
            },
            parent: (n > 0).then(|| format!("t-{label}-0").as_str().into()),
            user: UserMessage {
                text: text.to_owned(),
            },
            rounds: rounds(&turn_id, text, n),
            outcome,
            ..turn(&id, &turn_id)
        }
    });
    let turns: Vec<Turn> = turns.collect();
    let drafts = vec![Draft {
        parts: parts(text),
        ..draft(&id, &format!("t-{label}-0"))
    }];
    (
        session,
        Conversation {
            turns,
            drafts,
            unreadable: vec![],
        },
    )
}

/// The writes that put a whole conversation.
pub fn puts(session: &Session, conversation: &Conversation) -> Vec<Write> {
    let mut batch = vec![Write::PutSession(session.clone())];
    for turn in &conversation.turns {
        batch.push(Write::PutTurn(turn.clone()));
        batch.extend(turn.rounds.iter().map(|round| Write::PutRound {
            session: session.id.clone(),
            round: round.clone(),
        }));
    }
    let drafts = conversation.drafts.iter().cloned();
    batch.extend(drafts.map(Write::PutDraft));
    batch
}

fn rounds(turn: &str, text: &str, count: usize) -> Vec<Round> {
    let stops = [
        None,
        Some(StopReason::End),
        Some(StopReason::ToolCalls),
        Some(StopReason::Length),
        Some(StopReason::ContentFilter),
        Some(StopReason::Refusal),
        Some(StopReason::Other(text.to_owned())),
    ];
    let stops = stops.into_iter().cycle();
    (0..)
        .zip(stops.skip(count * 2).take(count))
        .map(|(index, stop)| Round {
            parts: parts(text),
            usage: (index > 0).then_some(Usage {
                input: Some(u64::MAX),
                cached: Some(0),
                output: None,
                reasoning: Some(9_007_199_254_740_993),
            }),
            model: text.to_owned(),
            stop,
            summary: (index > 1).then(|| text.to_owned()),
            started: 1_763_000_000_123.456,
            ended: f64::MAX,
            ..round(turn, index)
        })
        .collect()
}

fn parts(text: &str) -> Vec<Part> {
    let text = || text.to_owned();
    let call = |result| {
        PartBody::ToolCall(ToolCall {
            id: text(),
            name: text(),
            arguments: text(),
            result,
        })
    };
    let mut parts = vec![
        part(PartBody::Thinking {
            text: text(),
            duration: 0.25,
        }),
        part(PartBody::Text { text: text() }),
        part(PartBody::Refusal { text: text() }),
        part(call(None)),
    ];
    let statuses = [
        ToolStatus::Done,
        ToolStatus::Failed,
        ToolStatus::Refused,
        ToolStatus::TimedOut,
        ToolStatus::Stopped,
        ToolStatus::Interrupted,
    ];
    parts.extend(statuses.map(|status| part(call(Some(ToolResult::new(status, "found"))))));
    let shown = vec![
        Shown::Text { text: text() },
        Shown::Json { text: text() },
        Shown::Markdown { text: text() },
        Shown::Table {
            title: text(),
            columns: vec![text()],
            rows: vec![vec![text()], vec![]],
        },
        Shown::Chart { spec: nasty_json() },
        Shown::Image {
            media_type: "image/png".to_owned(),
            data: "AAAA".to_owned(),
            alt: text(),
        },
        Shown::Steps {
            parts: vec![part(PartBody::Text { text: text() }), part(call(None))],
            usage: Some(Usage {
                input: Some(1 << 40),
                ..Usage::default()
            }),
        },
    ];
    parts.push(part(call(Some(ToolResult {
        shown,
        duration: 0.25,
        ..ToolResult::new(ToolStatus::Done, "found")
    }))));
    for (part, value) in parts.iter_mut().step_by(2).zip([
        nasty_json(),
        Value::Null,
        json!(18_446_744_073_709_551_615_u64),
        json!(""),
        json!([]),
    ]) {
        part.opaque = Some(Opaque {
            origin: "openai-chat:deepseek".to_owned(),
            value,
        });
    }
    parts
}

fn part(body: PartBody) -> Part {
    Part::from(body)
}
