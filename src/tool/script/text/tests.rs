use crate::chat::Image;
use crate::tool::script::{Collector, Cut, Ending, Level, Line, Report};
use expect_test::{Expect, expect};
use serde_json::json;

fn report(ending: Ending) -> Report {
    Collector::default().finish(ending, 12.0)
}

fn check(report: &Report, expected: Expect) {
    expected.assert_eq(&report.for_model(20));
}

#[test]
fn a_text_is_read_as_it_is_and_the_rest_as_json() {
    check(
        &report(Ending::Returned(Some(json!("two\nlines")))),
        expect![[r#"
        Result:
        two
        lines"#]],
    );
    check(
        &report(Ending::Returned(Some(json!({ "a": [1] })))),
        expect![[r#"
        Result:
        {"a":[1]}"#]],
    );
    check(
        &report(Ending::Returned(Some(json!(null)))),
        expect![[r#"
        Result:
        null"#]],
    );
}

#[test]
fn every_ending_has_its_sentence() {
    check(
        &report(Ending::Returned(None)),
        expect!["The code returned nothing. Use `return` to answer with a value."],
    );
    check(
        &report(Ending::Threw("TypeError: x (line 3)".to_owned())),
        expect!["TypeError: x (line 3)"],
    );
    check(
        &report(Ending::TimedOut(10_000.0)),
        expect!["The code was ended: it ran longer than 10 s."],
    );
    check(&report(Ending::Stopped), expect!["The run was stopped."]);
    check(
        &report(Ending::OutOfMemory),
        expect!["The code was ended: it asked for more memory than a run may hold."],
    );
    check(
        &report(Ending::Crashed(String::new())),
        expect!["The sandbox broke down, perhaps for want of memory."],
    );
    check(
        &report(Ending::Crashed("odd".to_owned())),
        expect!["The sandbox broke down: odd"],
    );
}

#[test]
fn what_was_said_before_the_end_is_kept() {
    let mut report = report(Ending::TimedOut(500.0));
    for (level, text) in [(Level::Log, "plain"), (Level::Warn, "careful now")] {
        report.console.push(Line {
            level,
            text: text.to_owned(),
        });
    }
    check(
        &report,
        expect![[r#"
            The code was ended: it ran longer than 1 s.

            Console:
            plain
            [warn] careful
            … (4 more characters)"#]],
    );
}

#[test]
fn a_cut_is_said() {
    let mut report = report(Ending::Returned(Some(json!("ä".repeat(30)))));
    report.cut = Cut {
        console: true,
        images: true,
        result: true,
    };
    check(
        &report,
        expect![[r#"
        Result:
        ääääääääääääääääääää
        … (10 more characters)

        The console had more; the rest was dropped.

        Not all images came back: at most 8, of 3 MB each, in a format that browsers show.

        The result was too long; this is the start of its JSON."#]],
    );
}

#[test]
fn images_alone_are_an_answer() {
    let mut report = report(Ending::Returned(None));
    report.images.push(Image {
        media_type: "image/png".to_owned(),
        data: "AAAA".to_owned(),
    });
    check(&report, expect!["It returned images."]);
}
