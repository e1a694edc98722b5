//! How the page looks.

use crate::browser::Manager;
use crate::settings::Theme;
use leptos::prelude::*;

const THEMES: [(Theme, &str, &str); 3] = [
    (Theme::System, "System", "Follows your device."),
    (Theme::Light, "Light", "Dark ink on a light page."),
    (Theme::Dark, "Dark", "Light ink on a dark page."),
];

#[component]
pub fn Appearance() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let theme = Memo::new(move |_| manager.settings.with(|settings| settings.theme));
    view! {
        <section aria-labelledby="appearance-title">
            <h3 id="appearance-title">"Appearance"</h3>
            <fieldset class="choices">
                <legend>"Theme"</legend>
                {THEMES
                    .into_iter()
                    .map(|(value, name, note)| {
                        view! {
                            <label class="choice">
                                <input
                                    type="radio"
                                    name="theme"
                                    prop:checked=move || theme.get() == value
                                    on:change=move |_| manager.set_theme(value)
                                />
                                <span class="choice-name">{name}</span>
                                <span class="choice-note">{note}</span>
                            </label>
                        }
                    })
                    .collect_view()}
            </fieldset>
        </section>
    }
}
