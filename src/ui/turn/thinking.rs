//! What the model thought before it answered, folded away.

use crate::browser::LiveText;
use crate::chat::Millis;
use crate::ui::format;
use crate::ui::icon::Icon;
use crate::ui::live::LiveMarkdown;
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn Thinking(text: LiveText, duration: ArcRwSignal<Option<Millis>>) -> impl IntoView {
    let open = RwSignal::new(false);
    let duration = RwSignal::from(duration);
    let text = StoredValue::new_local(text);
    // Some models think and show nothing of it; what they send then is only for the provider.
    let shown = Memo::new(move |_| {
        duration.get().is_none() || text.with_value(|text| text.progress().len > 0)
    });
    let label = move || match duration.get() {
        // The name keeps its first word, so that the disclosure is found under the same one all along.
        Some(took) => view! {
            <span class="visually-hidden">"Thinking: "</span>
            {format!("Thought for {}", format::duration(took))}
        }
        .into_any(),
        None => view! { "Thinking" }.into_any(),
    };
    view! {
        <Show when=move || shown.get()>
        <div class="thinking" class:live=move || duration.get().is_none()>
            <button
                type="button"
                class="thinking-button"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                <Icon icon=lu::LuChevronRight />
                <span class="thinking-label">{label}</span>
            </button>
            <Show when=move || open.get()>
                <div class="thinking-text">
                    <LiveMarkdown text=text.get_value() />
                </div>
            </Show>
        </div>
        </Show>
    }
}
