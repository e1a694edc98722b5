//! Every tool: what it reaches, whether it may run, how long.

use crate::browser::Manager;
use crate::tool::{Permission, Reach, Runner, Tool};
use crate::ui::settings::permission::PermissionSelect;
use crate::ui::settings::validate;
use leptos::prelude::*;

/// Seconds. The upper end is what a person would still wait for.
const MAX_SECONDS: u32 = 3_600;

#[component]
pub fn ToolList() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let tools = move || {
        // Both bring tools.
        manager.settings.track();
        manager.registry.track();
        manager.tools()
    };
    view! {
        <ul class="tool-rows" aria-label="Tools">
            <For
                each=tools
                key=|tool| (tool.spec.name.clone(), tool.title.clone())
                let(tool)
            >
                <ToolRow tool />
            </For>
        </ul>
    }
}

#[component]
fn ToolRow(tool: Tool) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let name = StoredValue::new(tool.spec.name.clone());
    let chosen = Signal::derive(move || {
        manager
            .settings
            .with(|settings| name.with_value(|name| settings.tools.permissions.get(name).copied()))
    });
    let choose = move |permission: Option<Permission>| {
        name.with_value(|name| manager.choose_permission(name, permission));
    };
    let title = tool.title.clone();
    view! {
        <li class="tool-row">
            <span class="tool-text">
                <span class="model-name">{title.clone()}</span>
                <span class="model-facts">{reaches(&tool)}</span>
            </span>
            {tool.time_limit().map(|default| view! { <TimeLimit name title=title.clone() default /> })}
            <PermissionSelect
                label=format!("Permission of {title}")
                default=tool.rule.permission
                chosen
                on_choose=choose
            />
        </li>
    }
}

/// What a tool reaches, in words.
fn reaches(tool: &Tool) -> &'static str {
    match (&tool.runner, &tool.reach) {
        (Runner::Mcp { .. }, _) | (_, Reach::Host(_)) => "Reaches its server",
        (Runner::Agent(_), _) => "Asks another agent, whose tools ask for themselves",
        (_, Reach::Data) => "Reaches your data",
        (_, Reach::Network) => "Reaches the network",
        (Runner::Own(_), Reach::Nothing) => "Yours. Reaches nothing beyond its arguments",
        (Runner::BuiltIn(_), Reach::Nothing) => "Reaches nothing of yours",
    }
}

#[component]
fn TimeLimit(name: StoredValue<String>, title: String, default: u32) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let seconds = manager.settings.with_untracked(|settings| {
        name.with_value(|name| settings.tools.time_limits.get(name).copied())
    });
    let text = RwSignal::new(
        seconds
            .map(|seconds| seconds.to_string())
            .unwrap_or_default(),
    );
    let wrong = RwSignal::new(None::<String>);
    let choose = move |typed: String| {
        text.set(typed);
        let read = text.with_untracked(|text| validate::whole_number::<u32>(text));
        match read {
            Ok(seconds) if seconds.is_none_or(|seconds| seconds <= MAX_SECONDS) => {
                wrong.set(None);
                name.with_value(|name| manager.choose_time_limit(name, seconds));
            }
            Ok(_) => wrong.set(Some(format!("At most {MAX_SECONDS} seconds."))),
            Err(error) => wrong.set(Some(error)),
        }
    };
    view! {
        <span class="tool-limit">
            <input
                type="text"
                class="input"
                inputmode="numeric"
                autocomplete="off"
                aria-label=format!("Time limit of {title} in seconds")
                aria-invalid=move || wrong.read().is_some().to_string()
                placeholder=default.to_string()
                prop:value=text
                on:change:target=move |event| choose(event.target().value())
            />
            <span aria-hidden="true">"s"</span>
            <span class="bad" role="alert">
                {wrong}
            </span>
        </span>
    }
}
