//! The tree of turns: children and paths are derived from parents, never stored.

use super::{Turn, TurnId};

/// The turns from the first message to `tip`, oldest first. A parent that is missing ends the walk, so
/// damaged data still shows what is left.
pub fn path<'a>(turns: &'a [Turn], tip: Option<&TurnId>) -> Vec<&'a Turn> {
    let mut path = Vec::new();
    let mut next = tip;
    while let Some(turn) = next.and_then(|id| turns.iter().find(|turn| turn.id == *id)) {
        path.push(turn);
        next = turn.parent.as_ref();
        if path.len() > turns.len() {
            break; // A cycle: only damaged data has one.
        }
    }
    path.reverse();
    path
}

/// The turns that answer the same place of the conversation as `turn`, itself included, oldest first.
pub fn alternatives(turns: &[Turn], turn: &Turn) -> Vec<TurnId> {
    let mut found: Vec<&Turn> = turns
        .iter()
        .filter(|other| other.parent == turn.parent)
        .collect();
    found.sort_by(|a, b| {
        a.created
            .total_cmp(&b.created)
            .then_with(|| a.id.cmp(&b.id))
    });
    found.into_iter().map(|turn| turn.id.clone()).collect()
}

/// The most recent conversation that goes through `turn`: follows its newest child to the end.
pub fn newest_tip(turns: &[Turn], turn: &TurnId) -> TurnId {
    let mut tip = turn.clone();
    for _ in 0..turns.len() {
        let children = turns
            .iter()
            .filter(|child| child.parent.as_ref() == Some(&tip));
        match children.max_by(|a, b| a.created.total_cmp(&b.created)) {
            Some(child) => tip = child.id.clone(),
            None => break,
        }
    }
    tip
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::{SessionId, UserMessage};

    fn turn(id: &str, parent: Option<&str>, created: f64) -> Turn {
        Turn {
            id: TurnId::from(id),
            session: SessionId::from("s"),
            parent: parent.map(TurnId::from),
            created,
            agent: Default::default(),
            user: UserMessage {
                text: String::new(),
            },
            rounds: vec![],
            outcome: None,
        }
    }

    fn ids(path: &[&Turn]) -> Vec<String> {
        path.iter().map(|turn| turn.id.0.clone()).collect()
    }

    #[test]
    fn a_retry_stands_beside_the_first_try() {
        let turns = [
            turn("a", None, 1.0),
            turn("b", Some("a"), 2.0),
            turn("b2", Some("a"), 3.0),
            turn("c", Some("b"), 4.0),
        ];
        assert_eq!(ids(&path(&turns, Some(&"b2".into()))), ["a", "b2"]);
        assert_eq!(ids(&path(&turns, Some(&"c".into()))), ["a", "b", "c"]);
        assert_eq!(
            alternatives(&turns, &turns[2]),
            [TurnId::from("b"), TurnId::from("b2")]
        );
        assert_eq!(newest_tip(&turns, &"b".into()), TurnId::from("c"));
        assert_eq!(newest_tip(&turns, &"b2".into()), TurnId::from("b2"));
    }

    #[test]
    fn damaged_trees_end_the_walk() {
        let turns = [turn("a", Some("b"), 1.0), turn("b", Some("a"), 2.0)];
        assert!(path(&turns, Some(&"a".into())).len() <= 3);
        assert_eq!(newest_tip(&turns, &"a".into()).0.len(), 1);
        assert!(path(&turns, Some(&"gone".into())).is_empty());
        let orphan = [turn("c", Some("gone"), 1.0)];
        assert_eq!(ids(&path(&orphan, Some(&"c".into()))), ["c"]);
    }
}
