//! The page as a person meets it: roles, names, keys.

use crate::Engine;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use thirtyfour::{Key, WebDriver, WebElement, action_chain::ActionChain};

/// How long something may take to appear before a test fails. Long, because a shared machine may stand still for many
/// seconds; a test that passes does not wait for it.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Page {
    pub engine: Engine,
    pub driver: WebDriver,
}

impl Page {
    pub async fn open(&self, url: &str) {
        self.driver
            .goto(url)
            .await
            .unwrap_or_else(|error| panic!("cannot open {url}: {error}"));
    }

    pub async fn reload(&self) {
        self.driver
            .refresh()
            .await
            .expect("the page can be reloaded");
    }

    /// The visible elements with this role and name, now. A name that ends with `*` matches a beginning, an
    /// empty one matches all.
    pub async fn all(&self, role: &str, name: &str) -> Vec<WebElement> {
        self.all_in(None, role, name).await
    }

    /// As [`Page::all`], inside an element.
    pub async fn all_in(
        &self,
        root: Option<&WebElement>,
        role: &str,
        name: &str,
    ) -> Vec<WebElement> {
        let root = match root {
            Some(root) => root.to_json().expect("an element has a JSON form"),
            None => Value::Null,
        };
        let found = self
            .driver
            .execute(
                include_str!("aria.js"),
                vec![json!(role), json!(name), root],
            )
            .await;
        // The element to look inside may just have been replaced; then there is nothing inside it.
        found
            .ok()
            .and_then(|found| found.elements().ok())
            .unwrap_or_default()
    }

    /// Waits for the one visible element with this role and name.
    pub async fn find(&self, role: &str, name: &str) -> WebElement {
        let start = Instant::now();
        loop {
            let mut found = self.all(role, name).await;
            if found.len() == 1 {
                return found.remove(0);
            }
            if start.elapsed() > PATIENCE {
                panic!(
                    "expected one {role} named {name:?}, found {} after {PATIENCE:?}. The page shows:\n{}",
                    found.len(),
                    self.outline().await
                );
            }
            pause().await;
        }
    }

    /// Waits for the one visible element inside another.
    pub async fn find_in(&self, root: &WebElement, role: &str, name: &str) -> WebElement {
        let what = format!("one {role} named {name:?} inside another element");
        let mut found = None;
        self.until(&what, async || {
            let mut all = self.all_in(Some(root), role, name).await;
            found = (all.len() == 1).then(|| all.remove(0));
            found.is_some()
        })
        .await;
        found.expect("the wait ends with an element")
    }

    pub async fn has(&self, role: &str, name: &str) -> bool {
        !self.all(role, name).await.is_empty()
    }

    /// Whether this element has the focus.
    pub async fn has_focus(&self, element: &WebElement) -> bool {
        let element = element.to_json().expect("an element has a JSON form");
        let script = "return document.activeElement === arguments[0];";
        let held = self.driver.execute(script, vec![element]).await;
        held.is_ok_and(|held| held.json() == &json!(true))
    }

    /// Waits until the element with this role and name has the focus.
    pub async fn focused(&self, role: &str, name: &str) {
        self.until(
            &format!("{role} {name:?} to have the focus"),
            async || match self.all(role, name).await.pop() {
                Some(element) => self.has_focus(&element).await,
                None => false,
            },
        )
        .await;
    }

    /// Waits until no such element is visible.
    pub async fn gone(&self, role: &str, name: &str) {
        self.until(&format!("no {role} named {name:?}"), async || {
            !self.has(role, name).await
        })
        .await;
    }

    /// Presses the one element with this role and name, as soon as it takes a click.
    pub async fn press(&self, role: &str, name: &str) {
        let start = Instant::now();
        loop {
            let element = self.find(role, name).await;
            match element.click().await {
                Ok(()) => return,
                Err(error) if start.elapsed() > PATIENCE => {
                    panic!("cannot press {role} {name:?}: {error}")
                }
                Err(_) => pause().await,
            }
        }
    }

    /// Replaces what a field holds by typing. WebKit's driver loses a key now and then on a busy machine; then
    /// the text is typed again.
    pub async fn fill(&self, role: &str, name: &str, text: &str) {
        for _ in 0..3 {
            self.type_into(role, name, text).await;
            let field = self.find(role, name).await;
            if field.value().await.ok().flatten().as_deref() == Some(text) {
                return;
            }
        }
        panic!("{role} {name:?} does not hold what was typed: {text:?}");
    }

    async fn type_into(&self, role: &str, name: &str, text: &str) {
        let field = self.find(role, name).await;
        field
            .click()
            .await
            .unwrap_or_else(|error| panic!("cannot enter {role} {name:?}: {error}"));
        self.chord(Key::Control, 'a').await;
        self.key(Key::Delete).await;
        if !text.is_empty() {
            field
                .send_keys(text)
                .await
                .unwrap_or_else(|error| panic!("cannot type into {name:?}: {error}"));
        }
    }

    /// Types, as a keyboard does: into whatever has the focus.
    pub async fn type_text(&self, text: &str) {
        let typed = self.keyboard().send_keys(text).perform().await;
        typed.unwrap_or_else(|error| panic!("cannot type {text:?}: {error}"));
    }

    /// Presses a key.
    pub async fn key(&self, key: Key) {
        let pressed = self.keyboard().send_keys(key.clone()).perform().await;
        pressed.unwrap_or_else(|error| panic!("cannot press {key:?}: {error}"));
    }

    /// Presses a key while another is held.
    pub async fn chord(&self, held: Key, key: impl Into<char>) {
        let (held, key) = (held.value(), key.into());
        let chain = self
            .keyboard()
            .key_down(held)
            .key_down(key)
            .key_up(key)
            .key_up(held);
        let pressed = chain.perform().await;
        pressed.unwrap_or_else(|error| panic!("cannot press {held:?} with {key:?}: {error}"));
    }

    fn keyboard(&self) -> ActionChain {
        self.driver
            .action_chain_with_delay(Some(Duration::ZERO), Some(Duration::ZERO))
    }

    /// Puts text in at the caret in one step, as a paste does.
    pub async fn insert(&self, text: &str) {
        let script = "return document.execCommand('insertText', false, arguments[0]);";
        let done = self
            .driver
            .execute(script, vec![json!(text)])
            .await
            .expect("text can be inserted");
        assert_eq!(
            done.json(),
            &json!(true),
            "the focused element takes no text"
        );
    }

    /// The rendered text of an element.
    pub async fn text(&self, element: &WebElement) -> String {
        let element = element.to_json().expect("an element has a JSON form");
        let text = self
            .driver
            .execute("return arguments[0].innerText;", vec![element])
            .await;
        text.ok()
            .and_then(|text| text.convert().ok())
            .unwrap_or_default()
    }

    /// What a field holds.
    pub async fn value(&self, role: &str, name: &str) -> String {
        let field = self.find(role, name).await;
        field.value().await.ok().flatten().unwrap_or_default()
    }

    /// Waits until `holds`; `what` completes "waited for …".
    pub async fn until(&self, what: &str, mut holds: impl AsyncFnMut() -> bool) {
        let start = Instant::now();
        while !holds().await {
            if start.elapsed() > PATIENCE {
                panic!(
                    "waited {PATIENCE:?} for {what}. The page shows:\n{}",
                    self.outline().await
                );
            }
            pause().await;
        }
    }

    /// The page's text, for messages of failed tests.
    pub async fn outline(&self) -> String {
        self.whole_text()
            .await
            .lines()
            .take(60)
            .map(|line| format!("    {line}\n"))
            .collect()
    }

    /// All text on screen.
    pub async fn whole_text(&self) -> String {
        let text = self
            .driver
            .execute("return document.body?.innerText ?? '';", vec![])
            .await;
        let text = text.ok().and_then(|text| text.convert().ok());
        text.unwrap_or_default()
    }

    /// Waits until everything that the page has to report has reached the server.
    pub async fn flush_reports(&self) {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(2) {
            let done = self
                .driver
                .execute("return window.__reported?.() ?? true;", vec![])
                .await;
            if done.is_ok_and(|done| done.json() == &json!(true)) {
                return;
            }
            pause().await;
        }
    }

    /// Saves a picture of the window under `tests/e2e/screenshots`.
    pub async fn screenshot(&self, name: &str) -> PathBuf {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("screenshots");
        let file = folder.join(format!("{name}-{}.png", self.engine.name()));
        let picture = self.driver.screenshot_as_png().await;
        if let Ok(picture) = picture {
            std::fs::create_dir_all(&folder).expect("the folder for pictures can be made");
            std::fs::write(&file, picture).expect("a picture can be saved");
        }
        file
    }

    /// As [`Page::screenshots`], where `PICTURES` is set in the environment and the engine can.
    pub async fn pictured(&self, name: &str) {
        if std::env::var_os("PICTURES").is_some() && self.engine == Engine::Chromium {
            self.screenshots(name).await;
        }
    }

    /// Saves four pictures: light and dark, desktop-wide and phone-wide. Chromium only.
    pub async fn screenshots(&self, name: &str) {
        assert_eq!(
            self.engine,
            Engine::Chromium,
            "only Chromium can be told the colour scheme"
        );
        let cdp = self.driver.cdp();
        for (size, width, height) in [("wide", 1280, 800), ("phone", 390, 844)] {
            let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone" });
            cdp.send_raw("Emulation.setDeviceMetricsOverride", metrics)
                .await
                .expect("the size can be emulated");
            for scheme in ["light", "dark"] {
                let media =
                    json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
                cdp.send_raw("Emulation.setEmulatedMedia", media)
                    .await
                    .expect("the scheme can be emulated");
                tokio::time::sleep(Duration::from_millis(300)).await;
                self.screenshot(&format!("{name}-{size}-{scheme}")).await;
            }
        }
        cdp.send_raw("Emulation.clearDeviceMetricsOverride", json!({}))
            .await
            .expect("the size can be reset");
        cdp.send_raw("Emulation.setEmulatedMedia", json!({ "features": [] }))
            .await
            .expect("the scheme can be reset");
    }
}

async fn pause() {
    tokio::time::sleep(Duration::from_millis(50)).await;
}
