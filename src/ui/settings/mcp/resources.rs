//! A server's resources, to be read here.

use super::offers::{Asked, Listed, Missing};
use crate::browser::Manager;
use crate::chat::{McpServerId, Shown};
use crate::tool::mcp::catalog::Resource;
use crate::tool::mcp::reading;
use crate::ui::settings::field::Field;
use crate::ui::tool::shown::ShownResult;
use leptos::prelude::*;

#[component]
pub fn Resources(id: StoredValue<McpServerId>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let found = async move { manager.server_resources(&id.get_value()).await };
    view! { <Listed found line=move |it| view! { <ResourceLine id resource=it /> }.into_any() /> }
}

#[component]
fn ResourceLine(id: StoredValue<McpServerId>, resource: Resource) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let Resource {
        uri,
        title,
        description,
        media_type,
        template,
    } = resource;
    let blanks = match template {
        true => reading::blanks(&uri),
        false => vec![],
    };
    let fields: Vec<(String, RwSignal<String>)> = blanks
        .into_iter()
        .map(|name| (name, RwSignal::new(String::new())))
        .collect();
    let facts = format!("{uri} {media_type}");
    let uri = StoredValue::new(uri);
    let filled = StoredValue::new(fields.clone());
    let read = RwSignal::new(Asked::Not);
    let open = move |_| {
        let values: Vec<(String, String)> = filled
            .get_value()
            .into_iter()
            .map(|(name, value)| (name, value.get_untracked()))
            .collect();
        let address = match template {
            true => uri.with_value(|uri| reading::fill(uri, &values)),
            false => Ok(uri.get_value()),
        };
        read.set(Asked::Running);
        leptos::task::spawn_local(async move {
            let contents = match address {
                Ok(address) => manager.read_resource(&id.get_value(), &address).await,
                Err(title) => Err(crate::chat::Failure {
                    title,
                    ..Default::default()
                }),
            };
            read.try_set(contents.into());
        });
    };
    let label = title.clone();
    let contents = move || {
        match read.get() {
        Asked::Not => ().into_any(),
        Asked::Running => view! { <Missing failure=None /> }.into_any(),
        Asked::Failed(failure) => view! { <Missing failure=Some(failure) /> }.into_any(),
        Asked::Here(contents) => view! {
            <div class="mcp-contents" role="region" aria-label=format!("Contents of {label}")>
                {contents.into_iter().map(|shown: Shown| view! { <ShownResult shown /> }).collect_view()}
            </div>
        }
        .into_any(),
    }
    };
    view! {
        <li>
            <div>
                <p class="model-name">{title.clone()}</p>
                <p class="field-note">{facts}</p>
                <p class="field-note">{description}</p>
                {fields
                    .into_iter()
                    .map(|(name, value)| view! { <Field label=name value /> })
                    .collect_view()}
                {contents}
            </div>
            <button
                type="button"
                class="button"
                aria-label=format!("Read {title}")
                on:click=open
            >
                "Read"
            </button>
        </li>
    }
}
