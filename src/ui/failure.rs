//! A failure as the person reads it: what happened, what to do, what to copy, what the provider said.

use super::turn::CopyButton;
use crate::chat::Failure;
use leptos::prelude::*;

#[component]
pub fn FailureText(failure: Failure) -> impl IntoView {
    let Failure {
        title,
        advice,
        checks,
        fix,
        detail,
        mend: _,
    } = failure;
    let copied = StoredValue::new(fix.clone());
    view! {
        <h3>{title}</h3>
        {(!advice.is_empty()).then(|| view! { <p>{advice}</p> })}
        {(!checks.is_empty())
            .then(|| {
                view! {
                    <ol class="checks">
                        {checks.into_iter().map(|check| view! { <li>{check}</li> }).collect_view()}
                    </ol>
                }
            })}
        {(!fix.is_empty())
            .then(|| {
                view! {
                    <div class="fix">
                        <pre tabindex="0">{fix}</pre>
                        <CopyButton content=move || (copied.get_value(), None) />
                    </div>
                }
            })}
        {(!detail.is_empty())
            .then(|| {
                view! {
                    <details>
                        <summary>"Details"</summary>
                        <pre>{detail}</pre>
                    </details>
                }
            })}
    }
}

/// Takes the base URL that was meant.
#[component]
pub fn MendButton(
    to: String,
    on_press: impl Fn() + 'static,
    #[prop(into)] disabled: Signal<bool>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button primary mend"
            disabled=disabled
            on:click=move |_| on_press()
        >
            {format!("Use {to}")}
        </button>
    }
}
