//! One line of a provider's models, with what can be done to it.

use super::providers::Editing;
use super::thinking_field;
use crate::browser::Manager;
use crate::chat::ModelConfigId;
use crate::provider::ModelConfig;
use crate::settings::Towards;
use crate::ui::icon::IconButton;
use icondata_lu as lu;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

#[component]
pub fn ModelLine(
    model: ModelConfig,
    /// Ids of the provider's models, in their order.
    #[prop(into)]
    siblings: Signal<Vec<ModelConfigId>>,
    editing: RwSignal<Editing>,
) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let label = StoredValue::new(model.label().to_owned());
    let named =
        move |verb: &str, rest: &str| label.with_value(|label| format!("{verb} {label}{rest}"));
    let facts = facts(&model);
    let id = StoredValue::new(model.id);
    let provider = StoredValue::new(model.provider);
    let is_default = Memo::new(move |_| {
        id.with_value(|id| {
            manager
                .settings
                .with(|settings| settings.default_model.as_ref() == Some(id))
        })
    });
    let is_first = move || id.with_value(|id| siblings.with(|all| all.first() == Some(id)));
    let is_last = move || id.with_value(|id| siblings.with(|all| all.last() == Some(id)));
    let go = move |towards: Towards| {
        id.with_value(|id| {
            manager.move_model(id, towards);
            keep_focus(id, towards);
        });
    };
    let is_movable = move || siblings.with(Vec::len) > 1;
    // Its button is gone afterwards, and the focus must not be lost with it.
    let make_default = move || {
        id.with_value(|id| {
            manager.set_default_model(id);
            focus_later(vec![edit_id(id)]);
        });
    };
    view! {
        <li class="model">
            <div class="model-text">
                <span class="model-name">{label.get_value()}</span>
                <Show when=move || is_default.get()>
                    <span class="badge">"Default"</span>
                </Show>
                <span class="model-facts">{facts}</span>
            </div>
            <div class="model-tools">
                <Show when=move || !is_default.get()>
                    <IconButton
                        label=named("Make", " the default")
                        icon=lu::LuStar
                        on_press=make_default
                    />
                </Show>
                <Show when=is_movable>
                    <IconButton
                        label=named("Move", " up")
                        icon=lu::LuArrowUp
                        id=id.with_value(|id| move_id(id, Towards::Start))
                        disabled=Signal::derive(is_first)
                        on_press=move || go(Towards::Start)
                    />
                    <IconButton
                        label=named("Move", " down")
                        icon=lu::LuArrowDown
                        id=id.with_value(|id| move_id(id, Towards::End))
                        disabled=Signal::derive(is_last)
                        on_press=move || go(Towards::End)
                    />
                </Show>
                <IconButton
                    label=named("Duplicate", "")
                    icon=lu::LuCopy
                    on_press=move || id.with_value(|id| manager.duplicate_model(id))
                />
                <IconButton
                    label=named("Edit", "")
                    icon=lu::LuPencil
                    id=id.with_value(edit_id)
                    on_press=move || {
                        editing.set(Editing::Model(provider.get_value(), Some(id.get_value())));
                    }
                />
                <IconButton
                    label=named("Delete", "")
                    icon=lu::LuTrash2
                    on_press=move || id.with_value(|id| manager.delete_model(id))
                />
            </div>
        </li>
    }
}

fn edit_id(model: &ModelConfigId) -> String {
    format!("edit-{model}")
}

fn move_id(model: &ModelConfigId, towards: Towards) -> String {
    match towards {
        Towards::Start => format!("move-up-{model}"),
        Towards::End => format!("move-down-{model}"),
    }
}

/// A line that is moved loses the focus, and at the end its button takes none: then the other one does.
fn keep_focus(model: &ModelConfigId, towards: Towards) {
    let other = match towards {
        Towards::Start => Towards::End,
        Towards::End => Towards::Start,
    };
    focus_later(vec![move_id(model, towards), move_id(model, other)]);
}

/// Focuses the first of these elements that takes it, once the page is up to date.
fn focus_later(ids: Vec<String>) {
    request_animation_frame(move || {
        let buttons = ids.iter().filter_map(|id| document().get_element_by_id(id));
        let enabled = { buttons }.find(|button| !button.has_attribute("disabled"));
        if let Some(button) = enabled {
            // It is on screen and enabled, so it can take the focus.
            let _ = button.unchecked_ref::<HtmlElement>().focus();
        }
    });
}

/// The settings that differ from the provider's own.
fn facts(model: &ModelConfig) -> String {
    let mut said = vec![];
    if !model.name.is_empty() {
        said.push(model.model.clone());
    }
    if let Some(temperature) = model.temperature {
        said.push(format!("temperature {temperature}"));
    }
    if let Some(max_tokens) = model.max_tokens {
        said.push(format!("at most {max_tokens} tokens"));
    }
    if let Some(top_p) = model.top_p {
        said.push(format!("top P {top_p}"));
    }
    said.extend(thinking_field::fact(model.thinking));
    said.join(" · ")
}
