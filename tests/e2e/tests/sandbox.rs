//! JavaScript in the sandbox: what it may do, and what it may not.
//!
//! An attack that succeeds says `REACHED` or springs a trap; that the trap works is shown from the page.

mod attacks;
mod bombs;
mod semantics;

use e2e::Test;
use e2e::page::PATIENCE;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use thirtyfour::Key;
use tokio::net::TcpListener;

/// Opens the place to try JavaScript.
pub async fn open(test: &Test) {
    let page = &test.page;
    page.open(&test.site.url()).await;
    page.press("button", "Settings").await;
    page.press("button", "Tools").await;
    page.find("textbox", "Code").await;
}

/// Runs code to its end, with this limit in seconds, and returns the report as it is shown.
pub async fn run(test: &Test, code: &str, limit: &str) -> String {
    start(test, code, limit).await;
    ended(test).await
}

pub async fn start(test: &Test, code: &str, limit: &str) {
    let page = &test.page;
    for (field, text) in [("Code", code), ("Time limit (s)", limit)] {
        if page.value("textbox", field).await != text {
            page.find("textbox", field).await.click().await.unwrap();
            page.chord(Key::Control, 'a').await;
            page.insert(text).await;
        }
    }
    page.press("button", "Run").await;
}

/// Waits for the end of a run that [`start`] began.
pub async fn ended(test: &Test) -> String {
    let begun = Instant::now();
    loop {
        let text = report(test).await;
        if !text.is_empty() && !text.starts_with("Running") {
            return text;
        }
        assert!(begun.elapsed() < PATIENCE, "the run does not end: {text:?}");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

pub async fn report(test: &Test) -> String {
    let region = test.page.find("region", "Report").await;
    test.page.text(&region).await
}

/// Evaluates a script in the page itself.
pub async fn in_page(test: &Test, script: &str, args: Vec<Value>) -> Value {
    let result = test.page.driver.execute(script, args).await;
    result
        .unwrap_or_else(|error| panic!("{script}: {error}"))
        .json()
        .clone()
}

/// A server that only counts who comes.
pub struct Trap {
    pub port: u16,
    visits: Arc<AtomicUsize>,
}

impl Trap {
    pub async fn set() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let visits = Arc::new(AtomicUsize::new(0));
        let counter = visits.clone();
        tokio::spawn(async move {
            while listener.accept().await.is_ok() {
                counter.fetch_add(1, Ordering::SeqCst);
            }
        });
        Self { port, visits }
    }

    pub fn visits(&self) -> usize {
        self.visits.load(Ordering::SeqCst)
    }

    /// Proves that the trap counts, and that what the sandbox cannot do the page can.
    pub async fn works(&self, test: &Test) {
        let before = self.visits();
        let script = "fetch(arguments[0], { mode: 'no-cors' }).catch(() => {});";
        let url = json!(format!("http://127.0.0.1:{}/", self.port));
        in_page(test, script, vec![url]).await;
        test.page
            .until("the trap to count the page's visit", async || {
                self.visits() > before
            })
            .await;
    }
}
