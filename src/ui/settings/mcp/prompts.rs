//! A server's prompts, to be put into the composer.

use super::offers::{Asked, Listed, Missing};
use crate::browser::Manager;
use crate::chat::McpServerId;
use crate::tool::mcp::catalog::Prompt;
use crate::ui::screen::Screen;
use crate::ui::settings::field::Field;
use leptos::prelude::*;

#[component]
pub fn Prompts(id: StoredValue<McpServerId>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let found = async move { manager.server_prompts(&id.get_value()).await };
    view! { <Listed found line=move |it| view! { <PromptLine id prompt=it /> }.into_any() /> }
}

#[component]
fn PromptLine(id: StoredValue<McpServerId>, prompt: Prompt) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let screen = expect_context::<Screen>();
    let Prompt {
        name,
        title,
        description,
        arguments,
    } = prompt;
    let fields: Vec<_> = arguments
        .into_iter()
        .map(|argument| (argument, RwSignal::new(String::new())))
        .collect();
    let values = StoredValue::new(fields.clone());
    let name = StoredValue::new(name);
    let asked = RwSignal::new(Asked::<()>::Not);
    let missing = RwSignal::new(false);
    let take = move |_| {
        let typed: Vec<(String, String, bool)> = values
            .get_value()
            .into_iter()
            .map(|(argument, value)| (argument.name, value.get_untracked(), argument.required))
            .collect();
        missing.set(
            typed
                .iter()
                .any(|(_, value, required)| *required && value.trim().is_empty()),
        );
        if missing.get_untracked() {
            return;
        }
        let given: Vec<(String, String)> = typed
            .into_iter()
            .filter(|(_, value, _)| !value.trim().is_empty())
            .map(|(name, value, _)| (name, value))
            .collect();
        asked.set(Asked::Running);
        leptos::task::spawn_local(async move {
            let text = manager
                .server_prompt(&id.get_value(), &name.get_value(), &given)
                .await;
            match text {
                Ok(text) => {
                    asked.try_set(Asked::Not);
                    screen.settings.set(false);
                    screen.prompt.set(Some(text));
                }
                Err(failure) => {
                    asked.try_set(Asked::Failed(failure));
                }
            }
        });
    };
    view! {
        <li>
            <div>
                <p class="model-name">{title.clone()}</p>
                <p class="field-note">{description}</p>
                {fields
                    .into_iter()
                    .map(|(argument, value)| {
                        let error = Signal::derive(move || {
                            (missing.get() && argument.required && value.with(|it| it.trim().is_empty()))
                                .then(|| "The prompt needs this.".to_owned())
                        });
                        view! {
                            <Field
                                label=argument.name
                                value
                                hint=argument.description
                                error
                            />
                        }
                    })
                    .collect_view()}
                {move || match asked.get() {
                    Asked::Not | Asked::Here(()) => ().into_any(),
                    Asked::Running => view! { <Missing failure=None /> }.into_any(),
                    Asked::Failed(failure) => {
                        view! { <Missing failure=Some(failure) /> }.into_any()
                    }
                }}
            </div>
            <button
                type="button"
                class="button"
                aria-label=format!("Put {title} into the message")
                on:click=take
            >
                "Use"
            </button>
        </li>
    }
}
