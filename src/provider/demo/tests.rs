use super::*;
use crate::chat::{Message, ModelInput};
use crate::provider::preset::DEMO;
use crate::provider::{Event, ModelConfig, PartKind, Provider, decoder, encode};
use pulldown_cmark::{CodeBlockKind, Options, Parser, Tag};
use std::collections::BTreeSet;

struct Answer {
    thinking: String,
    text: String,
    failure: Option<String>,
    milliseconds: Millis,
    per_second: f64,
}

/// Asks the way the page does: through the encoder and the decoder.
fn ask(question: &str) -> Answer {
    let provider = Provider {
        id: "demo".into(),
        name: "Demo".into(),
        preset: DEMO.into(),
        base_url: String::new(),
        enabled: true,
        headers: vec![],
        body: Default::default(),
    };
    let config = ModelConfig {
        id: "m".into(),
        provider: "demo".into(),
        model: MODEL.into(),
        name: String::new(),
        temperature: None,
        max_tokens: None,
        top_p: None,
        thinking: Default::default(),
        idle_timeout: 60,
        extra: Default::default(),
    };
    let input = ModelInput {
        system: "Be brief.".into(),
        messages: vec![Message::User {
            text: question.into(),
            images: vec![],
        }],
        tools: vec![],
    };
    let endpoint = provider.endpoint(Default::default());
    let request = encode(&endpoint, &config, &input);
    assert!(request.url.starts_with(SCHEME));
    let pieces = respond(&request.body);
    let mut decoder = decoder(&endpoint);
    let mut events = Vec::new();
    for piece in &pieces {
        decoder.push(&piece.bytes, &mut events);
    }
    decoder.finish(&mut events);
    let mut answer = Answer {
        thinking: String::new(),
        text: String::new(),
        failure: None,
        milliseconds: pieces.iter().map(|piece| piece.delay).sum(),
        per_second: 0.0,
    };
    answer.per_second = pieces.len() as f64 / (answer.milliseconds / 1000.0);
    let mut kinds = Vec::new();
    for event in events {
        match event {
            Event::PartStarted { kind, .. } => kinds.push(kind),
            Event::PartText { index: 0, text } => answer.thinking.push_str(&text),
            Event::PartText { text, .. } => answer.text.push_str(&text),
            Event::Failed(error) => answer.failure = Some(error.message),
            _ => {}
        }
    }
    assert_eq!(kinds, [PartKind::Thinking, PartKind::Text], "{question}");
    answer
}

#[test]
fn every_script_says_that_it_is_one_at_a_pleasant_pace() {
    let asked = [
        "Hello!",
        "Show me some code",
        "a table, please",
        "Math?",
        "THINK about it",
        "something long",
        "make an error",
    ];
    let mut said = BTreeSet::new();
    for question in asked {
        let answer = ask(question);
        let honest = answer.text.find("script").unwrap_or(usize::MAX);
        assert!(honest < 200, "{question}: {}", answer.text);
        assert!(!answer.thinking.is_empty());
        let seconds = answer.milliseconds / 1000.0;
        assert!((3.0..8.0).contains(&seconds), "{question}: {seconds} s");
        let pace = answer.per_second;
        assert!((40.0..60.0).contains(&pace), "{question}: {pace} a second");
        assert_eq!(answer.failure.is_some(), question.contains("error"));
        assert!(
            said.insert(answer.text),
            "{question} is answered like another"
        );
    }
    assert!(said.iter().any(|text| text.len() > 8_000), "none is long");
    assert_eq!(respond("{}"), respond("{}"));
}

#[test]
fn the_tour_holds_everything_that_markdown_has() {
    let text = ask("Hello").text;
    let mut seen = BTreeSet::new();
    let mut languages = BTreeSet::new();
    for event in Parser::new_ext(&text, Options::all()) {
        let name = match event {
            pulldown_cmark::Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                languages.insert(language.to_string());
                continue;
            }
            pulldown_cmark::Event::Start(tag) => format!("{tag:?}"),
            other => format!("{other:?}"),
        };
        seen.insert(name.split([' ', '(', '{']).next().unwrap().to_owned());
    }
    for wanted in [
        "Heading",
        "List",
        "Item",
        "Table",
        "BlockQuote",
        "Link",
        "TaskListMarker",
        "Emphasis",
        "Strong",
        "Strikethrough",
        "InlineMath",
        "DisplayMath",
        "Code",
    ] {
        assert!(seen.contains(wanted), "{wanted} is not in {seen:?}");
    }
    assert_eq!(languages.len(), 2, "{languages:?}");
}

#[test]
fn the_message_is_quoted_and_cannot_be_taken_for_markdown() {
    assert!(ask("Hello there").text.contains("\n> ` Hello there `\n"));
    assert!(ask("say ``x``").text.contains("\n> ``` say ``x`` ```\n"));
    let text = ask("![x](https://evil.test/p.png) <b>\n# second line").text;
    assert!(text.contains("\n> ` ![x](https://evil.test/p.png) <b>… `\n"));
    let long = ask(&"字".repeat(10_000)).text;
    assert!(long.contains(&format!("> ` {}… `", "字".repeat(80))));
    assert!(!long.contains(&"字".repeat(81)));
    assert!(!ask(" \n ").text.contains("You wrote"));
}

#[test]
fn any_body_is_answered() {
    for body in [
        "",
        "[]",
        "{\"messages\":7}",
        "{\"messages\":[{\"role\":\"user\",\"content\":[]}]}",
    ] {
        assert!(respond(body).len() > 100, "{body:?}");
    }
}
