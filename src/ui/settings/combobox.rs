//! A field with a list that is filtered as one types.

use super::field::unique_id;
use crate::ui::icon::Icon;
use crate::ui::keys;
use crate::ui::options::{Choice, Options, is_leaving, matching, option_id, step};
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// So many choices are seen at a glance; of more, their number is shown.
const FEW: usize = 7;

#[component]
pub fn Combobox(
    label: &'static str,
    /// What stands in the field.
    text: RwSignal<String>,
    choices: Memo<Vec<Choice>>,
    /// The chosen one's id, for a field that takes nothing but choices. Without it, whatever is typed stands,
    /// and the choices are proposals.
    #[prop(optional)]
    chosen: Option<RwSignal<String>>,
    #[prop(optional, into)] on_choose: Option<Callback<String>>,
    #[prop(optional)] hint: &'static str,
    #[prop(optional, into)] error: MaybeProp<String>,
) -> impl IntoView {
    let id = unique_id();
    let note_id = format!("{id}-note");
    let list_id = StoredValue::new(format!("{id}-list"));
    let is_free = chosen.is_none();
    let selected = Signal::derive(move || Some(chosen.unwrap_or(text).get()));
    let field = NodeRef::<html::Input>::new();
    let list = NodeRef::<html::Div>::new();
    let asked = RwSignal::new(false);
    let typed = RwSignal::new(false);
    let active = RwSignal::new(None::<usize>);

    let shown = Memo::new(move |_| match typed.get() {
        true => choices.with(|all| text.with(|text| matching(all, text))),
        false => choices.get(),
    });
    // Proposals go out of the way once what is typed is complete, or unknown to the provider.
    let has_proposals = move || match typed.get() {
        true => {
            let is_complete =
                choices.with(|all| all.iter().any(|choice| text.get().trim() == choice.id));
            !is_complete && !shown.with(Vec::is_empty)
        }
        false => !choices.with(Vec::is_empty),
    };
    let open = Memo::new(move |_| asked.get() && (!is_free || has_proposals()));

    let show = move || {
        typed.set(false);
        let at = selected.get_untracked().and_then(|id| {
            choices.with_untracked(|all| all.iter().position(|choice| choice.id == id))
        });
        active.set(at);
        asked.set(true);
    };
    let close = move || {
        asked.set(false);
        typed.set(false);
        active.set(None);
        if let Some(chosen) = chosen {
            let chosen = chosen.get_untracked();
            let label = choices.with_untracked(|all| {
                let choice = all.iter().find(|choice| choice.id == chosen);
                choice.map(|choice| choice.label.clone())
            });
            text.set(label.unwrap_or_default());
        }
    };
    let choose = Callback::new(move |at: usize| {
        let Some(choice) = shown.with_untracked(|all| all.get(at).cloned()) else {
            return;
        };
        text.set(choice.label);
        if let Some(on_choose) = on_choose {
            on_choose.run(choice.id);
        }
        close();
    });
    // What is typed next replaces the name of the choice instead of adding to it.
    let select_all = move || {
        if let Some(field) = field.get_untracked().filter(|_| !is_free) {
            field.select();
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let is_open = open.get_untracked();
        if is_open && keys::is_enter(&event) {
            match active.get_untracked() {
                Some(at) => choose.run(at),
                // Enter on an id that the list does not hold is meant for the form.
                None if is_free => return close(),
                None => {}
            }
        } else if is_open && keys::is_escape(&event) {
            event.stop_propagation();
            close();
            select_all();
        } else if !is_open && matches!(event.key().as_str(), "ArrowDown" | "ArrowUp") {
            show();
        } else if !is_open || !step(&event, active, shown.with_untracked(Vec::len)) {
            return;
        }
        event.prevent_default();
    };
    let count = move || {
        let (shown, all) = (shown.with(Vec::len), choices.with(Vec::len));
        match shown {
            0 => "Nothing matches.".to_owned(),
            _ if all <= FEW => String::new(),
            _ if shown == all => format!("{all} to choose from"),
            _ => format!("{shown} of {all}"),
        }
    };
    let invalid = move || error.get().is_some().to_string();
    let described = {
        let note_id = note_id.clone();
        move || (error.get().is_some() || !hint.is_empty()).then(|| note_id.clone())
    };
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <div class="combobox" on:focusout=move |event| if is_leaving(&event) { close() }>
                <input
                    id=id
                    type="text"
                    role="combobox"
                    aria-autocomplete="list"
                    aria-expanded=move || open.get().to_string()
                    aria-controls=move || open.get().then(|| list_id.get_value())
                    aria-activedescendant=move || {
                        let at = active.get().filter(|_| open.get());
                        at.map(|at| list_id.with_value(|id| option_id(id, at)))
                    }
                    aria-invalid=invalid
                    aria-describedby=described
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    node_ref=field
                    prop:value=text
                    on:focus=move |_| select_all()
                    on:click=move |_| {
                        if !asked.get_untracked() {
                            show();
                            select_all();
                        }
                    }
                    on:input:target=move |event| {
                        text.set(event.target().value());
                        typed.set(true);
                        asked.set(true);
                        let first = !is_free && !shown.with_untracked(Vec::is_empty);
                        active.set(first.then_some(0));
                    }
                    on:keydown=on_key
                />
                <Show when=move || !is_free || !choices.with(Vec::is_empty)>
                    <Icon icon=lu::LuChevronDown />
                </Show>
                <Show when=move || open.get()>
                    <div class="popup">
                        <Options
                            id=list_id.get_value()
                            name=label
                            choices=shown
                            chosen=selected
                            active
                            on_choose=choose
                            node_ref=list
                        />
                        <p class="popup-count" role="status">
                            {count}
                        </p>
                    </div>
                </Show>
            </div>
            <p class="field-note" id=note_id class:error=move || error.get().is_some()>
                {move || error.get().unwrap_or_else(|| hint.to_owned())}
            </p>
        </div>
    }
}
