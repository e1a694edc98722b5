//! The causes of a failed request that a provider names itself: what the person reads, and what mends it.

use e2e::chat::{KEY, choose_type, connect, connect_as, open_form, questions, says, send, settled};
use e2e::{Engine, Test, run};
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
        &["Fixtures asks to wait 60 minutes. Retry then, or choose another model."],
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
    let card = page.find("region", "Error").await;
    settled(test).await;
    page.find_in(&card, "heading", title).await;
    page.pictured(&format!("cause-{scenario}")).await;
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
            connect(test, &test.provider.base_url("rate-limit:8")).await;
            send(test, "Now").await;
            let card = test.page.find("region", "Trying again").await;
            test.page.pictured("cause-rate-limit").await;
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
            assert!(seen.is_sorted_by(|a, b| a > b) && seen[0] <= 8, "{seen:?}");
            settled(test).await;
            says(test, "All is well.").await;
            let chats = test.provider.chats();
            assert_eq!(chats.len(), 2);
            assert!(chats[1].at - chats[0].at >= Duration::from_secs(8));
        },
    );
}
