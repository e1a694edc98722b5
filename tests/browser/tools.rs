//! Tools that need a browser, run as the agent runs them.

use colloquy::browser::Desk;
use colloquy::chat::{Shown, ToolStatus};
use futures_util::future::{Either, select};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

async fn done(name: &str, arguments: Value) -> String {
    let result = Desk::default().call("s", name, &arguments).await;
    assert_eq!(result.status, ToolStatus::Done, "{}", result.content);
    result.content
}

async fn failed(name: &str, arguments: Value) -> String {
    let result = Desk::default().call("s", name, &arguments).await;
    assert_eq!(result.status, ToolStatus::Failed, "{}", result.content);
    result.content
}

/// Runs a script in the page.
fn js(body: &str) -> JsValue {
    js_sys::Function::new_no_args(body)
        .call0(&JsValue::UNDEFINED)
        .unwrap()
}

#[wasm_bindgen_test]
async fn the_time_is_told_in_every_zone() {
    let time = |zone: Value| async move {
        serde_json::from_str::<Value>(&done("current_time", zone).await).unwrap()
    };
    for (zone, offset) in [
        ("Asia/Kolkata", "+05:30"),
        ("Etc/GMT+3", "-03:00"),
        ("UTC", "+00:00"),
    ] {
        let before = js_sys::Date::now();
        let told = time(json!({ "time_zone": zone })).await;
        let text = told["time"].as_str().unwrap();
        assert!(text.ends_with(offset), "{zone}: {text}");
        // It is the same moment, wherever it is told; written to the second.
        let moment = js_sys::Date::parse(text);
        assert!(
            (before - 1_000.0..before + 10_000.0).contains(&moment),
            "{zone}: {text}"
        );
        assert_eq!(told["time_zone"], zone);
        let weekdays = [
            "Monday",
            "Tuesday",
            "Wednesday",
            "Thursday",
            "Friday",
            "Saturday",
            "Sunday",
        ];
        assert!(
            weekdays.contains(&told["weekday"].as_str().unwrap()),
            "{told}"
        );
    }
    let here = time(json!({})).await;
    let expected = js("return Intl.DateTimeFormat().resolvedOptions().timeZone");
    assert_eq!(here["time_zone"], expected.as_string().unwrap());
}

#[wasm_bindgen_test]
async fn a_zone_that_there_is_not_is_named() {
    for zone in ["Mars/Olympus", "Berlin", "+25:00", "<script>"] {
        let told = failed("current_time", json!({ "time_zone": zone })).await;
        assert!(told.contains(zone) && told.contains("IANA"), "{told}");
    }
}

#[wasm_bindgen_test]
async fn files_stay_in_their_session() {
    let desk = Desk::default();
    let file = json!({ "path": "notes/a.txt", "content": "one\ntwo\nthree\n" });
    assert_eq!(
        desk.call("s", "write_file", &file).await.content,
        "Created notes/a.txt: 14 bytes."
    );
    let edit = json!({ "path": "/notes/a.txt", "old_text": "two", "new_text": "2" });
    assert_eq!(
        desk.call("s", "edit_file", &edit).await.status,
        ToolStatus::Done
    );
    let part = json!({ "path": "notes/a.txt", "first_line": 2, "lines": 1.0 });
    assert_eq!(
        desk.call("s", "read_file", &part).await.content,
        "2\n\n[Lines 2 to 2 of 3.]"
    );
    assert_eq!(
        desk.call("s", "list_files", &json!({})).await.content,
        "notes/a.txt\t12"
    );
    let elsewhere = desk.call("other", "list_files", &json!({})).await;
    assert_eq!(elsewhere.content, "There are no files.");
    let outside = desk
        .call("s", "read_file", &json!({ "path": "../../etc/passwd" }))
        .await;
    assert_eq!(outside.status, ToolStatus::Failed);
}

#[wasm_bindgen_test]
async fn a_table_must_be_one() {
    let rows = json!({ "columns": ["a", "b"], "rows": [["1", "2"], ["3"]] });
    assert_eq!(
        failed("show_table", rows).await,
        "Row 2 has 1 cells, but there are 2 columns."
    );
    let result = Desk::default()
        .call(
            "s",
            "show_table",
            &json!({ "columns": ["a"], "rows": [["1"]] }),
        )
        .await;
    assert!(
        matches!(&result.shown[..], [Shown::Table { .. }]),
        "{result:?}"
    );
    let many = vec![["x"]; 1_001];
    assert!(
        failed("show_table", json!({ "columns": ["a"], "rows": many }))
            .await
            .contains("1000 rows")
    );
}

#[wasm_bindgen_test]
async fn without_the_toolbox_a_tool_says_so() {
    let told = failed("calculate", json!({ "expression": "1 + 1" })).await;
    assert_eq!(told, "The tools' helpers are not loaded.");
    // The page of these tests does not name the module.
    assert!(colloquy::browser::toolbox::load().await.is_err());
}

#[wasm_bindgen_test]
async fn an_address_must_be_plain() {
    for url in [
        "",
        "ftp://a.test",
        "https://a.test@evil.test/",
        "javascript:alert(1)",
        "//a.test",
    ] {
        let told = failed("fetch_url", json!({ "url": url })).await;
        assert!(told.contains("is no address"), "{url}: {told}");
    }
    // The same host to a browser, but not the one that the person was asked about.
    let told = failed("fetch_url", json!({ "url": "http://0x7f.1/" })).await;
    assert_eq!(told, "Write the host as 127.0.0.1.");
}

/// The page's own server answers here: it allows everything and sends what it is asked for.
#[wasm_bindgen_test]
async fn what_is_fetched_is_shown_by_its_kind() {
    let origin = js("return location.origin").as_string().unwrap();
    // The runner's page, as its source: readable text needs the toolbox.
    let page = done("fetch_url", json!({ "url": origin, "raw": true })).await;
    assert!(page.to_lowercase().contains("<html"), "{page}");
    let some = done(
        "fetch_url",
        json!({ "url": origin, "raw": true, "max_bytes": 20 }),
    )
    .await;
    assert!(
        some.ends_with("[Only the first 20 bytes were read.]"),
        "{some}"
    );
    let missing = failed(
        "fetch_url",
        json!({ "url": format!("{origin}/surely/not/there") }),
    )
    .await;
    assert!(
        missing.starts_with("The server answered HTTP 404"),
        "{missing}"
    );
}

#[wasm_bindgen_test]
async fn what_cannot_be_fetched_is_explained() {
    // Nothing listens on this port.
    let told = failed("fetch_url", json!({ "url": "http://127.0.0.1:9/" })).await;
    assert!(
        told.starts_with("Nothing could be read from 127.0.0.1:9") && told.contains("CORS"),
        "{told}"
    );
}

/// Puts a stand-in where the browser has a capability, until it is dropped.
struct StandIn(&'static str);

impl StandIn {
    fn new(object: &'static str, name: &'static str, value: &str) -> Self {
        js(&format!(
            "Object.defineProperty({object}, '{name}', {{ value: {value}, configurable: true }})"
        ));
        Self(match (object, name) {
            ("navigator", "clipboard") => "delete navigator.clipboard",
            ("navigator", "geolocation") => "delete navigator.geolocation",
            _ => "delete window.speechSynthesis",
        })
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        js(self.0);
    }
}

fn clipboard(items: &str) -> StandIn {
    StandIn::new(
        "navigator",
        "clipboard",
        &format!("{{ read: async () => {{ {items} }} }}"),
    )
}

#[wasm_bindgen_test]
async fn the_clipboard_gives_its_text_and_says_what_else_it_holds() {
    let item = "const text = t => ({ types: ['text/html', 'text/plain'], getType: async () => new Blob([t]) });";
    {
        let _held = clipboard(&format!("{item} return [text('Grüße')]"));
        assert_eq!(done("read_clipboard", json!({})).await, "Grüße");
    }
    {
        let _held = clipboard("return [{ types: ['image/png'] }]");
        assert!(
            failed("read_clipboard", json!({}))
                .await
                .contains("image (image/png)")
        );
    }
    {
        let _held = clipboard("return []");
        assert_eq!(
            done("read_clipboard", json!({})).await,
            "The clipboard holds no text."
        );
    }
    {
        let _held = clipboard("throw new DOMException('no', 'NotAllowedError')");
        assert!(
            failed("read_clipboard", json!({}))
                .await
                .contains("did not allow it")
        );
    }
    let _held = StandIn::new("navigator", "clipboard", "undefined");
    assert!(
        failed("read_clipboard", json!({}))
            .await
            .contains("lets no page read")
    );
}

#[wasm_bindgen_test]
async fn the_place_is_told_or_why_not() {
    let answering = |script: &str| {
        StandIn::new(
            "navigator",
            "geolocation",
            &format!("{{ getCurrentPosition(yes, no) {{ {script} }} }}"),
        )
    };
    {
        let _here =
            answering("yes({ coords: { latitude: 52.5, longitude: 13.4, accuracy: 20.4 } })");
        let told: Value = serde_json::from_str(&done("get_location", json!({})).await).unwrap();
        assert_eq!(
            told,
            json!({ "latitude": 52.5, "longitude": 13.4, "accuracy_metres": 20.0 })
        );
    }
    for (code, words) in [(1, "did not allow"), (2, "cannot tell"), (3, "too long")] {
        let _here = answering(&format!("no({{ code: {code} }})"));
        let told = failed("get_location", json!({})).await;
        assert!(told.contains(words), "{told}");
    }
}

/// A voice that writes down what it is told, and ends as `end` says.
fn voice(voices: &str, end: &str) -> StandIn {
    js("window.spoken = []");
    let speech = format!(
        "{{ getVoices: () => {voices}, cancel() {{ window.spoken.push('cancel') }}, \
            speak(words) {{ window.spoken.push(words.text); {end} }} }}"
    );
    StandIn::new("window", "speechSynthesis", &speech)
}

fn spoken() -> String {
    js("return window.spoken.join()").as_string().unwrap()
}

#[wasm_bindgen_test]
async fn speaking_waits_until_it_is_said_and_falls_silent_when_given_up() {
    {
        let _voice = voice("[1]", "setTimeout(() => words.onend(), 50)");
        let words = json!({ "text": "Hello", "lang": "en", "rate": 9 });
        assert_eq!(done("speak", words).await, "Said.");
        assert!(spoken().starts_with("Hello"));
    }
    {
        let _voice = voice("[1]", "words.onerror({ error: 'not-allowed' })");
        assert!(
            failed("speak", json!({ "text": "Hello" }))
                .await
                .contains("click")
        );
    }
    {
        let _voice = voice("[]", "");
        assert!(
            failed("speak", json!({ "text": "Hello" }))
                .await
                .contains("no voice")
        );
        assert_eq!(spoken(), "");
    }
    let _voice = voice("[1]", "");
    let desk = Desk::default();
    let words = json!({ "text": "Without end" });
    let speaking = Box::pin(desk.call("s", "speak", &words));
    let pause = js_sys::Promise::resolve(&JsValue::UNDEFINED);
    let given_up = select(speaking, wasm_bindgen_futures::JsFuture::from(pause)).await;
    let Either::Right((_, speaking)) = given_up else {
        panic!("it cannot have ended");
    };
    drop(speaking);
    assert_eq!(spoken(), "Without end,cancel");
}
