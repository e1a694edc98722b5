//! What the provider's own server did on the way, folded away.

use crate::browser::LiveText;
use crate::ui::icon::Icon;
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn ServerTool(name: String, text: LiveText) -> impl IntoView {
    let open = RwSignal::new(false);
    let text = StoredValue::new_local(text);
    let said = move || {
        text.with_value(|text| {
            text.progress();
            text.to_text()
        })
    };
    view! {
        <div class="thinking">
            <button
                type="button"
                class="thinking-button"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                <Icon icon=lu::LuChevronRight />
                <span class="thinking-label">{format!("Used {}", name.replace('_', " "))}</span>
            </button>
            <Show when=move || open.get()>
                <p class="thinking-text plain">{said}</p>
            </Show>
        </div>
    }
}
