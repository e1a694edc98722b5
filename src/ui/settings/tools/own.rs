//! The person's own tools: a list, and a form for one of them.

mod entry;
mod form;
mod import;
mod line;

pub use entry::Entry;
pub use form::OwnToolForm;

use super::Editing;
use crate::browser::Manager;
use crate::tool::OwnTool;
use crate::tool::own::file;
use crate::ui::download;
use crate::ui::icon::Icon;
use icondata_lu as lu;
use import::ToolsFile;
use leptos::prelude::*;
use line::OwnToolLine;

const NEW_TOOL: &str = "new-tool";

/// The element id of a tool's "Edit".
fn edit_id(tool: &OwnTool) -> String {
    format!("edit-tool-{}", tool.id.0)
}

#[component]
pub fn OwnTools(editing: Editing) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let tools = Memo::new(move |_| manager.settings.with(|settings| settings.tools.own.clone()));
    let many = Memo::new(move |_| tools.read().len() > 1);
    let export = move |_| {
        let text = tools.with_untracked(|tools| file::write(tools));
        if let Err(error) = download::json("colloquy-tools.json", &text) {
            manager.alert(error);
        }
    };
    let add = move |_| editing.edit_tool(OwnTool::new(manager.new_id()), true);
    view! {
        <section class="part" aria-labelledby="own-tools-title">
            <div class="section-top">
                <h4 id="own-tools-title">"Your own tools"</h4>
                <button type="button" class="button" id=NEW_TOOL on:click=add>
                    <Icon icon=lu::LuPlus />
                    "New tool"
                </button>
            </div>
            <p class="field-note">
                "JavaScript of yours that a model may call. It runs in the sandbox, and it asks before each run unless you choose otherwise. An agent has it once you tick it in the agent's form."
            </p>
            <ul class="models" aria-label="Your own tools">
                <For each=move || tools.get() key=|tool| format!("{tool:?}") let(tool)>
                    <OwnToolLine tool editing />
                </For>
            </ul>
            <div class="buttons">
                <ToolsFile />
                <Show when=move || many.get()>
                    <button type="button" class="button" on:click=export>
                        <Icon icon=lu::LuDownload />
                        "Export all tools"
                    </button>
                </Show>
            </div>
        </section>
    }
}
