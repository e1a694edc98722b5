//! One line of the list of own tools, with what can be done to it.

use super::super::Editing;
use super::edit_id;
use crate::browser::Manager;
use crate::tool::OwnTool;
use crate::tool::own::file;
use crate::ui::clipboard;
use crate::ui::download;
use crate::ui::icon::IconButton;
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn OwnToolLine(tool: OwnTool, editing: Editing) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let title = tool.title.clone();
    let named = move |verb: &str| format!("{verb} {title}");
    let (title, name) = (tool.title.clone(), tool.name.clone());
    let description = tool.description.clone();
    let tool = StoredValue::new(tool);
    let text = move || tool.with_value(|tool| file::write([tool]));
    let export = move || {
        let name = tool.with_value(|tool| format!("colloquy-tool-{}.json", tool.name));
        if let Err(error) = download::json(&name, &text()) {
            manager.alert(error);
        }
    };
    let copy_label = RwSignal::new(named("Copy as JSON:"));
    let (copied, refused) = (named("Copied:"), named("Not copied:"));
    let copy = move || {
        let (copied, refused) = (copied.clone(), refused.clone());
        leptos::task::spawn_local(async move {
            let done = clipboard::copy(text(), None).await;
            // The section may be gone by now.
            copy_label.try_set(if done { copied } else { refused });
        });
    };
    view! {
        <li class="model">
            <div class="model-text">
                <span class="model-name">{title}</span>
                <code class="model-facts">{name}</code>
                <span class="model-facts">{description}</span>
            </div>
            <div class="model-tools">
                <IconButton
                    label=named("Duplicate")
                    icon=lu::LuCopyPlus
                    on_press=move || tool.with_value(|tool| manager.duplicate_own_tool(tool))
                />
                <IconButton label=copy_label icon=lu::LuCopy on_press=copy />
                <IconButton label=named("Export") icon=lu::LuDownload on_press=export />
                <IconButton
                    label=named("Edit")
                    icon=lu::LuPencil
                    id=tool.with_value(edit_id)
                    on_press=move || editing.edit_tool(tool.get_value(), false)
                />
                <IconButton
                    label=named("Delete")
                    icon=lu::LuTrash2
                    on_press=move || tool.with_value(|tool| manager.delete_own_tool(tool))
                />
            </div>
        </li>
    }
}
