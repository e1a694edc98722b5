//! Ollama's own format: lines of JSON, calls without ids.

use super::Wire;

pub const OLLAMA: Wire = Wire {
    kind: "Ollama",
    model: "qwen3:8b",
    base: "",
    path: ("/api/chat", ""),
    query: "",
    auth: ("authorization", "Bearer "),
    media_type: "application/x-ndjson",
    tour: [CALLS, ANSWER, PLAIN],
    usage: "60 tokens in · 42 out",
    conversation: "/messages",
    sent_back: r#"[
        { "role": "assistant", "content": "", "thinking": "I need to look twice.", "tool_calls": [
            { "function": { "name": "look", "arguments": { "at": "Köln 👋" } } },
            { "function": { "name": "find", "arguments": { "at": "東京", "n": 2 } } }
        ] },
        { "role": "tool", "tool_name": "look", "content": "There is no tool named \"look\"." },
        { "role": "tool", "tool_name": "find", "content": "There is no tool named \"find\"." },
        { "role": "assistant", "content": "Found: Grüße 👩‍👩‍👧 日本語.", "thinking": "Now I know both." }
    ]"#,
    sent_back_first: 3,
    broken: BROKEN,
    // Of a proxy before it: the server itself knows no keys.
    refused: (401, r#"{"error":"unauthorized: {key} is no valid key"}"#),
    overloaded: (
        503,
        r#"{"error":"server busy, please try again.  maximum pending requests exceeded"}"#,
    ),
    failed: (
        500,
        r#"{"error":"llama runner process has terminated for {key}: exit status 2"}"#,
    ),
    models: (
        "/api/tags",
        r#"{"models":[
            {"name":"qwen3:8b","model":"qwen3:8b","modified_at":"2026-01-01T00:00:00Z","size":5225388164,"digest":"500a1f067a9f","details":{"family":"qwen3"}},
            {"name":"llama3.2:latest","model":"llama3.2:latest","modified_at":"2026-01-01T00:00:00Z","size":2019393189,"digest":"a80c4f17acd5","details":{"family":"llama"}},
            {"name":"gpt-oss:20b","model":"gpt-oss:20b","modified_at":"2026-01-01T00:00:00Z","size":13793441244,"digest":"17052f91a42e","details":{"family":"gptoss"}}
        ]}"#,
    ),
    listed: &["gpt-oss:20b", "llama3.2:latest", "qwen3:8b"],
};

const CALLS: &str = r#"{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"","thinking":"I need to "},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"","thinking":"look twice."},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"look","arguments":{"at":"Köln 👋"}}}]},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"","tool_calls":[{"function":{"index":1,"name":"find","arguments":{"at":"東京","n":2}}}]},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":20,"eval_count":12,"total_duration":4883583458}
"#;

const ANSWER: &str = r#"{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"","thinking":"Now I know both."},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"Found: Grüße 👩‍👩‍👧 "},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"日本語."},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":40,"eval_count":30,"total_duration":4883583458}
"#;

const PLAIN: &str = r#"{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"All is well."},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":50,"eval_count":4}
"#;

const BROKEN: &str = r#"{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"So far so good"},"done":false}
{"error":"the model is overloaded for {key}: unexpected EOF"}
"#;
