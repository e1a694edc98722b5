use super::*;
use crate::provider::preset::{DEMO, Replay};
use serde_json::json;

fn provider(preset: &str, base_url: &str) -> Provider {
    Provider {
        id: "p".into(),
        name: "Mine".into(),
        preset: preset.into(),
        base_url: base_url.into(),
        enabled: true,
        headers: vec![],
        body: Default::default(),
    }
}

fn key(key: &str) -> Credentials {
    Credentials {
        key: Some(Secret::new(key)),
        ..Default::default()
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
        (
            "https://api.openai.com/v1/responses",
            "https://api.openai.com/v1",
        ),
        (
            "https://api.anthropic.com/v1/messages",
            "https://api.anthropic.com/v1",
        ),
        (
            "https://api.anthropic.com/v1/models?limit=1000",
            "https://api.anthropic.com/v1",
        ),
        (
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse&key=AIzaCanary",
            "https://generativelanguage.googleapis.com/v1beta",
        ),
        (
            "https://generativelanguage.googleapis.com/v1beta/models",
            "https://generativelanguage.googleapis.com/v1beta",
        ),
        ("http://localhost:11434/api/chat", "http://localhost:11434"),
        ("http://localhost:11434/api/tags/", "http://localhost:11434"),
        (
            "https://mine.openai.azure.com/openai/v1/",
            "https://mine.openai.azure.com/openai/v1",
        ),
        (
            "https://Mine.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21",
            "https://mine.openai.azure.com?api-version=2024-10-21",
        ),
        (
            "https://mine.openai.azure.com/?api-version=2024-10-21",
            "https://mine.openai.azure.com?api-version=2024-10-21",
        ),
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
        ("https://example.test/v1?key=abc", "before the “?”"),
        ("https://x.test?api-version=1&key=abc", "before the “?”"),
        ("https://example.test/v1#top", "before the “?”"),
        ("https://{resource}.openai.azure.com", "your own resource"),
        ("https://example .test", "spaces"),
    ] {
        let error = normalize_base_url(typed).unwrap_err();
        assert!(error.contains(says), "{typed:?}: {error}");
    }
}

fn resolve(preset: &str, base_url: &str) -> Endpoint {
    provider(preset, base_url).endpoint(Credentials::default())
}

#[test]
fn an_endpoint_resolves_through_its_row() {
    let endpoint = provider("openai-chat", "").endpoint(key("k"));
    assert_eq!(endpoint.base_url, "https://api.openai.com/v1");
    assert_eq!(endpoint.origin, "openai-chat:openai-chat");
    assert!(endpoint.quirks.max_completion_tokens);
    assert_eq!(endpoint.quirks.replay, Replay::Nothing);
    assert_eq!(endpoint.key, Some(Secret::new("k")));

    let endpoint = provider("custom", "http://localhost:8080/v1/").endpoint(key(" "));
    assert_eq!(endpoint.base_url, "http://localhost:8080/v1");
    assert_eq!(endpoint.origin, "openai-chat:localhost:8080");
    assert_eq!(endpoint.quirks, Quirks::NONE);
    assert_eq!(endpoint.key, None, "an empty key is no key");

    let known = resolve("custom", "https://api.openai.com/v1");
    assert_eq!(known.origin, "openai-chat:openai-chat");
    assert!(known.quirks.max_completion_tokens);

    let demo = resolve(DEMO, "");
    assert_eq!(
        (demo.base_url.as_str(), demo.origin.as_str()),
        ("demo:", "openai-chat:demo")
    );

    let unheard_of = resolve("from-the-future", "https://x.test");
    assert_eq!(unheard_of.origin, "openai-chat:x.test");
}

#[test]
fn the_address_and_the_choice_find_the_row() {
    const AZURE: &str = "https://mine.openai.azure.com/openai/v1";
    const AZURE_OLD: &str = "https://mine.openai.azure.com?api-version=2024-10-21";
    for (preset, base_url, origin) in [
        ("openai", "", "openai-responses:openai"),
        (
            "openai",
            "https://proxy.test/v1",
            "openai-responses:proxy.test",
        ),
        ("custom", "https://api.z.ai/api/paas/v4", "openai-chat:zai"),
        (
            "custom",
            "https://api.anthropic.com/v1",
            "anthropic:anthropic",
        ),
        ("openai", "https://api.mistral.ai/v1", "openai-chat:mistral"),
        // Companies speak more than one dialect: what was chosen counts.
        (
            "anthropic",
            "https://api.deepseek.com/anthropic",
            "anthropic:api.deepseek.com",
        ),
        (
            "deepseek",
            "https://api.deepseek.com/v1",
            "openai-chat:deepseek",
        ),
        ("groq", "https://api.mistral.ai/v1", "openai-chat:mistral"),
        ("azure", AZURE, "openai-chat:azure"),
        ("azure", AZURE_OLD, "openai-chat:azure-deployments"),
        ("custom", AZURE, "openai-chat:azure"),
        (
            "azure-deployments",
            AZURE_OLD,
            "openai-chat:azure-deployments",
        ),
        ("ollama", "http://192.168.1.7:11434", "ollama:ollama"),
        (
            "custom",
            "http://localhost:11434/v1",
            "openai-chat:localhost:11434",
        ),
        (
            "custom",
            "https://openai.azure.com.evil.test/v1",
            "openai-chat:openai.azure.com.evil.test",
        ),
    ] {
        assert_eq!(
            resolve(preset, base_url).origin,
            origin,
            "{preset} {base_url}"
        );
    }
}

#[test]
fn a_query_comes_after_the_path() {
    let azure = resolve(
        "azure-deployments",
        "https://mine.openai.azure.com?api-version=2024-10-21",
    );
    assert_eq!(
        azure.get("/openai/models?limit=1").url,
        "https://mine.openai.azure.com/openai/models?limit=1&api-version=2024-10-21"
    );
    let request = azure.post("/openai/deployments/d/chat/completions", Map::new());
    assert_eq!(
        request.url,
        "https://mine.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21"
    );
}

#[test]
fn own_headers_and_body_go_with_every_request() {
    let provider = Provider {
        headers: vec!["X-Team".into(), "Authorization".into()],
        body: json!({ "user": "me", "seed": 1, "stream": null })
            .as_object()
            .unwrap()
            .clone(),
        ..provider("custom", "https://x.test/v1")
    };
    let credentials = Credentials {
        key: Some(Secret::new("canary-key")),
        headers: vec![
            ("x-team".into(), Secret::new("canary-team")),
            ("authorization".into(), Secret::new("Basic canary-own")),
            ("x-removed".into(), Secret::new("canary-removed")),
        ],
    };
    assert!(!format!("{credentials:?}").contains("canary"));
    let endpoint = provider.endpoint(credentials);
    assert!(!format!("{endpoint:?}").contains("canary"));
    let shown = |value: &HeaderValue| match value {
        HeaderValue::Plain(text) => text.clone(),
        HeaderValue::Secret { prefix, secret } => format!("{prefix}{}", secret.expose()),
    };
    let request = endpoint.post("/x", Map::new());
    assert!(!format!("{request:?}").contains("canary"));
    let headers: Vec<String> = request
        .headers
        .iter()
        .map(|(name, value)| format!("{name}: {}", shown(value)))
        .collect();
    assert_eq!(
        headers,
        [
            "content-type: application/json",
            "x-team: canary-team",
            "authorization: Basic canary-own"
        ]
    );

    let model = ModelConfig {
        extra: json!({ "seed": 2 }).as_object().unwrap().clone(),
        ..crate::provider::testing::history::config("m")
    };
    let mut body = json!({ "model": "m", "stream": true })
        .as_object()
        .unwrap()
        .clone();
    endpoint.merge_extra(&model, &mut body);
    assert_eq!(
        Value::Object(body),
        json!({ "model": "m", "user": "me", "seed": 2 })
    );

    let quoted = r#"{"error":{"message":"bad header canary-team"}}"#;
    let error = crate::provider::error::classify(&endpoint, None, quoted, 0.0);
    assert_eq!(error.message, "bad header •••");
}

#[test]
fn records_from_before_headers_and_body_are_read() {
    let stored = r#"{"id":"p","name":"Mine","preset":"openai","base_url":"","enabled":true}"#;
    let read: Provider = serde_json::from_str(stored).unwrap();
    assert_eq!(read, provider("openai", ""));
    let again = serde_json::to_string(&read).unwrap();
    assert_eq!(serde_json::from_str::<Provider>(&again).unwrap(), read);
}
