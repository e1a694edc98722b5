//! Every tool: what it reaches, whether it may run, how long.

use crate::browser::Manager;
use crate::tool::{Permission, Reach, Runner, Tool};
use crate::ui::settings::permission::PermissionSelect;
use crate::ui::settings::time_limit::TimeLimit;
use leptos::prelude::*;

#[component]
pub fn ToolList() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let tools = move || {
        // Each brings tools.
        manager.settings.track();
        manager.registry.track();
        manager.catalogs.track();
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
    let limit = manager.settings.with_untracked(|settings| {
        name.with_value(|name| settings.tools.time_limits.get(name).copied())
    });
    let choose_limit = move |seconds: Option<u32>| {
        name.with_value(|name| manager.choose_time_limit(name, seconds));
    };
    let title = tool.title.clone();
    view! {
        <li class="tool-row">
            <span class="tool-text">
                <span class="model-name">{title.clone()}</span>
                <span class="model-facts">{reaches(&tool)}</span>
            </span>
            {tool
                .time_limit()
                .map(|default| {
                    let label = format!("Time limit of {title} in seconds");
                    view! { <TimeLimit label default chosen=limit on_choose=choose_limit /> }
                })}
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
