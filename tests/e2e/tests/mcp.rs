//! Servers of tools: setting one up, and its tools as an agent uses them.

use e2e::chat::{answer, choose_agent, connect, says, send, settled};
use e2e::consent::decide_on;
use e2e::mcp::{Everything, Fixture, Manner};
use e2e::search::{record, search};
use e2e::{Step, Test, in_chromium};
use serde_json::{Value, json};

const AGENT: &str = "Code Assistant";
const TOKEN: &str = "mcp-canary-9876543210";

in_chromium!(
    real_tools_through_the_loop,
    what_a_server_has_to_read,
    a_stop_in_mid_call,
    both_eras,
    a_session_that_is_gone,
    a_server_that_allows_no_page,
    the_token_goes_to_its_host_alone,
    deleted_and_brought_back,
);

async fn open_tools(test: &Test) {
    test.page.press("button", "Settings").await;
    test.page.press("button", "Tools").await;
    test.page.find("heading", "MCP servers").await;
}

async fn fill_in(test: &Test, name: &str, url: &str) {
    open_tools(test).await;
    test.page.press("button", "Add server").await;
    test.page.fill("textbox", "Name", name).await;
    test.page.fill("textbox", "URL", url).await;
}

/// Adds a server, and gives its tools with these titles to the agent.
async fn add(test: &Test, name: &str, url: &str, tools: &[&str]) {
    let page = &test.page;
    fill_in(test, name, url).await;
    page.press("button", "Save").await;
    give(test, name, tools).await;
}

async fn give(test: &Test, name: &str, tools: &[&str]) {
    let page = &test.page;
    connected(test, name).await;
    // They are listed as soon as they are known.
    for tool in tools {
        page.find("combobox", &format!("Permission of {tool} ({name})"))
            .await;
    }
    page.press("button", "Agents").await;
    page.press("button", &format!("Edit {AGENT}")).await;
    for tool in tools {
        page.press("checkbox", &format!("{tool} ({name})")).await;
    }
    page.press("button", "Save").await;
    page.find("button", &format!("Edit {AGENT}")).await;
    page.press("button", "Close").await;
    page.gone("dialog", "Settings").await;
    choose_agent(test, AGENT).await;
}

async fn connected(test: &Test, name: &str) {
    let page = &test.page;
    page.until("the server to be connected", async || {
        let card = page.find("region", name).await;
        page.text(&card).await.contains("Connected")
    })
    .await;
}

/// All the text that is on screen.
async fn whole(test: &Test) -> String {
    let script = "return document.body.innerText;";
    let text = test.page.driver.execute(script, vec![]).await;
    let text = text.ok().and_then(|text| text.convert().ok());
    text.unwrap_or_default()
}

/// Presses a button of the card that asks for leave, which says all of this.
async fn asked(test: &Test, says: &[&str], button: &str) {
    let page = &test.page;
    // Calls that ask at the same time have a card each.
    let mut asking = None;
    page.until(&format!("a card that says {says:?}"), async || {
        for card in page.all("region", "Allow *").await {
            let text = page.text(&card).await;
            if says.iter().all(|part| text.contains(part)) {
                asking = Some(card);
            }
        }
        asking.is_some()
    })
    .await;
    let card = asking.expect("the wait ends with a card");
    decide_on(test, &card, button).await;
}

/// What the model read as the answers of its calls, in order.
fn results(request: &Value) -> Vec<String> {
    let messages = request["messages"].as_array().unwrap();
    let tools = messages.iter().filter(|message| message["role"] == "tool");
    tools
        .map(|message| message["content"].as_str().unwrap_or_default().to_owned())
        .collect()
}

async fn real_tools_through_the_loop(test: &Test) {
    let server = Everything::start().await;
    let page = &test.page;
    test.provider.program(
        "p",
        [
            Step::calls("mcp_everything_echo", json!({ "message": "one" })),
            Step::calls("mcp_everything_echo", json!({ "message": "two" })),
            Step::calls("mcp_everything_get-sum", json!({ "a": 20, "b": 22 })),
            Step::calls("mcp_everything_get-tiny-image", json!({})),
            Step::calls("mcp_everything_get-sum", json!({ "a": "x", "b": 1 })),
            Step::calls(
                "mcp_everything_trigger-long-running-operation",
                json!({ "duration": 4, "steps": 4 }),
            ),
            Step::says("All of them answered."),
        ],
    );
    connect(test, &test.provider.base_url("program-p")).await;
    fill_in(test, "Everything", &server.url()).await;
    page.press("button", "Test connection").await;
    page.until("the test to succeed", async || {
        whole(test).await.contains("Connected. It offers 13 tools.")
    })
    .await;
    page.press("button", "Save").await;
    let tools = [
        "Echo Tool",
        "Get Sum Tool",
        "Get Tiny Image Tool",
        "Trigger Long Running Operation Tool",
    ];
    give(test, "Everything", &tools).await;

    send(test, "Try them all.").await;
    let host = server.host();
    // The server says of its tool that it only reads; the person is asked all the same, and told where it goes.
    asked(
        test,
        &["Echo Tool (Everything)", "one", &host],
        "Allow in this chat",
    )
    .await;
    // The second call of it is covered; another tool is not.
    asked(test, &["Get Sum Tool", "20", &host], "Allow in this chat").await;
    asked(test, &["Get Tiny Image Tool"], "Allow once").await;
    asked(test, &["Trigger Long Running Operation Tool"], "Allow once").await;
    // What runs gives the line above the steps its name, too.
    page.press("button", "Trigger Long*").await;
    let call = page.find("region", "Trigger Long*").await;
    let head = page.all_in(Some(&call), "button", "").await;
    head[0].click().await.unwrap();
    page.until("its progress", async || {
        let text = page.text(&answer(test).await).await;
        text.contains("of 4 (")
    })
    .await;
    settled(test).await;
    says(test, "All of them answered.").await;

    let chats = test.provider.chats();
    let offered = chats[0].json()["tools"].to_string();
    assert!(offered.contains("mcp_everything_echo"), "{offered}");
    assert!(
        !offered.contains("get-env"),
        "only what the agent was given: {offered}"
    );
    let read = results(&chats.last().unwrap().json());
    assert_eq!(read[0], "Echo: one");
    assert_eq!(read[1], "Echo: two");
    assert_eq!(read[2], "The sum of 20 and 22 is 42.");
    assert!(
        read[3].contains("[Image, image/png. It is shown to the person.]"),
        "{read:?}"
    );
    assert!(!read[3].contains("iVBOR"), "{read:?}");
    assert!(
        read[5].contains("Long running operation completed"),
        "{read:?}"
    );
    // What does not fit the server's schema is not even sent.
    assert!(read[4].contains("do not fit the tool's schema"), "{read:?}");
    test.provider.assert_calls_answered();
    page.find("img", "Image").await;
}

async fn what_a_server_has_to_read(test: &Test) {
    let server = Everything::start().await;
    let page = &test.page;
    connect(test, &test.provider.base_url("ok")).await;
    fill_in(test, "Everything", &server.url()).await;
    page.press("button", "Save").await;
    connected(test, "Everything").await;
    page.press("button", "Resources").await;
    page.press("button", "Read architecture.md").await;
    let contents = page.find("region", "Contents of architecture.md").await;
    assert!(page.text(&contents).await.contains("Architecture"));
    // Two templates ask for one; each has its own field.
    for field in page.all("textbox", "resourceId").await {
        field.send_keys("7").await.unwrap();
    }
    page.press("button", "Read Dynamic Text Resource").await;
    let contents = page
        .find("region", "Contents of Dynamic Text Resource")
        .await;
    let text = page.text(&contents).await;
    assert!(text.contains("Resource 7"), "{text}");

    page.press("button", "Prompts").await;
    page.press("button", "Put Arguments Prompt into the message")
        .await;
    page.until("what is missing to be said", async || {
        whole(test).await.contains("The prompt needs this.")
    })
    .await;
    page.fill("textbox", "city", "Lisbon").await;
    page.press("button", "Put Arguments Prompt into the message")
        .await;
    page.gone("dialog", "Settings").await;
    let message = page.value("textbox", "Message").await;
    assert!(message.contains("Lisbon"), "{message}");

    // A tool that is switched off is nobody's.
    open_tools(test).await;
    page.press("button", "13 tools").await;
    page.press("switch", "Use Echo Tool").await;
    page.press("button", "Agents").await;
    page.press("button", &format!("Edit {AGENT}")).await;
    page.find("checkbox", "Get Sum Tool (Everything)").await;
    assert!(!page.has("checkbox", "Echo Tool (Everything)").await);
}

async fn a_stop_in_mid_call(test: &Test) {
    for (manner, name) in [(Manner::Session, "Old"), (Manner::Stateless, "New")] {
        let server = Fixture::start(manner).await;
        let tool = format!("mcp_{}_wait", name.to_lowercase());
        test.provider.program("p", [Step::calls(&tool, json!({}))]);
        if name == "Old" {
            connect(test, &test.provider.base_url("program-p")).await;
        }
        add(test, name, &server.url(), &["Fixture wait"]).await;
        send(test, "Wait.").await;
        asked(test, &["Fixture wait", &server.host()], "Allow once").await;
        test.page
            .until("the call to arrive", async || {
                server.methods().contains(&"tools/call".to_owned())
            })
            .await;
        test.page.press("button", "Stop").await;
        settled(test).await;
        test.page
            .until("the connection to be left", async || server.closed() == 1)
            .await;
        if manner == Manner::Session {
            test.page
                .until("the server to be told", async || {
                    server
                        .methods()
                        .contains(&"notifications/cancelled".to_owned())
                })
                .await;
            let seen = server.seen();
            let call = seen
                .iter()
                .find(|seen| seen.method == "tools/call")
                .unwrap();
            let told = seen
                .iter()
                .find(|seen| seen.method == "notifications/cancelled");
            assert_eq!(told.unwrap().body["params"]["requestId"], call.body["id"]);
        } else {
            assert!(
                !server
                    .methods()
                    .contains(&"notifications/cancelled".to_owned())
            );
        }
    }
}

async fn both_eras(test: &Test) {
    let new = Fixture::start(Manner::Stateless).await;
    let old = Fixture::start(Manner::Session).await;
    test.provider.program(
        "p",
        [
            Step::calls("mcp_new_greet", json!({ "name": "Ada" }))
                .and_calls("mcp_old_greet", json!({ "name": "Bob" })),
            Step::says("Greeted."),
        ],
    );
    connect(test, &test.provider.base_url("program-p")).await;
    add(test, "New", &new.url(), &["Fixture greet"]).await;
    add(test, "Old", &old.url(), &["Fixture greet"]).await;
    assert_eq!(
        new.methods(),
        ["server/discover", "tools/list", "tools/list"]
    );
    // The browser does not even send the stateless request: this server allows pages none of its headers.
    let handshake = [
        "initialize",
        "notifications/initialized",
        "tools/list",
        "tools/list",
    ];
    assert_eq!(old.methods(), handshake);

    // After a reload the agent has its tools before anybody has connected; what worked is tried first.
    test.page.reload().await;
    send(test, "Greet.").await;
    asked(test, &["Fixture greet (New)", &new.host()], "Allow once").await;
    asked(test, &["Fixture greet (Old)", &old.host()], "Allow once").await;
    settled(test).await;
    says(test, "Greeted.").await;
    let read = results(&test.provider.chats()[1].json());
    assert_eq!(
        read,
        ["Hello, Ada. You are nobody.", "Hello, Bob. You are nobody."]
    );
    assert_eq!(new.methods()[3..], ["server/discover", "tools/call"]);
    assert_eq!(
        old.methods()[4..],
        ["initialize", "notifications/initialized", "tools/call"]
    );
}

async fn a_session_that_is_gone(test: &Test) {
    let server = Fixture::start(Manner::Session).await;
    test.provider.program(
        "p",
        [
            Step::calls("mcp_old_greet", json!({ "name": "Ada" })),
            Step::says("Greeted."),
        ],
    );
    connect(test, &test.provider.base_url("program-p")).await;
    add(test, "Old", &server.url(), &["Fixture greet"]).await;
    server.forget();
    send(test, "Greet.").await;
    asked(test, &[], "Allow once").await;
    settled(test).await;
    says(test, "Greeted.").await;
    let read = results(&test.provider.chats()[1].json());
    assert_eq!(read, ["Hello, Ada. You are nobody."]);
    let again = [
        "tools/call",
        "initialize",
        "notifications/initialized",
        "tools/call",
    ];
    assert_eq!(server.methods()[4..], again);
}

async fn a_server_that_allows_no_page(test: &Test) {
    let page = &test.page;
    let server = Fixture::start(Manner::NoCors).await;
    connect(test, &test.provider.base_url("ok")).await;
    fill_in(test, "Closed", &server.url()).await;
    page.press("button", "Test connection").await;
    page.find("heading", "Closed answers, but does not allow*")
        .await;
    let dialog = page.find("dialog", "Settings").await;
    let outline = page.text(&dialog).await;
    let origin = test.site.url();
    let origin = origin.trim_end_matches('/');
    for line in [
        &format!("Access-Control-Allow-Origin: {origin}"),
        "Access-Control-Allow-Methods: GET, POST, DELETE",
        "Access-Control-Allow-Headers: content-type, authorization, mcp-protocol-version, mcp-session-id",
        "Access-Control-Expose-Headers: mcp-session-id",
    ] {
        assert!(outline.contains(line), "{line} is not in {outline}");
    }

    let hidden = Fixture::start(Manner::HiddenSession).await;
    page.fill("textbox", "URL", &hidden.url()).await;
    page.press("button", "Test connection").await;
    page.find("heading", "Closed does not keep the session.")
        .await;
    let dialog = page.find("dialog", "Settings").await;
    let outline = page.text(&dialog).await;
    assert!(
        outline.contains("Access-Control-Expose-Headers: mcp-session-id"),
        "{outline}"
    );
}

async fn the_token_goes_to_its_host_alone(test: &Test) {
    let page = &test.page;
    record(page).await;
    let own = Fixture::start(Manner::Stateless).await;
    let other = Fixture::start(Manner::Session).await;
    test.provider.program(
        "p",
        [
            Step::calls("mcp_own_greet", json!({ "name": "Ada" })),
            Step::says("Greeted."),
        ],
    );
    connect(test, &test.provider.base_url("program-p")).await;
    fill_in(test, "Own", &own.url()).await;
    page.fill("textbox", "Token", TOKEN).await;
    page.press("button", "Save").await;
    give(test, "Own", &["Fixture greet"]).await;
    add(test, "Other", &other.url(), &["Fixture greet"]).await;
    send(test, "Greet.").await;
    asked(test, &[&own.host()], "Allow once").await;
    settled(test).await;
    says(test, "Greeted.").await;
    // The server repeats the token; neither the model nor a store gets to see it.
    let read = results(&test.provider.chats()[1].json());
    assert_eq!(read, ["Hello, Ada. You are Bearer •••."]);
    assert!(!own.seen().is_empty());
    for seen in own.seen() {
        assert_eq!(seen.headers["authorization"], format!("Bearer {TOKEN}"));
        assert!(!seen.body.to_string().contains(TOKEN));
    }
    for seen in other.seen() {
        assert!(!format!("{seen:?}").contains(TOKEN), "{seen:?}");
    }
    for request in test.provider.requests() {
        assert!(!format!("{request:?}").contains(TOKEN));
    }
    open_tools(test).await;
    page.press("button", "Your data").await;
    page.press("button", "Export my data").await;
    page.until("the export", async || search(page, TOKEN).await.files == 1)
        .await;
    let found = search(page, TOKEN).await;
    assert!(
        found.places.is_empty(),
        "the token is in {:?}",
        found.places
    );
    assert!(found.rows > 0);

    // At another host it is not known any more.
    page.press("button", "Tools").await;
    page.press("button", "Edit Own").await;
    page.fill("textbox", "URL", &other.url()).await;
    page.press("button", "Test connection").await;
    page.until("the test to succeed", async || {
        whole(test).await.contains("It offers 2 tools.")
    })
    .await;
    page.press("button", "Save").await;
    connected(test, "Own").await;
    for seen in other.seen() {
        assert!(!format!("{seen:?}").contains(TOKEN), "{seen:?}");
    }
}

async fn deleted_and_brought_back(test: &Test) {
    let page = &test.page;
    let server = Fixture::start(Manner::Session).await;
    connect(test, &test.provider.base_url("ok")).await;
    fill_in(test, "Old", &server.url()).await;
    page.fill("textbox", "Token", TOKEN).await;
    page.press("button", "Save").await;
    connected(test, "Old").await;
    page.press("button", "Delete Old").await;
    page.gone("region", "Old").await;
    page.until("the session to be ended", async || {
        server.seen().iter().any(|seen| seen.http == "DELETE")
    })
    .await;
    page.press("button", "Undo").await;
    page.find("region", "Old").await;
    let before = server.seen().len();
    page.press("button", "Reconnect Old").await;
    connected(test, "Old").await;
    let seen = server.seen();
    assert!(seen.len() > before);
    assert_eq!(
        seen.last().unwrap().headers["authorization"],
        format!("Bearer {TOKEN}")
    );
}
