//! What only Anthropic understands.

use super::{ORIGIN, check_messages};
use crate::provider::testing::history::{assistant, call, server_tool, text, thinking, user, with};
use expect_test::expect;
use serde_json::json;

#[test]
fn thinking_goes_back_to_its_origin_only() {
    let signed = |words: &str, signature: &str| {
        let block = json!({ "type": "thinking", "signature": signature });
        with(thinking(words), ORIGIN, block)
    };
    let redacted = json!({ "type": "redacted_thinking", "data": "EncRyPtEd==" });
    check_messages(
        vec![
            user("Go"),
            assistant([
                signed("hm", "sig1"),
                with(thinking(""), ORIGIN, redacted.clone()),
                signed("", "sig2"),
                with(thinking(""), "anthropic:other", redacted.clone()),
                with(
                    thinking("no"),
                    "openai-chat:example",
                    json!({ "reasoning_content": "no" }),
                ),
                signed("unsigned", ""),
                thinking("of a response that broke off"),
                call("a", "{}", Some("ok")),
            ]),
            // The order is part of what is signed.
            assistant([
                signed("one", "sig3"),
                text("Between."),
                signed("two", "sig4"),
                text("Done."),
                // The answer ended here.
                signed("three", "sig5"),
            ]),
            user("Thanks"),
            assistant([with(thinking(""), ORIGIN, redacted)]),
        ],
        expect![[r#"
            user:
              {"text":"Go","type":"text"}
            assistant:
              {"signature":"sig1","thinking":"hm","type":"thinking"}
              {"data":"EncRyPtEd==","type":"redacted_thinking"}
              {"signature":"sig2","thinking":"","type":"thinking"}
              {"id":"a","input":{},"name":"look","type":"tool_use"}
            user:
              {"content":"ok","tool_use_id":"a","type":"tool_result"}
            assistant:
              {"signature":"sig3","thinking":"one","type":"thinking"}
              {"text":"Between.","type":"text"}
              {"signature":"sig4","thinking":"two","type":"thinking"}
              {"text":"Done.","type":"text"}
            user:
              {"text":"Thanks","type":"text"}"#]],
    );
}

#[test]
fn texts_go_back_with_their_sources() {
    let citation = json!({
        "type": "web_search_result_location",
        "url": "https://a.test/",
        "title": "A",
        "encrypted_index": "i1",
        "cited_text": "blue",
    });
    let blocks = json!([
        { "type": "text", "text": "It is " },
        { "type": "text", "text": "blue", "citations": [citation] },
        { "type": "text", "text": "\n" },
    ]);
    check_messages(
        vec![
            user("Go"),
            assistant([with(text("It is blue\n"), ORIGIN, blocks.clone())]),
            user("Again"),
            assistant([with(text("It is blue"), "anthropic:other", blocks)]),
            user("Again"),
            assistant([with(text("It is"), ORIGIN, json!([{ "type": "image" }]))]),
        ],
        expect![[r#"
            user:
              {"text":"Go","type":"text"}
            assistant:
              {"text":"It is ","type":"text"}
              {"citations":[{"cited_text":"blue","encrypted_index":"i1","title":"A","type":"web_search_result_location","url":"https://a.test/"}],"text":"blue","type":"text"}
            user:
              {"text":"Again","type":"text"}
            assistant:
              {"text":"It is blue","type":"text"}
            user:
              {"text":"Again","type":"text"}
            assistant:
              {"text":"It is","type":"text"}"#]],
    );
}

#[test]
fn blocks_of_the_servers_tools_go_back_in_pairs() {
    let asks = |id: &str| {
        let block =
            json!({ "type": "server_tool_use", "id": id, "name": "web_search", "input": {} });
        with(server_tool("web_search"), ORIGIN, block)
    };
    let result = |id: &str| {
        let block = json!({ "type": "web_search_tool_result", "tool_use_id": id, "content": [] });
        with(server_tool("web_search"), ORIGIN, block)
    };
    let foreign = json!({ "type": "server_tool_use", "id": "f", "name": "x", "input": {} });
    check_messages(
        vec![
            user("Go"),
            assistant([
                result("never asked"),
                asks("1"),
                result("1"),
                result("1"),
                asks("broke off"),
                // Its result comes once the person's tools have answered.
                asks("2"),
                call("a", "{}", Some("ok")),
                with(server_tool("x"), "anthropic:other", foreign),
                server_tool("of a response that broke off"),
            ]),
            assistant([
                result("2"),
                with(
                    server_tool("container_upload"),
                    ORIGIN,
                    json!({ "type": "container_upload", "file_id": "f" }),
                ),
                text("Done."),
            ]),
            user("More"),
            assistant([asks("1"), text("Searching."), asks("paused")]),
        ],
        expect![[r#"
            user:
              {"text":"Go","type":"text"}
            assistant:
              {"id":"1","input":{},"name":"web_search","type":"server_tool_use"}
              {"content":[],"tool_use_id":"1","type":"web_search_tool_result"}
              {"id":"2","input":{},"name":"web_search","type":"server_tool_use"}
              {"id":"a","input":{},"name":"look","type":"tool_use"}
            user:
              {"content":"ok","tool_use_id":"a","type":"tool_result"}
            assistant:
              {"content":[],"tool_use_id":"2","type":"web_search_tool_result"}
              {"file_id":"f","type":"container_upload"}
              {"text":"Done.","type":"text"}
            user:
              {"text":"More","type":"text"}
            assistant:
              {"text":"Searching.","type":"text"}
              {"id":"paused","input":{},"name":"web_search","type":"server_tool_use"}"#]],
    );
}

#[test]
fn calls_stand_behind_the_servers_tools() {
    let block = json!({ "type": "server_tool_use", "id": "1", "name": "web_search", "input": {} });
    let asks = with(server_tool("web_search"), ORIGIN, block);
    let block = json!({ "type": "web_search_tool_result", "tool_use_id": "1", "content": [] });
    let result = with(server_tool("web_search"), ORIGIN, block);
    let signed = json!({ "type": "thinking", "signature": "sig" });
    let thought = with(thinking("hm"), ORIGIN, signed);
    check_messages(
        vec![
            user("Go"),
            assistant([
                call("a", "{}", Some("1")),
                text("Before thinking."),
                thought,
                call("b", "{}", Some("2")),
                asks,
                result,
                call("c", "{}", Some("3")),
                text("After it."),
            ]),
        ],
        expect![[r#"
            user:
              {"text":"Go","type":"text"}
            assistant:
              {"id":"a","input":{},"name":"look","type":"tool_use"}
              {"text":"Before thinking.","type":"text"}
              {"signature":"sig","thinking":"hm","type":"thinking"}
              {"id":"1","input":{},"name":"web_search","type":"server_tool_use"}
              {"content":[],"tool_use_id":"1","type":"web_search_tool_result"}
              {"text":"After it.","type":"text"}
              {"id":"b","input":{},"name":"look","type":"tool_use"}
              {"id":"c","input":{},"name":"look","type":"tool_use"}
            user:
              {"content":"1","tool_use_id":"a","type":"tool_result"}
              {"content":"2","tool_use_id":"b","type":"tool_result"}
              {"content":"3","tool_use_id":"c","type":"tool_result"}"#]],
    );
}
