//! Running a decoder and reading its events.

use crate::provider::{Decoder, Endpoint, Event};

pub(super) fn run(endpoint: &Endpoint, chunks: &[&[u8]]) -> Vec<Event> {
    let mut decoder = Decoder::new(endpoint);
    let mut events = Vec::new();
    for chunk in chunks {
        decoder.push(chunk, &mut events);
    }
    decoder.finish(&mut events);
    events
}

/// One line for each event; the pieces of one text stand on one line.
pub(super) fn show(events: &[Event]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut growing = None;
    for event in events {
        let (line, piece) = match event {
            Event::PartStarted { index, kind } => (format!("{index} started {kind:?}"), None),
            Event::PartText { index, text } => {
                (format!("{index} text {text:?}"), Some((*index, text)))
            }
            Event::PartArgs { index, json } => {
                (format!("{index} args {json:?}"), Some((*index, json)))
            }
            Event::PartOpaque { index, value } => (format!("{index} opaque {value}"), None),
            Event::PartRetyped { index, kind } => (format!("{index} was {kind:?}"), None),
            Event::PartEnded { index } => (format!("{index} ended"), None),
            Event::ModelReported(model) => (format!("model {model}"), None),
            Event::UsageReported(usage) => {
                let counts = [usage.input, usage.cached, usage.output, usage.reasoning];
                let counts = counts.map(|count| count.map_or("-".to_owned(), |n| n.to_string()));
                let [input, cached, output, reasoning] = counts;
                let line = format!(
                    "usage in {input} ({cached} cached) out {output} ({reasoning} reasoning)"
                );
                (line, None)
            }
            Event::Stopped(reason) => (format!("stopped {reason:?}"), None),
            Event::Failed(error) => {
                let code = error.code.as_deref().map(|code| format!(" [{code}]"));
                let code = code.unwrap_or_default();
                (
                    format!("FAILED {:?}{code}: {}", error.kind, error.message),
                    None,
                )
            }
        };
        match (piece, lines.last_mut()) {
            (Some((index, piece)), Some(last)) if growing == Some(index) => {
                last.push_str(&format!(" {piece:?}"));
            }
            _ => lines.push(line),
        }
        growing = piece.map(|(index, _)| index);
    }
    lines.join("\n")
}

/// Parts start in order, grow only while open, end exactly once; nothing follows a failure.
pub(super) fn assert_lifecycle(events: &[Event]) {
    let mut open: Vec<bool> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::PartStarted { index, .. } => {
                assert_eq!(*index, open.len(), "parts start in order: {events:#?}");
                open.push(true);
            }
            Event::PartText { index, text: grown } | Event::PartArgs { index, json: grown } => {
                assert!(open[*index], "{index} grows after its end: {events:#?}");
                assert!(!grown.is_empty(), "{events:#?}");
            }
            Event::PartOpaque { index, .. } => assert!(*index < open.len()),
            Event::PartRetyped { index, .. } => assert!(open[*index]),
            Event::PartEnded { index } => {
                assert!(open[*index], "{index} ends twice: {events:#?}");
                open[*index] = false;
            }
            Event::Failed(_) => assert_eq!(at, events.len() - 1, "{events:#?}"),
            Event::ModelReported(_) | Event::UsageReported(_) | Event::Stopped(_) => {}
        }
    }
    assert!(!open.contains(&true), "a part never ended: {events:#?}");
}
