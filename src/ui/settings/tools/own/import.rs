//! Brings tools in from a file, after showing what they are.

use crate::browser::Manager;
use crate::tool::OwnTool;
use crate::tool::own::file::Import;
use crate::ui::icon::Icon;
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

type Found = RwSignal<Option<Result<Import, String>>>;

/// The most bytes of a file that are looked at.
const MAX_FILE: f64 = 32.0 * 1024.0 * 1024.0;

#[component]
pub fn ToolsFile() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let found = Found::new(None);
    let chooser = NodeRef::<html::Input>::new();
    let chosen = move |input: HtmlInputElement| {
        let file = input.files().and_then(|files| files.get(0));
        // The same file can be chosen again.
        input.set_value("");
        let Some(file) = file else {
            return;
        };
        if file.size() > MAX_FILE {
            found.set(Some(Err("The file is larger than 32 MB.".to_owned())));
            return;
        }
        leptos::task::spawn_local(async move {
            let read = match JsFuture::from(file.text()).await {
                Ok(text) => manager.read_tools_file(&text.as_string().unwrap_or_default()),
                Err(_) => Err("The file could not be read.".to_owned()),
            };
            // The dialog may show another section by now.
            found.try_set(Some(read));
        });
    };
    view! {
        <button
            type="button"
            class="button"
            on:click=move |_| {
                if let Some(input) = chooser.get_untracked() {
                    input.click();
                }
            }
        >
            <Icon icon=lu::LuUpload />
            "Import tools"
        </button>
        <input
            type="file"
            class="visually-hidden"
            tabindex="-1"
            aria-label="Tools file"
            accept=".json,application/json"
            node_ref=chooser
            on:change:target=move |event| chosen(event.target())
        />
        {move || {
            found
                .get()
                .map(|read| match read {
                    Ok(import) => view! { <Preview import found /> }.into_any(),
                    Err(error) => view! { <p class="bad" role="alert">{error}</p> }.into_any(),
                })
        }}
    }
}

#[component]
fn Preview(import: Import, found: Found) -> impl IntoView {
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
