//! OpenAI's Chat Completions, as OpenRouter speaks them: with state that has to be sent back.

use super::Wire;

pub const CHAT: Wire = Wire {
    kind: "OpenRouter",
    model: "anthropic/claude-sonnet-4.5",
    base: "/v1",
    path: ("/chat/completions", ""),
    query: "",
    auth: ("authorization", "Bearer "),
    media_type: "text/event-stream",
    tour: [CALLS, ANSWER, PLAIN],
    usage: "60 tokens in · 42 out · 15 thinking",
    conversation: "/messages",
    sent_back: r#"[
        { "role": "assistant", "content": null,
          "reasoning_details": [
              { "type": "reasoning.text", "text": "I need to look twice.", "signature": "EqQBsig/one+==",
                "format": "anthropic-claude-v1", "index": 0 },
              { "type": "reasoning.encrypted", "data": "EmwKhidden+/==", "format": "anthropic-claude-v1", "index": 1 }
          ],
          "tool_calls": [
              { "id": "call_a", "type": "function",
                "function": { "name": "look", "arguments": "{\"at\": \"Köln 👋\"}" } },
              { "id": "call_b", "type": "function",
                "function": { "name": "find", "arguments": "{\"at\":\"東京\",\"n\":2}" } }
          ] },
        { "role": "tool", "tool_call_id": "call_a", "content": "There is no tool named \"look\"." },
        { "role": "tool", "tool_call_id": "call_b", "content": "There is no tool named \"find\"." },
        { "role": "assistant", "content": "Found: Grüße 👩‍👩‍👧 日本語.",
          "reasoning_details": [
              { "type": "reasoning.text", "text": "Now I know both.", "signature": "EqQBsig/two+==",
                "format": "anthropic-claude-v1", "index": 0 }
          ] }
    ]"#,
    sent_back_first: 3,
    broken: BROKEN,
    refused: (
        401,
        r#"{"error":{"message":"No auth credentials found for {key}","code":401},"user_id":null}"#,
    ),
    overloaded: (
        503,
        r#"{"error":{"message":"The engine is currently overloaded, please try again later","code":503}}"#,
    ),
    failed: (
        500,
        r#"{"error":{"message":"Internal Server Error for {key}","code":500}}"#,
    ),
    models: ("/models", ""),
    listed: &["echo", "fixture-1"],
};

const CALLS: &str = r#": OPENROUTER PROCESSING

data: {"id":"gen-1","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning":"I need to ","reasoning_details":[{"type":"reasoning.text","text":"I need to ","format":"anthropic-claude-v1","index":0}]},"finish_reason":null}]}

data: {"id":"gen-1","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning":"look twice.","reasoning_details":[{"type":"reasoning.text","text":"look twice.","format":"anthropic-claude-v1","index":0}]},"finish_reason":null}]}

data: {"id":"gen-1","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning":null,"reasoning_details":[{"type":"reasoning.text","signature":"EqQBsig/one+==","format":"anthropic-claude-v1","index":0}]},"finish_reason":null}]}

data: {"id":"gen-1","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning_details":[{"type":"reasoning.encrypted","data":"EmwKhidden+/==","format":"anthropic-claude-v1","index":1}]},"finish_reason":null}]}

data: {"id":"gen-1","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"look","arguments":""}}]},"finish_reason":null}]}

data: {"id":"gen-1","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"at\": \"Kö"}},{"index":1,"id":"call_b","type":"function","function":{"name":"find","arguments":"{\"at\":"}}]},"finish_reason":null}]}

data: {"id":"gen-1","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"\"東京\",\"n\":2}"}},{"index":0,"function":{"arguments":"ln 👋\"}"}}]},"finish_reason":null}]}

data: {"id":"gen-1","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

data: {"id":"gen-1","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[],"usage":{"prompt_tokens":20,"completion_tokens":12,"total_tokens":32,"completion_tokens_details":{"reasoning_tokens":5}}}

data: [DONE]

"#;

const ANSWER: &str = r#"data: {"id":"gen-2","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning":"Now I know both.","reasoning_details":[{"type":"reasoning.text","text":"Now I know both.","signature":"EqQBsig/two+==","format":"anthropic-claude-v1","index":0}]},"finish_reason":null}]}

data: {"id":"gen-2","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{"content":"Found: Grüße 👩‍👩‍👧 "},"finish_reason":null}]}

data: {"id":"gen-2","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{"content":"日本語."},"finish_reason":null}]}

data: {"id":"gen-2","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: {"id":"gen-2","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[],"usage":{"prompt_tokens":40,"completion_tokens":30,"total_tokens":70,"completion_tokens_details":{"reasoning_tokens":10}}}

data: [DONE]

"#;

const PLAIN: &str = r#"data: {"id":"gen-3","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{"role":"assistant","content":"All is well."},"finish_reason":null}]}

data: {"id":"gen-3","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: [DONE]

"#;

const BROKEN: &str = r#"data: {"id":"gen-4","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"delta":{"role":"assistant","content":"So far so good"},"finish_reason":null}]}

data: {"id":"gen-4","object":"chat.completion.chunk","model":"anthropic/claude-sonnet-4.5","error":{"code":502,"message":"The model is overloaded for {key}."},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}

"#;
