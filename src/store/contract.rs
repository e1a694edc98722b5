//! The contract of [`Store`] as a suite that runs on every implementation: natively on the memory store, in
//! a browser on IndexedDB.

mod damage;
mod samples;

use super::rows::{Field, Row};
use super::schema::{DATA, DRAFTS};
use super::{Conversation, Store, StoreError, Write, export};
use crate::chat::{Outcome, SessionId, Turn};
pub use damage::*;
pub use samples::*;
use serde_json::json;
use std::slice::from_ref;

/// Opens the data of one test.
pub trait Harness {
    type Store: Store;
    /// Another handle on the same data, as a second tab or a reload would get it.
    fn open(&self) -> impl Future<Output = Result<Self::Store, StoreError>>;
    /// Writes a row past all checks, as damage or another build of the program would have left it.
    fn plant(&self, table: &'static str, row: Row) -> impl Future<Output = Result<(), StoreError>>;
}

/// What a case returns; assertions panic.
pub type Case = Result<(), StoreError>;

/// Calls the macro `$with` with the names of all cases.
#[macro_export]
macro_rules! store_contract_cases {
    ($with:ident) => {
        $with! {
            gives_back_everything_exactly
            keeps_a_megabyte
            lists_sessions_newest_first
            gives_turns_and_rounds_in_order
            knows_nothing_of_an_unknown_session
            deletes_a_session_with_all_that_is_its_own
            replaces_and_deletes_a_draft
            leaves_rounds_alone_when_a_turn_is_written_again
            applies_a_batch_in_order
            keeps_everything_across_reopening
            lets_two_tabs_write_side_by_side
            keeps_settings
            finds_settings_by_their_beginning
            exports_every_record
            applies_all_of_a_batch_or_nothing
            reports_what_it_cannot_read_and_leaves_it
            keeps_fields_it_does_not_know
            lists_a_session_it_cannot_read
            refuses_a_setting_it_cannot_read
        }
    };
}

pub async fn gives_back_everything_exactly(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    for text in nasty_texts() {
        let (session, conversation) = full(&text);
        store.write(puts(&session, &conversation)).await?;
        let sessions = store.sessions().await?;
        assert!(sessions.contains(&session), "{session:?}");
        assert_eq!(store.conversation(&session.id).await?, conversation);
    }
    Ok(())
}

pub async fn keeps_a_megabyte(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    let (session, conversation) = megabyte();
    store.write(puts(&session, &conversation)).await?;
    let read = store.conversation(&session.id).await?;
    assert!(read == conversation, "the long texts differ");
    Ok(())
}

pub async fn lists_sessions_newest_first(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    let mut batch = Vec::new();
    for (id, updated) in [("b", 2.0), ("a", 1.0), ("d", 3.5), ("c", 2.0)] {
        let mut session = session(id);
        session.updated = updated;
        batch.push(Write::PutSession(session));
    }
    store.write(batch).await?;
    assert_eq!(ids(&store).await?, ["d", "c", "b", "a"]);
    let mut again = session("a");
    again.updated = 9.0;
    store.write(vec![Write::PutSession(again)]).await?;
    assert_eq!(ids(&store).await?, ["a", "d", "c", "b"]);
    Ok(())
}

pub async fn gives_turns_and_rounds_in_order(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    let mut batch = Vec::new();
    for (id, created) in [("t2", 20.0), ("t0", 5.0), ("t1", 20.0)] {
        for index in [10, 2, 0, 1] {
            batch.push(Write::PutRound {
                session: "s".into(),
                round: round(id, index),
            });
        }
        let mut turn = turn("s", id);
        turn.created = created;
        batch.push(Write::PutTurn(turn));
    }
    store.write(batch).await?;
    let conversation = store.conversation(&"s".into()).await?;
    let order: Vec<_> = conversation
        .turns
        .iter()
        .map(|turn| {
            let rounds = turn.rounds.iter().map(|round| round.key.index);
            (turn.id.0.as_str(), rounds.collect::<Vec<_>>())
        })
        .collect();
    let rounds = vec![0, 1, 2, 10];
    assert_eq!(order, ["t0", "t1", "t2"].map(|turn| (turn, rounds.clone())));
    assert!(conversation.unreadable.is_empty());
    Ok(())
}

pub async fn knows_nothing_of_an_unknown_session(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    assert!(store.sessions().await?.is_empty());
    let unknown = store.conversation(&"nobody".into()).await?;
    assert_eq!(unknown, Conversation::default());
    // Deleting what is not there is no error: another tab may have been quicker.
    store
        .write(vec![
            Write::DeleteSession("nobody".into()),
            Write::DeleteDraft("nothing".into()),
        ])
        .await
}

pub async fn deletes_a_session_with_all_that_is_its_own(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    let (doomed, its) = full("doomed");
    let (kept, others) = full("kept");
    store.write(puts(&doomed, &its)).await?;
    store.write(puts(&kept, &others)).await?;
    store
        .write(vec![Write::DeleteSession(doomed.id.clone())])
        .await?;
    assert_eq!(store.sessions().await?, from_ref(&kept));
    assert_eq!(
        store.conversation(&doomed.id).await?,
        Conversation::default()
    );
    assert_eq!(store.conversation(&kept.id).await?, others);
    for record in store.records().await? {
        assert!(!record.json.contains("doomed"), "{record:?}");
    }
    Ok(())
}

pub async fn replaces_and_deletes_a_draft(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    let first = draft("s", "t");
    let mut second = draft("s", "t");
    second.parts.truncate(1);
    second.round = 7;
    let other = draft("s", "u");
    for draft in [&first, &other, &second] {
        store.write(vec![Write::PutDraft(draft.clone())]).await?;
    }
    let mut drafts = store.conversation(&"s".into()).await?.drafts;
    drafts.sort_by(|a, b| a.turn.cmp(&b.turn));
    assert_eq!(drafts, [second, other.clone()]);
    store.write(vec![Write::DeleteDraft("t".into())]).await?;
    assert_eq!(store.conversation(&"s".into()).await?.drafts, [other]);
    Ok(())
}

pub async fn leaves_rounds_alone_when_a_turn_is_written_again(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    let (session, conversation) = full("again");
    store.write(puts(&session, &conversation)).await?;
    let Some(mut turn) = conversation.turns.first().cloned() else {
        panic!("the sample has turns");
    };
    turn.outcome = Some(Outcome::Stopped);
    let bare = Turn {
        rounds: vec![],
        ..turn.clone()
    };
    store.write(vec![Write::PutTurn(bare)]).await?;
    let read = store.conversation(&session.id).await?;
    assert_eq!(read.turns.first(), Some(&turn));
    Ok(())
}

pub async fn applies_a_batch_in_order(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    let (session, conversation) = full("order");
    let mut batch = puts(&session, &conversation);
    batch.push(Write::DeleteSession(session.id.clone()));
    batch.push(Write::PutTurn(turn(&session.id.0, "after")));
    store.write(batch).await?;
    assert!(store.sessions().await?.is_empty());
    let read = store.conversation(&session.id).await?;
    assert_eq!(read.turns, [turn(&session.id.0, "after")]);
    assert!(read.drafts.is_empty());
    store.write(vec![]).await
}

pub async fn keeps_everything_across_reopening(harness: &impl Harness) -> Case {
    let (session, conversation) = full("reopened");
    let store = harness.open().await?;
    store.write(puts(&session, &conversation)).await?;
    drop(store);
    let store = harness.open().await?;
    assert_eq!(store.sessions().await?, from_ref(&session));
    assert_eq!(store.conversation(&session.id).await?, conversation);
    Ok(())
}

pub async fn lets_two_tabs_write_side_by_side(harness: &impl Harness) -> Case {
    let here = harness.open().await?;
    let there = harness.open().await?;
    let (ours, our_conversation) = full("ours");
    let (theirs, their_conversation) = full("theirs");
    let our_writes = puts(&ours, &our_conversation);
    let their_writes = puts(&theirs, &their_conversation);
    for (one, other) in our_writes.into_iter().zip(their_writes) {
        here.write(vec![one]).await?;
        there.write(vec![other]).await?;
    }
    // Both work on one session: neither writes more than what it changed.
    let mut answered = round(&theirs.id.0, 0);
    answered.key.turn = "from here".into();
    let mut from_here = turn(&theirs.id.0, "from here");
    here.write(vec![
        Write::PutTurn(from_here.clone()),
        Write::PutRound {
            session: theirs.id.clone(),
            round: answered.clone(),
        },
    ])
    .await?;
    there
        .write(vec![Write::PutTurn(turn(&theirs.id.0, "from there"))])
        .await?;
    from_here.rounds = vec![answered];
    for store in [&here, &there] {
        assert_eq!(store.sessions().await?.len(), 2);
        assert_eq!(store.conversation(&ours.id).await?, our_conversation);
        let shared = store.conversation(&theirs.id).await?;
        assert_eq!(shared.turns.len(), their_conversation.turns.len() + 2);
        assert!(shared.turns.contains(&from_here));
        for turn in &their_conversation.turns {
            assert!(shared.turns.contains(turn));
        }
    }
    Ok(())
}

pub async fn keeps_settings(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    assert_eq!(store.setting("theme").await?, None);
    for value in [json!(null), json!(""), nasty_json(), json!("dark")] {
        let write = Write::PutSetting {
            key: "theme".to_owned(),
            value: value.clone(),
        };
        store.write(vec![write]).await?;
        assert_eq!(store.setting("theme").await?, Some(value));
        assert_eq!(store.setting("").await?, None);
    }
    let write = Write::DeleteSetting {
        key: "theme".to_owned(),
    };
    store.write(vec![write]).await?;
    assert_eq!(store.setting("theme").await?, None);
    Ok(())
}

pub async fn finds_settings_by_their_beginning(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    let put = |key: &str| Write::PutSetting {
        key: key.to_owned(),
        value: json!(key.len()),
    };
    let batch = ["note:b", "notes", "note:", "note:a", "theme"].map(put);
    store.write(batch.to_vec()).await?;
    let found = store.settings("note:").await?;
    let keys: Vec<&str> = found.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["note:", "note:a", "note:b"]);
    assert_eq!(found[1].1, json!(6));
    assert_eq!(store.settings("gone").await?, []);
    Ok(())
}

pub async fn exports_every_record(harness: &impl Harness) -> Case {
    let store = harness.open().await?;
    let (session, conversation) = full("exported");
    let writes = puts(&session, &conversation);
    let count = writes.len();
    store.write(writes).await?;
    store
        .write(vec![Write::PutSetting {
            key: "k".to_owned(),
            value: nasty_json(),
        }])
        .await?;
    let broken = Row {
        fields: vec![("turn", Field::Text("broken".to_owned()))],
        json: "not JSON".to_owned(),
    };
    harness.plant(DRAFTS, broken).await?;
    let document = export::export(&store).await?;
    let mut found = 0;
    for table in DATA {
        found += document[table].as_array().map_or(0, Vec::len);
    }
    assert_eq!(found, count + 2);
    let drafts = document["drafts"].as_array();
    assert!(drafts.is_some_and(|drafts| drafts.contains(&json!("not JSON"))));
    assert_eq!(document["settings"][0]["value"], nasty_json());
    assert_eq!(document["sessions"][0]["title"], session.title);
    // As text, too, nothing is lost.
    let text = document.to_string();
    assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|again| again == document));
    Ok(())
}

async fn ids(store: &impl Store) -> Result<Vec<String>, StoreError> {
    let sessions = store.sessions().await?;
    Ok(sessions
        .into_iter()
        .map(|session| session.id)
        .map(|SessionId(id)| id)
        .collect())
}
