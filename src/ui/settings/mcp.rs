//! The servers of tools.

mod card;
mod form;
mod offers;
mod prompts;
mod resources;

use crate::browser::Manager;
use crate::chat::McpServerId;
use crate::tool::mcp::McpServer;
use crate::ui::icon::Icon;
use card::ServerCard;
use form::ServerForm;
use icondata_lu as lu;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Which form is open: that of a server, or of a new one.
type Editing = RwSignal<Option<Option<McpServerId>>>;

const ADD: &str = "add-mcp-server";

/// Goes back to the list, with the focus on a button of it.
fn return_to_list(editing: Editing) {
    editing.set(None);
    request_animation_frame(|| {
        if let Some(button) = document().get_element_by_id(ADD) {
            // The list is on screen by now, so its button can take the focus.
            let _ = button.unchecked_ref::<HtmlElement>().focus();
        }
    });
}

#[component]
pub fn McpServers() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let editing = Editing::new(None);
    let shown = move || match editing.get() {
        None => view! { <List editing /> }.into_any(),
        Some(id) => {
            let server = id.and_then(|id| {
                manager
                    .settings
                    .with_untracked(|settings| settings.tools.server(&id).cloned())
            });
            view! { <ServerForm server editing /> }.into_any()
        }
    };
    view! {
        <section class="mcp" aria-labelledby="mcp-title">
            {shown}
        </section>
    }
}

#[component]
fn List(editing: Editing) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let servers = Memo::new(move |_| {
        manager
            .settings
            .with(|settings| settings.tools.servers.clone())
    });
    view! {
        <div class="section-top">
            <h4 id="mcp-title">"MCP servers"</h4>
            <button type="button" class="button" id=ADD on:click=move |_| editing.set(Some(None))>
                <Icon icon=lu::LuPlus />
                "Add server"
            </button>
        </div>
        <Show when=move || servers.with(Vec::is_empty)>
            <p class="field-note">
                "A server on the network, or on this machine, that brings tools of its own over the Model Context Protocol. An agent gets a tool by having it ticked under Agents; each call asks you first, unless you allow more."
            </p>
        </Show>
        <For each=move || servers.get() key=card_key let(server)>
            <ServerCard server editing />
        </For>
    }
}

/// A card is made anew when its server changes, except when something of it is switched: the switch must keep the focus.
fn card_key(server: &McpServer) -> String {
    let McpServer {
        id,
        name,
        url,
        headers,
        prefix: _,
        enabled: _,
        off: _,
        era: _,
    } = server;
    format!("{id} {name} {url} {headers:?}")
}
