//! A button that names a choice and opens the list to change it.

use super::icon::Icon;
use super::keys;
use super::options::{Choice, Options, is_leaving, matching, option_id, step};
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;
use web_sys::{HtmlElement, KeyboardEvent};

/// The button is called "`name`: …"; the list is a listbox called `name`.
#[component]
pub fn Picker(
    name: &'static str,
    choices: Memo<Vec<Choice>>,
    chosen: Memo<Option<String>>,
    /// What the button says.
    #[prop(into)]
    value: Signal<String>,
    #[prop(into)] on_choose: Callback<String>,
    /// The name of a field that filters the list; without one there is no field.
    #[prop(optional)]
    search: &'static str,
    /// Shown in the place of an empty list.
    #[prop(optional)]
    empty: &'static str,
    /// A button below the list, for what the list does not hold.
    #[prop(optional)]
    more: &'static str,
    #[prop(optional, into)] on_more: Option<Callback<()>>,
    /// Why nothing can be chosen now.
    #[prop(optional, into)]
    blocked: MaybeProp<&'static str>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let active = RwSignal::new(None::<usize>);
    let query = RwSignal::new(String::new());
    let button = NodeRef::<html::Button>::new();
    let field = NodeRef::<html::Input>::new();
    let list = NodeRef::<html::Div>::new();
    let list_id = StoredValue::new(format!("{}-list", name.to_lowercase()));
    let has_search = !search.is_empty();

    let shown = Memo::new(move |_| choices.with(|all| query.with(|query| matching(all, query))));
    let show = move || {
        query.set(String::new());
        let chosen = chosen.get_untracked();
        let at = choices.with_untracked(|choices| {
            choices
                .iter()
                .position(|choice| Some(&choice.id) == chosen.as_ref())
        });
        active.set(at.or(Some(0)));
        open.set(true);
    };
    let close = move || {
        open.set(false);
        if let Some(button) = button.get_untracked() {
            // The button is on screen whenever its list is.
            let _ = button.focus();
        }
    };
    let choose = Callback::new(move |at: usize| {
        let id = shown.with_untracked(|choices| choices.get(at).map(|choice| choice.id.clone()));
        if let Some(id) = id {
            close();
            on_choose.run(id);
        }
    });
    // Each time the list is opened its elements are new ones.
    Effect::new(move || {
        let target: Option<HtmlElement> = match has_search {
            true => field.get().map(Into::into),
            false => list.get().map(Into::into),
        };
        if let Some(target) = target {
            request_animation_frame(move || {
                // It has just come on screen, so it can take the focus.
                let _ = target.focus();
            });
        }
    });

    Effect::new(move || {
        if blocked.get().is_some() {
            open.set(false);
        }
    });

    let on_key = move |event: KeyboardEvent| {
        let key = event.key();
        let count = shown.with_untracked(Vec::len);
        let is_enter = keys::is_enter(&event) || (!has_search && key == " ");
        if is_enter && let Some(at) = active.get_untracked() {
            choose.run(at);
        } else if !step(&event, active, count) {
            let letter = (!has_search && key.chars().count() == 1).then_some(key);
            let from = active.get_untracked().unwrap_or(0);
            match letter.and_then(|key| starting_with(&shown.get_untracked(), &key, from)) {
                Some(at) => active.set(Some(at)),
                None => return,
            }
        }
        event.prevent_default();
    };
    let on_escape = move |event: KeyboardEvent| {
        if keys::is_escape(&event) && open.get_untracked() {
            event.stop_propagation();
            close();
        }
    };
    let search_field = move || {
        has_search.then(|| {
            view! {
                <div class="popup-search">
                    <Icon icon=lu::LuSearch />
                    <input
                        type="text"
                        role="combobox"
                        aria-label=search
                        aria-expanded="true"
                        aria-autocomplete="list"
                        aria-controls=list_id.get_value()
                        aria-activedescendant=move || {
                            active.get().map(|at| list_id.with_value(|id| option_id(id, at)))
                        }
                        placeholder=search
                        autocomplete="off"
                        autocapitalize="off"
                        spellcheck="false"
                        node_ref=field
                        prop:value=query
                        on:input:target=move |event| {
                            query.set(event.target().value());
                            active.set(Some(0).filter(|_| !shown.with_untracked(Vec::is_empty)));
                        }
                        on:keydown=on_key
                    />
                </div>
            }
        })
    };
    let nothing = move || match choices.with(Vec::is_empty) {
        true => empty,
        false => "Nothing matches.",
    };
    view! {
        <div
            class="picker"
            on:keydown=on_escape
            on:focusout=move |event| if is_leaving(&event) { open.set(false) }
        >
            <button
                type="button"
                class="picker-button"
                node_ref=button
                aria-label=move || format!("{name}: {}", value.get())
                aria-haspopup=if has_search { "dialog" } else { "listbox" }
                aria-expanded=move || open.get().to_string()
                // Not `disabled`: the focus stays, and the reason can be read.
                aria-disabled=move || blocked.get().map(|_| "true")
                aria-description=move || blocked.get()
                title=move || blocked.get()
                on:click=move |_| {
                    if open.get_untracked() {
                        close();
                    } else if blocked.get_untracked().is_none() {
                        show();
                    }
                }
            >
                <span class="picker-name">{name}</span>
                <span class="picker-value">{value}</span>
                <Icon icon=lu::LuChevronDown />
            </button>
            <Show when=move || open.get()>
                <div class="popup">
                    <Show when=move || !choices.with(Vec::is_empty)>{search_field()}</Show>
                    <div on:keydown=move |event| if !has_search { on_key(event) }>
                        <Options
                            id=list_id.get_value()
                            name
                            choices=shown
                            chosen
                            active
                            on_choose=choose
                            node_ref=list
                        />
                    </div>
                    <p class="popup-nothing" role="status">
                        {move || shown.with(Vec::is_empty).then(nothing)}
                    </p>
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
