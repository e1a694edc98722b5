use super::*;
use crate::tool::script::MAX_LINES;
use serde_json::json;

fn ending(messages: &[Value]) -> (Ending, Report) {
    let mut collector = Collector::default();
    for message in messages {
        if let Step::Ends(ending) = collector.take(&message.to_string()) {
            return (ending.clone(), collector.finish(ending, 5.0));
        }
    }
    panic!("the run goes on after {messages:?}");
}

#[test]
fn a_run_is_collected_in_order() {
    let (ending, report) = ending(&[
        json!({ "console": ["log", "one"] }),
        json!({ "image": ["image/png", "AAAA"] }),
        json!({ "console": ["warn", "two"] }),
        json!({ "cut": "console" }),
        json!({ "returned": { "value": { "a": [1, null] } } }),
    ]);
    assert_eq!(ending, Ending::Returned(Some(json!({ "a": [1, null] }))));
    let lines: Vec<_> = report
        .console
        .iter()
        .map(|line| (line.level, &*line.text))
        .collect();
    assert_eq!(lines, [(Level::Log, "one"), (Level::Warn, "two")]);
    assert_eq!(report.images.len(), 1);
    assert!(report.cut.console && !report.cut.images && !report.cut.result);
    assert_eq!(report.duration, 5.0);
}

#[test]
fn nothing_and_null_differ() {
    assert_eq!(
        ending(&[json!({ "returned": null })]).0,
        Ending::Returned(None)
    );
    let null = json!({ "returned": { "value": null } });
    assert_eq!(ending(&[null]).0, Ending::Returned(Some(Value::Null)));
}

#[test]
fn endings_are_told_apart() {
    let of = |message| ending(&[message]).0;
    assert_eq!(
        of(json!({ "threw": "TypeError: x" })),
        Ending::Threw("TypeError: x".to_owned())
    );
    assert_eq!(of(json!({ "memory": null })), Ending::OutOfMemory);
    assert_eq!(of(json!({ "broke": "out of memory" })), Ending::OutOfMemory);
    assert_eq!(
        of(json!({ "broke": "Uncaught RangeError: Out of memory" })),
        Ending::OutOfMemory
    );
    assert_eq!(
        of(json!({ "broke": "odd" })),
        Ending::Crashed("odd".to_owned())
    );
}

#[test]
fn what_is_no_message_ends_the_run() {
    for text in [
        "",
        "null",
        "{}",
        "[]",
        "7",
        "\"returned\"",
        r#"{"console":["shout","x"]}"#,
        r#"{"console":["log"]}"#,
        r#"{"console":["log","x","y"]}"#,
        r#"{"returned":1}"#,
        r#"{"threw":{}}"#,
        r#"{"other":1}"#,
        r#"{"threw":"x","memory":null}"#,
    ] {
        let step = Collector::default().take(text);
        assert!(
            matches!(step, Step::Ends(Ending::Crashed(_))),
            "{text}: {step:?}"
        );
    }
}

#[test]
fn a_flood_ends_the_run() {
    let mut collector = Collector::default();
    let line = json!({ "console": ["log", "x"] }).to_string();
    let taken = (0..10 * MAX_LINES)
        .take_while(|_| collector.take(&line) == Step::Goes)
        .count();
    assert_eq!(taken, MAX_MESSAGES);

    let mut collector = Collector::default();
    let long = json!({ "console": ["log", "x".repeat(8_000_000)] }).to_string();
    let taken = (0..100)
        .take_while(|_| collector.take(&long) == Step::Goes)
        .count();
    assert_eq!(taken, MAX_SIZE / long.len());
}

#[test]
fn an_error_is_cut() {
    let (ending, _) = ending(&[json!({ "threw": "ä".repeat(20_000) })]);
    assert_eq!(ending, Ending::Threw("ä".repeat(MAX_ERROR)));
}

#[test]
fn only_sound_images_are_kept() {
    let long = "A".repeat(MAX_IMAGE + 4);
    for (media_type, data, kept) in [
        ("image/png", "iVBORw0KGgo=", true),
        ("image/svg+xml;charset=utf-8", "PHN2Zy8+", true),
        ("image/png", "", false),
        ("image/png", "AAAA\" onerror=\"x", false),
        ("image/png\" onload=\"x", "AAAA", false),
        ("text/html", "AAAA", false),
        ("IMAGE/PNG", "AAAA", false),
        ("image/png", &long, false),
    ] {
        let (_, report) = ending(&[
            json!({ "image": [media_type, data] }),
            json!({ "returned": null }),
        ]);
        assert_eq!(
            (report.images.len(), report.cut.images),
            (usize::from(kept), !kept),
            "{media_type}"
        );
    }
    let mut nine = vec![json!({ "image": ["image/gif", "AAAA"] }); MAX_IMAGES + 1];
    nine.push(json!({ "returned": null }));
    let (_, report) = ending(&nine);
    assert_eq!((report.images.len(), report.cut.images), (MAX_IMAGES, true));
}

/// The page of the sandbox states the limits again, because it is not Rust.
#[test]
fn the_sandbox_keeps_the_same_limits() {
    use crate::tool::script::{MAX_CONSOLE, MAX_MESSAGE, MAX_RESULT};
    let page = include_str!("../../../../public/sandbox.html").replace('_', "");
    for stated in [
        format!("MAXLINES = {MAX_LINES},"),
        format!("MAXCONSOLE = {MAX_CONSOLE},"),
        format!("MAXRESULT = {MAX_RESULT},"),
        format!("MAXIMAGES = {MAX_IMAGES},"),
        format!("MAXIMAGE = {MAX_IMAGE};"),
        format!("data.length <= {MAX_MESSAGE}"),
    ] {
        assert!(page.contains(&stated), "{stated}");
    }
}
