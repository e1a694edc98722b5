//! Anthropic's Messages.

use super::Wire;

pub const ANTHROPIC: Wire = Wire {
    kind: "Anthropic",
    model: "claude-sonnet-4-5",
    base: "/v1",
    path: ("/messages", ""),
    query: "",
    auth: ("x-api-key", ""),
    media_type: "text/event-stream",
    tour: [CALLS, ANSWER, PLAIN],
    usage: "60 tokens in · 42 out",
    conversation: "/messages",
    sent_back: r#"[
        { "role": "assistant", "content": [
            { "type": "thinking", "thinking": "I need to look twice.", "signature": "EqQBsig/one+==" },
            { "type": "redacted_thinking", "data": "EmwKredacted+/==" },
            { "type": "tool_use", "id": "toolu_01", "name": "look", "input": { "at": "Köln 👋" } },
            { "type": "tool_use", "id": "toolu_02", "name": "find", "input": { "at": "東京", "n": 2 } }
        ] },
        { "role": "user", "content": [
            { "type": "tool_result", "tool_use_id": "toolu_01", "is_error": true,
              "content": "There is no tool named \"look\"." },
            { "type": "tool_result", "tool_use_id": "toolu_02", "is_error": true,
              "content": "There is no tool named \"find\"." }
        ] },
        { "role": "assistant", "content": [
            { "type": "thinking", "thinking": "Now I know both.", "signature": "EqQBsig/two+==" },
            { "type": "text", "text": "Found: Grüße 👩‍👩‍👧 日本語." }
        ] }
    ]"#,
    sent_back_first: 2,
    broken: BROKEN,
    refused: (
        401,
        r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key: {key}"}}"#,
    ),
    overloaded: (
        529,
        r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
    ),
    failed: (
        500,
        r#"{"type":"error","error":{"type":"api_error","message":"Internal server error for {key}"}}"#,
    ),
    models: (
        "/models",
        r#"{"data":[
            {"type":"model","id":"claude-sonnet-4-5","display_name":"Claude Sonnet 4.5","created_at":"2025-09-29T00:00:00Z"},
            {"type":"model","id":"claude-haiku-4-5","display_name":"Claude Haiku 4.5","created_at":"2025-10-01T00:00:00Z"},
            {"type":"model","id":"claude-opus-4-5","display_name":"Claude Opus 4.5","created_at":"2025-11-01T00:00:00Z"}
        ],"has_more":false,"first_id":"claude-sonnet-4-5","last_id":"claude-opus-4-5"}"#,
    ),
    listed: &["claude-haiku-4-5", "claude-opus-4-5", "claude-sonnet-4-5"],
};

const CALLS: &str = r#"event: message_start
data: {"type":"message_start","message":{"id":"msg_01","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":20,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

event: ping
data: {"type":"ping"}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"I need to "}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"look twice."}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"EqQBsig/one+=="}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"EmwKredacted+/=="}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: content_block_start
data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_01","name":"look","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"at\": \"Kö"}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"ln 👋\"}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":2}

event: content_block_start
data: {"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_02","name":"find","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\"at\":\"東京\""}}

event: content_block_delta
data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":",\"n\":2}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":3}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":12}}

event: message_stop
data: {"type":"message_stop"}

"#;

const ANSWER: &str = r#"event: message_start
data: {"type":"message_start","message":{"id":"msg_02","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":40,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Now I know both."}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"EqQBsig/two+=="}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Found: Grüße 👩‍👩‍👧 "}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"日本語."}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":30}}

event: message_stop
data: {"type":"message_stop"}

"#;

const PLAIN: &str = r#"event: message_start
data: {"type":"message_start","message":{"id":"msg_03","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":50,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"All is well."}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":4}}

event: message_stop
data: {"type":"message_stop"}

"#;

const BROKEN: &str = r#"event: message_start
data: {"type":"message_start","message":{"id":"msg_04","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"So far so good"}}

event: error
data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded, {key}"}}

"#;
