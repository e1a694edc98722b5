//! The tools, and a place to try JavaScript as a tool runs it.

mod report;

use super::field::{Field, focus_first_error};
use super::mcp::McpServers;
use super::validate;
use crate::browser::sandbox::{self, DEFAULT_TIMEOUT, Job, SandboxError};
use crate::ui::icon::Icon;
use futures_channel::oneshot;
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;
use report::{Outcome, RunReport};
use serde_json::Value;
use std::ops::RangeInclusive;
use web_sys::{KeyboardEvent, SubmitEvent};

/// Seconds.
const TIME_LIMITS: RangeInclusive<f64> = 1.0..=300.0;

#[component]
pub fn Tools() -> impl IntoView {
    view! {
        <section aria-labelledby="tools-title">
            <h3 id="tools-title">"Tools"</h3>
            <p>
                "JavaScript runs in a sandbox: without network, without access to this page, your conversations or keys. Try here what it can do."
            </p>
            <McpServers />
            <TryJavaScript />
        </section>
    }
}

#[component]
fn TryJavaScript() -> impl IntoView {
    let code = RwSignal::new(String::new());
    let args = RwSignal::new(String::new());
    let limit = RwSignal::new(String::new());
    let args_error = RwSignal::new(None::<String>);
    let limit_error = RwSignal::new(None::<String>);
    let outcome = RwSignal::new(Outcome::None);
    let running = move || outcome.with(|outcome| matches!(outcome, Outcome::Running));
    // Dropped with the section, which ends the run as well.
    let stop = StoredValue::new_local(None::<oneshot::Sender<()>>);
    let form = NodeRef::<html::Form>::new();

    let run = move || {
        if running() {
            return;
        }
        match job(
            &code.get_untracked(),
            &args.get_untracked(),
            &limit.get_untracked(),
        ) {
            Ok(job) => {
                args_error.set(None);
                limit_error.set(None);
                let (sender, stopped) = oneshot::channel();
                stop.set_value(Some(sender));
                outcome.set(Outcome::Running);
                leptos::task::spawn_local(async move {
                    let ended = sandbox::run(job, async move {
                        let _ = stopped.await;
                    })
                    .await;
                    // The section may be gone by now.
                    outcome.try_set(match ended {
                        Ok(report) => Outcome::Report(report),
                        Err(SandboxError::Stopped) => Outcome::None,
                        Err(error @ SandboxError::Unavailable(_)) => {
                            Outcome::Error(error.to_string())
                        }
                    });
                });
            }
            Err(wrong) => {
                args_error.set(wrong.args);
                limit_error.set(wrong.limit);
                focus_first_error(form);
            }
        }
    };
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        run();
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            run();
        }
    };
    view! {
        <form
            class="form try-javascript"
            novalidate
            aria-labelledby="try-title"
            node_ref=form
            on:submit=on_submit
            on:keydown=on_key
        >
            <h4 id="try-title">"Try JavaScript"</h4>
            <Field
                label="Code"
                value=code
                multiline=true
                placeholder="return args.numbers.map((n) => n * n);"
                hint="The body of an async function, or an expression. It can use args, console, display(image) and OffscreenCanvas. Ctrl+Enter runs it."
            />
            <div class="try-options">
                <Field
                    label="Arguments (JSON)"
                    value=args
                    placeholder=r#"{"numbers": [1, 2, 3]}"#
                    error=args_error
                />
                <Field
                    label="Time limit (s)"
                    value=limit
                    placeholder="10"
                    inputmode="decimal"
                    error=limit_error
                />
            </div>
            <div class="buttons">
                <button type="submit" class="button primary" aria-disabled=move || running().to_string()>
                    <Icon icon=lu::LuPlay />
                    "Run"
                </button>
                <Show when=running>
                    <button
                        type="button"
                        class="button"
                        on:click=move |_| stop.set_value(None)
                    >
                        <Icon icon=lu::LuSquare />
                        "Stop"
                    </button>
                </Show>
            </div>
        </form>
        <RunReport outcome />
    }
}

/// What is wrong with the fields.
struct Wrong {
    args: Option<String>,
    limit: Option<String>,
}

fn job(code: &str, args: &str, limit: &str) -> Result<Job, Wrong> {
    let args = match args.trim() {
        "" => Ok(Value::Object(Default::default())),
        text => serde_json::from_str(text).map_err(|error| format!("This is not JSON: {error}")),
    };
    match (args, validate::number(limit, TIME_LIMITS)) {
        (Ok(args), Ok(seconds)) => Ok(Job {
            code: code.to_owned(),
            args,
            timeout: seconds.map_or(DEFAULT_TIMEOUT, |seconds| seconds * 1000.0),
        }),
        (args, limit) => Err(Wrong {
            args: args.err(),
            limit: limit.err(),
        }),
    }
}
