//! Brings tools in from a file, after showing what they are.

use crate::browser::Manager;
use crate::tool::OwnTool;
use crate::tool::own::file::Import;
use crate::ui::clipboard;
use crate::ui::icon::Icon;
use crate::ui::settings::file_chooser::{FileChooser, Found, FoundInFile};
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn ToolsFile() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let found = Found::<Import>::new(None);
    let take = move |text: Result<String, String>| {
        let read = text.and_then(|text| manager.read_tools_file(&text));
        // The dialog may show another section by now.
        found.try_set(Some(read));
    };
    view! {
        <FileChooser text="Import tools" label="Tools file" on_read=take />
        {clipboard::can_paste()
            .then(|| {
                view! {
                    <button
                        type="button"
                        class="button"
                        on:click=move |_| {
                            leptos::task::spawn_local(async move { take(clipboard::paste().await) })
                        }
                    >
                        <Icon icon=lu::LuClipboardPaste />
                        "Paste tools"
                    </button>
                }
            })}
        <FoundInFile found preview=move |import| view! { <Preview import found /> }.into_any() />
    }
}

#[component]
fn Preview(import: Import, found: Found<Import>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let Import { tools, renamed } = import;
    let title = match tools.as_slice() {
        [tool] => format!("Import “{}”?", tool.title),
        tools => format!("Import {} tools?", tools.len()),
    };
    let shown = tools.iter().cloned().map(|tool| view! { <Code tool /> });
    let shown = shown.collect_view();
    let renamed = renamed.into_iter().map(|(from, to)| {
        view! { <li>{format!("The name {from} is taken: it comes as {to}.")}</li> }
    });
    let renamed = renamed.collect_view();
    let tools = StoredValue::new(tools);
    let apply = move |_| {
        manager.import_tools(tools.get_value());
        found.set(None);
    };
    view! {
        <section class="card wide-card" aria-label="Import">
            <div class="card-text">
                <h4 role="status">{title}</h4>
                <p>
                    "This is code of someone else's. It runs in the sandbox, without network and without access to your data, but a model may believe what it answers, and pass it what you wrote. Import only what you trust. It asks before it runs; no permission comes with the file."
                </p>
                {shown}
                <ul class="changes">{renamed}</ul>
                <div class="buttons">
                    <button type="button" class="button primary" on:click=apply>
                        "Import"
                    </button>
                    <button type="button" class="button" on:click=move |_| found.set(None)>
                        "Cancel"
                    </button>
                </div>
            </div>
        </section>
    }
}

/// Everything that a tool brings, to be read before it is taken.
#[component]
fn Code(tool: OwnTool) -> impl IntoView {
    let schema = format!("{:#}", tool.parameters);
    view! {
        <p>
            <strong>{tool.title}</strong>
            " "
            <code>{tool.name}</code>
        </p>
        <p class="plain">{tool.description}</p>
        <pre class="preview" tabindex="0" aria-label="Code">
            {tool.code}
        </pre>
        <details>
            <summary>"Parameters"</summary>
            <pre class="preview" tabindex="0">
                {schema}
            </pre>
        </details>
    }
}
