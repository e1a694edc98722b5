//! What a tool may do, as a choice.

use crate::tool::Permission;
use leptos::prelude::*;

const CHOICES: [(&str, &str, Permission); 3] = [
    ("always", "Always", Permission::Always),
    ("ask", "Ask", Permission::Ask),
    ("never", "Never", Permission::Never),
];

/// `default` is what holds where nothing is chosen.
#[component]
pub fn PermissionSelect(
    label: String,
    default: Permission,
    chosen: Signal<Option<Permission>>,
    on_choose: impl Fn(Option<Permission>) + 'static,
) -> impl IntoView {
    let follow = match default {
        Permission::Always => "Default (runs)",
        Permission::Ask => "Default (asks)",
        Permission::Never => "Default (never runs)",
    };
    let choose = move |word: String| {
        let choice = CHOICES.into_iter().find(|(known, _, _)| *known == word);
        on_choose(choice.map(|(_, _, permission)| permission));
    };
    view! {
        <select aria-label=label on:change:target=move |event| choose(event.target().value())>
            <option value="" prop:selected=move || chosen.get().is_none()>
                {follow}
            </option>
            {CHOICES
                .into_iter()
                .map(|(word, text, choice)| {
                    view! {
                        <option value=word prop:selected=move || chosen.get() == Some(choice)>
                            {text}
                        </option>
                    }
                })
                .collect_view()}
        </select>
    }
}
