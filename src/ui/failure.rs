//! A failure as the person reads it: what happened, what to do, what to copy, what the provider said.

use super::turn::CopyButton;
use crate::chat::Failure;
use leptos::prelude::*;

#[component]
pub fn FailureText(failure: Failure) -> impl IntoView {
    let Failure {
        title,
        advice,
        fix,
        detail,
    } = failure;
    let copied = StoredValue::new(fix.clone());
    view! {
        <h3>{title}</h3>
        <p>{advice}</p>
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
