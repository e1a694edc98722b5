//! Schedules written down as tables: inputs with their times in, a readable log of effects out.

mod built_in_tools;
mod failures;
mod property;
mod renewed;
mod resumed;
mod schedules;
mod switch;
mod tools;
mod world;

use super::*;
use crate::chat::{
    AgentId, Answerer, JUST_ASK, Message, Millis, ModelConfigId, ModelInput, Part, PartBody,
    ProviderId, Session, SessionId, ToolResult, ToolSpec, ToolStatus, Turn, TurnId, UserMessage,
};
use crate::provider::{Codec, Dialect, Endpoint, ModelConfig, ResponseHead, Secret};
use crate::store::Write;
use crate::tool::{Permission, Rule};
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub fn plan() -> Plan {
    let session = SessionId::from("s");
    Plan {
        session: Session {
            id: session.clone(),
            title: "Title".to_owned(),
            agent: AgentId::from(JUST_ASK),
            model: None,
            thinking: None,
            created: 0.0,
            updated: 0.0,
            tip: Some(TurnId::from("t")),
        },
        turn: Turn {
            id: TurnId::from("t"),
            session,
            parent: None,
            created: 0.0,
            agent: Answerer::default(),
            user: UserMessage {
                text: "hi".to_owned(),
            },
            rounds: vec![],
            outcome: None,
        },
        endpoint: Endpoint {
            name: "Prov".to_owned(),
            dialect: Dialect::OpenAiChat,
            base_url: "https://prov.test/v1".to_owned(),
            key: Some(Secret::new("sk-canary")),
            origin: "openai-chat:custom".to_owned(),
            quirks: Default::default(),
            headers: vec![],
            body: Default::default(),
        },
        codec: Codec::EVERY,
        config: ModelConfig {
            id: ModelConfigId::from("m"),
            provider: ProviderId::from("p"),
            model: "gpt".to_owned(),
            name: String::new(),
            temperature: None,
            max_tokens: None,
            top_p: None,
            thinking: Default::default(),
            idle_timeout: 60,
            extra: serde_json::Map::new(),
        },
        input: ModelInput {
            system: String::new(),
            messages: vec![Message::User {
                text: "hi".to_owned(),
                images: vec![],
            }],
            tools: vec![],
        },
        unanswered: None,
        rules: BTreeMap::new(),
        check: |_, _| Ok(()),
        max_rounds: 3,
        time_limit: None,
        jitter: 0.0,
    }
}

/// A plan with the tools `add` (allowed), `write` (allowed, but not beside others), `ask` (to be asked for) and
/// `never` (forbidden).
pub fn plan_with_tools() -> Plan {
    let mut plan = plan();
    for (name, permission) in [
        ("add", Permission::Always),
        ("write", Permission::Always),
        ("ask", Permission::Ask),
        ("never", Permission::Never),
    ] {
        plan.input.tools.push(ToolSpec {
            name: name.to_owned(),
            description: String::new(),
            parameters: serde_json::json!({"type": "object"}),
        });
        let rule = Rule {
            permission,
            parallel: name != "write",
            ..Rule::default()
        };
        plan.rules.insert(name.to_owned(), rule);
    }
    plan
}

pub fn head(status: u16) -> Input {
    Input::Head(ResponseHead {
        status,
        content_type: if status == 200 {
            "text/event-stream"
        } else {
            "application/json"
        }
        .to_owned(),
        retry_after: None,
    })
}

pub fn bytes(text: &str) -> Input {
    Input::Chunk(text.as_bytes().to_vec())
}

/// A chunk that says `text`.
pub fn says(text: &str) -> Input {
    let content = serde_json::Value::from(text);
    bytes(&format!(
        "data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":{content}}}}}]}}\n\n"
    ))
}

/// A chunk that calls a tool, whole.
pub fn calls(index: u32, id: &str, name: &str, arguments: &str) -> Input {
    let call = serde_json::json!({"choices": [{"index": 0, "delta": {"tool_calls": [
        {"index": index, "id": id, "type": "function",
         "function": {"name": name, "arguments": arguments}}
    ]}}]});
    bytes(&format!("data: {call}\n\n"))
}

pub fn finishes(reason: &str) -> Input {
    bytes(&format!(
        "data: {{\"choices\":[{{\"index\":0,\"delta\":{{}},\"finish_reason\":\"{reason}\"}}]}}\n\n"
    ))
}

pub fn done() -> Input {
    bytes("data: [DONE]\n\n")
}

pub fn tool_answer(id: &str, content: &str) -> Input {
    Input::ToolFinished {
        id: id.to_owned(),
        result: ToolResult::new(ToolStatus::Done, content),
    }
}

/// Runs the inputs, each at its time in milliseconds, and logs every effect on a line.
pub fn log(plan: Plan, inputs: Vec<(Millis, Input)>) -> String {
    let mut agent = Agent::new(plan);
    let mut log = String::new();
    for (at, input) in inputs {
        for effect in agent.handle(at, input) {
            let _ = writeln!(log, "{at} {}", line(&effect));
        }
    }
    log
}

pub fn check(plan: Plan, inputs: Vec<(Millis, Input)>, expected: expect_test::Expect) {
    expected.assert_eq(&log(plan, inputs));
}

fn line(effect: &Effect) -> String {
    match effect {
        Effect::Persist(batch) => {
            format!(
                "persist {}",
                batch.iter().map(write_line).collect::<Vec<_>>().join(" + ")
            )
        }
        Effect::OpenStream(request) => {
            let body: serde_json::Value = serde_json::from_str(&request.body).unwrap();
            let messages = ["messages", "prompt"].map(|name| body[name].as_array());
            let roles = messages.into_iter().flatten().flatten();
            let roles: Vec<_> = roles.map(|m| m["role"].as_str().unwrap()).collect();
            format!("open {} [{}]", request.url, roles.join(" "))
        }
        Effect::CallTool(call) => format!("call {} {} {}", call.id, call.name, call.arguments),
        Effect::AskApproval(call) => format!("ask {} {} {}", call.id, call.name, call.arguments),
        Effect::Show(Change::ToolAnswered { id, result, .. }) => {
            let ToolResult {
                status,
                content,
                shown,
                duration,
            } = result;
            let more = if shown.is_empty() {
                ""
            } else {
                " (the person sees more)"
            };
            format!("answer {id} {status:?} after {duration}: {content:?}{more}")
        }
        Effect::Show(change) => format!("show {change:?}"),
        Effect::CloseStream | Effect::CancelTool { .. } | Effect::Wait { .. } | Effect::End(_) => {
            format!("{effect:?}")
        }
    }
}

fn write_line(write: &Write) -> String {
    match write {
        Write::PutSession(session) => format!("session {}", session.id),
        Write::PutTurn(turn) => {
            let outcome = turn.outcome.as_ref().map(|outcome| format!("{outcome:?}"));
            let outcome = outcome.unwrap_or_else(|| "open".to_owned());
            format!("turn({})", outcome.split(' ').next().unwrap())
        }
        Write::PutRound { round, .. } => {
            format!("round {}[{}]", round.key.index, parts_line(&round.parts))
        }
        Write::PutDraft(draft) => format!("draft {}[{}]", draft.round, parts_line(&draft.parts)),
        Write::DeleteDraft(_) => "no draft".to_owned(),
        Write::DeleteSession(_) | Write::PutSetting { .. } | Write::DeleteSetting { .. } => {
            panic!("an agent does not write {write:?}")
        }
    }
}

fn parts_line(parts: &[Part]) -> String {
    let parts = parts.iter().map(|part| match &part.body {
        PartBody::Thinking { text, duration } => format!("thinking {duration}ms {text:?}"),
        PartBody::Text { text } => format!("{text:?}"),
        PartBody::Refusal { text } => format!("refusal {text:?}"),
        PartBody::ServerTool { name, text } => format!("server tool {name} {text:?}"),
        PartBody::ToolCall(call) => {
            let result = call
                .result
                .as_ref()
                .map(|result| format!("{:?}", result.status));
            format!(
                "{}({}) = {}",
                call.name,
                call.arguments,
                result.as_deref().unwrap_or("?")
            )
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}
