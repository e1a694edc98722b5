//! A base URL with a wrong path: the right one is named, and taken at a press.

use e2e::chat::{
    change_address, choose_type, connect, dismiss_notices, open_form, questions, says, send,
    settled,
};
use e2e::{Engine, run};

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
                page.pictured(&format!("cause-{scenario}")).await;
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
            // The notes of the other changes lie over the answer.
            dismiss_notices(test).await;
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
