//! Adds or changes an own tool, and tries it.

use super::super::Editing;
use super::super::report::RunReport;
use super::super::trial::{StopButton, Trial};
use super::{Entry, NEW_TOOL, edit_id};
use crate::browser::Manager;
use crate::browser::sandbox::{DEFAULT_TIMEOUT, Job};
use crate::tool::own;
use crate::ui::icon::Icon;
use crate::ui::settings::field::{Field, focus_first_error, focus_first_field};
use crate::ui::settings::form_end::FormEnd;
use crate::ui::settings::validate;
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;
use serde_json::Value;
use web_sys::{KeyboardEvent, SubmitEvent};

#[component]
pub fn OwnToolForm(entry: Entry, editing: Editing) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let form = NodeRef::<html::Form>::new();
    focus_first_field(form);
    let tried = RwSignal::new(false);
    let trial = Trial::new();
    let args_error = RwSignal::new(None::<String>);
    let taken = Memo::new(move |_| {
        manager.settings.track();
        let id = entry.before.with_value(|tool| tool.id.clone());
        manager.tool_names(&id)
    });
    let shown = move |checked: Result<(), String>| checked.err().filter(|_| tried.get());
    let end = move || editing.end(entry.before.with_value(edit_id), NEW_TOOL);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        tried.set(true);
        match untrack(|| entry.read(&taken.get())) {
            Ok(tool) => {
                manager.save_own_tool(tool);
                end();
            }
            Err(_) => focus_first_error(form),
        }
    };
    let run = move || match validate::json_object(&entry.args.get_untracked()) {
        Ok(args) => {
            args_error.set(None);
            trial.start(Job {
                code: entry.code.get_untracked(),
                args: Value::Object(args),
                timeout: time_limit(manager, entry),
            });
        }
        Err(error) => {
            args_error.set(Some(error));
            focus_first_error(form);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            run();
        }
    };
    fit_arguments(entry);
    let title = match entry.is_new {
        true => "New tool".to_owned(),
        false => entry
            .before
            .with_value(|tool| format!("Edit {}", tool.title)),
    };
    view! {
        <form
            class="form try-javascript"
            novalidate
            node_ref=form
            on:submit=save
            on:keydown=on_key
        >
            <h3 id="tools-title">{title}</h3>
            <div class="field-row wide">
                <Field
                    label="Title"
                    value=entry.title
                    placeholder="Count words"
                    error=Signal::derive(move || {
                        shown(entry.title.with(|title| own::check_title(title)))
                    })
                />
                <Field
                    label="Name"
                    value=entry.name
                    placeholder="count_words"
                    hint="What the model calls it by."
                    error=Signal::derive(move || {
                        let name = entry.name.get();
                        shown(taken.with(|taken| own::check_name(name.trim(), taken)))
                    })
                />
            </div>
            <Field
                label="Description"
                value=entry.description
                hint="The model reads this to know when to use the tool, and what comes back."
                error=Signal::derive(move || {
                    shown(entry.description.with(|text| own::check_description(text)))
                })
            />
            <Field
                label="Parameters (JSON Schema)"
                value=entry.schema
                multiline=true
                error=Signal::derive(move || shown(entry.checked_schema().map(drop)))
            />
            <Field
                label="Code"
                value=entry.code
                multiline=true
                placeholder="return args.text.split(/\\s+/).length;"
                hint="The body of an async function, or an expression. It can use args, console, display(image) and OffscreenCanvas. Ctrl+Enter tests it."
                error=Signal::derive(move || shown(entry.code.with(|code| own::check_code(code))))
            />
            <fieldset class="trial">
                <legend class="field-label">"Test"</legend>
                <Field
                    label="Arguments (JSON)"
                    value=entry.args
                    multiline=true
                    error=args_error
                />
                <div class="buttons">
                    <button
                        type="button"
                        class="button"
                        aria-disabled=move || trial.is_running().to_string()
                        on:click=move |_| run()
                    >
                        <Icon icon=lu::LuPlay />
                        "Run"
                    </button>
                    <StopButton trial />
                </div>
                <RunReport outcome=trial.outcome />
            </fieldset>
            <FormEnd what="this tool" is_changed=move || entry.is_changed() on_leave=end />
        </form>
    }
}

/// How long a call of the tool may take, in milliseconds.
fn time_limit(manager: Manager, entry: Entry) -> f64 {
    let name = entry.before.with_value(|tool| tool.name.clone());
    let seconds = manager
        .settings
        .with_untracked(|settings| settings.tools.time_limits.get(&name).copied());
    seconds.map_or(DEFAULT_TIMEOUT, |seconds| f64::from(seconds) * 1_000.0)
}

/// The arguments follow the schema until the person writes others.
fn fit_arguments(entry: Entry) {
    Effect::new(move |before: Option<Option<String>>| {
        let schema = entry.checked_schema();
        let fitting = schema
            .ok()
            .map(|schema| format!("{:#}", own::example(&schema)));
        let before = before.flatten();
        if let (Some(fitting), Some(before)) = (&fitting, &before)
            && entry.args.with_untracked(|args| args == before)
        {
            entry.args.set(fitting.clone());
        }
        // What cannot be read changes nothing.
        fitting.or(before)
    });
}
