//! What stands between the page and a provider: servers that allow no page, mixed content, and the browser's own
//! permission for what is near.

use crate::doctor::picture_name;
use e2e::chat::{KEY, MODEL, answer_text, change_address, connect, open_form, says, send, settled};
use e2e::{Stage, Test, run_on};
use serde_json::json;

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
            page.pictured(&format!("cause-cors-{port}")).await;
            assert!(text.contains("does not allow this page"), "{port}: {text}");
            assert!(text.contains(&line), "{port}: {line} is not in {text}");
            let refuses_header = text.contains("take x-team away");
            assert_eq!(refuses_header, port == 11434, "{port}: {text}");
        }
    });
}

/// A server on the internet answers without the leave to read it, as OpenAI does to a wrong key: what it may be
/// stands in order of likelihood.
#[test]
fn a_remote_server_hides_its_answer() {
    let stage = Stage {
        host: None,
        headed: false,
        switches: |_, _| vec!["--host-resolver-rules=MAP models.test 127.0.0.1".to_owned()],
    };
    run_on(&stage, "a_remote_server_hides_its_answer", async |test| {
        let port = test.provider.port();
        let base_url = format!("http://models.test:{port}/s/wrong-key-no-cors/v1");
        connect(test, &base_url).await;
        change_headers(test).await;
        send(test, "Are you there?").await;
        let card = test.page.find("region", "Error").await;
        settled(test).await;
        let text = test.page.text(&card).await;
        test.page.pictured("cause-remote-hidden").await;
        let in_order = [
            "Fixtures answered, but the browser may not show its answer to this page.",
            "In order of likelihood",
            "The API key is wrong or the model does not exist",
            "allows no requests from web pages (CORS)",
            "Base URL has a wrong path",
            "does not allow a header of your own: x-team",
        ];
        let at = in_order.map(|words| {
            text.to_lowercase()
                .find(&words.to_lowercase())
                .unwrap_or_else(|| panic!("{words:?} is not in {text}"))
        });
        assert!(at.is_sorted(), "{text}");
        assert!(!text.contains(KEY), "{text}");
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
    page.find("button", "Edit Fixtures").await;
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
        test.page.pictured("cause-asked").await;
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
    let text = test.page.text(&card).await;
    test.page.pictured(&picture_name(&text)).await;
    text
}
