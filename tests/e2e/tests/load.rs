//! The page starts, wherever it is hosted, and says so when it cannot.

use e2e::{Test, in_each_engine};

in_each_engine!(at_the_root, under_a_sub_path, without_its_module);

async fn at_the_root(test: &Test) {
    starts(test, &test.site.url()).await;
}

async fn under_a_sub_path(test: &Test) {
    starts(test, &test.site.sub_url()).await;
}

async fn starts(test: &Test, url: &str) {
    let page = &test.page;
    page.open(url).await;
    page.until(
        "the app to take the place of the loading notice",
        async || {
            let text = page.outline().await;
            text.contains("Colloquy") && !text.contains("Loading Colloquy")
        },
    )
    .await;
    test.assert_no_problems().await;

    // Finding no violation means something only if the policy is in force and violations are seen.
    let inline = "const script = document.createElement('script'); script.textContent = 'window.intruder = 1'; \
                  document.body.append(script); return window.intruder ?? null;";
    let intruder = page.driver.execute(inline, vec![]).await.unwrap();
    assert!(intruder.json().is_null(), "an inline script ran");
    page.until("the violation to be reported", async || {
        test.site
            .take_problems()
            .iter()
            .any(|problem| problem.starts_with("policy: script-src"))
    })
    .await;
}

/// A page whose app cannot start shows a sentence, not an empty window.
async fn without_its_module(test: &Test) {
    test.site.withhold("wasm");
    test.page.open(&test.site.url()).await;
    let notice = test.page.find("alert", "").await;
    let text = test.page.text(&notice).await;
    assert!(text.starts_with("Colloquy could not start."), "{text}");
    test.page
        .until("the reason to be in the console as well", async || {
            !test.site.take_problems().is_empty()
        })
        .await;
}
