//! One server: how it stands with it, and its tools.

use super::Editing;
use super::offers::Offers;
use crate::browser::{Manager, ServerState};
use crate::tool::mcp::{McpServer, ServerTool};
use crate::ui::failure::FailureText;
use crate::ui::icon::{Icon, IconButton};
use crate::ui::settings::switch::Switch;
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn ServerCard(server: McpServer, editing: Editing) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let McpServer { id, name, url, .. } = server;
    let id = StoredValue::new(id);
    let enabled = Memo::new(move |_| {
        id.with_value(|id| {
            manager
                .settings
                .with(|settings| settings.tools.server(id).is_some_and(|it| it.enabled))
        })
    });
    let state =
        Memo::new(move |_| id.with_value(|id| manager.servers.with(|all| all.get(id).cloned())));
    let facts = move || match (enabled.get(), state.get()) {
        (false, _) => "Off: no agent has its tools.".to_owned(),
        (true, None) => "Not asked since this page was opened.".to_owned(),
        (true, Some(ServerState::Connecting)) => "Connecting…".to_owned(),
        (true, Some(ServerState::Connected { title, version })) => match title.is_empty() {
            true => format!("Connected · protocol {version}"),
            false => format!("Connected · {title} · protocol {version}"),
        },
        (true, Some(ServerState::Failed(_))) => "Not connected.".to_owned(),
    };
    let failed = move || match state.get() {
        Some(ServerState::Failed(failure)) => Some(view! {
            <div class="card failure">
                <Icon icon=lu::LuCircleAlert />
                <div class="card-text">
                    <FailureText failure />
                </div>
            </div>
        }),
        Some(ServerState::Connecting | ServerState::Connected { .. }) | None => None,
    };
    let connected = move || matches!(state.get(), Some(ServerState::Connected { .. }));
    let connect = move || {
        leptos::task::spawn_local(async move { manager.connect_server(&id.get_value()).await });
    };
    let switch = move |on: bool| {
        leptos::task::spawn_local(async move { manager.enable_server(&id.get_value(), on).await });
    };
    view! {
        <section class="provider" class:off=move || !enabled.get() aria-label=name.clone()>
            <header class="provider-top">
                <div>
                    <h4>{name.clone()}</h4>
                    <p class="provider-facts">{url}</p>
                    <p class="provider-facts" role="status">
                        {facts}
                    </p>
                </div>
                <div class="provider-tools">
                    <Switch label=format!("Enable {name}") on=enabled on_switch=switch />
                    <IconButton
                        label=format!("Reconnect {name}")
                        icon=lu::LuRefreshCw
                        on_press=connect
                    />
                    <IconButton
                        label=format!("Edit {name}")
                        icon=lu::LuPencil
                        on_press=move || editing.set(Some(Some(id.get_value())))
                    />
                    <IconButton
                        label=format!("Delete {name}")
                        icon=lu::LuTrash2
                        on_press=move || id.with_value(|id| manager.delete_server(id))
                    />
                </div>
            </header>
            {failed}
            <Show when=move || enabled.get()>
                <ToolList id />
            </Show>
            <Show when=move || enabled.get() && connected()>
                <Offers id />
            </Show>
        </section>
    }
}

#[component]
fn ToolList(id: StoredValue<crate::chat::McpServerId>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let catalog = Memo::new(move |_| {
        id.with_value(|id| manager.catalogs.with(|all| all.get(id).cloned()))
            .unwrap_or_default()
    });
    let count = move || match catalog.with(|catalog| catalog.tools.len()) {
        1 => "1 tool".to_owned(),
        many => format!("{many} tools"),
    };
    let is_known =
        move || catalog.with(|catalog| !catalog.tools.is_empty() || !catalog.unusable.is_empty());
    view! {
        <details class="more mcp-list" hidden=move || !is_known()>
            <summary>{count}</summary>
            <ul>
                <For
                    each=move || catalog.get().tools
                    key=|tool| format!("{tool:?}")
                    let(tool)
                >
                    <ToolLine id tool />
                </For>
            </ul>
            {move || {
                let unusable = catalog.get().unusable;
                (!unusable.is_empty())
                    .then(|| {
                        view! {
                            <p class="field-note">"Cannot be used: " {unusable.join(" ")}</p>
                        }
                    })
            }}
        </details>
    }
}

#[component]
fn ToolLine(id: StoredValue<crate::chat::McpServerId>, tool: ServerTool) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let ServerTool {
        name,
        title,
        description,
        ..
    } = tool;
    let name = StoredValue::new(name);
    let on = Memo::new(move |_| {
        let is_off = |off: &Vec<String>| name.with_value(|name| off.contains(name));
        id.with_value(|id| {
            manager
                .settings
                .with(|settings| settings.tools.server(id).is_some_and(|it| !is_off(&it.off)))
        })
    });
    let switch = move |on: bool| {
        id.with_value(|id| name.with_value(|name| manager.switch_server_tool(id, name, on)));
    };
    view! {
        <li>
            <div>
                <p class="model-name">{title.clone()}</p>
                <p class="field-note">{description}</p>
            </div>
            <Switch label=format!("Use {title}") on on_switch=switch />
        </li>
    }
}
