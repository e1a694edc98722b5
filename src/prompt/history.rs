//! The conversation so far, as messages.

use crate::chat::{Message, Turn};

/// The visible turns in order, oldest first. A turn that failed or was stopped still shows the model its
/// message and whatever was said; a round that carries a summary replaces everything before it.
pub fn history(visible: &[Turn]) -> Vec<Message> {
    let mut messages = Vec::new();
    for turn in visible {
        messages.push(Message::User {
            text: turn.user.text.clone(),
            images: vec![],
        });
        for round in &turn.rounds {
            if let Some(summary) = &round.summary {
                messages.clear();
                messages.push(Message::User {
                    text: summary.clone(),
                    images: vec![],
                });
            }
            if !round.parts.is_empty() {
                messages.push(Message::Assistant {
                    parts: round.parts.clone(),
                });
            }
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::{Part, PartBody, Round, RoundKey, SessionId, TurnId, UserMessage};

    fn turn(id: &str, text: &str, answers: &[&str]) -> Turn {
        let rounds = answers.iter().enumerate().map(|(index, answer)| Round {
            key: RoundKey {
                turn: TurnId::from(id),
                index: index as u32,
            },
            parts: vec![Part::from(PartBody::Text {
                text: (*answer).to_owned(),
            })],
            usage: None,
            model: "m".to_owned(),
            stop: None,
            summary: None,
            started: 0.0,
            ended: 0.0,
        });
        Turn {
            id: TurnId::from(id),
            session: SessionId::from("s"),
            parent: None,
            created: 0.0,
            agent: Default::default(),
            user: UserMessage {
                text: text.to_owned(),
            },
            rounds: rounds.collect(),
            outcome: None,
        }
    }

    fn shape(messages: &[Message]) -> Vec<String> {
        let show = |message: &Message| match message {
            Message::User { text, .. } => format!("user: {text}"),
            Message::Assistant { parts } => format!("assistant: {} part(s)", parts.len()),
        };
        messages.iter().map(show).collect()
    }

    #[test]
    fn turns_without_an_answer_keep_their_message() {
        let turns = [
            turn("1", "hi", &["hello"]),
            turn("2", "lost", &[]),
            turn("3", "again", &[]),
        ];
        assert_eq!(
            shape(&history(&turns)),
            [
                "user: hi",
                "assistant: 1 part(s)",
                "user: lost",
                "user: again"
            ]
        );
    }

    #[test]
    fn a_summary_stands_for_what_came_before() {
        let mut summed = turn("2", "go on", &["sure"]);
        summed.rounds[0].summary = Some("they greeted".to_owned());
        let turns = [turn("1", "hi", &["hello"]), summed];
        assert_eq!(
            shape(&history(&turns)),
            ["user: they greeted", "assistant: 1 part(s)"]
        );
    }
}
