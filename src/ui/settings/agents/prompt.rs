//! The template of an agent's prompt, with what it becomes.

use super::entry::Entry;
use crate::browser::Manager;
use crate::ui::settings::field::unique_id;
use leptos::html;
use leptos::prelude::*;

#[component]
pub fn PromptField(entry: Entry) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let id = unique_id();
    let note = format!("{id}-note");
    let field = NodeRef::<html::Textarea>::new();
    let filled = Memo::new(move |_| {
        let filled = manager.preview_prompt(&entry.draft());
        (filled.text, filled.unknown)
    });
    let unknown = move || {
        let names = filled.with(|(_, unknown)| {
            let written = unknown.iter().map(|name| format!("{{{{{name}}}}}"));
            written.collect::<Vec<_>>().join(", ")
        });
        (!names.is_empty()).then(|| format!("Not a placeholder, left as it is: {names}"))
    };
    let insert = move |name: &'static str| {
        let Some(field) = field.get_untracked() else {
            return;
        };
        let text = format!("{{{{{name}}}}}");
        // Puts it in place of what is selected, and the caret behind it. A field of text cannot refuse that.
        let _ = field.focus();
        let (from, to) = (field.selection_start(), field.selection_end());
        let end = field.value().encode_utf16().count() as u32;
        let from = from.ok().flatten().unwrap_or(end);
        let to = to.ok().flatten().unwrap_or(end);
        let _ = field.set_range_text_with_start_and_end(&text, from, to);
        let caret = from + text.len() as u32;
        let _ = field.set_selection_range(caret, caret);
        entry.template.set(field.value());
    };
    view! {
        <div class="field">
            <label for=id.clone()>"Prompt template"</label>
            <textarea
                id=id
                rows="12"
                spellcheck="false"
                aria-describedby=note.clone()
                node_ref=field
                prop:value=entry.template
                on:input:target=move |event| entry.template.set(event.target().value())
            ></textarea>
            <p class="field-note" id=note>
                "Filled anew for every request. A section such as <tools>…</tools> goes away when nothing stands in it. A backslash takes the meaning of {{ and < away."
            </p>
            <p class="field-note warn" role="status">
                {unknown}
            </p>
        </div>
        <details class="more">
            <summary>"Placeholders"</summary>
            <ul class="placeholders" aria-label="Placeholders">
                {manager
                    .placeholders()
                    .into_iter()
                    .map(|(name, meaning)| {
                        view! {
                            <li>
                                <button
                                    type="button"
                                    class="button"
                                    aria-label=format!("Insert {name}")
                                    on:click=move |_| insert(name)
                                >
                                    {format!("{{{{{name}}}}}")}
                                </button>
                                <span>{meaning}</span>
                            </li>
                        }
                    })
                    .collect_view()}
            </ul>
        </details>
        <details class="more" open>
            <summary>"Preview: what the model would be told now"</summary>
            <pre class="preview" role="region" aria-label="Preview" tabindex="0">
                {move || match filled.with(|(text, _)| text.clone()) {
                    text if text.is_empty() => "Nothing.".to_owned(),
                    text => text,
                }}
            </pre>
        </details>
    }
}
