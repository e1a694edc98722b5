use super::*;
use crate::provider::{Credentials, Provider, ProviderError};

fn seen(page: &str, base_url: &str, reach: Reach) -> Circumstances {
    Circumstances {
        base_url: base_url.to_owned(),
        server: String::new(),
        page: page.to_owned(),
        online: true,
        reach,
        local_network: Permission::Unknown,
        headers: vec!["content-type".to_owned(), "authorization".to_owned()],
    }
}

fn words_of(failure: &Failure) -> String {
    format!("{} {}", failure.advice, failure.checks.join(" "))
}

const PAGE: &str = "https://colloquy.test";
const REMOTE: &str = "https://api.example.test/v1";
const LOCAL: &str = "http://localhost:11434/v1";

#[test]
fn each_cause_has_its_circumstances() {
    for (page, base_url, reach, expected) in [
        (PAGE, REMOTE, Reach::Answers, Cause::RemoteHidden),
        (PAGE, REMOTE, Reach::Silent, Cause::RemoteSilent),
        (PAGE, REMOTE, Reach::Unknown, Cause::RemoteSilent),
        (PAGE, LOCAL, Reach::Answers, Cause::LocalCors),
        (PAGE, LOCAL, Reach::Silent, Cause::LocalSilent),
        (
            PAGE,
            "http://192.168.1.9:8000",
            Reach::Answers,
            Cause::LocalCors,
        ),
        (
            PAGE,
            "http://[fd00::1]:8000",
            Reach::Silent,
            Cause::LocalSilent,
        ),
        (
            PAGE,
            "http://box.local/v1",
            Reach::Silent,
            Cause::LocalSilent,
        ),
        (
            PAGE,
            "http://example.test/v1",
            Reach::Silent,
            Cause::MixedContent,
        ),
        (
            "http://colloquy.test",
            "http://example.test",
            Reach::Silent,
            Cause::RemoteSilent,
        ),
    ] {
        assert_eq!(
            cause(&seen(page, base_url, reach)),
            expected,
            "{base_url} {reach:?}"
        );
    }
}

#[test]
fn being_offline_explains_a_silent_host_but_not_a_local_one() {
    let mut offline = seen(PAGE, REMOTE, Reach::Silent);
    offline.online = false;
    assert_eq!(cause(&offline), Cause::Offline);
    offline.base_url = LOCAL.to_owned();
    assert_eq!(cause(&offline), Cause::LocalSilent);
}

#[test]
fn the_permission_for_the_local_network_comes_first() {
    for (permission, reach, expected) in [
        (Permission::Denied, Reach::Silent, Cause::LocalNetworkDenied),
        (Permission::Asked, Reach::Silent, Cause::LocalNetworkAsked),
        (Permission::Asked, Reach::Answers, Cause::LocalCors),
        (Permission::Granted, Reach::Silent, Cause::LocalSilent),
    ] {
        let mut seen = seen(PAGE, LOCAL, reach);
        seen.local_network = permission;
        assert_eq!(cause(&seen), expected, "{permission:?}");
        seen.base_url = REMOTE.to_owned();
        assert_ne!(cause(&seen), expected, "elsewhere it has no say");
    }
    let mut from_near = seen("http://127.0.0.1:8080", LOCAL, Reach::Silent);
    from_near.local_network = Permission::Denied;
    assert_eq!(
        cause(&from_near),
        Cause::LocalSilent,
        "such a page needs no leave"
    );
}

#[test]
fn the_lines_to_copy_name_this_page() {
    for (base_url, line) in [
        (LOCAL, "OLLAMA_ORIGINS=https://colloquy.test ollama serve"),
        ("http://localhost:1234/v1", "lms server start --cors"),
        ("http://localhost:8080/v1", "llama-server"),
        (
            "http://localhost:8000/v1",
            r#"--allowed-origins '["https://colloquy.test"]'"#,
        ),
        (
            "http://localhost:5000",
            "Access-Control-Allow-Origin: https://colloquy.test",
        ),
    ] {
        let told = failure(
            "Mine",
            &seen(PAGE, base_url, Reach::Answers),
            None,
            "Failed to fetch",
        );
        assert!(told.fix.contains(line), "{base_url}: {}", told.fix);
        assert!(told.title.contains("Mine"));
        assert_eq!(told.detail, "Failed to fetch");
    }
    let told = failure("Mine", &seen(PAGE, LOCAL, Reach::Silent), None, "");
    assert_eq!(told.fix, "ollama serve");
}

#[test]
fn the_server_that_was_chosen_counts_before_its_port() {
    for (preset, base_url, allow, start) in [
        (
            "vllm",
            "http://localhost:8001/v1",
            r#"vllm serve MODEL --port 8001 --allowed-origins '["https://colloquy.test"]'"#,
            "vllm serve MODEL --port 8001",
        ),
        (
            "lm-studio",
            "http://192.168.1.9:8000/v1",
            "lms server start --cors --port 8000",
            "lms server start --cors --port 8000",
        ),
        (
            "llama-cpp",
            "http://[::1]/v1",
            "llama-server -m model.gguf",
            "llama-server -m model.gguf",
        ),
        (
            "ollama-v1",
            "http://localhost:3000/v1",
            "OLLAMA_ORIGINS=https://colloquy.test ollama serve\nlaunchctl setenv OLLAMA_ORIGINS \"https://colloquy.test\"",
            "ollama serve",
        ),
        (
            "custom",
            "http://localhost:8000/v1",
            r#"vllm serve MODEL --allowed-origins '["https://colloquy.test"]'"#,
            "vllm serve MODEL",
        ),
    ] {
        let provider = Provider {
            id: "p".into(),
            name: "Mine".into(),
            preset: preset.into(),
            base_url: base_url.into(),
            enabled: true,
            headers: vec![],
            body: Default::default(),
        };
        let endpoint = provider.endpoint(Credentials::default());
        let told = |reach| {
            let seen = Box::new(seen(PAGE, base_url, reach));
            ProviderError::unanswered(&endpoint, "", Some(seen)).failure()
        };
        assert_eq!(told(Reach::Answers).fix, allow, "{preset}");
        assert_eq!(told(Reach::Silent).fix, start, "{preset}");
    }
}

#[test]
fn a_server_of_ones_own_is_told_how_to_allow_the_page_from_afar_too() {
    let mut seen = seen(PAGE, "https://ollama.example.test", Reach::Answers);
    seen.server = "ollama".to_owned();
    let told = failure("Mine", &seen, None, "");
    assert!(
        told.fix
            .starts_with("OLLAMA_ORIGINS=https://colloquy.test ")
    );
    assert!(words_of(&told).contains("Quit Ollama"), "{told:?}");
    seen.server = "openrouter".to_owned();
    let told = failure("Mine", &seen, None, "");
    assert_eq!(told.fix, "");
    assert!(words_of(&told).contains("such as OpenRouter"), "{told:?}");
}

#[test]
fn what_cannot_be_told_apart_is_listed() {
    for (base_url, reach) in [
        (REMOTE, Reach::Answers),
        (REMOTE, Reach::Silent),
        (LOCAL, Reach::Silent),
    ] {
        let told = failure("Mine", &seen(PAGE, base_url, reach), None, "");
        assert!(
            told.checks.len() >= 3 && told.advice.contains("In order of likelihood"),
            "{}",
            told.advice
        );
    }
}

#[test]
fn headers_of_the_person_are_named() {
    let mut seen = seen(PAGE, "http://localhost:5000", Reach::Answers);
    seen.headers.push("x-team".to_owned());
    let lines = failure("Mine", &seen, None, "").fix;
    assert!(
        lines.ends_with("Access-Control-Allow-Headers: authorization, content-type, x-team"),
        "{lines}"
    );
    for (base_url, words) in [
        (LOCAL, "take x-team away under Settings → Mine → More"),
        (
            REMOTE,
            "api.example.test does not allow a header of your own: x-team",
        ),
    ] {
        seen.base_url = base_url.to_owned();
        let advice = words_of(&failure("Mine", &seen, None, ""));
        assert!(advice.contains(words), "{advice}");
        let mut plain = seen.clone();
        plain.headers.pop();
        let advice = words_of(&failure("Mine", &plain, None, ""));
        assert!(!advice.contains("header of your own"), "{advice}");
    }
    seen.base_url = "http://localhost:5000".to_owned();
    seen.headers = vec![];
    let lines = failure("Mine", &seen, None, "").fix;
    assert!(
        lines.ends_with("Access-Control-Allow-Headers: content-type"),
        "{lines}"
    );
}

#[test]
fn a_path_that_looks_wrong_is_mended_where_something_answers() {
    let mend = AddressMend {
        from: "https://api.example.test".to_owned(),
        to: REMOTE.to_owned(),
    };
    let told = |base_url, reach| failure("Mine", &seen(PAGE, base_url, reach), Some(&mend), "");
    for base_url in [REMOTE, LOCAL] {
        let answered = told(base_url, Reach::Answers);
        assert_eq!(answered.mend.as_ref(), Some(&mend));
        assert!(words_of(&answered).contains(REMOTE), "{answered:?}");
        let silent = told(base_url, Reach::Silent);
        assert_eq!(silent.mend, None, "no path mends {}", silent.title);
    }
}
