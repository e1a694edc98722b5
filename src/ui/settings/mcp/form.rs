//! Adds or changes a server.

use super::{Editing, return_to_list};
use crate::browser::Manager;
use crate::chat::{Failure, McpServerId, ProviderId};
use crate::provider::CredentialsChange;
use crate::tool::mcp::{McpServer, naming};
use crate::ui::failure::FailureText;
use crate::ui::icon::Icon;
use crate::ui::settings::field::{Field, focus_first_error, focus_first_field};
use crate::ui::settings::header_rows::{HeaderEntries, HeaderRows};
use crate::ui::settings::key_field::{KeyEntry, KeyField};
use crate::ui::settings::validate;
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;
use web_sys::SubmitEvent;

/// How far a test has come.
#[derive(Clone, PartialEq)]
enum Testing {
    Not,
    Running,
    Done(Result<usize, Failure>),
}

#[component]
pub fn ServerForm(
    /// The one to change; `None` adds one.
    server: Option<McpServer>,
    editing: Editing,
) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let is_new = server.is_none();
    let server = server.unwrap_or_else(|| McpServer {
        id: McpServerId(manager.new_id()),
        name: String::new(),
        prefix: String::new(),
        url: String::new(),
        headers: vec![],
        enabled: true,
        off: vec![],
        era: None,
    });
    let key = ProviderId(server.id.0.clone());
    let entry = KeyEntry::new(manager.keys.with_untracked(|keys| keys.contains(&key)));
    let name = RwSignal::new(server.name.clone());
    let url = RwSignal::new(server.url.clone());
    let headers = HeaderEntries::new(&server.headers);
    let has_more = !headers.is_empty();
    let server = StoredValue::new(server);

    let form = NodeRef::<html::Form>::new();
    focus_first_field(form);
    let tried = RwSignal::new(false);
    let checked_name = move || validate::required(&name.get(), "a name for this server");
    let checked_url = move || validate::server_url(&url.get());
    let name_error = Signal::derive(move || checked_name().err().filter(|_| tried.get()));
    let url_error = Signal::derive(move || checked_url().err().filter(|_| tried.get()));
    let headers_error = Signal::derive(move || headers.names().err().filter(|_| tried.get()));
    let more = NodeRef::<html::Details>::new();
    let filled = move || {
        tried.set(true);
        let filled = untrack(|| {
            let name = checked_name().ok()?;
            let known = server.get_value();
            let prefix = match known.prefix.is_empty() {
                true => manager
                    .settings
                    .with(|settings| naming::prefix(&name, &settings.tools.servers)),
                false => known.prefix,
            };
            let url = checked_url().ok()?;
            Some(McpServer {
                name,
                prefix,
                // What worked at another address says nothing of this one.
                era: known.era.filter(|_| known.url == url),
                url,
                headers: headers.names().ok()?,
                ..server.get_value()
            })
        });
        if filled.is_none() {
            // An error under "More" can only be seen, and take the focus, where that is open.
            if untrack(|| headers_error.get()).is_some()
                && let Some(more) = more.get_untracked()
            {
                more.set_open(true);
            }
            focus_first_error(form);
        }
        filled
    };
    let change = move || CredentialsChange {
        key: entry.to_save(),
        headers: headers.to_save(),
    };
    let testing = RwSignal::new(Testing::Not);
    let test = move |_| {
        let Some(server) = filled() else {
            return;
        };
        testing.set(Testing::Running);
        let change = change();
        leptos::task::spawn_local(async move {
            let tested = manager.test_server(server, change).await;
            // The form may be closed by now.
            testing.try_set(Testing::Done(tested));
        });
    };
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(server) = filled() else {
            return;
        };
        let change = change();
        leptos::task::spawn_local(async move {
            // A token cannot be kept before its place is open; until then the form stays as it is.
            if change.is_empty() || manager.unlocked().await {
                let id = server.id.clone();
                manager.save_server(server, change).await;
                // The person may have left the form meanwhile.
                if !tried.is_disposed() {
                    return_to_list(editing);
                }
                manager.connect_server(&id).await;
            }
        });
    };
    view! {
        <form class="form" novalidate node_ref=form on:submit=save>
            <h4 id="mcp-title">{if is_new { "New MCP server" } else { "Edit MCP server" }}</h4>
            <Field label="Name" value=name error=name_error />
            <Field
                label="URL"
                value=url
                error=url_error
                inputmode="url"
                placeholder="https://example.com/mcp"
                hint="Of its Streamable HTTP endpoint. The server must allow requests from web pages (CORS)."
            />
            <KeyField
                entry
                label="Token"
                hint="Optional. Sent to this server only, as a bearer token. At another host it has to be entered again."
            />
            <details class="more" open=has_more node_ref=more>
                <summary>"More"</summary>
                <HeaderRows entries=headers error=headers_error />
            </details>
            <div class="test-result" role="status">
                {move || match testing.get() {
                    Testing::Not => ().into_any(),
                    Testing::Running => view! { <p>"Asking the server for its tools…"</p> }.into_any(),
                    Testing::Done(Ok(tools)) => {
                        let found = match tools {
                            1 => "Connected. It offers 1 tool.".to_owned(),
                            many => format!("Connected. It offers {many} tools."),
                        };
                        view! {
                            <div class="card good">
                                <Icon icon=lu::LuCircleCheck />
                                <p>{found}</p>
                            </div>
                        }
                            .into_any()
                    }
                    Testing::Done(Err(failure)) => {
                        view! {
                            <div class="card failure">
                                <Icon icon=lu::LuCircleAlert />
                                <div class="card-text">
                                    <FailureText failure />
                                </div>
                            </div>
                        }
                            .into_any()
                    }
                }}
            </div>
            <div class="buttons form-buttons">
                <button type="submit" class="button primary">
                    "Save"
                </button>
                <button
                    type="button"
                    class="button"
                    disabled=move || testing.get() == Testing::Running
                    on:click=test
                >
                    "Test connection"
                </button>
                <button
                    type="button"
                    class="text-button"
                    on:click=move |_| return_to_list(editing)
                >
                    "Cancel"
                </button>
            </div>
        </form>
    }
}
