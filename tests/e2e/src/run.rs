//! Running one test in one browser.

use crate::{Engine, Page, Provider, Site};
use futures_util::FutureExt;
use std::any::Any;
use std::io::Write;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// What a test works with: a fresh browser, a host with its own origin, a provider.
pub struct Test {
    pub page: Page,
    pub site: Site,
    pub provider: Provider,
}

impl Test {
    pub fn engine(&self) -> Engine {
        self.page.engine
    }

    /// Fails if anything went wrong in the page that a person would not see: violations of its policy,
    /// uncaught errors, warnings in the console.
    pub async fn assert_no_problems(&self) {
        self.page.flush_reports().await;
        let problems = self.site.take_problems();
        assert!(
            problems.is_empty(),
            "the page reported problems:\n{}",
            problems.join("\n")
        );
    }
}

/// Where a test takes place.
pub struct Stage {
    /// The name that the page has and comes under by https; without one it comes from `127.0.0.1` by http.
    pub host: Option<&'static str>,
    /// Whether the browser has a window, and so can ask the person.
    pub headed: bool,
    /// Chromium's switches, out of the ports of the site and the provider.
    pub switches: fn(site: u16, provider: u16) -> Vec<String>,
}

/// Runs `body` in a fresh Chromium on a stage of its own, else as [`run`] does.
pub fn run_on(stage: &Stage, name: &str, body: impl AsyncFnOnce(&Test)) {
    act(Engine::Chromium, stage, name, body);
}

/// Runs `body` in a fresh browser, then checks that the page reported no problem. A failure leaves a
/// screenshot.
pub fn run(engine: Engine, name: &str, body: impl AsyncFnOnce(&Test)) {
    let plain = Stage {
        host: None,
        headed: false,
        switches: |_, _| vec![],
    };
    act(engine, &plain, name, body);
}

fn act(engine: Engine, stage: &Stage, name: &str, body: impl AsyncFnOnce(&Test)) {
    let _turn = Turn::wait();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime can be built");
    let outcome = runtime.block_on(async {
        let site = match stage.host {
            Some(host) => Site::start_secure(host).await,
            None => Site::start().await,
        };
        let provider = Provider::start().await;
        let switches = (stage.switches)(site.port(), provider.port());
        let browser = engine.start(&switches, stage.headed).await;
        let page = Page {
            engine,
            driver: browser.driver.clone(),
        };
        let test = Test {
            page,
            site,
            provider,
        };
        let outcome = AssertUnwindSafe(async {
            body(&test).await;
            test.assert_no_problems().await;
        })
        .catch_unwind()
        .await;
        if let Err(panic) = &outcome {
            tell_at_once(engine, name, panic.as_ref());
            let file = test
                .page
                .screenshot(&format!("failed-{}", name.replace("::", "-")))
                .await;
            eprintln!("{name} failed in {}; see {}", engine.name(), file.display());
            test.page.flush_reports().await;
            for problem in test.site.take_problems() {
                eprintln!("the page reported {problem}");
            }
        }
        browser.quit().await;
        outcome
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    if let Err(panic) = outcome {
        resume_unwind(panic);
    }
}

/// Says why a test failed while the others still run: what is captured comes only after the last of them, and a
/// log that is cut short may never show it.
fn tell_at_once(engine: Engine, name: &str, panic: &(dyn Any + Send)) {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without a message");
    let mut text = format!("==> {name} failed in {}\n", engine.name());
    for line in message.lines().take(20) {
        text.push_str(&format!("    {line}\n"));
    }
    // Unlike `eprint!`, this passes by the capture.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Makes one test for each engine out of each function named: `stream::chromium` and so on.
#[macro_export]
macro_rules! in_each_engine {
    ($($name:ident),* $(,)?) => {$(
        mod $name {
            #[test]
            fn chromium() {
                $crate::run($crate::Engine::Chromium, stringify!($name), super::$name);
            }

            #[test]
            fn firefox() {
                $crate::run($crate::Engine::Firefox, stringify!($name), super::$name);
            }

            #[test]
            fn webkit() {
                $crate::run($crate::Engine::Webkit, stringify!($name), super::$name);
            }
        }
    )*};
}

/// As [`in_each_engine`], in Chromium alone: for what is not about the engine.
#[macro_export]
macro_rules! in_chromium {
    ($($name:ident),* $(,)?) => {$(
        mod $name {
            #[test]
            fn chromium() {
                $crate::run($crate::Engine::Chromium, stringify!($name), super::$name);
            }
        }
    )*};
}

/// Makes one test in Chromium for each wire format out of each function named: `tour::anthropic` and so on.
#[macro_export]
macro_rules! in_each_dialect {
    ($($name:ident),* $(,)?) => {$(
        mod $name {
            use $crate::dialects::{ANTHROPIC, CHAT, GEMINI, OLLAMA, RESPONSES};

            $crate::in_each_dialect!(@ $name
                chat CHAT, responses RESPONSES, anthropic ANTHROPIC, gemini GEMINI, ollama OLLAMA);
        }
    )*};
    (@ $name:ident $($dialect:ident $wire:ident),*) => {$(
        #[test]
        fn $dialect() {
            let name = concat!(stringify!($name), "::", stringify!($dialect));
            $crate::run($crate::Engine::Chromium, name, async |test| {
                super::$name(test, &$wire).await;
            });
        }
    )*};
}

/// A place among the browsers that may run at once: one for each core, at most four.
struct Turn;

static RUNNING: Mutex<usize> = Mutex::new(0);
static FREED: Condvar = Condvar::new();

impl Turn {
    fn wait() -> Self {
        let limit = std::thread::available_parallelism().map_or(2, |cores| cores.get().clamp(1, 4));
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut running = FREED
            .wait_while(running, |running| *running >= limit)
            .unwrap_or_else(PoisonError::into_inner);
        *running += 1;
        Self
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        FREED.notify_one();
    }
}
