//! Which tools an agent has, and what each may do there.

use super::entry::Entry;
use crate::agent::AgentTool;
use crate::browser::Manager;
use crate::tool::{Permission, asked_agent};
use crate::ui::settings::permission::PermissionSelect;
use leptos::prelude::*;

/// A line of the field.
struct Row {
    name: String,
    title: String,
    /// What holds where nothing is chosen for this agent; `None` for a tool that is not there.
    default: Option<Permission>,
}

#[component]
pub fn ToolsField(entry: Entry) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let chosen = manager
        .settings
        .with_untracked(|settings| settings.tools.permissions.clone());
    let itself = entry
        .before
        .with_value(|agent| asked_agent::tool_name(&agent.id));
    let known = manager.tools().into_iter();
    let known = known.filter(|tool| tool.spec.name != itself);
    let known = known.map(|tool| Row {
        default: Some(Permission::resolve(
            tool.rule.permission,
            chosen.get(&tool.spec.name).copied(),
            None,
        )),
        name: tool.spec.name,
        title: tool.title,
    });
    let mut rows: Vec<Row> = known.collect();
    entry.tools.with_untracked(|tools| {
        for tool in tools {
            if rows.iter().all(|row| row.name != tool.name) {
                rows.push(Row {
                    name: tool.name.clone(),
                    title: tool.name.clone(),
                    default: None,
                });
            }
        }
    });
    view! {
        <fieldset class="tool-rows">
            <legend class="field-label">"Tools"</legend>
            {rows.into_iter().map(|row| view! { <ToolRow row entry /> }).collect_view()}
        </fieldset>
    }
}

#[component]
fn ToolRow(row: Row, entry: Entry) -> impl IntoView {
    let Row {
        name,
        title,
        default,
    } = row;
    let label = format!("Permission of {title}");
    let note = match default {
        Some(_) => None,
        None => Some("not available"),
    };
    let name = StoredValue::new(name);
    let has = Memo::new(move |_| {
        name.with_value(|name| {
            entry
                .tools
                .with(|tools| tools.iter().any(|tool| tool.name == *name))
        })
    });
    let set = move |wanted: bool| {
        entry.tools.update(|tools| {
            name.with_value(|name| match wanted {
                true => tools.push(AgentTool::from(name.as_str())),
                false => tools.retain(|tool| tool.name != *name),
            });
        });
    };
    let permission = move || {
        name.with_value(|name| {
            entry.tools.with_untracked(|tools| {
                let tool = tools.iter().find(|tool| tool.name == *name);
                tool.and_then(|tool| tool.permission)
            })
        })
    };
    let choose = move |chosen: Option<Permission>| {
        entry.tools.update(|tools| {
            let tool = name.with_value(|name| tools.iter_mut().find(|tool| tool.name == *name));
            if let Some(tool) = tool {
                tool.permission = chosen;
            }
        });
    };
    view! {
        <div class="tool-row">
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=has
                    on:change:target=move |event| set(event.target().checked())
                />
                {title}
            </label>
            <span class="field-note">{note}</span>
            <Show when=move || has.get() && default.is_some()>
                <PermissionSelect
                    label=label.clone()
                    default=default.unwrap_or(Permission::Ask)
                    chosen=Signal::derive(permission)
                    on_choose=choose
                />
            </Show>
        </div>
    }
}
