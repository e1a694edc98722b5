//! What the provider of fixtures can do, by name.
//!
//! A test chooses a scenario by its base URL, `/s/NAME/v1`, or by asking for a model called `NAME`. Some
//! names take a number: `slow:50`.

use crate::chunk::{self, DONE, answer, delta, event, finish, text, usage};
use crate::{End, Reply, refusal};
use serde_json::{Value, json};

/// The answer of `ok` in pieces that split words, syntax and lines.
pub const MARKDOWN: [&str; 12] = [
    "# Tide",
    "s\n\nThe **moo",
    "n** pulls.\n\n- hi",
    "gh\n- low\n\n",
    "```ru",
    "st\nfn main() {}\n`",
    "``\n\n",
    "| a | b |\n|--",
    "-|---|\n| 1 | 2 |\n\n",
    "See [th",
    "is](https://example.test/) 👋",
    ".",
];

/// What a service answers to `POST …/chat/completions`. `attempt` counts earlier requests of the same
/// scenario from 0; `body` is the request.
///
/// Returns `None` when there is no such scenario.
pub fn chat(scenario: &str, attempt: usize, body: &Value) -> Option<Reply> {
    let (name, number) = match scenario.split_once(':') {
        Some((name, number)) => (name, Some(number.parse().ok()?)),
        None => (scenario, None),
    };
    let good = || Reply::events(answer(["All ", "is ", "well."]));
    Some(match name {
        _ if refusal::is_well_elsewhere(name) => good(),
        "ok" => Reply::events(answer(MARKDOWN)),
        // One word every so many milliseconds, for longer than any test takes to stop it.
        "slow" => {
            let words: Vec<String> = (1..=2_000).map(|n| format!("word{n} ")).collect();
            Reply::events(answer(words.iter().map(String::as_str))).paced(number.unwrap_or(100))
        }
        // One paragraph every so many milliseconds: taller than any window in the end.
        "lines" => {
            let lines: Vec<String> = (1..=120).map(|n| format!("Line {n}.\n\n")).collect();
            Reply::events(answer(lines.iter().map(String::as_str))).paced(number.unwrap_or(50))
        }
        "thinking" => Reply::events(
            [
                delta(json!({ "role": "assistant", "content": null, "reasoning_content": "Let me " })),
                delta(json!({ "content": null, "reasoning_content": "think." })),
                text("Forty-"),
                text("two."),
                finish("stop"),
                DONE.to_owned(),
            ],
        )
        .paced(number.unwrap_or(0)),
        "thinking-on" => {
            let thought = json!({ "role": "assistant", "content": null, "reasoning_content": "Let me " });
            Reply::events([delta(thought)]).end(End::Hang)
        }
        "tools" => Reply::events([
            delta(json!({ "role": "assistant", "content": null, "tool_calls": [{ "index": 0, "id": "call_1",
                "type": "function", "function": { "name": "clock", "arguments": "" } }] })),
            delta(json!({ "tool_calls": [{ "index": 0, "function": { "arguments": "{\"zo" } }] })),
            delta(json!({ "tool_calls": [{ "index": 0, "function": { "arguments": "ne\":\"UTC\"}" } }] })),
            finish("tool_calls"),
            DONE.to_owned(),
        ]),
        // Both need a parser that the page fetches when it first meets one.
        "embedded" => Reply::events(answer([
            "Euler: $$e^{i\\pi}", "+1=0$$ and more.\n\n", "<details open><summary>Why", "</summary>Because.</details>\n\nDone.",
        ])),
        "bytes" => Reply::events(answer(["Grüße 👩‍👩‍👧 ", "日本語 ", "done."])).byte_by_byte(),
        // One character as two halves of a surrogate pair in two events.
        "half-emoji" => Reply::events([
            text("Hi ").into_bytes(),
            text("@").replace('@', "\\ud83d").into_bytes(),
            text("@").replace('@', "\\ude00").into_bytes(),
            finish("stop").into_bytes(),
            DONE.as_bytes().to_vec(),
        ]),
        "echo" => {
            let said = last_message(body);
            let characters: Vec<char> = said.chars().collect();
            let pieces: Vec<String> = characters.chunks(200).map(|piece| piece.iter().collect()).collect();
            Reply::events(answer(pieces.iter().map(String::as_str)))
        }
        // Says how long the last message was, so that a long one need not come back.
        "count" => {
            let length = format!("{} characters", last_message(body).chars().count());
            Reply::events(answer([length.as_str()]))
        }
        "usage" => Reply::events([
            text("Counted."),
            finish("stop"),
            usage(12, 34),
            DONE.to_owned(),
        ]),
        "no-done" => Reply::events([text("No terminal "), text("marker."), finish("stop")]),
        "length" => Reply::events([text("Cut by the li"), finish("length"), DONE.to_owned()]),
        "content-filter" => Reply::events([text("I "), finish("content_filter"), DONE.to_owned()]),
        "empty" => Reply::events([delta(json!({ "role": "assistant", "content": "" })), finish("stop"), DONE.to_owned()]),

        "wrong-key" => wrong_key(),
        // OpenAI sends its 401 without the header that would let a page read it.
        "wrong-key-no-cors" => wrong_key().without_cors(),
        "no-model" => Reply::json(404, &json!({ "error": {
            "message": "The model `nonesuch` does not exist or you do not have access to it.",
            "type": "invalid_request_error", "param": null, "code": "model_not_found" } })),
        "rate-limit" if attempt > 0 => good(),
        "rate-limit" => rate_limit(number.unwrap_or(1)).header("access-control-expose-headers", "retry-after"),
        "rate-limit-hidden" if attempt > 0 => good(),
        "rate-limit-hidden" => rate_limit(1),
        "rate-limit-always" => rate_limit(number.unwrap_or(1)).header("access-control-expose-headers", "retry-after"),
        "quota" => Reply::json(429, &json!({ "error": {
            "message": "You exceeded your current quota, please check your plan and billing details.",
            "type": "insufficient_quota", "param": null, "code": "insufficient_quota" } })),
        "server-error-once" if attempt > 0 => good(),
        "server-error" | "server-error-once" => Reply::json(500, &json!({ "error": {
            "message": "The server had an error while processing your request. Sorry about that!",
            "type": "server_error", "param": null, "code": null } })),
        "unavailable" => Reply::document(503, "text/html", HTML.replace("TITLE", "503 Service Temporarily Unavailable")),
        "html" => Reply::document(200, "text/html; charset=utf-8", HTML.replace("TITLE", "Sign in to the network")),
        "json-error" => Reply::json(200, &json!({ "error": { "message": "Upstream is overloaded.", "code": 502 } })),
        "mid-error" => Reply::events([
            text("So far "),
            text("so good"),
            event(&json!({ "error": { "message": "The engine is overloaded.", "type": "server_error", "code": "overloaded" } })),
        ]).paced(number.unwrap_or(20)),
        // Fails once and then answers.
        "mid-error-once" if attempt > 0 => good(),
        "mid-error-once" => return chat("mid-error", attempt, body),
        "dropped" => Reply::events([text("Half an ans")]).end(End::Abort),
        "dropped-once" if attempt > 0 => good(),
        "dropped-once" => return chat("dropped", attempt, body),
        // The body ends properly, but the answer does not.
        "cut" => Reply::events([text("Half an ans")]),
        "stalled" => Reply::events([text("And then ")]).end(End::Hang),
        "silent" => Reply::events(Vec::<String>::new()).end(End::Silent),
        _ => return refusal::refusal(name),
    })
}

/// What a service answers to `GET …/models`: the scenarios that fail every request fail here too.
pub fn models(scenario: &str) -> Reply {
    let refuses = [
        "wrong-key",
        "wrong-key-no-cors",
        "html",
        "unavailable",
        "server-error",
        "silent",
    ];
    if let Some(reply) = refusal::refusal(scenario) {
        return reply;
    }
    if refuses.contains(&scenario)
        && let Some(reply) = chat(scenario, 0, &Value::Null)
    {
        return reply;
    }
    let model = |id: &str| json!({ "id": id, "object": "model", "created": 1_760_000_000, "owned_by": "fixtures" });
    Reply::json(
        200,
        &json!({ "object": "list", "data": [model(chunk::MODEL), model("echo")] }),
    )
}

fn wrong_key() -> Reply {
    Reply::json(
        401,
        &json!({ "error": {
        "message": "Incorrect API key provided: sk-wrong. You can find your API key at https://example.test/keys.",
        "type": "invalid_request_error", "param": null, "code": "invalid_api_key" } }),
    )
}

fn rate_limit(seconds: u64) -> Reply {
    Reply::json(
        429,
        &json!({ "error": {
        "message": "Rate limit reached for requests. Please try again later.",
        "type": "requests", "param": null, "code": "rate_limit_exceeded" } }),
    )
    .header("retry-after", &seconds.to_string())
}

const HTML: &str =
    "<!doctype html><html><head><title>TITLE</title></head><body><h1>TITLE</h1></body></html>\n";

/// The text of the last message from the person, also where the content is a list of parts.
fn last_message(body: &Value) -> String {
    let messages = body["messages"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let Some(message) = messages
        .iter()
        .rev()
        .find(|message| message["role"] == "user")
    else {
        return String::new();
    };
    match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts
            .iter()
            .filter_map(|part| part["text"].as_str())
            .collect(),
        _ => String::new(),
    }
}
