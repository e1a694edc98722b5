//! What a store does with rows that another build wrote, or that are broken.

use super::{Case, Harness, full, puts, round, session, turn};
use crate::chat::{Outcome, PartBody};
use crate::store::rows::{Field, Row};
use crate::store::schema::{DRAFTS, ROUNDS, SESSIONS, SETTINGS, TURNS};
use crate::store::{Conversation, Store, StoreError, Write};
use serde_json::json;

/// A response with a kind of part that this build does not know.
const UNKNOWN_PART: &str = r#"{"v":1,"turn":"t","index":0,"session":"s","parts":[{"kind":"image","url":"x","opaque":{"origin":"o","value":18446744073709551615}}],"usage":null,"model":"m","stop":null,"summary":null,"started":0.0,"ended":0.0}"#;
const NEWER: &str = r#"{"v":99,"turn":"t","index":1,"session":"s","answer":"in a new form"}"#;

pub async fn applies_all_of_a_batch_or_nothing(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    harness.plant(ROUNDS, round_row("t", 1, NEWER)).await?;
    let before = store.records().await?;
    let (session, conversation) = full("half");
    let mut batch = puts(&session, &conversation);
    batch.push(Write::PutRound {
        session: "s".into(),
        round: round("t", 1),
    });
    batch.push(Write::PutTurn(turn("s", "t")));
    assert_eq!(
        store.write(batch).await,
        Err(StoreError::Newer {
            found: 99,
            known: 2
        })
    );
    assert_eq!(store.records().await?, before);
    assert_eq!(
        store.conversation(&session.id).await?,
        Conversation::default()
    );
    Ok(())
}

pub async fn reports_what_it_cannot_read_and_leaves_it(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    let mut good = turn("s", "t");
    good.rounds = vec![round("t", 2)];
    store
        .write(vec![
            Write::PutSession(session("s")),
            Write::PutTurn(good.clone()),
            Write::PutRound {
                session: "s".into(),
                round: round("t", 2),
            },
        ])
        .await?;
    harness
        .plant(ROUNDS, round_row("t", 0, UNKNOWN_PART))
        .await?;
    harness.plant(ROUNDS, round_row("t", 1, NEWER)).await?;
    let lost = r#"{"v":0}"#;
    let orphan = r#"{"v":1,"turn":"gone","index":0,"session":"s","parts":[],"usage":null,"model":"m","stop":null,"summary":null,"started":0.0,"ended":0.0}"#;
    harness.plant(TURNS, row("id", "gone", lost)).await?;
    harness.plant(ROUNDS, round_row("gone", 0, orphan)).await?;
    harness.plant(DRAFTS, row("turn", "t", "not JSON")).await?;
    let before = store.records().await?;

    let read = store.conversation(&"s".into()).await?;
    assert_eq!(read.turns, [good]);
    assert!(read.drafts.is_empty());
    let report = read.unreadable.join("\n");
    assert_eq!(read.unreadable.len(), 5, "{report}");
    for word in [
        "image",
        "version 99",
        "version is 0",
        "its answer",
        "unfinished",
    ] {
        assert!(report.contains(word), "{word} is not in {report}");
    }

    for index in [0, 1] {
        let over = Write::PutRound {
            session: "s".into(),
            round: round("t", index),
        };
        assert!(store.write(vec![over]).await.is_err());
    }
    let over = Write::PutTurn(turn("s", "gone"));
    assert!(store.write(vec![over]).await.is_err());
    assert_eq!(store.records().await?, before);
    assert!(before.iter().any(|record| record.json == UNKNOWN_PART));
    Ok(())
}

pub async fn keeps_fields_it_does_not_know(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    let newer_session = r#"{"v":1,"id":"s","title":"Old","agent":"a","model":"m","created":1.0,"updated":2.0,"tip":"t","folder":{"name":"Work","at":9007199254740993}}"#;
    let newer_turn = r#"{"v":1,"id":"t","session":"s","parent":null,"created":1.0,"user":{"text":"Hi"},"outcome":null,"starred":true}"#;
    let newer_round = r#"{"v":1,"turn":"t","index":0,"session":"s","parts":[],"usage":null,"model":"m","stop":null,"summary":null,"started":0.0,"ended":0.0,"cost":[0.25]}"#;
    let fields = vec![
        ("id", Field::Text("s".to_owned())),
        ("updated", Field::Number(2.0)),
    ];
    let row_of_session = Row {
        fields,
        json: newer_session.to_owned(),
    };
    harness.plant(SESSIONS, row_of_session).await?;
    harness.plant(TURNS, row("id", "t", newer_turn)).await?;
    harness
        .plant(ROUNDS, round_row("t", 0, newer_round))
        .await?;

    let mut sessions = store.sessions().await?;
    let mut turns = store.conversation(&"s".into()).await?.turns;
    let (Some(mut session), Some(mut turn)) = (sessions.pop(), turns.pop()) else {
        panic!("both can be read");
    };
    session.title = "New".to_owned();
    session.model = None;
    turn.outcome = Some(Outcome::Done);
    let Some(mut round) = turn.rounds.pop() else {
        panic!("the round can be read");
    };
    round.parts = super::round("t", 0).parts;
    store
        .write(vec![
            Write::PutSession(session.clone()),
            Write::PutTurn(turn.clone()),
            Write::PutRound {
                session: "s".into(),
                round: round.clone(),
            },
        ])
        .await?;

    assert_eq!(store.sessions().await?, [session]);
    turn.rounds = vec![round];
    assert_eq!(store.conversation(&"s".into()).await?.turns, [turn]);
    let document = crate::store::export::export(&store).await?;
    assert_eq!(
        document["sessions"][0]["folder"],
        json!({"name": "Work", "at": 9_007_199_254_740_993_u64})
    );
    assert_eq!(document["turns"][0]["starred"], true);
    assert_eq!(document["rounds"][0]["cost"], json!([0.25]));
    let parts = store.conversation(&"s".into()).await?.turns;
    let first = parts.first().and_then(|turn| turn.rounds.first());
    assert!(first.is_some_and(|round| matches!(round.parts[0].body, PartBody::Text { .. })));
    Ok(())
}

pub async fn lists_a_session_it_cannot_read(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    let json = r#"{"v":2,"id":"s","title":"From the future","updated":5,"agents":["a","b"]}"#;
    let fields = vec![
        ("id", Field::Text("s".to_owned())),
        ("updated", Field::Number(5.0)),
    ];
    let planted = Row {
        fields,
        json: json.to_owned(),
    };
    harness.plant(SESSIONS, planted).await?;
    store
        .write(vec![
            Write::PutSession(session("known")),
            Write::PutTurn(turn("s", "t")),
        ])
        .await?;
    let sessions = store.sessions().await?;
    let titles: Vec<_> = sessions.iter().map(|s| s.title.as_str()).collect();
    assert_eq!(titles, ["From the future", "Title of known"]);
    let read = store.conversation(&"s".into()).await?;
    assert_eq!(read.turns, [turn("s", "t")]);
    assert_eq!(read.unreadable.len(), 1);
    let over = Write::PutSession(session("s"));
    assert_eq!(
        store.write(vec![over]).await,
        Err(StoreError::Newer { found: 2, known: 1 })
    );
    // It can still be deleted.
    store.write(vec![Write::DeleteSession("s".into())]).await?;
    assert_eq!(store.sessions().await?, [session("known")]);
    assert_eq!(
        store.conversation(&"s".into()).await?,
        Conversation::default()
    );
    Ok(())
}

pub async fn refuses_a_setting_it_cannot_read(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    for (key, json) in [("newer", r#"{"v":2,"key":"newer"}"#), ("broken", "{")] {
        let fields = vec![("key", Field::Text(key.to_owned()))];
        let json = json.to_owned();
        harness.plant(SETTINGS, Row { fields, json }).await?;
    }
    assert_eq!(
        store.setting("newer").await,
        Err(StoreError::Newer { found: 2, known: 1 })
    );
    assert!(matches!(
        store.setting("broken").await,
        Err(StoreError::Failed(_))
    ));
    Ok(())
}

fn row(key: &'static str, value: &str, json: &str) -> Row {
    Row {
        fields: vec![
            (key, Field::Text(value.to_owned())),
            ("session", Field::Text("s".to_owned())),
        ],
        json: json.to_owned(),
    }
}

fn round_row(turn: &str, index: u32, json: &str) -> Row {
    let mut row = row("turn", turn, json);
    row.fields.push(("index", Field::Number(index.into())));
    row
}
