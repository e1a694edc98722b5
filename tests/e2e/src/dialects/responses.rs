//! OpenAI's Responses.

use super::Wire;

pub const RESPONSES: Wire = Wire {
    kind: "OpenAI",
    model: "gpt-5.2",
    base: "/v1",
    path: ("/responses", ""),
    query: "",
    auth: ("authorization", "Bearer "),
    media_type: "text/event-stream",
    tour: [CALLS, ANSWER, PLAIN],
    usage: "60 tokens in · 42 out · 15 thinking",
    conversation: "/input",
    sent_back: r#"[
        { "type": "reasoning", "id": "rs_1", "encrypted_content": "gAAAAone+/==",
          "summary": [{ "type": "summary_text", "text": "I need to look twice." }] },
        { "type": "function_call", "call_id": "call_a", "name": "look", "arguments": "{\"at\": \"Köln 👋\"}" },
        { "type": "function_call", "call_id": "call_b", "name": "find", "arguments": "{\"at\":\"東京\",\"n\":2}" },
        { "type": "function_call_output", "call_id": "call_a", "output": "There is no tool named \"look\"." },
        { "type": "function_call_output", "call_id": "call_b", "output": "There is no tool named \"find\"." },
        { "type": "reasoning", "id": "rs_2", "encrypted_content": "gAAAAtwo+/==",
          "summary": [{ "type": "summary_text", "text": "Now I know both." }] },
        { "type": "message", "role": "assistant",
          "content": [{ "type": "output_text", "text": "Found: Grüße 👩‍👩‍👧 日本語." }] }
    ]"#,
    sent_back_first: 5,
    broken: BROKEN,
    refused: (
        401,
        r#"{"error":{"message":"Incorrect API key provided: {key}. You can find your API key at https://example.test/keys.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
    ),
    overloaded: (
        503,
        r#"{"error":{"message":"The engine is currently overloaded, please try again later","type":"server_error","param":null,"code":null}}"#,
    ),
    failed: (
        500,
        r#"{"error":{"message":"The server had an error while processing your request with {key}.","type":"server_error","param":null,"code":null}}"#,
    ),
    models: ("/models", ""),
    listed: &["echo", "fixture-1"],
};

const CALLS: &str = r#"event: response.created
data: {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","model":"gpt-5.2","status":"in_progress","output":[]}}

event: response.output_item.added
data: {"type":"response.output_item.added","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[],"encrypted_content":"gAAAearly"}}

event: response.reasoning_summary_part.added
data: {"type":"response.reasoning_summary_part.added","item_id":"rs_1","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":""}}

event: response.reasoning_summary_text.delta
data: {"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"summary_index":0,"delta":"I need to "}

event: response.reasoning_summary_text.delta
data: {"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"summary_index":0,"delta":"look twice."}

event: response.output_item.done
data: {"type":"response.output_item.done","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"I need to look twice."}],"encrypted_content":"gAAAAone+/==","status":"completed"}}

event: response.output_item.added
data: {"type":"response.output_item.added","output_index":1,"item":{"id":"fc_1","type":"function_call","status":"in_progress","call_id":"call_a","name":"look","arguments":""}}

event: response.output_item.added
data: {"type":"response.output_item.added","output_index":2,"item":{"id":"fc_2","type":"function_call","status":"in_progress","call_id":"call_b","name":"find","arguments":""}}

event: response.function_call_arguments.delta
data: {"type":"response.function_call_arguments.delta","item_id":"fc_2","output_index":2,"delta":"{\"at\":\"東京\""}

event: response.function_call_arguments.delta
data: {"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":1,"delta":"{\"at\": \"Kö"}

event: response.function_call_arguments.delta
data: {"type":"response.function_call_arguments.delta","item_id":"fc_2","output_index":2,"delta":",\"n\":2}"}

event: response.function_call_arguments.delta
data: {"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":1,"delta":"ln 👋\"}"}

event: response.output_item.done
data: {"type":"response.output_item.done","output_index":1,"item":{"id":"fc_1","type":"function_call","status":"completed","call_id":"call_a","name":"look","arguments":"{\"at\": \"Köln 👋\"}"}}

event: response.output_item.done
data: {"type":"response.output_item.done","output_index":2,"item":{"id":"fc_2","type":"function_call","status":"completed","call_id":"call_b","name":"find","arguments":"{\"at\":\"東京\",\"n\":2}"}}

event: response.completed
data: {"type":"response.completed","response":{"id":"resp_1","model":"gpt-5.2","status":"completed","output":[],"usage":{"input_tokens":20,"input_tokens_details":{"cached_tokens":0},"output_tokens":12,"output_tokens_details":{"reasoning_tokens":5},"total_tokens":32}}}

"#;

const ANSWER: &str = r#"event: response.created
data: {"type":"response.created","response":{"id":"resp_2","model":"gpt-5.2","status":"in_progress","output":[]}}

event: response.output_item.added
data: {"type":"response.output_item.added","output_index":0,"item":{"id":"rs_2","type":"reasoning","summary":[]}}

event: response.reasoning_summary_text.delta
data: {"type":"response.reasoning_summary_text.delta","item_id":"rs_2","output_index":0,"summary_index":0,"delta":"Now I know both."}

event: response.output_item.done
data: {"type":"response.output_item.done","output_index":0,"item":{"id":"rs_2","type":"reasoning","summary":[{"type":"summary_text","text":"Now I know both."}],"encrypted_content":"gAAAAtwo+/=="}}

event: response.output_item.added
data: {"type":"response.output_item.added","output_index":1,"item":{"id":"msg_2","type":"message","role":"assistant","content":[]}}

event: response.output_text.delta
data: {"type":"response.output_text.delta","item_id":"msg_2","output_index":1,"content_index":0,"delta":"Found: Grüße 👩‍👩‍👧 "}

event: response.output_text.delta
data: {"type":"response.output_text.delta","item_id":"msg_2","output_index":1,"content_index":0,"delta":"日本語."}

event: response.output_item.done
data: {"type":"response.output_item.done","output_index":1,"item":{"id":"msg_2","type":"message","role":"assistant","content":[{"type":"output_text","text":"Found: Grüße 👩‍👩‍👧 日本語."}]}}

event: response.completed
data: {"type":"response.completed","response":{"id":"resp_2","model":"gpt-5.2","status":"completed","output":[],"usage":{"input_tokens":40,"input_tokens_details":{"cached_tokens":0},"output_tokens":30,"output_tokens_details":{"reasoning_tokens":10},"total_tokens":70}}}

"#;

const PLAIN: &str = r#"event: response.created
data: {"type":"response.created","response":{"id":"resp_3","model":"gpt-5.2","status":"in_progress","output":[]}}

event: response.output_item.added
data: {"type":"response.output_item.added","output_index":0,"item":{"id":"msg_3","type":"message","role":"assistant","content":[]}}

event: response.output_text.delta
data: {"type":"response.output_text.delta","item_id":"msg_3","output_index":0,"content_index":0,"delta":"All is well."}

event: response.completed
data: {"type":"response.completed","response":{"id":"resp_3","model":"gpt-5.2","status":"completed","output":[],"usage":{"input_tokens":50,"output_tokens":4,"total_tokens":54}}}

"#;

const BROKEN: &str = r#"event: response.created
data: {"type":"response.created","response":{"id":"resp_4","model":"gpt-5.2","status":"in_progress","output":[]}}

event: response.output_item.added
data: {"type":"response.output_item.added","output_index":0,"item":{"id":"msg_4","type":"message","role":"assistant","content":[]}}

event: response.output_text.delta
data: {"type":"response.output_text.delta","item_id":"msg_4","output_index":0,"content_index":0,"delta":"So far so good"}

event: response.failed
data: {"type":"response.failed","response":{"id":"resp_4","model":"gpt-5.2","status":"failed","output":[],"error":{"code":"server_error","message":"The model is overloaded for {key}."}}}

"#;
