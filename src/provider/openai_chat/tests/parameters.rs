use super::requests::check_request;
use crate::chat::ModelInput;
use crate::provider::preset::PRESETS;
use crate::provider::testing::endpoint_of;
use crate::provider::testing::history::{assistant, config, text, thinking, tool, user, with};
use crate::provider::{Dialect, Effort, ModelConfig, Thinking, encode};
use expect_test::expect;
use serde_json::{Value, json};

/// The body without the conversation, which has one tool.
fn settings(preset: &str, config: &ModelConfig) -> (String, Value) {
    let input = ModelInput {
        messages: vec![user("Hi")],
        tools: vec![tool()],
        ..Default::default()
    };
    let request = encode(&endpoint_of(preset), config, &input);
    check_request(&request);
    let mut body: Value = serde_json::from_str(&request.body).unwrap();
    for name in ["messages", "model", "stream", "tools"] {
        assert!(body.as_object_mut().unwrap().remove(name).is_some());
    }
    (request.url, body)
}

#[test]
fn every_row_asks_as_its_server_wants_to_be_asked() {
    let mut lines = Vec::new();
    for row in PRESETS
        .iter()
        .filter(|row| row.dialect == Dialect::OpenAiChat && row.id != "custom")
    {
        let set = ModelConfig {
            temperature: Some(0.5),
            max_tokens: Some(9),
            ..config("model-1")
        };
        let (url, body) = settings(row.id, &set);
        let endpoint = endpoint_of(row.id);
        let request = encode(&endpoint, &set, &ModelInput::default());
        lines.push(format!("{} {url} {}", row.id, request.headers[1].0));
        lines.push(format!("  {body}"));
    }
    expect![[r#"
        demo demo:/chat/completions authorization
          {"max_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        openrouter https://openrouter.ai/api/v1/chat/completions authorization
          {"max_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        zai https://api.z.ai/api/paas/v4/chat/completions authorization
          {"max_tokens":9,"temperature":0.5,"tool_stream":true}
        bigmodel https://open.bigmodel.cn/api/paas/v4/chat/completions authorization
          {"max_tokens":9,"temperature":0.5,"tool_stream":true}
        deepseek https://api.deepseek.com/chat/completions authorization
          {"max_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        mistral https://api.mistral.ai/v1/chat/completions authorization
          {"max_tokens":9,"temperature":0.5}
        groq https://api.groq.com/openai/v1/chat/completions authorization
          {"max_completion_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        xai https://api.x.ai/v1/chat/completions authorization
          {"max_completion_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        together https://api.together.xyz/v1/chat/completions authorization
          {"max_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        moonshot https://api.moonshot.ai/v1/chat/completions authorization
          {"max_completion_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        azure https://mine.openai.azure.com/openai/v1/chat/completions api-key
          {"max_completion_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        azure-deployments https://mine.openai.azure.com/openai/deployments/model-1/chat/completions?api-version=2024-10-21 api-key
          {"max_completion_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        openai-chat https://api.openai.com/v1/chat/completions authorization
          {"max_completion_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        ollama-v1 http://localhost:11434/v1/chat/completions authorization
          {"max_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        lm-studio http://localhost:1234/v1/chat/completions authorization
          {"max_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        llama-cpp http://localhost:8080/v1/chat/completions authorization
          {"max_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}
        vllm http://localhost:8000/v1/chat/completions authorization
          {"max_tokens":9,"stream_options":{"include_usage":true},"temperature":0.5}"#]].assert_eq(&lines.join("\n"));
}

#[test]
fn thinking_is_asked_for_in_the_words_of_the_server() {
    let asked = [
        Thinking::Auto,
        Thinking::Off,
        Thinking::On,
        Thinking::Effort(Effort::Medium),
        Thinking::Effort(Effort::Max),
        Thinking::Budget(4000),
    ];
    let mut lines = Vec::new();
    for (preset, model) in [
        ("openai-chat", "gpt-5.2"),
        ("openai-chat", "gpt-4o"),
        ("azure", "gpt-5-mini"),
        ("azure", "my-deployment"),
        ("zai", "glm-4.6"),
        ("deepseek", "deepseek-chat"),
        ("openrouter", "anthropic/claude-sonnet-4.5"),
        ("mistral", "mistral-small-latest"),
        ("mistral", "magistral-medium-latest"),
        ("groq", "openai/gpt-oss-120b"),
        ("groq", "qwen/qwen3-32b"),
        ("groq", "llama-3.3-70b"),
        ("xai", "grok-4.3"),
        ("xai", "grok-4"),
        ("together", "openai/gpt-oss-20b"),
        ("together", "deepseek-ai/DeepSeek-V3.1"),
        ("moonshot", "kimi-k2.6"),
        ("moonshot", "moonshot-v1-8k"),
        ("ollama-v1", "qwen3"),
        ("lm-studio", "qwen3"),
        ("llama-cpp", "qwen3"),
        ("vllm", "Qwen/Qwen3-8B"),
    ] {
        lines.push(format!("{preset} {model}"));
        for thinking in asked {
            let config = ModelConfig {
                thinking,
                ..config(model)
            };
            let (_, mut body) = settings(preset, &config);
            let body = body.as_object_mut().unwrap();
            body.remove("stream_options");
            body.remove("tool_stream");
            if !body.is_empty() {
                let body = Value::Object(body.clone());
                lines.push(format!("  {thinking:?}: {body}"));
            }
        }
    }
    expect![[r#"
        openai-chat gpt-5.2
          Off: {"reasoning_effort":"none"}
          On: {"reasoning_effort":"medium"}
          Effort(Medium): {"reasoning_effort":"medium"}
          Effort(Max): {"reasoning_effort":"xhigh"}
          Budget(4000): {"reasoning_effort":"medium"}
        openai-chat gpt-4o
        azure gpt-5-mini
          Off: {"reasoning_effort":"minimal"}
          On: {"reasoning_effort":"medium"}
          Effort(Medium): {"reasoning_effort":"medium"}
          Effort(Max): {"reasoning_effort":"high"}
          Budget(4000): {"reasoning_effort":"medium"}
        azure my-deployment
          Off: {"reasoning_effort":"low"}
          On: {"reasoning_effort":"medium"}
          Effort(Medium): {"reasoning_effort":"medium"}
          Effort(Max): {"reasoning_effort":"high"}
          Budget(4000): {"reasoning_effort":"medium"}
        zai glm-4.6
          Off: {"thinking":{"clear_thinking":false,"type":"disabled"}}
          On: {"thinking":{"clear_thinking":false,"type":"enabled"}}
          Effort(Medium): {"thinking":{"clear_thinking":false,"type":"enabled"}}
          Effort(Max): {"thinking":{"clear_thinking":false,"type":"enabled"}}
          Budget(4000): {"thinking":{"clear_thinking":false,"type":"enabled"}}
        deepseek deepseek-chat
          Off: {"thinking":{"type":"disabled"}}
          On: {"thinking":{"type":"enabled"}}
          Effort(Medium): {"reasoning_effort":"high","thinking":{"type":"enabled"}}
          Effort(Max): {"reasoning_effort":"max","thinking":{"type":"enabled"}}
          Budget(4000): {"reasoning_effort":"high","thinking":{"type":"enabled"}}
        openrouter anthropic/claude-sonnet-4.5
          Off: {"reasoning":{"effort":"none"}}
          On: {"reasoning":{"enabled":true}}
          Effort(Medium): {"reasoning":{"effort":"medium"}}
          Effort(Max): {"reasoning":{"effort":"xhigh"}}
          Budget(4000): {"reasoning":{"max_tokens":4000}}
        mistral mistral-small-latest
          Off: {"reasoning_effort":"none"}
          On: {"reasoning_effort":"high"}
          Effort(Medium): {"reasoning_effort":"high"}
          Effort(Max): {"reasoning_effort":"high"}
          Budget(4000): {"reasoning_effort":"high"}
        mistral magistral-medium-latest
        groq openai/gpt-oss-120b
          Off: {"reasoning_effort":"low"}
          On: {"reasoning_effort":"medium"}
          Effort(Medium): {"reasoning_effort":"medium"}
          Effort(Max): {"reasoning_effort":"high"}
          Budget(4000): {"reasoning_effort":"medium"}
        groq qwen/qwen3-32b
          Off: {"reasoning_effort":"none"}
          On: {"reasoning_effort":"default"}
          Effort(Medium): {"reasoning_effort":"default"}
          Effort(Max): {"reasoning_effort":"default"}
          Budget(4000): {"reasoning_effort":"default"}
        groq llama-3.3-70b
        xai grok-4.3
          Off: {"reasoning_effort":"none"}
          On: {"reasoning_effort":"medium"}
          Effort(Medium): {"reasoning_effort":"medium"}
          Effort(Max): {"reasoning_effort":"high"}
          Budget(4000): {"reasoning_effort":"medium"}
        xai grok-4
        together openai/gpt-oss-20b
          Off: {"reasoning_effort":"low"}
          On: {"reasoning_effort":"medium"}
          Effort(Medium): {"reasoning_effort":"medium"}
          Effort(Max): {"reasoning_effort":"high"}
          Budget(4000): {"reasoning_effort":"medium"}
        together deepseek-ai/DeepSeek-V3.1
          Off: {"reasoning":{"enabled":false}}
          On: {"reasoning":{"enabled":true}}
          Effort(Medium): {"reasoning":{"enabled":true}}
          Effort(Max): {"reasoning":{"enabled":true}}
          Budget(4000): {"reasoning":{"enabled":true}}
        moonshot kimi-k2.6
          Off: {"thinking":{"type":"disabled"}}
          On: {"thinking":{"type":"enabled"}}
          Effort(Medium): {"thinking":{"type":"enabled"}}
          Effort(Max): {"thinking":{"type":"enabled"}}
          Budget(4000): {"thinking":{"type":"enabled"}}
        moonshot moonshot-v1-8k
        ollama-v1 qwen3
          Off: {"reasoning_effort":"none"}
          On: {"reasoning_effort":"medium"}
          Effort(Medium): {"reasoning_effort":"medium"}
          Effort(Max): {"reasoning_effort":"high"}
          Budget(4000): {"reasoning_effort":"medium"}
        lm-studio qwen3
        llama-cpp qwen3
          Off: {"chat_template_kwargs":{"enable_thinking":false}}
          On: {"chat_template_kwargs":{"enable_thinking":true}}
          Effort(Medium): {"chat_template_kwargs":{"enable_thinking":true}}
          Effort(Max): {"chat_template_kwargs":{"enable_thinking":true}}
          Budget(4000): {"chat_template_kwargs":{"enable_thinking":true}}
        vllm Qwen/Qwen3-8B
          Off: {"chat_template_kwargs":{"enable_thinking":false}}
          On: {"chat_template_kwargs":{"enable_thinking":true}}
          Effort(Medium): {"chat_template_kwargs":{"enable_thinking":true}}
          Effort(Max): {"chat_template_kwargs":{"enable_thinking":true}}
          Budget(4000): {"chat_template_kwargs":{"enable_thinking":true}}"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn thinking_that_goes_back_to_glm_is_kept_there() {
    let kept = json!({ "type": "enabled", "clear_thinking": false });
    let off = json!({ "type": "disabled", "clear_thinking": false });
    let thought = |origin: &str| with(thinking("hm"), origin, json!({ "reasoning_content": "hm" }));
    let own = endpoint_of("zai").origin_of("glm-4.6");
    for (origin, thinking, sent) in [
        (own.as_str(), Thinking::Auto, kept),
        (own.as_str(), Thinking::Off, off),
        ("elsewhere", Thinking::Auto, Value::Null),
    ] {
        let input = ModelInput {
            messages: vec![user("Hi"), assistant([thought(origin), text("Hello")])],
            ..Default::default()
        };
        let config = ModelConfig {
            thinking,
            ..config("glm-4.6")
        };
        let request = encode(&endpoint_of("zai"), &config, &input);
        let body: Value = serde_json::from_str(&request.body).unwrap();
        assert_eq!(body["thinking"], sent, "{origin} {thinking:?}");
    }
}

#[test]
fn what_a_model_refuses_is_left_out() {
    for (preset, model, thinking, sampled) in [
        ("openai-chat", "gpt-4o", Thinking::Auto, true),
        ("openai-chat", "ft:gpt-4o-mini:me", Thinking::Auto, true),
        ("openai-chat", "gpt-5-chat-latest", Thinking::Auto, true),
        ("openai-chat", "o3", Thinking::Auto, false),
        ("openai-chat", "gpt-5-mini", Thinking::Off, false),
        ("openai-chat", "gpt-5.2", Thinking::Auto, false),
        ("openai-chat", "gpt-5.2", Thinking::Off, true),
        ("openai-chat", "gpt-5.2", Thinking::On, false),
        ("azure", "gpt-5.1", Thinking::Off, true),
        ("azure", "o4-mini", Thinking::Auto, false),
        ("azure", "my-deployment", Thinking::Auto, true),
        ("moonshot", "kimi-k2.6", Thinking::Auto, false),
        ("moonshot", "moonshot-v1-8k", Thinking::Auto, true),
        ("openrouter", "openai/gpt-5.2", Thinking::On, true),
        ("custom", "o3", Thinking::Auto, true),
    ] {
        let set = ModelConfig {
            temperature: Some(0.5),
            top_p: Some(0.5),
            thinking,
            ..config(model)
        };
        let (_, body) = settings(preset, &set);
        let found = [&body["temperature"], &body["top_p"]].map(|value| !value.is_null());
        assert_eq!(found, [sampled; 2], "{preset} {model} {thinking:?}");
    }
}
