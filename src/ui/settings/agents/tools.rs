//! Which tools an agent has, and what each may do there.

use super::entry::Entry;
use crate::agent::AgentTool;
use crate::browser::Manager;
use crate::tool::{Permission, asked_agent};
use crate::ui::settings::permission::PermissionSelect;
use crate::ui::settings::time_limit::TimeLimit;
use leptos::prelude::*;

/// A line of the field.
struct Row {
    name: String,
    title: String,
    /// What holds where nothing is chosen for this agent; `None` for a tool that is not there.
    default: Option<Permission>,
    /// The same for how long a call may take, in seconds; `None` for a tool without such a limit.
    time_limit: Option<u32>,
}

#[component]
pub fn ToolsField(entry: Entry) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let chosen = manager
        .settings
        .with_untracked(|settings| settings.tools.clone());
    let itself = entry
        .before
        .with_value(|agent| asked_agent::tool_name(&agent.id));
    let known = manager.tools().into_iter();
    let known = known.filter(|tool| tool.spec.name != itself);
    let known = known.map(|mut tool| {
        chosen.apply(&mut tool, None, None);
        Row {
            default: Some(tool.rule.permission),
            time_limit: tool.time_limit(),
            name: tool.spec.name,
            title: tool.title,
        }
    });
    let mut rows: Vec<Row> = known.collect();
    entry.tools.with_untracked(|tools| {
        for tool in tools {
            if rows.iter().all(|row| row.name != tool.name) {
                rows.push(Row {
                    name: tool.name.clone(),
                    title: tool.name.clone(),
                    default: None,
                    time_limit: None,
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
        time_limit,
    } = row;
    let label = format!("Permission of {title}");
    let limit_label = format!("Time limit of {title} in seconds");
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
    let chosen = move || {
        name.with_value(|name| {
            entry.tools.with_untracked(|tools| {
                let mut tools = tools.iter();
                tools.find(|tool| tool.name == *name).cloned()
            })
        })
    };
    let change = move |change: &dyn Fn(&mut AgentTool)| {
        entry.tools.update(|tools| {
            let tool = name.with_value(|name| tools.iter_mut().find(|tool| tool.name == *name));
            if let Some(tool) = tool {
                change(tool);
            }
        });
    };
    let choose = move |permission: Option<Permission>| {
        change(&|tool| tool.permission = permission);
    };
    let choose_limit = move |seconds: Option<u32>| change(&|tool| tool.time_limit = seconds);
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
            {note.map(|note| view! { <span class="field-note">{note}</span> })}
            <Show when=move || has.get() && default.is_some()>
                {time_limit
                    .map(|default| {
                        view! {
                            <TimeLimit
                                label=limit_label.clone()
                                default
                                chosen=chosen().and_then(|tool| tool.time_limit)
                                on_choose=choose_limit
                            />
                        }
                    })}
                <PermissionSelect
                    label=label.clone()
                    default=default.unwrap_or(Permission::Ask)
                    chosen=Signal::derive(move || chosen().and_then(|tool| tool.permission))
                    on_choose=choose
                />
            </Show>
        </div>
    }
}
