//! The fixtures do what their names say. Without this, a test of a failure could pass for another reason.

use e2e::provider::Outcome;
use e2e::{Piece, Provider, Reply, bench, scenario};
use futures_util::StreamExt;
use reqwest::{Client, Method, Response, StatusCode};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

async fn ask(provider: &Provider, scenario: &str, said: &str) -> Response {
    let body = json!({ "model": "fixture-1", "stream": true, "messages": [
        { "role": "system", "content": "Be brief." }, { "role": "user", "content": said } ] });
    let url = format!("{}/chat/completions", provider.base_url(scenario));
    Client::new()
        .post(url)
        .bearer_auth("sk-test")
        .json(&body)
        .send()
        .await
        .unwrap()
}

/// The JSON of every event, `[DONE]` as a string.
fn events(body: &str) -> Vec<Value> {
    let event = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| json!(line));
    body.lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(event)
        .collect()
}

fn text_of(body: &str) -> String {
    events(body)
        .iter()
        .filter_map(|event| event["choices"][0]["delta"]["content"].as_str())
        .collect()
}

#[tokio::test]
async fn a_good_answer_streams_and_is_recorded() {
    let provider = Provider::start().await;
    let response = ask(&provider, "ok", "hello").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    let body = response.text().await.unwrap();
    assert_eq!(text_of(&body), scenario::MARKDOWN.concat());
    assert_eq!(events(&body).last(), Some(&json!("[DONE]")));

    let requests = provider.chats();
    assert_eq!(requests.len(), 1);
    assert_eq!(requests[0].headers["authorization"], "Bearer sk-test");
    assert_eq!(requests[0].json()["messages"][1]["content"], "hello");
    assert_eq!(provider.last_outcome().await, Outcome::Finished);
}

#[tokio::test]
async fn the_model_can_name_the_scenario() {
    let provider = Provider::start().await;
    let url = format!("{}/v1/chat/completions", provider.origin());
    let body = json!({ "model": "echo", "messages": [{ "role": "user", "content": [{ "type": "text", "text": "salut" }] }] });
    let response = Client::new().post(url).json(&body).send().await.unwrap();
    assert_eq!(text_of(&response.text().await.unwrap()), "salut");
}

#[tokio::test]
async fn every_scenario_of_one_document_has_its_status() {
    let provider = Provider::start().await;
    let expected: &[(&str, u16, &str)] = &[
        ("wrong-key", 401, "invalid_api_key"),
        ("wrong-key-no-cors", 401, "invalid_api_key"),
        ("no-model", 404, "model_not_found"),
        ("rate-limit-always", 429, "rate_limit_exceeded"),
        ("quota", 429, "insufficient_quota"),
        ("server-error", 500, "server_error"),
        ("unavailable", 503, "<h1>503"),
        ("html", 200, "<h1>Sign in"),
        ("json-error", 200, "overloaded"),
        ("nonesuch", 404, "no scenario"),
    ];
    for (name, status, says) in expected {
        let response = ask(&provider, name, "x").await;
        assert_eq!(response.status().as_u16(), *status, "{name}");
        let readable = response
            .headers()
            .contains_key("access-control-allow-origin");
        assert_eq!(readable, *name != "wrong-key-no-cors", "{name}");
        let body = response.text().await.unwrap();
        assert!(body.contains(says), "{name}: {body}");
    }
}

#[tokio::test]
async fn every_scenario_of_events_ends_as_it_says() {
    let provider = Provider::start().await;
    // Name, text, finish reason, whether `[DONE]` comes.
    let expected: &[(&str, &str, Value, bool)] = &[
        ("bytes", "Grüße 👩‍👩‍👧 日本語 done.", json!("stop"), true),
        ("thinking", "Forty-two.", json!("stop"), true),
        ("tools", "", json!("tool_calls"), true),
        ("usage", "Counted.", json!("stop"), true),
        ("no-done", "No terminal marker.", json!("stop"), false),
        ("length", "Cut by the li", json!("length"), true),
        ("content-filter", "I ", json!("content_filter"), true),
        ("empty", "", json!("stop"), true),
        ("cut", "Half an ans", Value::Null, false),
        ("mid-error", "So far so good", Value::Null, false),
        ("count", "3 characters", json!("stop"), true),
    ];
    for (name, text, reason, done) in expected {
        let body = ask(&provider, name, "a👋b").await.text().await.unwrap();
        assert_eq!(&text_of(&body), text, "{name}");
        let reasons: Vec<Value> = events(&body)
            .iter()
            .map(|event| event["choices"][0]["finish_reason"].clone())
            .filter(|reason| !reason.is_null())
            .collect();
        assert_eq!(reasons.first().unwrap_or(&Value::Null), reason, "{name}");
        assert_eq!(body.contains("[DONE]"), *done, "{name}");
    }
    let usage = ask(&provider, "usage", "x").await.text().await.unwrap();
    assert!(
        events(&usage)
            .iter()
            .any(|event| event["choices"] == json!([]) && event["usage"]["total_tokens"] == 46)
    );
    let thinking = ask(&provider, "thinking", "x").await.text().await.unwrap();
    assert!(thinking.contains("reasoning_content"));
    let error = ask(&provider, "mid-error", "x").await.text().await.unwrap();
    assert_eq!(
        events(&error).last().unwrap()["error"]["code"],
        "overloaded"
    );
    let halves = ask(&provider, "half-emoji", "x")
        .await
        .text()
        .await
        .unwrap();
    assert!(
        halves.contains("\"\\ud83d\"") && halves.contains("\"\\ude00\""),
        "{halves}"
    );
}

#[tokio::test]
async fn what_fails_once_succeeds_the_second_time() {
    let provider = Provider::start().await;
    for (name, exposed) in [("rate-limit:2", true), ("rate-limit-hidden", false)] {
        let first = ask(&provider, name, "x").await;
        assert_eq!(first.status(), StatusCode::TOO_MANY_REQUESTS, "{name}");
        assert_eq!(
            first.headers()["retry-after"],
            if exposed { "2" } else { "1" },
            "{name}"
        );
        assert_eq!(
            first
                .headers()
                .contains_key("access-control-expose-headers"),
            exposed,
            "{name}"
        );
        let second = ask(&provider, name, "x").await;
        assert_eq!(
            text_of(&second.text().await.unwrap()),
            "All is well.",
            "{name}"
        );
    }
    assert_eq!(
        ask(&provider, "server-error-once", "x").await.status(),
        StatusCode::INTERNAL_SERVER_ERROR
    );
    assert_eq!(
        ask(&provider, "server-error-once", "x").await.status(),
        StatusCode::OK
    );
    assert!(
        ask(&provider, "dropped-once", "x")
            .await
            .text()
            .await
            .is_err()
    );
    assert!(
        ask(&provider, "dropped-once", "x")
            .await
            .text()
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn a_dropped_connection_gives_its_text_and_breaks() {
    let provider = Provider::start().await;
    let mut body = ask(&provider, "dropped", "x").await.bytes_stream();
    let mut got = String::new();
    let broken = loop {
        match body.next().await {
            Some(Ok(bytes)) => got.push_str(&String::from_utf8_lossy(&bytes)),
            Some(Err(_)) => break true,
            None => break false,
        }
    };
    assert!(broken, "the body ended properly");
    assert_eq!(text_of(&got), "Half an ans");
}

#[tokio::test]
async fn a_stalled_stream_waits_and_its_end_is_noticed() {
    let provider = Provider::start().await;
    let mut body = ask(&provider, "stalled", "x").await.bytes_stream();
    let first = body.next().await.unwrap().unwrap();
    assert!(text_of(&String::from_utf8_lossy(&first)).starts_with("And then"));
    let next = tokio::time::timeout(Duration::from_millis(300), body.next()).await;
    assert!(next.is_err(), "something followed");
    assert_eq!(provider.chats()[0].outcome, Outcome::Open);
    drop(body);
    assert!(matches!(provider.last_outcome().await, Outcome::Aborted(_)));
}

#[tokio::test]
async fn a_silent_service_sends_not_even_a_head() {
    let provider = Provider::start().await;
    let answer =
        tokio::time::timeout(Duration::from_millis(300), ask(&provider, "silent", "x")).await;
    assert!(answer.is_err(), "it answered");
    assert!(matches!(provider.last_outcome().await, Outcome::Aborted(_)));
}

#[tokio::test]
async fn a_slow_answer_comes_word_by_word() {
    let provider = Provider::start().await;
    let start = Instant::now();
    let mut body = ask(&provider, "slow:50", "x").await.bytes_stream();
    let mut got = String::new();
    while text_of(&got).split_whitespace().count() < 4 {
        got.push_str(&String::from_utf8_lossy(
            &body.next().await.unwrap().unwrap(),
        ));
    }
    let elapsed = start.elapsed();
    // The role, then four words.
    assert!(elapsed >= Duration::from_millis(250), "{elapsed:?}");
    assert!(elapsed < Duration::from_secs(3), "{elapsed:?}");
}

#[tokio::test]
async fn bytes_arrive_one_at_a_time() {
    let provider = Provider::start().await;
    let mut body = ask(&provider, "bytes", "x").await.bytes_stream();
    let mut sizes = vec![];
    while let Some(bytes) = body.next().await {
        sizes.push(bytes.unwrap().len());
    }
    let single = sizes.iter().filter(|size| **size == 1).count();
    assert!(
        single * 2 > sizes.len(),
        "{single} of {} pieces are single bytes",
        sizes.len()
    );
}

#[tokio::test]
async fn a_script_plays_what_a_test_wrote() {
    let provider = Provider::start().await;
    let mut reply = Reply::events(["data: {\"a\":", "1}\n\n"]).header("x-made-up", "yes");
    reply.pieces.push(Piece {
        bytes: b"data: [DONE]\n\n".to_vec(),
        after: 150,
    });
    provider.script("here", reply.clone());
    let url = format!("{}/script/there", provider.origin());
    let stored = Client::new().put(url).json(&reply).send().await.unwrap();
    assert_eq!(stored.status(), StatusCode::NO_CONTENT);
    for id in ["script-here", "script-there"] {
        let start = Instant::now();
        let response = ask(&provider, id, "x").await;
        assert_eq!(response.headers()["x-made-up"], "yes");
        assert_eq!(
            response.text().await.unwrap(),
            "data: {\"a\":1}\n\ndata: [DONE]\n\n"
        );
        assert!(start.elapsed() >= Duration::from_millis(150));
    }
}

#[tokio::test]
async fn a_preflight_allows_what_the_providers_allow() {
    let provider = Provider::start().await;
    let url = format!("{}/chat/completions", provider.base_url("ok"));
    let response = Client::new()
        .request(Method::OPTIONS, url)
        .send()
        .await
        .unwrap();
    assert_eq!(
        response.headers()["access-control-allow-headers"],
        "authorization, content-type, x-api-key, anthropic-version, \
         anthropic-dangerous-direct-browser-access, x-goog-api-key, api-key, x-team"
    );
    assert!(provider.requests().is_empty(), "a preflight is no request");
}

#[tokio::test]
async fn models_are_listed_or_refused() {
    let provider = Provider::start().await;
    let get = async |scenario: &str| {
        Client::new()
            .get(format!("{}/models", provider.base_url(scenario)))
            .send()
            .await
            .unwrap()
    };
    let list: Value = get("ok").await.json().await.unwrap();
    assert_eq!(list["data"][0]["id"], "fixture-1");
    assert_eq!(get("wrong-key").await.status(), StatusCode::UNAUTHORIZED);
    assert!(
        get("html")
            .await
            .text()
            .await
            .unwrap()
            .starts_with("<!doctype")
    );
}

#[tokio::test]
async fn the_bench_keeps_its_pace_and_its_text() {
    let provider = Provider::start().await;
    for kind in ["mixed", "prose", "code", "list", "table"] {
        let expected = bench::markdown(kind, 3000).unwrap();
        assert!(
            (3000..5000).contains(&expected.len()),
            "{kind}: {}",
            expected.len()
        );
        let url = format!(
            "{}/bench/{kind}/3000/4/0/v1/chat/completions",
            provider.origin()
        );
        let body = Client::new()
            .post(url)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap();
        assert_eq!(text_of(&body), expected, "{kind}");
    }
    let start = Instant::now();
    let url = format!(
        "{}/bench/prose/2000/4/1000/v1/chat/completions",
        provider.origin()
    );
    let body = Client::new()
        .post(url)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    let events = events(&body).len() as f64;
    let elapsed = start.elapsed().as_secs_f64();
    let ideal = events / 1000.0;
    assert!(
        elapsed > 0.9 * ideal && elapsed < 3.0 * ideal,
        "{events} events in {elapsed} s"
    );
}
