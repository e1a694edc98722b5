//! A hostile body tries to bring the page down.

use super::{ended, in_page, open, report, run, start};
use e2e::{Test, in_each_engine};
use std::time::Instant;

in_each_engine!(endless_work_ends, memory_bombs_end, floods_end, stop_stops);

/// The longest that the page may be held up, in seconds, where the run's own time limit is not less. What blocks the
/// page blocks it to that limit or for ever; a busy machine holds it up for a moment.
const LONGEST_PAUSE: f64 = 3.0;

const WATCH: &str = "
    window.pause = 0; window.last = performance.now();
    window.watch ??= setInterval(() => { const now = performance.now(); window.pause = Math.max(window.pause, now - window.last); window.last = now; }, 10);";

const ENDLESS: &[(&str, &str)] = &[
    ("loop", "for (;;);"),
    ("loop of microtasks", "for (;;) await 0;"),
    ("waiting", "await new Promise(() => {});"),
    (
        "microtasks",
        "const again = () => queueMicrotask(again); again(); await new Promise(() => {});",
    ),
    (
        "timers",
        "setInterval(() => {}, 0); await new Promise(() => {});",
    ),
    (
        "regular expression",
        "return /^(a+)+$/.test('a'.repeat(64) + 'b') + ' ' + (() => { for (;;); })();",
    ),
    ("result", "return { toJSON() { for (;;); } };"),
    ("thenable", "return { then() { for (;;); } };"),
    ("swallowed errors", "for (;;) { try { null.x } catch {} }"),
];

async fn endless_work_ends(test: &Test) {
    open(test).await;
    for (name, code) in ENDLESS {
        let report = bearable(test, name, code, "2").await;
        assert!(
            report.contains("it ran longer than 2 s"),
            "{name}: {report}"
        );
    }
    alive(test).await;
}

/// Each with what its report may say: a memory bomb ends by its own error, by the sandbox's count, or by time.
const BOMBS: &[(&str, &str, &[&str])] = &[
    (
        "buffers",
        "const all = []; for (;;) all.push(new Uint8Array(1 << 26).fill(1));",
        COUNTED,
    ),
    (
        "buffers, swallowing errors",
        "const all = []; for (;;) { try { all.push(new Uint8Array(1 << 26).fill(1)); } catch {} }",
        COUNTED,
    ),
    (
        "buffers, by another's constructor",
        "const all = []; const { constructor } = new Float64Array(1).buffer; \
        for (;;) all.push(new Uint8Array(new constructor(1 << 26)).fill(1));",
        COUNTED,
    ),
    (
        "buffers, over many turns",
        "const all = []; for (;;) { all.push(new Uint8Array(1 << 26).fill(1)); \
        await new Promise((go) => setTimeout(go)); }",
        COUNTED,
    ),
    (
        "one buffer",
        "return new Uint8Array(6e9).length;",
        &["more memory", "RangeError"],
    ),
    (
        "blobs",
        "const all = []; const bytes = new Uint8Array(1 << 26); for (;;) { bytes[0] += 1; all.push(new Blob([bytes])); }",
        COUNTED,
    ),
    (
        "canvases",
        "const all = []; for (;;) { const canvas = new OffscreenCanvas(4000, 4000); \
        canvas.getContext('2d').fillRect(0, 0, 4000, 4000); all.push(canvas); }",
        COUNTED,
    ),
    (
        "objects",
        "const all = []; for (;;) all.push({ at: all.length });",
        ENDS,
    ),
    (
        "numbers",
        "const all = []; for (;;) all.push(Math.random());",
        ENDS,
    ),
    (
        "texts",
        "const all = []; for (let at = 0; ; at += 1) all.push(('x' + at).repeat(1000) + at);",
        ENDS,
    ),
    ("one text", "let text = 'x'; for (;;) text += text;", ENDS),
    (
        "recursion",
        "const deep = () => [deep()]; return deep();",
        ENDS,
    ),
    (
        "an array of holes",
        "return new Array(4294967295).fill(1).length;",
        ENDS,
    ),
];
const COUNTED: &[&str] = &["more memory"];
/// V8's and JavaScriptCore's words, SpiderMonkey's, the sandbox's.
const ENDS: &[&str] = &[
    "RangeError",
    "InternalError",
    "out of memory",
    "more memory",
    "ran longer than",
    "broke down",
];

async fn memory_bombs_end(test: &Test) {
    open(test).await;
    for (name, code, expected) in BOMBS {
        // What the sandbox counts must end by that, however slow this machine is.
        let limit = if *expected == COUNTED { "25" } else { "3" };
        let report = bearable(test, name, code, limit).await;
        assert!(
            expected.iter().any(|words| report.contains(words)),
            "{name}: {report}"
        );
    }
    alive(test).await;
}

/// Each with what its report must say.
const FLOODS: &[(&str, &str, &str)] = &[
    (
        "console",
        "for (;;) console.log('x'.repeat(1e6) + Math.random());",
        "The console had more",
    ),
    (
        "many lines",
        "for (let at = 0; at < 1e5; at += 1) console.log(at); return 'done';",
        "The console had more",
    ),
    (
        "messages",
        "const say = self.postMessage ?? DedicatedWorkerGlobalScope.prototype.postMessage; \
        for (;;) say.call(self, 'x'.repeat(1e6));",
        "TypeError",
    ),
    (
        "errors",
        "setInterval(() => { throw new Error('x'.repeat(1e5)); }, 0); await new Promise(() => {});",
        "ran longer than",
    ),
    (
        "errors at once",
        "Event.prototype.preventDefault = () => {}; \
        for (let at = 0; at < 1e4; at += 1) queueMicrotask(() => { throw at; }); await new Promise(() => {});",
        "broke down",
    ),
    (
        "reported errors",
        "for (;;) reportError(new Error('x'));",
        "ReferenceError",
    ),
    (
        "rejections",
        "for (let at = 0; at < 1e4; at += 1) Promise.reject(at); await new Promise((go) => setTimeout(go, 300)); return 'done';",
        "The console had more",
    ),
    (
        "images",
        "for (let at = 0; at < 100; at += 1) { const canvas = new OffscreenCanvas(9, 9); canvas.getContext('2d'); display(canvas); } return 'done';",
        "Not all images came back",
    ),
    ("a long text", "return 'x'.repeat(3e7);", "too long"),
    (
        "a long list",
        "return Array.from({ length: 2e6 }, (_, at) => at);",
        "too long",
    ),
    (
        "a deep object",
        "let deep = {}; for (let at = 0; at < 1e5; at += 1) deep = { deep }; return deep;",
        "[…]",
    ),
    (
        "a circle",
        "const circle = {}; circle.circle = circle; return circle;",
        "[Circular]",
    ),
    (
        "refused requests",
        "for (let at = 0; at < 2000; at += 1) fetch('http://127.0.0.1:9/').catch(() => {}); \
        await new Promise((go) => setTimeout(go, 500)); return 'done';",
        "done",
    ),
];

async fn floods_end(test: &Test) {
    open(test).await;
    for (name, code, expected) in FLOODS {
        let report = bearable(test, name, code, "4").await;
        assert!(
            report.contains(expected),
            "{name}: {}",
            &report.chars().take(600).collect::<String>()
        );
    }
    alive(test).await;
}

async fn stop_stops(test: &Test) {
    let page = &test.page;
    open(test).await;
    start(test, "for (;;);", "60").await;
    page.find("button", "Stop").await;
    // The page takes clicks and keys while the loop runs.
    page.fill("textbox", "Arguments (JSON)", "{\"typed\": true}")
        .await;
    assert!(report(test).await.starts_with("Running"));
    page.press("button", "Stop").await;
    let text = ended(test).await;
    assert!(text.contains("The run was stopped."), "{text}");
    page.gone("button", "Stop").await;
    let frames = in_page(
        test,
        "return document.querySelectorAll('iframe').length;",
        vec![],
    )
    .await;
    assert_eq!(frames, 0, "a frame is left");
    // Leaving the section ends its run.
    start(test, "for (;;);", "60").await;
    page.find("button", "Stop").await;
    page.press("button", "Appearance").await;
    page.until("the frame to go", async || {
        in_page(
            test,
            "return document.querySelectorAll('iframe').length;",
            vec![],
        )
        .await
            == 0
    })
    .await;
    page.press("button", "Tools").await;
    alive(test).await;
}

/// Runs code and measures how long the page was held up meanwhile.
async fn bearable(test: &Test, name: &str, code: &str, limit: &str) -> String {
    start(test, code, limit).await;
    in_page(test, WATCH, vec![]).await;
    let begun = Instant::now();
    let report = ended(test).await;
    let pause = in_page(test, "return window.pause;", vec![])
        .await
        .as_f64()
        .unwrap();
    eprintln!(
        "{} {name}: {:.1?}, page held up {pause:.0} ms: {}",
        test.engine().name(),
        begun.elapsed(),
        report
            .replace('\n', " | ")
            .chars()
            .take(150)
            .collect::<String>()
    );
    let longest = 1_000.0 * limit.parse::<f64>().unwrap().min(LONGEST_PAUSE);
    assert!(
        pause < longest,
        "{name} held the page up for {pause} ms of {longest}"
    );
    report
}

/// The page, and a new run, work as ever.
async fn alive(test: &Test) {
    test.page
        .fill("textbox", "Arguments (JSON)", "{\"n\": 6}")
        .await;
    let text = run(test, "return args.n * 7;", "9").await;
    assert!(text.contains("42"), "{text}");
}
