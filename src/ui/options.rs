//! A list of choices, shared by everything that offers one. The focus may stay in a field beside the list:
//! then the field names the active choice.

use super::icon::Icon;
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{FocusEvent, HtmlElement, KeyboardEvent, Node};

/// One line of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    pub id: String,
    /// A sign before the label, which is not read out; empty for none.
    pub sign: String,
    pub label: String,
    /// A second, quieter line; empty for none.
    pub note: String,
    /// The heading under which it stands with its neighbours; empty for none.
    pub group: String,
}

/// The choices that hold every word of the query, in any order and case.
pub fn matching(choices: &[Choice], query: &str) -> Vec<Choice> {
    let query = query.to_lowercase();
    let holds = |choice: &&Choice| {
        let text = format!("{} {} {}", choice.label, choice.note, choice.group).to_lowercase();
        query.split_whitespace().all(|word| text.contains(word))
    };
    choices.iter().filter(holds).cloned().collect()
}

/// Moves through a list of so many choices, going round; false if the key is not for that.
pub fn step(event: &KeyboardEvent, active: RwSignal<Option<usize>>, choices: usize) -> bool {
    let next = match (event.key().as_str(), active.get_untracked()) {
        ("ArrowDown" | "ArrowUp", _) if choices == 0 => None,
        ("ArrowDown", at) => Some(at.map_or(0, |at| (at + 1) % choices)),
        ("ArrowUp", at) => Some(at.map_or(choices - 1, |at| (at + choices - 1) % choices)),
        _ => return false,
    };
    active.set(next);
    true
}

/// The element id of a choice, for `aria-activedescendant`.
pub fn option_id(list: &str, at: usize) -> String {
    format!("{list}-{at}")
}

/// Whether the focus leaves the element that listens.
pub fn is_leaving(event: &FocusEvent) -> bool {
    let holder = event
        .current_target()
        .and_then(|target| target.dyn_into::<Node>().ok());
    let to = event.related_target().and_then(|to| to.dyn_into().ok());
    !holder.is_some_and(|holder| holder.contains(to.as_ref()))
}

#[component]
pub fn Options(
    /// The element id of the list.
    id: String,
    name: &'static str,
    choices: Memo<Vec<Choice>>,
    #[prop(into)] chosen: Signal<Option<String>>,
    active: RwSignal<Option<usize>>,
    /// Gets the place in the list.
    on_choose: Callback<usize>,
    node_ref: NodeRef<html::Div>,
) -> impl IntoView {
    Effect::new({
        let id = id.clone();
        move || {
            choices.track();
            if let (Some(list), Some(at)) = (node_ref.get(), active.get()) {
                let id = option_id(&id, at);
                request_animation_frame(move || show(&list, &id));
            }
        }
    });
    let option = {
        let id = id.clone();
        move |at: usize, choice: Choice| {
            let selected = chosen.with(|id| id.as_ref() == Some(&choice.id));
            view! {
                <li
                    role="option"
                    id=option_id(&id, at)
                    aria-selected=selected.to_string()
                    class:active=move || active.get() == Some(at)
                    on:click=move |_| on_choose.run(at)
                    on:pointermove=move |_| active.set(Some(at))
                >
                    <span class="option-label">
                        {(!choice.sign.is_empty())
                            .then(|| view! { <span aria-hidden="true">{choice.sign}" "</span> })}
                        {choice.label}
                    </span>
                    <span class="option-note">{choice.note}</span>
                    {selected.then(|| view! { <Icon icon=lu::LuCheck /> })}
                </li>
            }
        }
    };
    let groups = move || {
        let choices = choices.get();
        let mut at = 0;
        choices
            .chunk_by(|one, next| one.group == next.group)
            .map(|group| {
                let heading = group[0].group.clone();
                let options = group
                    .iter()
                    .map(|choice| {
                        at += 1;
                        option(at - 1, choice.clone())
                    })
                    .collect_view();
                if heading.is_empty() {
                    view! { <ul role="presentation">{options}</ul> }.into_any()
                } else {
                    view! {
                        <ul role="group" aria-label=heading.clone()>
                            <li class="option-group" role="presentation" aria-hidden="true">
                                {heading.clone()}
                            </li>
                            {options}
                        </ul>
                    }
                    .into_any()
                }
            })
            .collect_view()
    };
    view! {
        <div
            role="listbox"
            id=id.clone()
            aria-label=name
            tabindex="-1"
            node_ref=node_ref
            aria-activedescendant=move || active.get().map(|at| option_id(&id, at))
            // A press must not take the focus out of the field.
            on:mousedown=move |event| event.prevent_default()
        >
            {groups}
        </div>
    }
}

/// Scrolls the list, and nothing around it, until the option is visible.
fn show(list: &HtmlElement, option: &str) {
    let Some(option) = document().get_element_by_id(option) else {
        return;
    };
    let (list_box, option) = (
        list.get_bounding_client_rect(),
        option.get_bounding_client_rect(),
    );
    let above = list_box.top() - option.top();
    let below = option.bottom() - list_box.bottom();
    if above > 0.0 {
        list.set_scroll_top(list.scroll_top() - above.ceil() as i32);
    } else if below > 0.0 {
        list.set_scroll_top(list.scroll_top() + below.ceil() as i32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn a_query_is_found_in_any_case_and_order() {
        let choices = ["Ollama", "Ollama (OpenAI-compatible)", "OpenAI"].map(|label| Choice {
            label: label.to_owned(),
            ..Choice::default()
        });
        let found = |query| matching(&choices, query).len();
        assert_eq!(found(""), 3);
        assert_eq!(found("OPENAI"), 2);
        assert_eq!(found("compat olla"), 1);
        assert_eq!(found("mistral"), 0);
    }
}
