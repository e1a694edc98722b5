//! The module that tools need arrives when it is asked for, and holds against what would overwhelm it.

use e2e::{Test, in_each_engine};

in_each_engine!(answers_when_fetched);

/// Fetches the module as the page does, and calls its functions with each pair of texts.
const CALLS: &str = r#"
    const calls = JSON.parse(arguments[0]);
    if (!globalThis.colloquyToolbox) {
        await colloquyImport(document.querySelector('#toolbox').dataset.lazy);
    }
    return calls.map(([name, first, second]) => {
        try {
            return colloquyToolbox[name](first, second);
        } catch (error) {
            return `thrown: ${error.message}`;
        }
    });
"#;

async fn call(test: &Test, calls: &[(&str, String, &str)]) -> Vec<String> {
    // An arrow function keeps the script's arguments.
    let script = format!("return (async () => {{ {CALLS} }})()");
    let calls = serde_json::to_string(calls).unwrap();
    let answers = test
        .page
        .driver
        .execute(script, vec![calls.into()])
        .await
        .unwrap();
    serde_json::from_value(answers.json().clone()).unwrap()
}

async fn answers_when_fetched(test: &Test) {
    let page = &test.page;
    page.open(&test.site.url()).await;
    page.until("the app to start", async || {
        page.whole_text().await.contains("Colloquy")
    })
    .await;
    let schema = r#"{"type":"object","properties":{"a":{"type":"string","pattern":"^(?!x)"}}}"#;
    let page_text =
        "<title>Tides</title><article><p>The moon pulls <a href='/sea'>the sea</a>.</p></article>";
    let answers = call(
        test,
        &[
            ("check", schema.to_owned(), r#"{"a":"b"}"#),
            ("check", schema.to_owned(), r#"{"a":1}"#),
            ("check", r#"{"$ref":"https://a.test/b"}"#.to_owned(), "{}"),
            ("calculate", "72 km/h to m/s".to_owned(), ""),
            ("readable", page_text.to_owned(), "https://a.test/"),
            (
                "search",
                r#"{"a.txt":"one\ntwo"}"#.to_owned(),
                r#"{"pattern":"^t","regex":true,"ignore_case":false,"most":9,"longest_line":9}"#,
            ),
        ],
    )
    .await;
    assert_eq!(answers[0], r#"{"Ok":null}"#);
    assert_eq!(answers[1], r#"{"Err":"/a: must be string, not number"}"#);
    assert!(
        answers[2].contains("the schema of the tool itself is invalid"),
        "{}",
        answers[2]
    );
    assert_eq!(answers[3], r#"{"Ok":"20 m / s"}"#);
    assert!(
        answers[4].contains("[the sea](https://a.test/sea)"),
        "{}",
        answers[4]
    );
    assert_eq!(
        answers[5],
        r#"{"Ok":{"matches":[{"path":"a.txt","line":2,"text":"two"}],"total":1}}"#
    );

    // As deep and as costly as is let through; none may break the module for those that come after.
    let mut hostile: Vec<(&str, String, &str)> = vec![];
    for open in [
        "(", "-", "sqrt ", "sqrt(", "-(", "1+(", "2^", "2^-", "1 to ", "1 m to ", "1-", "1/", "a;",
        "not ", "km ",
    ] {
        for count in [5, 10, 19, 50] {
            hostile.push((
                "calculate",
                format!(
                    "{}1{}",
                    open.repeat(count),
                    ")".repeat(open.matches('(').count() * count)
                ),
                "",
            ));
        }
    }
    hostile.extend(
        ["10^10^10", "100000!", "sqrt(10^100000)", "1e999999999"]
            .map(|text| ("calculate", text.to_owned(), "")),
    );
    for open in ["<div>", "<table>", "<svg><math>", "<a><div>"] {
        hostile.push(("readable", open.repeat(190) + "<p>deep", "https://a.test/"));
    }
    hostile.push(("check", r##"{"$ref":"#"}"##.to_owned(), "{}"));
    let answers = call(test, &hostile).await;
    for ((_, first, _), answer) in hostile.iter().zip(&answers) {
        assert!(
            !answer.starts_with("thrown"),
            "{first:.40} ({}): {answer}",
            first.len()
        );
    }
    let sum = call(test, &[("calculate", "1 + 1".to_owned(), "")]).await;
    assert_eq!(sum, [r#"{"Ok":"2"}"#]);
    test.assert_no_problems().await;
}
