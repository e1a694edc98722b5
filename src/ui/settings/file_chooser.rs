//! A button that has the person choose a file, and reads it.

use crate::ui::icon::Icon;
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

/// The most bytes of a file that are looked at.
const MAX_FILE: f64 = 32.0 * 1024.0 * 1024.0;

/// What a file brings once it was read, or why it brings nothing.
pub type Found<T> = RwSignal<Option<Result<T, String>>>;

/// Shows what a file brings, for the person to decide.
#[component]
pub fn FoundInFile<T: Clone + Send + Sync + 'static>(
    found: Found<T>,
    preview: impl Fn(T) -> AnyView + Send + 'static,
) -> impl IntoView {
    move || {
        found.get().map(|read| match read {
            Ok(import) => preview(import),
            Err(error) => view! { <p class="bad" role="alert">{error}</p> }.into_any(),
        })
    }
}

#[component]
pub fn FileChooser(
    /// For example "Import agent".
    text: &'static str,
    /// What the file field is called, for example "Agent file".
    label: &'static str,
    /// Takes the file's text, or why there is none; by then the dialog may show another section.
    on_read: impl Fn(Result<String, String>) + Copy + 'static,
) -> impl IntoView {
    let chooser = NodeRef::<html::Input>::new();
    let chosen = move |input: HtmlInputElement| {
        let file = input.files().and_then(|files| files.get(0));
        // The same file can be chosen again.
        input.set_value("");
        let Some(file) = file else {
            return;
        };
        if file.size() > MAX_FILE {
            on_read(Err("The file is larger than 32 MB.".to_owned()));
            return;
        }
        leptos::task::spawn_local(async move {
            let text = JsFuture::from(file.text()).await;
            on_read(match text {
                Ok(text) => Ok(text.as_string().unwrap_or_default()),
                Err(_) => Err("The file could not be read.".to_owned()),
            });
        });
    };
    view! {
        <button
            type="button"
            class="button"
            on:click=move |_| {
                if let Some(input) = chooser.get_untracked() {
                    input.click();
                }
            }
        >
            <Icon icon=lu::LuUpload />
            {text}
        </button>
        <input
            type="file"
            class="visually-hidden"
            tabindex="-1"
            aria-label=label
            accept=".json,application/json"
            node_ref=chooser
            on:change:target=move |event| chosen(event.target())
        />
    }
}
