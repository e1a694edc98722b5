//! What a streamed answer costs the main thread of Chromium: ours beside a bare page that only appends the
//! raw text. Prints times, ratios and long tasks (over 50 ms); decides nothing.

use e2e::bench::markdown;
use e2e::chat;
use e2e::{Engine, Page, Provider, Site, Test};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// One answer to be streamed.
#[derive(Clone, Copy)]
struct Case {
    kind: &'static str,
    kilobytes: usize,
    /// Chunks of four characters a second; 0 is as fast as the socket takes them.
    rate: u64,
    beside_bare: bool,
}

const CASES: &[Case] = &[
    Case {
        kind: "mixed",
        kilobytes: 100,
        rate: 2_000,
        beside_bare: true,
    },
    Case {
        kind: "mixed",
        kilobytes: 100,
        rate: 0,
        beside_bare: true,
    },
    Case {
        kind: "mixed",
        kilobytes: 2,
        rate: 100,
        beside_bare: true,
    },
    Case {
        kind: "mixed",
        kilobytes: 10,
        rate: 2_000,
        beside_bare: false,
    },
    Case {
        kind: "mixed",
        kilobytes: 1_000,
        rate: 2_000,
        beside_bare: false,
    },
    Case {
        kind: "code",
        kilobytes: 100,
        rate: 2_000,
        beside_bare: false,
    },
    Case {
        kind: "list",
        kilobytes: 100,
        rate: 2_000,
        beside_bare: false,
    },
    Case {
        kind: "table",
        kilobytes: 100,
        rate: 2_000,
        beside_bare: false,
    },
];

/// What the main thread did, in milliseconds.
struct Cost {
    tasks: f64,
    script: f64,
    layout: f64,
    style: f64,
    long_tasks: u64,
}

#[tokio::main]
async fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "{:<8}{:>6}{:>8} {:<6}{:>10}{:>8}{:>8}{:>8}{:>9}{:>7}{:>8}",
        "answer",
        "KB",
        "chunk/s",
        "page",
        "main ms",
        "script",
        "layout",
        "style",
        "ms/KB",
        "long",
        "ratio"
    );
    for case in CASES {
        let name = format!("{}-{}-{}", case.kind, case.kilobytes, case.rate);
        if !wanted.is_empty() && !wanted.contains(&name) {
            continue;
        }
        let bare = if case.beside_bare {
            Some(bare(*case).await)
        } else {
            None
        };
        if let Some(cost) = &bare {
            print_row(*case, "bare", cost, None);
        }
        let ours = ours(*case).await;
        print_row(*case, "ours", &ours, bare.as_ref());
    }
}

fn print_row(case: Case, page: &str, cost: &Cost, beside: Option<&Cost>) {
    let rate = if case.rate == 0 {
        "socket".to_owned()
    } else {
        case.rate.to_string()
    };
    let ratio = beside
        .map(|bare| format!("{:.2}", cost.tasks / bare.tasks))
        .unwrap_or_default();
    println!(
        "{:<8}{:>6}{:>8} {:<6}{:>10.0}{:>8.0}{:>8.0}{:>8.0}{:>9.2}{:>7}{:>8}",
        case.kind,
        case.kilobytes,
        rate,
        page,
        cost.tasks,
        cost.script,
        cost.layout,
        cost.style,
        cost.tasks / case.kilobytes as f64,
        cost.long_tasks,
        ratio
    );
}

async fn start(folder: Option<&Path>) -> (e2e::browser::Browser, Test) {
    let site = match folder {
        Some(folder) => Site::start_on(0, folder, false).await,
        None => Site::start_on(0, &e2e::site::dist(), false).await,
    };
    let provider = Provider::start().await;
    let browser = Engine::Chromium.start(&[], false).await;
    let page = Page {
        engine: Engine::Chromium,
        driver: browser.driver.clone(),
    };
    (
        browser,
        Test {
            page,
            site,
            provider,
        },
    )
}

async fn bare(case: Case) -> Cost {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bare");
    let (browser, test) = start(Some(&folder)).await;
    test.page.open(&test.site.url()).await;
    let url = format!("{}/chat/completions", answer_url(&test, case));
    let before = begin(&test).await;
    let script = "run(arguments[0]);";
    test.page
        .driver
        .execute(script, vec![json!(url)])
        .await
        .expect("the bare page runs");
    wait(case).await;
    let cost = end(&test, before).await;
    let shown = number(
        &test,
        "return document.title === 'done' ? document.getElementById('text').textContent.length : -1;",
    );
    assert_shown(shown.await, case);
    browser.quit().await;
    cost
}

async fn ours(case: Case) -> Cost {
    let (browser, test) = start(None).await;
    chat::connect(&test, &answer_url(&test, case)).await;
    test.page.fill("textbox", "Message", "go").await;
    // Settles what typing set off, such as saving the unsent text.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let send = test.page.find("button", "Send").await;
    let before = begin(&test).await;
    send.click().await.expect("Send takes a click");
    wait(case).await;
    let cost = end(&test, before).await;
    chat::settled(&test).await;
    let shown = number(
        &test,
        "return document.querySelector('article[aria-label=Assistant] .markdown').textContent.length;",
    );
    assert_shown(shown.await, case);
    browser.quit().await;
    cost
}

fn answer_url(test: &Test, case: Case) -> String {
    let bytes = case.kilobytes * 1_000;
    format!(
        "{}/bench/{}/{bytes}/4/{}/v1",
        test.provider.origin(),
        case.kind,
        case.rate
    )
}

/// Sleeps until the answer is over: asking the page would cost it time.
async fn wait(case: Case) {
    let characters = markdown(case.kind, case.kilobytes * 1_000).map_or(0, |text| text.len());
    let streaming = if case.rate == 0 {
        3.0
    } else {
        characters as f64 / 4.0 / case.rate as f64
    };
    tokio::time::sleep(Duration::from_secs_f64(streaming + 2.0)).await;
}

/// A bench that did not show the answer has measured nothing. Markup does not count as text.
fn assert_shown(shown: f64, case: Case) {
    let least = case.kilobytes as f64 * 1_000.0 * 0.7;
    assert!(
        shown >= least,
        "only {shown} characters of {} KB are on screen",
        case.kilobytes
    );
}

async fn begin(test: &Test) -> Value {
    let watch = "window.__long = 0; new PerformanceObserver((list) => { window.__long += list.getEntries().length; })\
                 .observe({ type: 'longtask' });";
    test.page
        .driver
        .execute(watch, vec![])
        .await
        .expect("long tasks can be observed");
    let cdp = test.page.driver.cdp();
    cdp.send_raw("Performance.enable", json!({}))
        .await
        .expect("Chromium measures");
    metrics(test).await
}

async fn end(test: &Test, before: Value) -> Cost {
    let after = metrics(test).await;
    let spent = |name: &str| (metric(&after, name) - metric(&before, name)) * 1_000.0;
    Cost {
        tasks: spent("TaskDuration"),
        script: spent("ScriptDuration"),
        layout: spent("LayoutDuration"),
        style: spent("RecalcStyleDuration"),
        long_tasks: number(test, "return window.__long;").await as u64,
    }
}

async fn metrics(test: &Test) -> Value {
    let answer = test
        .page
        .driver
        .cdp()
        .send_raw("Performance.getMetrics", json!({}))
        .await;
    answer.expect("Chromium tells its metrics")
}

/// Seconds.
fn metric(metrics: &Value, name: &str) -> f64 {
    let all = metrics["metrics"].as_array().expect("metrics are a list");
    let found = all.iter().find(|metric| metric["name"] == name);
    found
        .and_then(|metric| metric["value"].as_f64())
        .expect("Chromium has this metric")
}

async fn number(test: &Test, script: &str) -> f64 {
    let answer = test
        .page
        .driver
        .execute(script, vec![])
        .await
        .expect("the page answers");
    answer.json().as_f64().expect("the answer is a number")
}
