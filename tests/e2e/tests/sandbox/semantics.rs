//! What honest code may expect.

use super::{in_page, open, run};
use e2e::{Engine, Test, in_each_engine};

in_each_engine!(
    values_come_back,
    the_console_is_kept,
    images_come_back,
    a_missing_sandbox_is_said
);

/// Code, and what the result says.
const VALUES: &[(&str, &str)] = &[
    ("return 6 * 7;", "42"),
    ("6 * 7", "42"),
    ("6 * 7; // answer", "42"),
    ("({ a: 1 })", "{\n  \"a\": 1\n}"),
    ("{ a: 1 }", "{\n  \"a\": 1\n}"),
    ("const x = 5; x * 2", "10"),
    ("let sum = 0; for (const n of [1, 2, 3]) sum += n; sum", "6"),
    ("function twice(n) { return 2 * n; }\ntwice(21)", "42"),
    ("await Promise.resolve(7)", "7"),
    ("const x = await Promise.resolve(7);\nreturn x + 1;", "8"),
    ("(async () => 9)()", "9"),
    ("if (args.n > 1) return 'more'; return 'less';", "more"),
    ("args.n + 1", "6"),
    ("return `grüß 👋`", "grüß 👋"),
    ("return null", "null"),
    ("const x = 1;", "The code returned nothing."),
    ("", "The code returned nothing."),
    (
        "return [undefined, NaN, -Infinity, 10n, Symbol('s'), new Date(0), /x/g, new Error('e'), () => 1]",
        "[\n  null,\n  \"NaN\",\n  \"-Infinity\",\n  \"10\",\n  \"Symbol(s)\",\n  \"1970-01-01T00:00:00.000Z\",\n  \"/x/g\",\n  \"Error: e\",\n  \"[Function]\"\n]",
    ),
    (
        "return { gone: undefined, map: new Map([['a', 1]]), pairs: new Map([[1, 2]]), set: new Set([1]), bytes: new Uint8Array([1, 2]) }",
        "{\n  \"bytes\": [\n    1,\n    2\n  ],\n  \"map\": {\n    \"a\": 1\n  },\n  \"pairs\": [\n    [\n      1,\n      2\n    ]\n  ],\n  \"set\": [\n    1\n  ]\n}",
    ),
    ("const a = {}; return [a, a]", "[\n  {},\n  {}\n]"),
    ("return { toJSON: () => 'said' }", "said"),
    // Errors say what and where.
    ("let a = 1;\n\nnull.foo;", "TypeError"),
    ("let a = 1;\n\nnull.foo;\nreturn a;", "(line 3)"),
    (
        "function f() {\n  throw new RangeError('mine');\n}\nf()",
        "RangeError: mine (line 2)",
    ),
    ("throw 'plain'", "Thrown: plain"),
    ("return (", "SyntaxError"),
    ("JSON.parse('{')", "SyntaxError"),
];

async fn values_come_back(test: &Test) {
    open(test).await;
    test.page
        .fill("textbox", "Arguments (JSON)", "{\"n\": 5}")
        .await;
    for (code, expected) in VALUES {
        let report = run(test, code, "9").await;
        let report = report.replace("\u{a0}", " ");
        assert!(report.contains(expected), "{code}\n{report}");
    }
    let report = run(test, "let a = 1;\n\nlet b = ;\nreturn a;", "9").await;
    // JavaScriptCore does not say where a syntax error is.
    let line = if test.engine() == Engine::Webkit {
        ""
    } else {
        " (line 3)"
    };
    assert!(
        report.contains(&format!("{line}\n")) && report.starts_with("SyntaxError"),
        "{report}"
    );
    test.page
        .fill("textbox", "Arguments (JSON)", "{n: 5}")
        .await;
    test.page.press("button", "Run").await;
    test.page
        .until("the wrong field to be named", async || {
            test.page.whole_text().await.contains("This is not JSON")
        })
        .await;
}

async fn the_console_is_kept(test: &Test) {
    open(test).await;
    let code = "console.log('one', 2, { three: [3] });\nconsole.warn('careful');\nconsole.error(new TypeError('bad'));\n\
                console.info(undefined, null);\nconsole.debug('deep');\nconsole.assert(1 > 2, 'math');\n\
                console.time('x'); console.timeEnd('x');\nsetTimeout(() => { throw new Error('later'); });\n\
                await new Promise((go) => setTimeout(go, 100));\nreturn 'ok';";
    let report = run(test, code, "9").await;
    let at = |words: &str| {
        report
            .find(words)
            .unwrap_or_else(|| panic!("{words:?} is missing: {report}"))
    };
    let order = [
        "one 2 {\"three\":[3]}",
        "[warn] careful",
        "[error] TypeError: bad (line 3)",
        "[info] undefined null",
        "[debug] deep",
        "[error] Assertion failed math",
        // WebKit does not say what an error was that nobody caught in code made of a text.
        if test.engine() == Engine::Webkit {
            "[error] Uncaught Script error."
        } else {
            "[error] Uncaught Error: later (line 8)"
        },
    ]
    .map(at);
    assert!(order.is_sorted(), "{report}");
    at("ok");

    let blocked = run(test, "try { await fetch('http://127.0.0.1:9/'); } catch {}\nawait new Promise((go) => setTimeout(go, 100));", "9").await;
    assert!(
        // WebKit tells no worker what its policy has blocked.
        test.engine() == Engine::Webkit || blocked.contains("[warn] The sandbox has no network"),
        "{blocked}"
    );
    let early = run(test, "console.log('before'); for (;;);", "1").await;
    assert!(
        early.contains("before") && early.contains("ran longer"),
        "{early}"
    );
}

async fn images_come_back(test: &Test) {
    open(test).await;
    let canvas = "const canvas = new OffscreenCanvas(40, 30); const c = canvas.getContext('2d'); c.fillStyle = 'red'; c.fillRect(0, 0, 40, 30);";
    let svg = "new Blob(['<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30\"></svg>'], { type: 'image/svg+xml' })";
    for code in [
        format!("{canvas} return canvas;"),
        format!("{canvas} display(canvas);"),
        format!("{canvas} canvas"),
        format!("{canvas} return canvas.convertToBlob({{ type: 'image/jpeg' }});"),
        format!("{canvas} return c.getImageData(0, 0, 40, 30);"),
        format!("{canvas} return canvas.transferToImageBitmap();"),
        svg.to_owned(),
    ] {
        let report = run(test, &code, "9").await;
        assert!(report.contains("It returned images."), "{code}: {report}");
        let image = test.page.find("img", "Image 1").await;
        let size = "const image = arguments[0]; return image.complete && [image.naturalWidth, image.naturalHeight].join();";
        test.page
            .until("the image", async || {
                in_page(test, size, vec![image.to_json().unwrap()]).await == "40,30"
            })
            .await;
    }
}

async fn a_missing_sandbox_is_said(test: &Test) {
    open(test).await;
    test.site.withhold("html");
    let report = run(test, "1", "9").await;
    assert!(report.contains("did not load"), "{report}");
}
