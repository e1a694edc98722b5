//! Tools that reach outside the page: other sites, the clipboard, the place, the voice.

use e2e::chat::{answer, choose_agent, connect, says, send, settled};
use e2e::consent::{
    browser_says, card, choose_file, close_settings, decide, last_results, open_tools, permit,
};
use e2e::elsewhere::Elsewhere;
use e2e::{Step, Test, in_chromium, in_each_engine};
use serde_json::{Value, json};

const FETCH: &str = "Fetch from the web";

in_each_engine!(what_an_address_gives);

in_chromium!(
    a_grant_is_for_one_host,
    a_stop_in_mid_fetch,
    the_clipboard,
    the_place,
    the_voice,
);

/// Connects to a model that follows these steps, with an agent that has these tools.
async fn begin(test: &Test, tools: &[&str], steps: impl Into<Vec<Step>>) {
    let page = &test.page;
    test.provider.program("p", steps);
    connect(test, &test.provider.base_url("program-p")).await;
    let tools: Vec<Value> = tools.iter().map(|name| json!({ "name": name })).collect();
    let agent =
        json!({ "id": "scout", "name": "Scout", "template": "You are Scout.", "tools": tools });
    let file = json!({ "format": "colloquy-agent", "version": 1, "agent": agent });
    page.press("button", "Settings").await;
    page.press("button", "Agents").await;
    page.find("button", "Import agent").await;
    choose_file(test, "Agent file", &file.to_string()).await;
    page.press("button", "Import").await;
    page.find("button", "Edit Scout").await;
    close_settings(test).await;
    choose_agent(test, "Scout").await;
}

fn fetch(url: &str) -> Step {
    Step::calls("fetch_url", json!({ "url": url }))
}

/// Lets a tool run without asking, wherever it is used.
async fn always(test: &Test, title: &str) {
    open_tools(test).await;
    permit(test, title, "Always").await;
    close_settings(test).await;
}

async fn what_an_address_gives(test: &Test) {
    let site = Elsewhere::start().await;
    let also = |path: &str| json!({ "url": site.url(path) });
    let long = json!({ "url": site.url("long"), "max_bytes": 100 });
    let raw = json!({ "url": site.url("article"), "raw": true });
    let nowhere = json!({ "url": "ftp://example.org/x" });
    begin(
        test,
        &["fetch_url"],
        [
            fetch(&site.url("article"))
                .and_calls("fetch_url", raw)
                .and_calls("fetch_url", also("data"))
                .and_calls("fetch_url", also("picture"))
                .and_calls("fetch_url", long),
            fetch(&site.url("closed"))
                .and_calls("fetch_url", also("moved"))
                .and_calls("fetch_url", also("gone"))
                .and_calls("fetch_url", also("film"))
                .and_calls("fetch_url", nowhere),
            Step::says("Read."),
        ],
    )
    .await;
    always(test, FETCH).await;
    send(test, "Read these.").await;
    settled(test).await;
    says(test, "Read.").await;

    let read = last_results(test);
    let [
        article,
        raw,
        data,
        picture,
        long,
        closed,
        moved,
        gone,
        film,
        nowhere,
    ] = <[String; 10]>::try_from(read).expect("ten answers");
    assert!(
        article.contains("# Why the sea rises") || article.contains("Why the sea rises\n"),
        "{article}"
    );
    let link = format!("[spring tides]({})", site.url("spring"));
    assert!(article.contains(&link), "{article}");
    for gone in ["mugs", "evil", "<p>"] {
        assert!(!article.contains(gone), "{article}");
    }
    assert!(
        raw.contains("<nav>") && raw.contains("window.evil"),
        "{raw}"
    );
    assert_eq!(data, "{\"high\":[4.1,3.9]}");
    assert!(picture.contains("image/png"), "{picture}");
    assert!(
        long.starts_with("0123456789") && long.contains("first 100 bytes"),
        "{long}"
    );
    assert!(closed.contains("CORS"), "{closed}");
    assert!(moved.contains("redirect"), "{moved}");
    assert!(
        gone.contains("404") && gone.contains("There is no such page."),
        "{gone}"
    );
    assert!(film.contains("video/mp4"), "{film}");
    assert!(nowhere.contains("ftp://example.org/x"), "{nowhere}");

    let visits = site.visits();
    assert_eq!(
        visits.iter().filter(|visit| visit.path == "/moved").count(),
        1
    );
    assert_eq!(
        visits
            .iter()
            .filter(|visit| visit.path == "/article")
            .count(),
        2,
        "no redirect is followed"
    );
    for visit in &visits {
        for private in ["cookie", "referer", "authorization"] {
            assert!(!visit.headers.contains_key(private), "{visit:?}");
        }
    }
    // The person sees the picture itself.
    let article = answer(test).await;
    let alt = format!("Picture from {}", site.url("picture"));
    test.page.find_in(&article, "img", &alt).await;
    test.provider.assert_calls_answered();
}

async fn a_grant_is_for_one_host(test: &Test) {
    let (one, other) = (Elsewhere::start().await, Elsewhere::start().await);
    begin(
        test,
        &["fetch_url"],
        [
            fetch(&one.url("data")),
            fetch(&one.url("long")),
            fetch(&other.url("data")),
            Step::says("Read."),
        ],
    )
    .await;
    send(test, "Read these.").await;
    let asked = test.page.text(&card(test, FETCH).await).await;
    assert!(
        asked.contains(&one.host()) && asked.contains("/data"),
        "{asked}"
    );
    assert!(
        one.visits().is_empty(),
        "nothing goes out before the person allowed it"
    );
    decide(test, FETCH, "Allow in this chat").await;
    // The second call of the same host does not ask; the other host does.
    test.page
        .until("the other host to be asked about", async || {
            let card = card(test, FETCH).await;
            test.page.text(&card).await.contains(&other.host())
        })
        .await;
    assert_eq!(one.visits().len(), 2);
    assert!(other.visits().is_empty());
    decide(test, FETCH, "Refuse…").await;
    decide(test, FETCH, "Refuse").await;
    settled(test).await;
    assert!(other.visits().is_empty());
    assert!(
        last_results(test)[2].contains("refused"),
        "{:?}",
        last_results(test)
    );
    test.provider.assert_calls_answered();
}

async fn a_stop_in_mid_fetch(test: &Test) {
    let site = Elsewhere::start().await;
    begin(
        test,
        &["fetch_url"],
        [fetch(&site.url("endless")), Step::says("Read.")],
    )
    .await;
    always(test, FETCH).await;
    send(test, "Read it.").await;
    test.page
        .until("the request", async || !site.visits().is_empty())
        .await;
    test.page.press("button", "Stop").await;
    settled(test).await;
    says(test, "You stopped this answer.").await;
    let used = "Used 1 tool, stopped in Fetch from the web";
    test.page.find("button", used).await;
    let closed = async || site.closed() == 1;
    test.page.until("the request to be given up", closed).await;
}

async fn the_clipboard(test: &Test) {
    const TITLE: &str = "Read the clipboard";
    let read = || Step::calls("read_clipboard", json!({}));
    begin(test, &["read_clipboard"], [read(), Step::says("Read.")]).await;
    for permission in ["clipboard-read", "clipboard-write"] {
        browser_says(test, permission, "granted").await;
    }
    let copy = "return navigator.clipboard.writeText('Low tide at nine');";
    test.page.driver.execute(copy, vec![]).await.unwrap();
    send(test, "What did I copy?").await;
    decide(test, TITLE, "Allow once").await;
    settled(test).await;
    assert_eq!(last_results(test), ["Low tide at nine"]);

    browser_says(test, "clipboard-read", "denied").await;
    send(test, "And now?").await;
    decide(test, TITLE, "Allow once").await;
    settled(test).await;
    let results = last_results(test);
    assert!(results[1].contains("did not allow it"), "{results:?}");
    test.provider.assert_calls_answered();
}

async fn the_place(test: &Test) {
    const TITLE: &str = "Your location";
    let ask = || Step::calls("get_location", json!({}));
    begin(test, &["get_location"], [ask(), Step::says("There.")]).await;
    browser_says(test, "geolocation", "granted").await;
    let place = json!({ "latitude": 48.21, "longitude": 16.37, "accuracy": 25 });
    let cdp = test.page.driver.cdp();
    let set = cdp
        .send_raw("Emulation.setGeolocationOverride", place)
        .await;
    set.expect("the place can be set");
    send(test, "Where am I?").await;
    decide(test, TITLE, "Allow once").await;
    settled(test).await;
    let told: Value = serde_json::from_str(&last_results(test)[0]).unwrap();
    assert_eq!(
        told,
        json!({ "latitude": 48.21, "longitude": 16.37, "accuracy_metres": 25.0 })
    );

    browser_says(test, "geolocation", "denied").await;
    send(test, "And now?").await;
    decide(test, TITLE, "Allow once").await;
    settled(test).await;
    let results = last_results(test);
    assert!(results[1].contains("refused"), "{results:?}");
    test.provider.assert_calls_answered();
}

/// The browser of these tests has no voice; a stand-in for one notes what it is told to say.
async fn the_voice(test: &Test) {
    const TITLE: &str = "Speak aloud";
    let say = json!({ "text": "High tide at three.", "lang": "en-GB", "rate": 1.5 });
    let steps = [Step::calls("speak", say), Step::says("Said so.")];
    begin(test, &["speak"], steps).await;
    always(test, TITLE).await;
    send(test, "Say it.").await;
    settled(test).await;
    let results = last_results(test);
    assert!(results[0].contains("no voice installed"), "{results:?}");

    let voice = "window.said = []; const speech = { cancel() {}, getVoices: () => [{ lang: 'en-GB' }], \
                 speak(it) { said.push([it.text, it.lang, it.rate]); setTimeout(() => it.onend(new Event('end')), 50); } }; \
                 Object.defineProperty(window, 'speechSynthesis', { value: speech });";
    test.page.driver.execute(voice, vec![]).await.unwrap();
    send(test, "Again.").await;
    settled(test).await;
    assert_eq!(last_results(test)[1], "Said.");
    let said = test
        .page
        .driver
        .execute("return window.said;", vec![])
        .await
        .unwrap();
    assert_eq!(*said.json(), json!([["High tide at three.", "en-GB", 1.5]]));
    test.provider.assert_calls_answered();
}
