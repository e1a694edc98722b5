//! Google's Gemini.

use super::Wire;

pub const GEMINI: Wire = Wire {
    kind: "Google Gemini",
    model: "gemini-3-pro-preview",
    base: "/v1beta",
    path: ("/models/", ":streamGenerateContent"),
    query: "alt=sse",
    auth: ("x-goog-api-key", ""),
    media_type: "text/event-stream",
    tour: [CALLS, ANSWER, PLAIN],
    usage: "60 tokens in · 42 out · 15 thinking",
    conversation: "/contents",
    sent_back: r#"[
        { "role": "model", "parts": [
            { "functionCall": { "name": "look", "args": { "at": "Köln 👋" }, "id": "fc_1" },
              "thoughtSignature": "c2lnbmVkone+/==" },
            { "functionCall": { "name": "find", "args": { "at": "東京", "n": 2 }, "id": "fc_2" } }
        ] },
        { "role": "user", "parts": [
            { "functionResponse": { "name": "look", "id": "fc_1",
              "response": { "error": "There is no tool named \"look\"." } } },
            { "functionResponse": { "name": "find", "id": "fc_2",
              "response": { "error": "There is no tool named \"find\"." } } }
        ] },
        { "role": "model", "parts": [
            { "text": "Found: Grüße 👩‍👩‍👧 " },
            { "text": "日本語.", "thoughtSignature": "c2lnbmVktwo+/==" }
        ] }
    ]"#,
    sent_back_first: 2,
    broken: BROKEN,
    refused: (
        400,
        r#"{"error":{"code":400,"message":"API key not valid: {key}. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}"#,
    ),
    overloaded: (
        503,
        r#"{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}"#,
    ),
    failed: (
        500,
        r#"{"error":{"code":500,"message":"An internal error has occurred for {key}.","status":"INTERNAL"}}"#,
    ),
    models: (
        "/models",
        r#"{"models":[
            {"name":"models/gemini-3-pro-preview","displayName":"Gemini 3 Pro","supportedGenerationMethods":["generateContent","countTokens"]},
            {"name":"models/gemini-2.5-flash","displayName":"Gemini 2.5 Flash","supportedGenerationMethods":["generateContent"]},
            {"name":"models/gemini-embedding-001","displayName":"Embedding","supportedGenerationMethods":["embedContent"]},
            {"name":"models/gemini-2.5-pro","displayName":"Gemini 2.5 Pro","supportedGenerationMethods":["generateContent"]}
        ]}"#,
    ),
    listed: &["gemini-2.5-flash", "gemini-2.5-pro", "gemini-3-pro-preview"],
};

const CALLS: &str = r#"data: {"candidates":[{"content":{"parts":[{"text":"I need to ","thought":true}],"role":"model"},"index":0}],"modelVersion":"gemini-3-pro-preview"}

data: {"candidates":[{"content":{"parts":[{"text":"look twice.","thought":true}],"role":"model"},"index":0}]}

data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"look","args":{"at":"Köln 👋"},"id":"fc_1"},"thoughtSignature":"c2lnbmVkone+/=="}],"role":"model"},"index":0}]}

data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"find","args":{"at":"東京","n":2},"id":"fc_2"}}],"role":"model"},"index":0}]}

data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":20,"candidatesTokenCount":7,"thoughtsTokenCount":5,"totalTokenCount":32}}

"#;

const ANSWER: &str = r#"data: {"candidates":[{"content":{"parts":[{"text":"Now I know both.","thought":true}],"role":"model"},"index":0}],"modelVersion":"gemini-3-pro-preview"}

data: {"candidates":[{"content":{"parts":[{"text":"Found: Grüße 👩‍👩‍👧 "}],"role":"model"},"index":0}],"usageMetadata":{"promptTokenCount":40,"candidatesTokenCount":9,"thoughtsTokenCount":10}}

data: {"candidates":[{"content":{"parts":[{"text":"日本語.","thoughtSignature":"c2lnbmVktwo+/=="}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":40,"candidatesTokenCount":20,"thoughtsTokenCount":10,"totalTokenCount":70}}

"#;

const PLAIN: &str = r#"data: {"candidates":[{"content":{"parts":[{"text":"All is well."}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":50,"candidatesTokenCount":4,"totalTokenCount":54},"modelVersion":"gemini-3-pro-preview"}

"#;

const BROKEN: &str = r#"data: {"candidates":[{"content":{"parts":[{"text":"So far so good"}],"role":"model"},"index":0}],"modelVersion":"gemini-3-pro-preview"}

data: {"error":{"code":503,"message":"The model is overloaded for {key}. Please try again later.","status":"UNAVAILABLE"}}

"#;
