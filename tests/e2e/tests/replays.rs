//! Bug reports that play: each replay file in `replays` is answered to the page, which must then say every line of the
//! text file beside it.

use e2e::chat::{connect_as, send, settled};
use e2e::dialects::ALL;
use e2e::{Engine, Reply, Test, Wire, run};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

#[test]
fn every_replay_says_what_it_must() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("replays");
    let files = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "json"));
    files.sort();
    assert!(!files.is_empty(), "there is nothing to play");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let expected = fs::read_to_string(file.with_extension("txt")).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        run(Engine::Chromium, &name, async |test| {
            play(test, &name, &text, &expected).await;
        });
    }
}

async fn play(test: &Test, name: &str, text: &str, expected: &str) {
    let page = &test.page;
    let wire = wire_of(text);
    test.provider.script(name, Reply::from_file(text).unwrap());
    let base_url = wire.base_url(&test.provider, &format!("script-{name}"));
    connect_as(test, wire.kind, &base_url, wire.model).await;
    send(test, "Play it").await;
    settled(test).await;
    let said = page.whole_text().await;
    assert!(!expected.trim().is_empty(), "{name} must say something");
    for line in expected.lines() {
        assert!(said.contains(line), "{name} does not say {line:?}:\n{said}");
    }
}

/// The format of the recorded request, told by its address.
fn wire_of(text: &str) -> &'static Wire {
    let file: Value = serde_json::from_str(text).unwrap();
    let url = file["request"]["url"].as_str().unwrap();
    let path = url.split('?').next().unwrap_or_default();
    let is_its = |wire: &&Wire| match wire.path {
        (end, "") => path.ends_with(end),
        (_, end) => path.ends_with(end),
    };
    ALL.into_iter()
        .find(is_its)
        .unwrap_or_else(|| panic!("no format answers at {url}"))
}
