//! The rows. What is known of each server stands at its quirks.

use super::{
    Auth, CUSTOM, DEMO, Dialect, Efforts, ON_DEVICE, Preset, Quirks, Replay, ThinkingParam,
};
use crate::provider::ErrorKind;

/// In the order in which they are offered.
pub const PRESETS: &[Preset] = &[
    Preset {
        id: DEMO,
        name: "Demo (scripted, no AI)",
        base_url: "demo:",
        ..KEYLESS
    },
    Preset {
        id: "openai",
        name: "OpenAI",
        dialect: Dialect::OpenAiResponses,
        base_url: "https://api.openai.com/v1",
        key_url: "https://platform.openai.com/api-keys",
        ..HOSTED
    },
    Preset {
        id: "anthropic",
        name: "Anthropic",
        dialect: Dialect::Anthropic,
        base_url: "https://api.anthropic.com/v1",
        key_url: "https://console.anthropic.com/settings/keys",
        quirks: Quirks {
            auth: Auth::Header("x-api-key"),
            ..Quirks::NONE
        },
        ..HOSTED
    },
    Preset {
        id: "gemini",
        name: "Google Gemini",
        dialect: Dialect::Gemini,
        base_url: "https://generativelanguage.googleapis.com/v1beta",
        key_url: "https://aistudio.google.com/apikey",
        quirks: Quirks {
            auth: Auth::Header("x-goog-api-key"),
            ..Quirks::NONE
        },
        ..HOSTED
    },
    Preset {
        id: "openrouter",
        name: "OpenRouter",
        base_url: "https://openrouter.ai/api/v1",
        key_url: "https://openrouter.ai/settings/keys",
        sign_in: true,
        // https://openrouter.ai/docs/use-cases/reasoning-tokens
        quirks: Quirks {
            replay: Replay::ReasoningDetails,
            key_path: "/key",
            thinking: &[("", ThinkingParam::Reasoning)],
            ..Quirks::NONE
        },
        ..HOSTED
    },
    Preset {
        id: "zai",
        name: "GLM (Z.ai)",
        base_url: "https://api.z.ai/api/paas/v4",
        key_url: "https://z.ai/manage-apikey/apikey-list",
        quirks: GLM,
        ..HOSTED
    },
    Preset {
        id: "bigmodel",
        name: "GLM (bigmodel.cn)",
        base_url: "https://open.bigmodel.cn/api/paas/v4",
        key_url: "https://open.bigmodel.cn/usercenter/proj-mgmt/apikeys",
        quirks: GLM,
        ..HOSTED
    },
    Preset {
        id: "deepseek",
        name: "DeepSeek",
        base_url: "https://api.deepseek.com",
        key_url: "https://platform.deepseek.com/api_keys",
        // https://api-docs.deepseek.com/guides/thinking_mode
        quirks: Quirks {
            replay: Replay::ReasoningContent,
            thinking: &[("", ThinkingParam::Type(LOW_HIGH_MAX))],
            ..Quirks::NONE
        },
        ..HOSTED
    },
    Preset {
        id: "mistral",
        name: "Mistral",
        base_url: "https://api.mistral.ai/v1",
        key_url: "https://console.mistral.ai/api-keys",
        // https://docs.mistral.ai/studio-api/conversations/reasoning. Fields it does not know are refused.
        quirks: Quirks {
            replay: Replay::ContentParts,
            no_stream_options: true,
            nine_character_ids: true,
            thinking: &[
                ("magistral", ThinkingParam::None),
                ("mistral-small", ThinkingParam::Effort(NONE_OR_HIGH)),
                ("mistral-medium", ThinkingParam::Effort(NONE_OR_HIGH)),
            ],
            ..Quirks::NONE
        },
        ..HOSTED
    },
    Preset {
        id: "groq",
        name: "Groq",
        base_url: "https://api.groq.com/openai/v1",
        key_url: "https://console.groq.com/keys",
        // https://console.groq.com/docs/reasoning
        quirks: Quirks {
            max_completion_tokens: true,
            thinking: &[
                ("gpt-oss", ThinkingParam::Effort(LOW_TO_HIGH)),
                ("qwen", ThinkingParam::Effort(NONE_OR_DEFAULT)),
            ],
            ..Quirks::NONE
        },
        ..HOSTED
    },
    Preset {
        id: "xai",
        name: "xAI",
        base_url: "https://api.x.ai/v1",
        key_url: "https://console.x.ai",
        // https://docs.x.ai/developers/model-capabilities/text/reasoning. Most older models refuse an effort.
        quirks: Quirks {
            max_completion_tokens: true,
            thinking: &[
                ("grok-3-mini", ThinkingParam::Effort(LOW_TO_HIGH)),
                ("grok-4.3", ThinkingParam::Effort(NONE_TO_HIGH)),
                ("grok-4.5", ThinkingParam::Effort(LOW_TO_HIGH)),
            ],
            ..Quirks::NONE
        },
        ..HOSTED
    },
    Preset {
        id: "together",
        name: "Together",
        base_url: "https://api.together.xyz/v1",
        key_url: "https://api.together.ai/settings/api-keys",
        // https://docs.together.ai/docs/inference/chat/reasoning
        quirks: Quirks {
            thinking: &[
                ("gpt-oss", ThinkingParam::Effort(LOW_TO_HIGH)),
                ("", ThinkingParam::ReasoningEnabled),
            ],
            ..Quirks::NONE
        },
        ..HOSTED
    },
    Preset {
        id: "moonshot",
        name: "Moonshot (Kimi)",
        base_url: "https://api.moonshot.ai/v1",
        key_url: "https://platform.moonshot.ai/console/api-keys",
        // https://platform.kimi.ai/docs/api/models-overview
        quirks: Quirks {
            replay: Replay::ReasoningContent,
            max_completion_tokens: true,
            thinking: &[
                ("kimi-k3", ThinkingParam::Effort(LOW_HIGH_MAX)),
                ("kimi", ThinkingParam::Type(NO_WORDS)),
            ],
            fixed_sampling: &["kimi"],
            ..Quirks::NONE
        },
        ..HOSTED
    },
    Preset {
        id: "azure",
        name: "Azure OpenAI",
        base_url: "https://{resource}.openai.azure.com/openai/v1",
        key_url: "https://ai.azure.com",
        quirks: AZURE,
        ..HOSTED
    },
    Preset {
        id: "azure-deployments",
        name: "Azure OpenAI (API version in the address)",
        base_url: "https://{resource}.openai.azure.com?api-version=2024-10-21",
        key_url: "https://ai.azure.com",
        quirks: Quirks {
            deployments: true,
            ..AZURE
        },
        ..HOSTED
    },
    Preset {
        id: "openai-chat",
        name: "OpenAI (Chat Completions)",
        base_url: "https://api.openai.com/v1",
        key_url: "https://platform.openai.com/api-keys",
        quirks: Quirks {
            max_completion_tokens: true,
            thinking: &[("", ThinkingParam::OpenAi)],
            ..Quirks::NONE
        },
        ..HOSTED
    },
    Preset {
        id: ON_DEVICE,
        name: "On this device (Chrome)",
        dialect: Dialect::OnDevice,
        base_url: "on-device:",
        ..KEYLESS
    },
    Preset {
        id: "ollama",
        name: "Ollama",
        dialect: Dialect::Ollama,
        base_url: "http://localhost:11434",
        ..LOCAL
    },
    Preset {
        id: "ollama-v1",
        name: "Ollama (OpenAI-compatible)",
        base_url: "http://localhost:11434/v1",
        quirks: Quirks {
            thinking: &[("", ThinkingParam::Effort(NONE_TO_HIGH))],
            ..Quirks::NONE
        },
        ..LOCAL
    },
    Preset {
        id: "lm-studio",
        name: "LM Studio",
        base_url: "http://localhost:1234/v1",
        ..LOCAL
    },
    Preset {
        id: "llama-cpp",
        name: "llama.cpp",
        base_url: "http://localhost:8080/v1",
        quirks: TEMPLATED,
        ..LOCAL
    },
    Preset {
        id: "vllm",
        name: "vLLM",
        base_url: "http://localhost:8000/v1",
        quirks: TEMPLATED,
        ..LOCAL
    },
    Preset {
        id: CUSTOM,
        name: "OpenAI-compatible",
        ..KEYLESS
    },
];

const KEYLESS: Preset = Preset {
    id: "",
    name: "",
    dialect: Dialect::OpenAiChat,
    base_url: "",
    needs_key: false,
    key_url: "",
    sign_in: false,
    local: false,
    quirks: Quirks::NONE,
};

const HOSTED: Preset = Preset {
    needs_key: true,
    ..KEYLESS
};

const LOCAL: Preset = Preset {
    local: true,
    ..KEYLESS
};

/// <https://docs.z.ai/api-reference/llm/chat-completion>, <https://docs.z.ai/guides/capabilities/thinking-mode>
const GLM: Quirks = Quirks {
    replay: Replay::ReasoningContent,
    no_stream_options: true,
    tool_stream: true,
    thinking: &[("", ThinkingParam::TypeKept)],
    errors: GLM_ERRORS,
    ..Quirks::NONE
};

/// A model goes by the name of its deployment, which need not say what it is.
const AZURE: Quirks = Quirks {
    auth: Auth::Header("api-key"),
    max_completion_tokens: true,
    thinking: &[
        ("gpt-", ThinkingParam::OpenAi),
        ("o1", ThinkingParam::OpenAi),
        ("o3", ThinkingParam::OpenAi),
        ("o4", ThinkingParam::OpenAi),
        ("", ThinkingParam::Effort(LOW_TO_HIGH)),
    ],
    ..Quirks::NONE
};

/// <https://docs.vllm.ai/en/latest/features/reasoning_outputs/>
const TEMPLATED: Quirks = Quirks {
    thinking: &[("", ThinkingParam::ChatTemplate)],
    ..Quirks::NONE
};

const NO_WORDS: Efforts = Efforts {
    off: "",
    on: "",
    minimal: "",
    low: "",
    medium: "",
    high: "",
    max: "",
};

const LOW_TO_HIGH: Efforts = Efforts {
    off: "low",
    on: "medium",
    minimal: "low",
    low: "low",
    medium: "medium",
    high: "high",
    max: "high",
};

const NONE_TO_HIGH: Efforts = Efforts {
    off: "none",
    ..LOW_TO_HIGH
};

const LOW_HIGH_MAX: Efforts = Efforts {
    off: "",
    on: "",
    medium: "high",
    max: "max",
    ..LOW_TO_HIGH
};

const NONE_OR_HIGH: Efforts = Efforts {
    off: "none",
    on: "high",
    minimal: "high",
    low: "high",
    medium: "high",
    high: "high",
    max: "high",
};

const NONE_OR_DEFAULT: Efforts = Efforts {
    off: "none",
    on: "default",
    minimal: "default",
    low: "default",
    medium: "default",
    high: "default",
    max: "default",
};

/// <https://docs.z.ai/api-reference/api-code>
const GLM_ERRORS: &[(&str, ErrorKind)] = &[
    ("1000", ErrorKind::Auth),
    ("1001", ErrorKind::Auth),
    ("1002", ErrorKind::Auth),
    ("1003", ErrorKind::Auth),
    ("1004", ErrorKind::Auth),
    ("1110", ErrorKind::Permission),
    ("1111", ErrorKind::Permission),
    ("1112", ErrorKind::Permission),
    ("1113", ErrorKind::Quota),
    ("1120", ErrorKind::Server),
    ("1121", ErrorKind::Permission),
    ("1200", ErrorKind::Server),
    ("1210", ErrorKind::BadRequest),
    ("1211", ErrorKind::ModelNotFound),
    ("1212", ErrorKind::BadRequest),
    ("1213", ErrorKind::BadRequest),
    ("1214", ErrorKind::BadRequest),
    ("1215", ErrorKind::BadRequest),
    ("1220", ErrorKind::Permission),
    ("1221", ErrorKind::PathNotFound),
    ("1222", ErrorKind::PathNotFound),
    ("1230", ErrorKind::Server),
    ("1234", ErrorKind::Server),
    ("1261", ErrorKind::ContextTooLong),
    ("1300", ErrorKind::ContentFilter),
    ("1301", ErrorKind::ContentFilter),
    ("1302", ErrorKind::RateLimit),
    ("1303", ErrorKind::RateLimit),
    ("1304", ErrorKind::Quota),
    ("1305", ErrorKind::RateLimit),
    ("1308", ErrorKind::Quota),
    ("1309", ErrorKind::Quota),
    ("1310", ErrorKind::Quota),
];
