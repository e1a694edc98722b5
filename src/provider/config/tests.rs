use super::*;
use crate::provider::preset::{DEMO, Replay};

fn provider(preset: &str, base_url: &str) -> Provider {
    Provider {
        id: "p".into(),
        name: "Mine".into(),
        preset: preset.into(),
        base_url: base_url.into(),
        enabled: true,
    }
}

#[test]
fn base_urls_are_kept_in_one_form() {
    for (typed, kept) in [
        ("https://api.openai.com/v1", "https://api.openai.com/v1"),
        (" https://api.openai.com/v1/\n", "https://api.openai.com/v1"),
        ("HTTPS://API.OpenAI.com/v1//", "https://api.openai.com/v1"),
        (
            "https://api.openai.com/v1/chat/completions",
            "https://api.openai.com/v1",
        ),
        (
            "http://127.0.0.1:1234/v1/chat/completions/",
            "http://127.0.0.1:1234/v1",
        ),
        (
            "http://localhost:11434/v1/models",
            "http://localhost:11434/v1",
        ),
        ("http://[::1]:8080", "http://[::1]:8080"),
        (
            "https://proxy.test/Team-A/v1",
            "https://proxy.test/Team-A/v1",
        ),
        ("demo:", "demo:"),
    ] {
        assert_eq!(normalize_base_url(typed).as_deref(), Ok(kept), "{typed:?}");
        assert_eq!(
            normalize_base_url(kept).as_deref(),
            Ok(kept),
            "again: {kept:?}"
        );
    }
}

#[test]
fn a_bad_base_url_is_told_what_is_wrong() {
    for (typed, says) in [
        ("  ", "Enter the base URL"),
        ("api.openai.com/v1", "must start with https://"),
        ("localhost:11434/v1", "must start with https://"),
        ("//api.openai.com/v1", "must start with https://"),
        ("ftp://api.openai.com", "not ftp://"),
        ("https://", "names no host"),
        ("https:///v1", "names no host"),
        ("http://:8080/v1", "names no host"),
        ("https://me:pw@example.test/v1", "user name"),
        ("https://example.test/v1?api-version=1", "before the “?”"),
        ("https://example .test", "spaces"),
    ] {
        let error = normalize_base_url(typed).unwrap_err();
        assert!(error.contains(says), "{typed:?}: {error}");
    }
}

#[test]
fn an_endpoint_resolves_through_its_row() {
    let endpoint = provider("openai", "").endpoint(Some(Secret::new("k")));
    assert_eq!(endpoint.base_url, "https://api.openai.com/v1");
    assert_eq!(endpoint.origin, "openai-chat:openai");
    assert!(endpoint.quirks.max_completion_tokens);
    assert_eq!(endpoint.quirks.replay, Replay::Nothing);
    assert_eq!(endpoint.key, Some(Secret::new("k")));

    let endpoint = provider("custom", "http://localhost:8080/v1/").endpoint(Some(Secret::new(" ")));
    assert_eq!(endpoint.base_url, "http://localhost:8080/v1");
    assert_eq!(endpoint.origin, "openai-chat:localhost:8080");
    assert_eq!(endpoint.quirks, Quirks::NONE);
    assert_eq!(endpoint.key, None, "an empty key is no key");

    let known = provider("custom", "https://api.openai.com/v1").endpoint(None);
    assert_eq!(known.origin, "openai-chat:openai");
    assert!(known.quirks.max_completion_tokens);

    let demo = provider(DEMO, "").endpoint(None);
    assert_eq!(
        (demo.base_url.as_str(), demo.origin.as_str()),
        ("demo:", "openai-chat:demo")
    );

    let unheard_of = provider("from-the-future", "https://x.test").endpoint(None);
    assert_eq!(unheard_of.origin, "openai-chat:x.test");
}
