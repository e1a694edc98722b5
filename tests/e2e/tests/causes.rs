//! The causes of a failed request, each brought about for real: what the person reads, and what mends it.

use e2e::chat::{
    KEY, MODEL, answer_text, choose_type, connect, connect_as, open_form, questions, says, send,
    settled,
};
use e2e::{Engine, Stage, Test, run, run_on};
use serde_json::json;
use std::time::Duration;

/// A refusal, how the card's title begins, and what else stands in the card.
type Refusal = (&'static str, &'static str, &'static [&'static str]);

const BY_CHAT: &[Refusal] = &[
    (
        "wrong-key",
        "Fixtures did not accept the API key.",
        &["Enter the key again under Settings → Fixtures → API key."],
    ),
    (
        "key-lacks-model",
        "Your API key may not use this model.",
        &["Choose another model", "does not have access to model"],
    ),
    (
        "no-model",
        "Fixtures does not have this model, or your key may not use it.",
        &["It does not say which."],
    ),
    (
        "quota",
        "Your account with Fixtures is out of credit or over its limit.",
        &["Waiting does not help"],
    ),
    (
        "too-long",
        "The conversation is too long for this model.",
        &["start a new chat", "maximum context length is 8192 tokens"],
    ),
    (
        "html",
        "What answered at the address of Fixtures is not its API.",
        &["a sign-in page of your network", "Sign in to the network"],
    ),
    (
        "hour-limit",
        "Fixtures is limiting how fast you may ask.",
        &["Fixtures asks to wait 60 minutes."],
    ),
];

/// Those that are tried again first.
const AFTER_RETRIES: &[Refusal] = &[
    (
        "overloaded-503",
        "Fixtures is overloaded or still starting.",
        &["Retry in a moment", "HTTP 503"],
    ),
    (
        "bad-gateway",
        "Fixtures cannot be reached behind its gateway.",
        &[
            "see whether the server behind it is running",
            "502 Bad Gateway",
        ],
    ),
];

const ANTHROPIC: &[Refusal] = &[
    (
        "no-pages",
        "Your organisation at Fixtures allows no requests from web pages.",
        &[
            "Ask an admin of the organisation",
            "CORS requests are not allowed",
        ],
    ),
    (
        "no-credit",
        "Your account with Fixtures is out of credit or over its limit.",
        &["Your credit balance is too low"],
    ),
    (
        "overloaded-529",
        "Fixtures is overloaded or still starting.",
        &["HTTP 529"],
    ),
];

#[test]
fn refusals() {
    run(Engine::Chromium, "refusals", async |test| {
        connect(test, &test.provider.switched_url()).await;
        for refusal in BY_CHAT {
            refuses(test, refusal).await;
            assert_eq!(times_asked(test, refusal.0), 1, "{} is final", refusal.0);
        }
        for refusal in AFTER_RETRIES {
            refuses(test, refusal).await;
            assert_eq!(times_asked(test, refusal.0), 4, "{} may pass", refusal.0);
        }
    });
}

#[test]
fn refusals_of_anthropic() {
    run(Engine::Chromium, "refusals_of_anthropic", async |test| {
        connect_as(
            test,
            "Anthropic",
            &test.provider.switched_url(),
            "claude-fixture",
        )
        .await;
        for refusal in ANTHROPIC {
            refuses(test, refusal).await;
        }
    });
}

fn times_asked(test: &Test, scenario: &str) -> usize {
    let chats = test.provider.chats();
    chats
        .iter()
        .filter(|chat| chat.scenario == scenario)
        .count()
}

/// Asks in a new chat and reads the card that answers.
async fn refuses(test: &Test, (scenario, title, words): &Refusal) {
    let page = &test.page;
    page.press("button", "New chat").await;
    page.gone("article", "You").await;
    test.provider.play(scenario);
    send(test, "Please").await;
    let card = page
        .find_within(Duration::from_secs(45), "region", "Error")
        .await;
    settled(test).await;
    page.find_in(&card, "heading", title).await;
    let details = page.all_in(Some(&card), "button", "Details").await;
    let details = details.last().expect("the provider's own words are there");
    assert!(
        !page.text(&card).await.contains("HTTP "),
        "they are folded away"
    );
    details.click().await.unwrap();
    let text = page.text(&card).await;
    for word in *words {
        assert!(text.contains(word), "{scenario}: {word:?} is not in {text}");
    }
    assert!(!text.contains(KEY), "{scenario}: {text}");
    page.find_in(&card, "button", "Retry").await;
    assert_eq!(questions(test).await.len(), 1);
}

/// "Test connection" says the same.
#[test]
fn refusals_of_a_test() {
    run(Engine::Chromium, "refusals_of_a_test", async |test| {
        open_form(test, "OpenAI-compatible", &test.provider.base_url("ok")).await;
        let all = [
            ("wrong-key", "Fixtures did not accept the API key."),
            ("no-credit", "Your account with Fixtures is out of credit"),
            (
                "html",
                "What answered at the address of Fixtures is not its API.",
            ),
            (
                "bad-gateway",
                "Fixtures cannot be reached behind its gateway.",
            ),
            (
                "overloaded-503",
                "Fixtures is overloaded or still starting.",
            ),
            ("hour-limit", "Fixtures is limiting how fast you may ask."),
        ];
        for (scenario, title) in all {
            says_when_tested(test, &test.provider.base_url(scenario), title).await;
        }
        choose_type(test, "Anthropic").await;
        let title = "Your organisation at Fixtures allows no requests from web pages.";
        says_when_tested(test, &test.provider.base_url("no-pages"), title).await;
        let title = "Nothing answers at 127.0.0.1.";
        says_when_tested(test, "http://127.0.0.1:9/v1", title).await;
        let title = "nowhere.invalid cannot be reached.";
        says_when_tested(test, "http://nowhere.invalid/v1", title).await;
    });
}

async fn says_when_tested(test: &Test, base_url: &str, title: &str) {
    let page = &test.page;
    page.fill("textbox", "Base URL", base_url).await;
    page.press("button", "Test connection").await;
    page.find("heading", &format!("{title}*")).await;
}

/// The wait is counted down, and then the request goes out again.
#[test]
fn a_rate_limit_is_waited_for() {
    run(
        Engine::Chromium,
        "a_rate_limit_is_waited_for",
        async |test| {
            connect(test, &test.provider.base_url("rate-limit:4")).await;
            send(test, "Now").await;
            let card = test.page.find("region", "Trying again").await;
            let mut seen = vec![];
            test.page
                .until("the wait to be counted down", async || {
                    let text = test.page.text(&card).await;
                    let seconds = text
                        .split_once("Trying again in ")
                        .and_then(|(_, rest)| rest.split(' ').next()?.parse::<u32>().ok());
                    if seconds.is_some() && seen.last() != seconds.as_ref() {
                        seen.extend(seconds);
                    }
                    seen.len() >= 3
                })
                .await;
            assert!(seen.is_sorted_by(|a, b| a > b) && seen[0] <= 4, "{seen:?}");
            settled(test).await;
            says(test, "All is well.").await;
            let chats = test.provider.chats();
            assert_eq!(chats.len(), 2);
            assert!(chats[1].at - chats[0].at >= Duration::from_secs(4));
        },
    );
}

/// What a server says of a path that it does not know, and what stands too much or too little in the base URL.
const WRONG_PATHS: &[(&str, &str)] = &[
    ("at-vllm", ""),
    ("at-llama-cpp", "/v1/v1"),
    ("at-lm-studio", ""),
    ("at-web-app", ""),
    // What hides its answer from pages cannot be told from a wrong key, but the path looks wrong.
    ("at-nameless", ""),
];

#[test]
fn a_path_is_mended_from_the_answer() {
    run(
        Engine::Chromium,
        "a_path_is_mended_from_the_answer",
        async |test| {
            let page = &test.page;
            let (mut first, mut asked) = (true, 0);
            for (scenario, path) in WRONG_PATHS {
                let origin = test.provider.origin();
                let wrong = format!("{origin}/s/{scenario}{path}");
                let right = format!("{origin}/s/{scenario}/v1");
                if first {
                    connect(test, &wrong).await;
                } else {
                    change_address(test, &wrong).await;
                }
                first = false;
                send(test, &format!("Through {scenario}?")).await;
                asked += 1;
                let card = page.find("region", "Error").await;
                settled(test).await;
                let text = page.text(&card).await;
                assert!(text.contains(&format!("usually at {right}.")), "{text}");
                page.press("button", &format!("Use {right}")).await;
                page.gone("region", "Error").await;
                settled(test).await;
                says(test, "All is well.").await;
                assert_eq!(questions(test).await.len(), asked);
                let path = test.provider.chats().pop().map(|chat| chat.path);
                assert_eq!(path, Some(format!("/s/{scenario}/v1/chat/completions")));
            }
            // Undo brings the old address back, and the failed answer offers the new one again.
            let right = test.provider.base_url("at-nameless");
            let notices = page.find("region", "Notices").await;
            let text = page.text(&notices).await;
            assert!(
                text.contains(&format!("The base URL is now {right}")),
                "{text}"
            );
            let newest = page.all_in(Some(&notices), "button", "Undo").await.pop();
            newest
                .expect("the change can be undone")
                .click()
                .await
                .unwrap();
            let steps = page.all("button", "Previous answer").await;
            steps
                .last()
                .expect("there is a failed answer")
                .click()
                .await
                .unwrap();
            page.find("region", "Error").await;
            page.find("button", &format!("Use {right}")).await;
        },
    );
}

async fn change_address(test: &Test, base_url: &str) {
    let page = &test.page;
    page.press("button", "Settings").await;
    page.press("button", "Edit Fixtures").await;
    page.fill("textbox", "Base URL", base_url).await;
    page.press("button", "Save").await;
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
}

#[test]
fn a_path_is_mended_from_a_test() {
    run(
        Engine::Chromium,
        "a_path_is_mended_from_a_test",
        async |test| {
            let page = &test.page;
            let origin = test.provider.origin();
            open_form(test, "OpenAI-compatible", &origin).await;
            for (scenario, path) in WRONG_PATHS {
                let wrong = format!("{origin}/s/{scenario}{path}");
                let right = format!("{origin}/s/{scenario}/v1");
                page.fill("textbox", "Base URL", &wrong).await;
                page.press("button", "Test connection").await;
                page.press("button", &format!("Use {right}")).await;
                page.gone("button", &format!("Use {right}")).await;
                let dialog = page.find("dialog", "Settings").await;
                page.until("the test to succeed", async || {
                    page.text(&dialog)
                        .await
                        .contains("Connected. It offers 2 models.")
                })
                .await;
                assert_eq!(page.value("textbox", "Base URL").await, right);
            }
            choose_type(test, "Ollama").await;
            page.fill("textbox", "Base URL", &format!("{origin}/s/tour/v1"))
                .await;
            page.press("button", "Test connection").await;
            page.press("button", &format!("Use {origin}/s/tour")).await;
            page.gone("button", "Use *").await;
        },
    );
}

/// Servers that people run at home are told by their ports.
#[test]
fn local_servers_that_allow_no_page() {
    let stage = Stage {
        host: None,
        headed: false,
        switches: |_, provider| {
            let map = |port| format!("MAP localhost:{port} 127.0.0.1:{provider}");
            let rules = [11434, 1234, 8080, 8000, 5000].map(map).join(",");
            vec![format!("--host-resolver-rules={rules}")]
        },
    };
    run_on(&stage, "local_servers_that_allow_no_page", async |test| {
        let page = &test.page;
        let address = |port: u16| format!("http://localhost:{port}/s/wrong-key-no-cors/v1");
        connect(test, &address(11434)).await;
        change_headers(test).await;
        let origin = test.site.url();
        let origin = origin.trim_end_matches('/');
        let lines = [
            (11434, format!("OLLAMA_ORIGINS={origin} ollama serve")),
            (1234, "lms server start --cors".to_owned()),
            (8080, "llama-server -m model.gguf --port 8080".to_owned()),
            (
                8000,
                format!("vllm serve MODEL --allowed-origins '[\"{origin}\"]'"),
            ),
            (
                5000,
                "Access-Control-Allow-Headers: authorization, content-type, x-team".to_owned(),
            ),
        ];
        for (port, line) in lines {
            change_address(test, &address(port)).await;
            page.press("button", "New chat").await;
            page.gone("article", "You").await;
            send(test, "Are you there?").await;
            let card = page.find("region", "Error").await;
            settled(test).await;
            page.find_in(&card, "button", "Copy").await;
            let text = page.text(&card).await;
            assert!(text.contains("does not allow this page"), "{port}: {text}");
            assert!(text.contains(&line), "{port}: {line} is not in {text}");
            let refuses_header = text.contains("take x-team away");
            assert_eq!(refuses_header, port == 11434, "{port}: {text}");
        }
    });
}

/// Adds a header of the person's own to the provider.
async fn change_headers(test: &Test) {
    let page = &test.page;
    page.press("button", "Settings").await;
    page.press("button", "Edit Fixtures").await;
    page.press("button", "More").await;
    page.press("button", "Add header").await;
    page.fill("textbox", "Header name", "X-Team").await;
    page.fill("textbox", "Value of X-Team", "blue").await;
    page.press("button", "Save").await;
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
}

/// A page by https, in what the browser takes for the internet.
const PUBLIC: Stage = Stage {
    host: Some("colloquy.test"),
    headed: false,
    switches: public,
};

fn public(site: u16, _: u16) -> Vec<String> {
    vec![
        "--host-resolver-rules=MAP *.test 127.0.0.1".to_owned(),
        "--ignore-certificate-errors".to_owned(),
        format!("--ip-address-space-overrides=127.0.0.1:{site}=public"),
    ]
}

/// The form takes no such address on a page by https, but it may come from elsewhere.
#[test]
fn mixed_content() {
    run_on(&PUBLIC, "mixed_content", async |test| {
        let page = &test.page;
        let base_url = format!("http://models.test:{}/s/ok/v1", test.provider.port());
        open_form(test, "OpenAI-compatible", &base_url).await;
        page.press("button", "Save").await;
        let dialog = page.find("dialog", "Settings").await;
        let text = page.text(&dialog).await;
        assert!(
            text.contains("the browser blocks http:// addresses"),
            "{text}"
        );

        let settings = json!({
            "format": "colloquy-settings", "version": 1,
            "providers": [{ "id": "p", "name": "Fixtures", "preset": "custom", "enabled": true,
                "base_url": base_url }],
            "models": [{ "id": "m", "provider": "p", "model": MODEL }],
        });
        let encode = "return btoa(arguments[0]);";
        let encoded = page
            .driver
            .execute(encode, vec![settings.to_string().into()])
            .await;
        let encoded = encoded
            .unwrap()
            .json()
            .as_str()
            .unwrap_or_default()
            .to_owned();
        page.open("about:blank").await;
        page.open(&format!("{}#config={encoded}", test.site.url()))
            .await;
        page.press("button", "Import").await;
        page.press("button", "Close").await;
        let title = "The browser blocks models.test, because its address is not encrypted.";
        fails_silently(test, title).await;
    });
}

#[test]
fn local_network_denied() {
    run_on(&PUBLIC, "local_network_denied", async |test| {
        permit(test, "denied").await;
        connect(test, &test.provider.base_url("ok")).await;
        let title = "The browser does not let this page reach apps on this device.";
        let card = fails_silently(test, title).await;
        assert!(card.contains("Its permission was denied."), "{card}");
        // Once it is granted nothing else stands in the way.
        permit(test, "granted").await;
        test.page.press("button", "Retry").await;
        test.page.gone("region", "Error").await;
        settled(test).await;
        says(test, "pulls").await;
    });
}

/// A browser without a window puts every question away unanswered, as a person can.
#[test]
fn local_network_unanswered() {
    run_on(&PUBLIC, "local_network_unanswered", async |test| {
        permit(test, "prompt").await;
        connect(test, &test.provider.base_url("ok")).await;
        let title =
            "The browser has not been told whether this page may reach apps on this device.";
        let card = fails_silently(test, title).await;
        assert!(
            card.contains("answer the question near the address bar"),
            "{card}"
        );
    });
}

/// As long as the question stands there, the request is neither sent nor failed.
#[test]
fn local_network_asked() {
    let stage = Stage {
        headed: true,
        ..PUBLIC
    };
    run_on(&stage, "local_network_asked", async |test| {
        connect(test, &test.provider.base_url("ok")).await;
        send(test, "Are you there?").await;
        says(
            test,
            "The browser asks whether this page may reach apps on this device.",
        )
        .await;
        assert!(test.page.has("button", "Stop").await);
        assert_eq!(test.provider.requests().len(), 0, "nothing went out");
        test.page.press("button", "Stop").await;
        settled(test).await;
        says(test, "You stopped this answer.").await;
        let text = answer_text(test).await;
        assert!(!text.contains("The browser asks"), "{text}");
    });
}

/// Answers for the person whether the page may reach this machine.
async fn permit(test: &Test, setting: &str) {
    let permission = json!({ "permission": { "name": "loopback-network" }, "setting": setting });
    let cdp = test.page.driver.cdp();
    cdp.send_raw("Browser.setPermission", permission)
        .await
        .expect("the permission can be set");
}

/// The text of the card with this title, which answers a request that never went out.
async fn fails_silently(test: &Test, title: &str) -> String {
    send(test, "Are you there?").await;
    let card = test.page.find("region", "Error").await;
    settled(test).await;
    test.page.find_in(&card, "heading", title).await;
    assert_eq!(test.provider.requests().len(), 0, "nothing went out");
    test.page.text(&card).await
}
