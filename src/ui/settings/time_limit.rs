//! How long a call of a tool may take, as a choice.

use super::validate;
use leptos::prelude::*;

/// Seconds. The upper end is what a person would still wait for.
const MAX_SECONDS: u32 = 3_600;

/// `default` is what holds where nothing is chosen, in seconds.
#[component]
pub fn TimeLimit(
    label: String,
    default: u32,
    chosen: Option<u32>,
    on_choose: impl Fn(Option<u32>) + Copy + 'static,
) -> impl IntoView {
    let text = RwSignal::new(
        chosen
            .map(|seconds| seconds.to_string())
            .unwrap_or_default(),
    );
    let wrong = RwSignal::new(None::<String>);
    let choose = move |typed: String| {
        text.set(typed);
        let read = text.with_untracked(|text| validate::whole_number::<u32>(text));
        match read {
            Ok(seconds) if seconds.is_none_or(|seconds| seconds <= MAX_SECONDS) => {
                wrong.set(None);
                on_choose(seconds);
            }
            Ok(_) => wrong.set(Some(format!("At most {MAX_SECONDS} seconds."))),
            Err(error) => wrong.set(Some(error)),
        }
    };
    view! {
        <span class="tool-limit">
            <input
                type="text"
                class="input"
                inputmode="numeric"
                autocomplete="off"
                aria-label=label
                aria-invalid=move || wrong.read().is_some().to_string()
                placeholder=default.to_string()
                prop:value=text
                on:change:target=move |event| choose(event.target().value())
            />
            <span aria-hidden="true">"s"</span>
            <span class="bad" role="alert">
                {wrong}
            </span>
        </span>
    }
}
