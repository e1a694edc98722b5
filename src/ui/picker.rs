//! A button that names a choice and opens the list to change it.

use super::icon::Icon;
use super::keys;
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{FocusEvent, KeyboardEvent, Node};

/// One line of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub id: String,
    pub label: String,
    /// A second, quieter line; empty for none.
    pub note: String,
}

/// The button is called "`name`: …"; the list is a listbox called `name`.
#[component]
pub fn Picker(
    name: &'static str,
    choices: Memo<Vec<Choice>>,
    chosen: Memo<Option<String>>,
    /// Shown while nothing is chosen.
    none: &'static str,
    on_choose: impl Fn(String) + Copy + Send + Sync + 'static,
    /// A button below the list, for what the list does not hold.
    #[prop(optional)]
    more: &'static str,
    #[prop(optional, into)] on_more: Option<Callback<()>>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let active = RwSignal::new(0_usize);
    let button = NodeRef::<html::Button>::new();
    let list = NodeRef::<html::Ul>::new();
    let list_id = format!("{}-list", name.to_lowercase());

    let label = Memo::new(move |_| {
        let chosen = chosen.get();
        choices
            .with(|choices| {
                choices
                    .iter()
                    .find(|choice| Some(&choice.id) == chosen.as_ref())
                    .map(|choice| choice.label.clone())
            })
            .unwrap_or_else(|| none.to_owned())
    });
    let show = move || {
        let chosen = chosen.get_untracked();
        let at = choices.with_untracked(|choices| {
            choices
                .iter()
                .position(|choice| Some(&choice.id) == chosen.as_ref())
        });
        active.set(at.unwrap_or(0));
        open.set(true);
    };
    let close = move || {
        open.set(false);
        if let Some(button) = button.get_untracked() {
            // The button is on screen whenever its list is.
            let _ = button.focus();
        }
    };
    let choose = move |at: usize| {
        let id = choices.with_untracked(|choices| choices.get(at).map(|choice| choice.id.clone()));
        close();
        if let Some(id) = id {
            on_choose(id);
        }
    };
    list.on_load(|list| {
        request_animation_frame(move || {
            let _ = list.focus();
        });
    });

    let on_key = move |event: KeyboardEvent| {
        let last = choices.with_untracked(Vec::len).saturating_sub(1);
        let key = event.key();
        match key.as_str() {
            "ArrowDown" => active.update(|at| *at = (*at + 1).min(last)),
            "ArrowUp" => active.update(|at| *at = at.saturating_sub(1)),
            "Home" => active.set(0),
            "End" => active.set(last),
            " " => choose(active.get_untracked()),
            _ if keys::is_enter(&event) => choose(active.get_untracked()),
            _ if key.chars().count() == 1 => {
                if let Some(at) =
                    starting_with(&choices.get_untracked(), &key, active.get_untracked())
                {
                    active.set(at);
                }
            }
            _ => return,
        }
        event.prevent_default();
    };
    let on_escape = move |event: KeyboardEvent| {
        if keys::is_escape(&event) && open.get_untracked() {
            event.stop_propagation();
            close();
        }
    };
    let on_leave = move |event: FocusEvent| {
        let inside = event
            .current_target()
            .and_then(|target| target.dyn_into::<Node>().ok())
            .is_some_and(|holder| {
                holder.contains(
                    event
                        .related_target()
                        .and_then(|to| to.dyn_into().ok())
                        .as_ref(),
                )
            });
        if !inside {
            open.set(false);
        }
    };
    let list_name = list_id.clone();
    let list_label = list_id.clone();
    view! {
        <div class="picker" on:keydown=on_escape on:focusout=on_leave>
            <button
                type="button"
                class="picker-button"
                node_ref=button
                aria-label=move || format!("{name}: {}", label.get())
                aria-haspopup="listbox"
                aria-expanded=move || open.get().to_string()
                aria-controls=list_label
                on:click=move |_| if open.get_untracked() { close() } else { show() }
            >
                <span class="picker-name">{name}</span>
                <span class="picker-value">{label}</span>
                <Icon icon=lu::LuChevronDown />
            </button>
            <Show when=move || open.get()>
                <div class="popup">
                    <ul
                        role="listbox"
                        id=list_name.clone()
                        aria-label=name
                        tabindex="-1"
                        node_ref=list
                        aria-activedescendant={
                            let list_id = list_id.clone();
                            move || format!("{list_id}-{}", active.get())
                        }
                        on:keydown=on_key
                    >
                        {
                            let list_id = list_id.clone();
                            move || {
                                choices
                                    .get()
                                    .into_iter()
                                    .enumerate()
                                    .map(|(at, choice)| {
                                        let selected = chosen.with(|id| id.as_ref() == Some(&choice.id));
                                        view! {
                                            <li
                                                role="option"
                                                id=format!("{list_id}-{at}")
                                                aria-selected=selected.to_string()
                                                class:active=move || active.get() == at
                                                on:click=move |_| choose(at)
                                                on:pointermove=move |_| active.set(at)
                                            >
                                                <span class="option-label">{choice.label}</span>
                                                <span class="option-note">{choice.note}</span>
                                                <Show when=move || selected>
                                                    <Icon icon=lu::LuCheck />
                                                </Show>
                                            </li>
                                        }
                                    })
                                    .collect_view()
                            }
                        }
                    </ul>
                    {on_more
                        .map(|on_more| {
                            view! {
                                <button
                                    type="button"
                                    class="popup-more"
                                    on:click=move |_| {
                                        close();
                                        on_more.run(());
                                    }
                                >
                                    {more}
                                </button>
                            }
                        })}
                </div>
            </Show>
        </div>
    }
}

/// The next choice after `from`, going round, whose label starts with `key`.
fn starting_with(choices: &[Choice], key: &str, from: usize) -> Option<usize> {
    let key = key.to_lowercase();
    (1..=choices.len())
        .map(|step| (from + step) % choices.len())
        .find(|at| choices[*at].label.to_lowercase().starts_with(&key))
}
