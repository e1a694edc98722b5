//! Brings an agent in from a file, after showing what it brings.

use crate::agent::file::Import;
use crate::browser::Manager;
use crate::tool::Permission;
use crate::ui::settings::file_chooser::{FileChooser, Found, FoundInFile};
use leptos::prelude::*;

#[component]
pub fn AgentFile() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let found = Found::<Import>::new(None);
    let take = move |text: Result<String, String>| {
        let read = text.and_then(|text| manager.read_agent_file(&text));
        // The dialog may show another section by now.
        found.try_set(Some(read));
    };
    view! {
        <div class="buttons">
            <FileChooser text="Import agent" label="Agent file" on_read=take />
        </div>
        <FoundInFile found preview=move |import| view! { <Preview import found /> }.into_any() />
    }
}

#[component]
fn Preview(import: Import, found: Found<Import>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let Import { agent, narrowed } = import;
    let known = manager.tools();
    let tools = agent.tools.iter().map(|tool| {
        let title = known
            .iter()
            .find(|known| known.spec.name == tool.name)
            .map(|known| known.title.clone());
        let title = title.unwrap_or_else(|| format!("{} (not available)", tool.name));
        let limit = match tool.permission {
            Some(Permission::Ask) => ", asks",
            Some(Permission::Never) => ", never runs",
            Some(Permission::Always) | None => "",
        };
        view! { <li>{title} {limit}</li> }
    });
    let tools = tools.collect_view();
    let title = format!("{} {}", agent.icon, agent.name).trim().to_owned();
    let (description, template) = (agent.description.clone(), agent.template.clone());
    let has_tools = !agent.tools.is_empty();
    let narrowed = (!narrowed.is_empty()).then(|| {
        format!(
            "The file wants to run without asking: {}. That is yours to allow, so these follow your own choice.",
            narrowed.join(", ")
        )
    });
    let agent = StoredValue::new(agent);
    let apply = move |_| {
        manager.save_agent(agent.get_value());
        found.set(None);
    };
    view! {
        <section class="card" aria-label="Import">
            <div class="card-text" role="status">
                <h4>"Import “" {title} "”?"</h4>
                <p>{description}</p>
                <p>"What the model will be told:"</p>
                <pre class="preview" tabindex="0">
                    {template}
                </pre>
                <p>{if has_tools { "Tools it may call:" } else { "It calls no tools." }}</p>
                <ul class="changes">{tools}</ul>
                {narrowed.map(|text| view! { <p>{text}</p> })}
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
