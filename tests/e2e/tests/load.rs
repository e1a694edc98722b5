//! The page starts, wherever it is hosted, and says so when it cannot.

use e2e::chat::{answer_text, connect_as, says, send, settled};
use e2e::dialects::{ANSWER, ANTHROPIC};
use e2e::{Test, in_each_engine};

in_each_engine!(
    at_the_root,
    under_a_sub_path,
    without_its_module,
    without_its_lazy_parts,
    without_the_dialects,
);

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
    test.site.withhold(".wasm");
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

/// What the measure of the first load leaves out: the page starts and gives its first answer without, says so where it
/// needs a part, and takes it once it can be had. The console has nothing to add to that.
async fn without_its_lazy_parts(test: &Test) {
    let page = &test.page;
    test.site.withhold(".lazy.wasm");
    page.open(&test.site.url()).await;
    page.press("button", "Try the demo").await;
    send(test, "Hello").await;
    settled(test).await;
    assert!(answer_text(test).await.len() > 100);

    page.press("button", "Settings").await;
    page.find("dialog", "Settings").await;
    let alert = page.find("alert", "").await;
    let text = page.text(&alert).await;
    assert!(text.starts_with("This part could not be loaded"), "{text}");
    page.press("button", "Keys").await;
    page.press("button", "Try again").await;
    page.find("button", "Try again").await;
    test.site.give_back();
    page.press("button", "Try again").await;
    page.find("group", "Keep keys").await;
    page.gone("button", "Try again").await;
}

/// The same for a request: it fails with a sentence, and Retry makes it.
async fn without_the_dialects(test: &Test) {
    let page = &test.page;
    test.site.withhold("dialects-");
    let base_url = ANTHROPIC.base_url(&test.provider, "tour");
    connect_as(test, ANTHROPIC.kind, &base_url, ANTHROPIC.model).await;
    send(test, "Hello").await;
    settled(test).await;
    says(test, "A part of Colloquy could not be loaded").await;
    test.site.give_back();
    page.press("button", "Retry").await;
    says(test, ANSWER).await;
    settled(test).await;
}
