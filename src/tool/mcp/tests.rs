//! Recordings of `@modelcontextprotocol/server-everything` 2026.8.31 (a server of 2025), and answers of the stateless
//! revision as its specification prints them.

mod listing;
mod results;

use super::answer::refused;
use super::era::judge;
use super::message::{List, reply, resume_headers};
use super::*;
use crate::stream::replay::every_split;
use expect_test::{Expect, expect};
use serde_json::{Value, json};

/// All messages of a body, which must not depend on how it is cut.
fn messages(kind: &str, body: &[u8], id: u64) -> Vec<Incoming> {
    let run = |chunks: &[&[u8]]| {
        let mut answer = Answer::new(kind, id).unwrap();
        let mut all = vec![];
        for chunk in chunks {
            all.extend(answer.push(chunk).unwrap());
        }
        all.extend(answer.finish());
        all
    };
    match body.len() < 4_000 {
        true => every_split(body, run),
        false => run(&body.chunks(7).collect::<Vec<_>>()),
    }
}

fn events(body: &str, id: u64) -> Vec<Incoming> {
    messages("text/event-stream; charset=utf-8", body.as_bytes(), id)
}

fn result(body: &str, id: u64) -> Value {
    match events(body, id).pop() {
        Some(Incoming::Answer(Ok(result))) => result,
        other => panic!("no answer, but {other:?}"),
    }
}

fn shows(post: &Post, expected: Expect) {
    let headers: Vec<String> = post
        .headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\n"))
        .collect();
    expected.assert_eq(&format!("{}{}\n", headers.concat(), post.body));
}

fn session() -> Terms {
    let result = result(include_str!("recordings/init.sse"), 1);
    Terms::settled(&result, Some("s-1".to_owned())).unwrap()
}

#[test]
fn a_stateless_request_says_for_itself_who_asks() {
    shows(
        &Message::read_resource("file:///ä b").post(&Terms::stateless(), Some(7)),
        expect![[r#"
            content-type: application/json
            accept: application/json, text/event-stream
            mcp-protocol-version: 2026-07-28
            mcp-method: resources/read
            mcp-name: =?base64?ZmlsZTovLy/DpCBi?=
            {"id":7,"jsonrpc":"2.0","method":"resources/read","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"Colloquy","version":"0.1.0"},"io.modelcontextprotocol/protocolVersion":"2026-07-28"},"uri":"file:///ä b"}}
        "#]],
    );
    let schema = json!({ "type": "object", "properties": { "region": { "type": "string", "x-mcp-header": "Region" } } });
    let arguments = json!({ "region": "us-west1", "query": "SELECT 1" });
    let call = Message::call("sql", &schema, arguments.as_object().unwrap());
    let post = call.post(&Terms::stateless(), Some(8));
    assert!(
        post.headers
            .contains(&("mcp-param-region".into(), "us-west1".into()))
    );
    let body: Value = serde_json::from_str(&post.body).unwrap();
    assert_eq!(body["params"]["_meta"]["progressToken"], 8);
}

#[test]
fn a_session_begins_with_a_handshake() {
    shows(
        &Message::initialize().post(&Terms::handshake(), Some(1)),
        expect![[r#"
            content-type: application/json
            accept: application/json, text/event-stream
            {"id":1,"jsonrpc":"2.0","method":"initialize","params":{"capabilities":{},"clientInfo":{"name":"Colloquy","version":"0.1.0"},"protocolVersion":"2025-11-25"}}
        "#]],
    );
    let terms = session();
    assert_eq!(terms.server.title, "Everything Reference Server");
    assert!(terms.offers("prompts") && !terms.offers("sampling"));
    shows(
        &Message::initialized().post(&terms, None),
        expect![[r#"
            content-type: application/json
            accept: application/json, text/event-stream
            mcp-protocol-version: 2025-11-25
            mcp-session-id: s-1
            {"jsonrpc":"2.0","method":"notifications/initialized"}
        "#]],
    );
    let arguments = json!({ "a": 1 });
    shows(
        &Message::call("get-sum", &json!({}), arguments.as_object().unwrap()).post(&terms, Some(3)),
        expect![[r#"
            content-type: application/json
            accept: application/json, text/event-stream
            mcp-protocol-version: 2025-11-25
            mcp-session-id: s-1
            {"id":3,"jsonrpc":"2.0","method":"tools/call","params":{"_meta":{"progressToken":3},"arguments":{"a":1},"name":"get-sum"}}
        "#]],
    );
    shows(
        &Message::cancelled(3).post(&terms, None),
        expect![[r#"
            content-type: application/json
            accept: application/json, text/event-stream
            mcp-protocol-version: 2025-11-25
            mcp-session-id: s-1
            {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"The person or a time limit ended this call.","requestId":3}}
        "#]],
    );
    assert!(resume_headers(&terms, "e").contains(&("last-event-id".into(), "e".into())));
    let ping = reply(&terms, &json!("p"), "ping").body;
    assert_eq!(ping, r#"{"id":"p","jsonrpc":"2.0","result":{}}"#);
    assert!(
        reply(&terms, &json!(1), "sampling/createMessage")
            .body
            .contains("-32601")
    );
    let cursor = Message::list(List::Tools, Some("c")).post(&terms, Some(4));
    assert!(cursor.body.contains(r#""params":{"cursor":"c"}"#));
}

#[test]
fn a_server_of_another_version_is_refused() {
    let check = |result: Value, expected: McpError| {
        assert_eq!(Terms::settled(&result, None), Err(expected));
    };
    check(
        json!({ "protocolVersion": "2024-11-05" }),
        McpError::Versions(vec!["2024-11-05".into()]),
    );
    let nameless = "The handshake's answer names no version.".to_owned();
    check(json!({}), McpError::Protocol(nameless));
    let odd = Terms::settled(
        &json!({ "protocolVersion": "2025-03-26" }),
        Some("a\r\nb".into()),
    );
    assert_eq!(odd.unwrap().session, None);
}

#[test]
fn the_era_is_found_out() {
    let discovered = json!({
        "resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": { "tools": {} },
        "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "ExampleServer", "version": "1.0.0" } },
    });
    let Verdict::Stateless(terms) = judge(Ok(discovered)) else {
        panic!("not taken as stateless");
    };
    assert_eq!(terms.server.title, "ExampleServer");
    assert!(!terms.offers("prompts"));

    let refuses = |status, body: &str| judge(Err(refused(status, body, false)));
    // What the recorded server says to a stateless request.
    let old = r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: Server not initialized"},"id":null}"#;
    assert_eq!(refuses(400, old), Verdict::Session);
    assert_eq!(refuses(400, ""), Verdict::Session);
    assert_eq!(refuses(405, "<html>"), Verdict::Session);
    let other = |supported: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32022,"message":"no","data":{{"supported":{supported}}}}}}}"#
        )
    };
    assert_eq!(refuses(400, &other(r#"["2025-11-25"]"#)), Verdict::Session);
    assert_eq!(
        refuses(400, &other(r#"["2031-01-01"]"#)),
        Verdict::Fails(McpError::Versions(vec!["2031-01-01".into()]))
    );
    let mismatch =
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"Header mismatch"}}"#;
    assert!(matches!(
        refuses(400, mismatch),
        Verdict::Fails(McpError::Rpc { code: -32020, .. })
    ));
    assert!(matches!(
        refuses(401, ""),
        Verdict::Fails(McpError::Status { status: 401, .. })
    ));
    let unreachable = McpError::Unreachable(Box::default());
    assert_eq!(judge(Err(unreachable)), Verdict::Session);
    // A server that answers whatever it is asked.
    assert_eq!(judge(Ok(json!({}))), Verdict::Session);
}

#[test]
fn a_session_that_is_gone_is_told_from_a_wrong_address() {
    let gone = r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"}}"#;
    assert!(matches!(
        refused(400, gone, true),
        McpError::SessionGone { .. }
    ));
    assert!(matches!(
        refused(404, "", true),
        McpError::SessionGone { .. }
    ));
    assert!(matches!(
        refused(404, "", false),
        McpError::Status { status: 404, .. }
    ));
    let page = refused(404, "<!doctype html>…", false);
    assert_eq!(
        page,
        McpError::Status {
            status: 404,
            words: String::new()
        }
    );
}

#[test]
fn progress_comes_before_the_answer() {
    let recording = include_str!("recordings/long.sse").replace("\"t\"", "4");
    let all = events(&recording, 4);
    let words: Vec<String> = all
        .iter()
        .filter_map(|one| match one {
            Incoming::Progress(progress) => Some(progress.words()),
            _ => None,
        })
        .collect();
    assert_eq!(words, ["1 of 2 (50 %)", "2 of 2 (100 %)"]);
    assert!(matches!(all[2], Incoming::Answer(Ok(_))));
    // Another request's progress is not ours.
    assert_eq!(
        events(
            &recording.replace("\"progressToken\":4", "\"progressToken\":5"),
            4
        )
        .len(),
        1
    );
}

#[test]
fn an_answer_may_be_json_or_events_and_nothing_else() {
    let body = br#"{"jsonrpc":"2.0","id":2,"result":{"a":1}}"#;
    let answer = Incoming::Answer(Ok(json!({ "a": 1 })));
    assert_eq!(
        messages("application/json", body, 2),
        std::slice::from_ref(&answer)
    );
    assert_eq!(messages("application/json", body, 3), []);
    assert_eq!(
        messages("application/json", b"[{\"id\":2,\"result\":{\"a\":1}}]", 2),
        [answer]
    );
    assert_eq!(messages("application/json", b"{\"id\":", 2), []);
    let error = br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#;
    assert!(matches!(
        &messages("application/json", error, 2)[..],
        [Incoming::Answer(Err(McpError::Rpc { code: -32700, .. }))]
    ));
    assert!(matches!(
        Answer::new("text/html", 1),
        Err(McpError::Protocol(_))
    ));
}

#[test]
fn what_else_comes_in_a_stream_is_sorted() {
    let body = "id: 1\ndata: \n\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"ping\"}\n\n\
        data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n\
        data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}\n\n\
        data: not json\n\nretry: 50\nid: 2\ndata: {\"id\":9,\"result\":1}\n\n";
    assert_eq!(
        events(body, 1),
        [
            Incoming::Asks {
                id: json!("x"),
                method: "ping".into()
            },
            Incoming::Changed,
        ]
    );
    let mut answer = Answer::new("text/event-stream", 1).unwrap();
    answer.push(body.as_bytes()).unwrap();
    assert_eq!(answer.resumes(), Some(("2".to_owned(), 50.0)));
}
